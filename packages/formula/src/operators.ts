/** Operators of all types: numbers, texts, lists, sets, dates and columns. */
import { arithmetic } from './arithmetic.ts'
import { failure, type FormulaError } from './errors.ts'
import { requireLength } from './iterate.ts'
import type { BinaryOperator } from './tree.ts'
import {
  DateValue,
  Dict,
  Duration,
  Empty,
  isNumeric,
  numeric,
  plain,
  Sequence,
  SetValue,
  typeName,
  type Value,
} from './values.ts'

const unsupported = (operator: string, left: Value, right: Value): FormulaError => {
  for (const value of [left, right])
    if (value instanceof Empty)
      return failure('TypeError', `a field is empty; use default_to(field, value) before '${operator}'`)
  return failure(
    'TypeError',
    `unsupported operand type(s) for ${operator}: '${typeName(left)}' and '${typeName(right)}'`,
  )
}

export function binary(operator: BinaryOperator, leftGiven: Value, rightGiven: Value): Value {
  const [left, right] = [plain(leftGiven), plain(rightGiven)]
  if (isColumn(left) || isColumn(right)) return elementwise(operator, left, right)
  if (isNumeric(left) && isNumeric(right)) return arithmetic(operator, numeric(left), numeric(right))
  const special = SPECIAL[operator]?.(left, right)
  if (special !== undefined) return special
  if (operator === '+' && typeof left === 'string')
    throw failure('TypeError', `can only concatenate str (not "${typeName(right)}") to str`)
  throw unsupported(operator === '**' ? '** or pow()' : operator, left, right)
}

const isColumn = (value: Value): value is Sequence => value instanceof Sequence && value.type === 'column'

function elementwise(operator: BinaryOperator, left: Value, right: Value): Value {
  const [a, b] = [left, right].map((value) => (isColumn(value) ? value.items : null))
  if (a && b && a.length !== b.length)
    throw failure('ValueError', `columns of ${a.length} and ${b.length} rows cannot be combined`)
  const items = (a ?? b)!.map((_, index) => binary(operator, a ? a[index]! : left, b ? b[index]! : right))
  return new Sequence('column', items)
}

type Special = (left: Value, right: Value) => Value | undefined

const SPECIAL: Partial<Record<BinaryOperator, Special>> = {
  '+': (left, right) => {
    if (typeof left === 'string' && typeof right === 'string') {
      requireLength(left.length + right.length)
      return left + right
    }
    if (left instanceof Sequence && right instanceof Sequence && left.type === right.type) {
      requireLength(left.items.length + right.items.length)
      return new Sequence(left.type, [...left.items, ...right.items])
    }
    if (left instanceof Duration && right instanceof Duration)
      return new Duration(left.days + right.days, left.micros + right.micros)
    if (left instanceof DateValue && right instanceof Duration) return new DateValue(left.ordinal + right.days)
    if (left instanceof Duration && right instanceof DateValue) return new DateValue(right.ordinal + left.days)
    return undefined
  },
  '-': (left, right) => {
    if (left instanceof DateValue && right instanceof DateValue) return new Duration(left.ordinal - right.ordinal, 0)
    if (left instanceof DateValue && right instanceof Duration) return new DateValue(left.ordinal - right.days)
    if (left instanceof Duration && right instanceof Duration)
      return new Duration(left.days - right.days, left.micros - right.micros)
    if (left instanceof SetValue && right instanceof SetValue)
      return new SetValue([...left.items].flatMap(([hash, item]) => (right.items.has(hash) ? [] : [item])))
    return undefined
  },
  '*': (left, right) => repeated(left, right) ?? repeated(right, left),
  '/': (left, right) => {
    if (!(left instanceof Duration)) return undefined
    if (right instanceof Duration) return arithmetic('/', left.totalSeconds, right.totalSeconds)
    if (!isNumeric(right)) return undefined
    return ofMicros(arithmetic('/', microsOf(left), Number(numeric(right))) as number)
  },
  '//': (left, right) => {
    if (!(left instanceof Duration)) return undefined
    if (right instanceof Duration)
      return BigInt(arithmetic('//', BigInt(microsOf(left)), BigInt(microsOf(right))) as bigint)
    return typeof right === 'bigint' ? ofMicros(Number(arithmetic('//', BigInt(microsOf(left)), right))) : undefined
  },
  '%': (left, right) =>
    typeof left === 'string'
      ? refuse(`'%' with a text is not supported in formulas; use an f-string`, right)
      : undefined,
  '|': (left, right) => {
    if (left instanceof SetValue && right instanceof SetValue)
      return new SetValue([...left.items.values(), ...right.items.values()])
    if (!(left instanceof Dict) || !(right instanceof Dict)) return undefined
    const merged = new Dict()
    for (const [key, value] of [...left.entries.values(), ...right.entries.values()]) merged.set(key, value)
    return merged
  },
  '&': (left, right) =>
    left instanceof SetValue && right instanceof SetValue
      ? new SetValue([...left.items].flatMap(([hash, item]) => (right.items.has(hash) ? [item] : [])))
      : undefined,
  '^': (left, right) => {
    if (!(left instanceof SetValue) || !(right instanceof SetValue)) return undefined
    const only = (a: SetValue, b: SetValue) => [...a.items].flatMap(([hash, item]) => (b.items.has(hash) ? [] : [item]))
    return new SetValue([...only(left, right), ...only(right, left)])
  },
}

function refuse(message: string, _value: Value): never {
  throw failure('TypeError', message)
}

const microsOf = ({ days, micros }: Duration): number => days * 86_400_000_000 + micros
const ofMicros = (micros: number): Duration => new Duration(0, roundHalfEven(micros))

function roundHalfEven(value: number): number {
  const floor = Math.floor(value)
  const rest = value - floor
  return rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor
}

function repeated(value: Value, times: Value): Value | undefined {
  if (value instanceof Duration && isNumeric(times)) return ofMicros(microsOf(value) * Number(numeric(times)))
  if (typeof times !== 'bigint' && typeof times !== 'boolean') return undefined
  const length = typeof value === 'string' ? value.length : value instanceof Sequence ? value.items.length : null
  if (length === null) return undefined
  const count = Math.max(0, Number(numeric(times)))
  requireLength(length * count)
  if (typeof value === 'string') return value.repeat(count)
  const { type, items } = value as Sequence
  return new Sequence(type, Array.from({ length: count }, () => items).flat())
}

export function negate(given: Value, operator: '-' | '+'): Value {
  const value = plain(given)
  if (isColumn(value))
    return new Sequence(
      'column',
      value.items.map((item) => negate(item, operator)),
    )
  if (value instanceof Duration) return operator === '-' ? new Duration(-value.days, -value.micros) : value
  if (!isNumeric(value)) throw failure('TypeError', `bad operand type for unary ${operator}: '${typeName(value)}'`)
  const number = numeric(value)
  return operator === '-' ? -number : number
}
