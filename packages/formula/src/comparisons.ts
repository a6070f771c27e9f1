/** Equality, order and membership, with the results and errors of Python. */
import { spend } from './budget.ts'
import { failure } from './errors.ts'
import { iterate } from './iterate.ts'
import type { Comparison } from './tree.ts'
import {
  DateValue,
  Dict,
  Duration,
  Empty,
  hashOf,
  isNumeric,
  numeric,
  plain,
  Range,
  Sequence,
  SetValue,
  typeName,
  type Value,
} from './values.ts'

export function equals(leftGiven: Value, rightGiven: Value): boolean {
  const [left, right] = [plain(leftGiven), plain(rightGiven)]
  if (left === right) return true
  // Without conversion, because it compares an int and a float exactly.
  if (isNumeric(left) && isNumeric(right)) return numeric(left) == numeric(right)
  if (left instanceof Sequence && right instanceof Sequence) {
    spend(1)
    if ((left.type === 'tuple') !== (right.type === 'tuple') || left.items.length !== right.items.length) return false
    return left.items.every((item, index) => equals(item, right.items[index]!))
  }
  if (left instanceof DateValue && right instanceof DateValue) return left.ordinal === right.ordinal
  if (left instanceof Duration && right instanceof Duration)
    return left.days === right.days && left.micros === right.micros
  if (left instanceof Dict && right instanceof Dict) {
    spend(1 + left.entries.size)
    return (
      left.entries.size === right.entries.size &&
      [...left.entries].every(
        ([hash, [, value]]) => right.entries.has(hash) && equals(value, right.entries.get(hash)![1]),
      )
    )
  }
  if (left instanceof SetValue && right instanceof SetValue)
    return left.items.size === right.items.size && [...left.items.keys()].every((hash) => right.items.has(hash))
  if (left instanceof Range && right instanceof Range)
    return (
      left.length === right.length &&
      (left.length === 0 || (left.start === right.start && left.at(left.length - 1) === right.at(right.length - 1)))
    )
  // An unset field equals None and the empty text.
  const isEmpty = (value: Value) => value instanceof Empty || value === null
  return (
    (left instanceof Empty && (isEmpty(right) || right === '')) ||
    (right instanceof Empty && (isEmpty(left) || left === ''))
  )
}

type Ordering = '<' | '<=' | '>' | '>='

/** Compares two values by order. Throws FormulaError (TypeError) for types without an order between them. */
export function ordered(operator: Ordering, leftGiven: Value, rightGiven: Value): boolean {
  const [left, right] = [plain(leftGiven), plain(rightGiven)]
  const by = (a: number | bigint | string, b: number | bigint | string): boolean => {
    if (operator === '<') return a < b
    if (operator === '<=') return a <= b
    return operator === '>' ? a > b : a >= b
  }
  if (isNumeric(left) && isNumeric(right)) return by(numeric(left), numeric(right))
  if (typeof left === 'string' && typeof right === 'string') return by(codePointOrder(left, right), 0)
  if (left instanceof DateValue && right instanceof DateValue) return by(left.ordinal, right.ordinal)
  if (left instanceof Duration && right instanceof Duration)
    return by(left.days - right.days || left.micros - right.micros, 0)
  if (left instanceof Sequence && right instanceof Sequence && (left.type === 'tuple') === (right.type === 'tuple')) {
    const index = left.items.findIndex((item, at) => at >= right.items.length || !equals(item, right.items[at]!))
    if (index < 0 || index >= right.items.length) return by(left.items.length, right.items.length)
    return ordered(operator, left.items[index]!, right.items[index]!)
  }
  if (left instanceof SetValue && right instanceof SetValue) return subset(operator, left, right)
  if (left instanceof Empty || right instanceof Empty)
    throw failure('TypeError', `a field is empty; use default_to(field, value) before '${operator}'`)
  throw failure(
    'TypeError',
    `'${operator}' not supported between instances of '${typeName(left)}' and '${typeName(right)}'`,
  )
}

function codePointOrder(left: string, right: string): number {
  const [a, b] = [left[Symbol.iterator](), right[Symbol.iterator]()]
  for (;;) {
    const [x, y] = [a.next(), b.next()]
    if (x.done || y.done) return x.done ? (y.done ? 0 : -1) : 1
    const order = x.value.codePointAt(0)! - y.value.codePointAt(0)!
    if (order !== 0) return order
  }
}

function subset(operator: Ordering, left: SetValue, right: SetValue): boolean {
  if (operator === '>' || operator === '>=') return subset(operator === '>' ? '<' : '<=', right, left)
  const isInside = [...left.items.keys()].every((hash) => right.items.has(hash))
  return isInside && (operator === '<=' || left.items.size < right.items.size)
}

export function compare(operator: Comparison, left: Value, right: Value): boolean {
  switch (operator) {
    case '==':
      return equals(left, right)
    case '!=':
      return !equals(left, right)
    case 'in':
      return contains(right, left)
    case 'not in':
      return !contains(right, left)
    case 'is':
      return isSame(left, right)
    case 'is not':
      return !isSame(left, right)
    default:
      return ordered(operator, left, right)
  }
}

/** An unset field is None. */
function isSame(leftGiven: Value, rightGiven: Value): boolean {
  const [left, right] = [plain(leftGiven), plain(rightGiven)]
  if (left === right) return true
  return (left instanceof Empty && right === null) || (left === null && right instanceof Empty)
}

function contains(containerGiven: Value, itemGiven: Value): boolean {
  const [container, item] = [plain(containerGiven), plain(itemGiven)]
  if (typeof container === 'string') {
    if (typeof item === 'string') return container.includes(item)
    throw failure('TypeError', `'in <string>' requires string as left operand, not ${typeName(item)}`)
  }
  if (container instanceof Dict) return container.entries.has(hashOf(item))
  if (container instanceof SetValue) return container.items.has(hashOf(item))
  for (const one of iterate(container, (type) => `argument of type '${type}' is not iterable`))
    if (equals(one, item)) return true
  return false
}
