/** The values of expressions. */
import { attribute } from './attributes.ts'
import { spend } from './budget.ts'
import { dictOf } from './collection-methods.ts'
import { compare } from './comparisons.ts'
import { failure, FormulaError, type Place } from './errors.ts'
import { item, position, slice } from './indexing.ts'
import { iterate, requireLength } from './iterate.ts'
import { binary, negate } from './operators.ts'
import { OwnScope, type Scope } from './scope.ts'
import { format, repr, str } from './text.ts'
import type { Expression, ForClause, FormattedValue, Target } from './tree.ts'
import {
  Callable,
  Dict,
  isTrue,
  Iteration,
  listOf,
  plain,
  Sequence,
  SetValue,
  sizeOf,
  tupleOf,
  typeName,
  type Named,
  type Value,
} from './values.ts'

/** Nested calls of lambdas. */
const MAX_CALLS = 50
/** Items of a value that a function handles in the time of one step. */
const ITEMS_PER_STEP = 8

/** Counts a step of the statement or expression at this place. */
export function step(place: Place): void {
  try {
    spend(1)
  } catch (error) {
    throw located(error, place)
  }
}

/** Runs a function of the formula and adds the place to its error. */
export function at<T>(place: Place, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw located(error, place)
  }
}

function located(error: unknown, { line, column }: Place): unknown {
  if (error instanceof FormulaError) error.place ??= { line, column }
  return error
}

/** Counts the work of an operation or function on values, which grows with their sizes. */
function weigh(...values: readonly Value[]): void {
  let items = 0
  for (const value of values) items += sizeOf(value)
  if (items >= ITEMS_PER_STEP) spend(Math.floor(items / ITEMS_PER_STEP))
}

export class Expressions {
  #calls = 0

  /** Evaluates an expression. Throws FormulaError with the place of the part that failed. */
  value(expression: Expression, scope: Scope): Value {
    step(expression)
    const value = (inner: Expression) => this.value(inner, scope)
    switch (expression.kind) {
      case 'none':
        return null
      case 'boolean':
      case 'int':
      case 'float':
      case 'string':
        return expression.value
      case 'format': {
        const text = at(expression, () => expression.parts.map((part) => this.#formatted(part, scope)).join(''))
        at(expression, () => requireLength(text.length))
        return text
      }
      case 'name':
        return this.#name(expression.name, expression, scope)
      case 'attribute': {
        const of = value(expression.of)
        return at(expression, () => {
          weigh(of)
          return attribute(of, expression.name)
        })
      }
      case 'item': {
        const [of, index] = [value(expression.of), value(expression.index)]
        return at(expression, () => {
          weigh(of)
          return item(of, index)
        })
      }
      case 'slice': {
        const of = value(expression.of)
        const [from, to, by] = [expression.from, expression.to, expression.step].map((one) => (one ? value(one) : null))
        return at(expression, () => {
          weigh(of)
          return slice(of, from!, to!, by!)
        })
      }
      case 'call':
        return this.#call(expression, scope)
      case 'unary': {
        const operand = value(expression.value)
        const { operator } = expression
        return operator === 'not' ? !isTrue(operand) : at(expression, () => negate(operand, operator))
      }
      case 'binary': {
        const [left, right] = [value(expression.left), value(expression.right)]
        return at(expression, () => {
          weigh(left, right)
          return binary(expression.operator, left, right)
        })
      }
      case 'comparison':
        return this.#comparison(expression, scope)
      case 'logical': {
        const left = value(expression.left)
        return isTrue(left) === (expression.operator === 'or') ? left : value(expression.right)
      }
      case 'conditional':
        return value(isTrue(value(expression.condition)) ? expression.then : expression.else)
      case 'list':
        return listOf(expression.items.map(value))
      case 'tuple':
        return tupleOf(expression.items.map(value))
      case 'set': {
        const items = expression.items.map(value)
        return at(expression, () => new SetValue(items))
      }
      case 'dict': {
        const entries = expression.entries.map((entry) => [value(entry.key), value(entry.value)] as const)
        return at(expression, () => dictOf(entries))
      }
      case 'comprehension': {
        const produced = this.#comprehension(expression.clauses, scope, (inner) => this.value(expression.item, inner))
        if (expression.of === 'generator') return new Iteration('generator', produced)
        const items = [...produced]
        return expression.of === 'list' ? listOf(items) : at(expression, () => new SetValue(items))
      }
      case 'dict comprehension': {
        const produced = this.#comprehension(expression.clauses, scope, (inner) =>
          tupleOf([this.value(expression.key, inner), this.value(expression.value, inner)]),
        )
        const entries = [...produced].map((pair) => (pair as Sequence).items as [Value, Value])
        return at(expression, () => dictOf(entries))
      }
      case 'lambda':
        return this.#lambda(expression, scope)
    }
  }

  /** Assigns a value to a name, names or an item. */
  bind(target: Target, value: Value, scope: OwnScope): void {
    if (target.kind === 'name') return scope.set(target.name, value)
    if (target.kind === 'item') return at(target, () => this.#store(target, value, scope))
    const items = [...at(target, () => iterate(value, (type) => `cannot unpack non-iterable ${type} object`))]
    const [given, wanted] = [items.length, target.targets.length]
    if (given !== wanted)
      throw new FormulaError(
        'ValueError',
        given < wanted
          ? `not enough values to unpack (expected ${wanted}, got ${given})`
          : `too many values to unpack (expected ${wanted})`,
        target,
      )
    target.targets.forEach((one, index) => this.bind(one, items[index]!, scope))
  }

  /** Returns the value that an augmented assignment changes. */
  current(target: Target, scope: Scope): Value {
    if (target.kind === 'name') return this.#name(target.name, target, scope)
    if (target.kind !== 'item') throw failure('SyntaxError', 'cannot assign to this expression')
    const [container, key] = [this.value(target.of, scope), this.value(target.index, scope)]
    return at(target, () => item(container, key))
  }

  #store({ of, index }: Extract<Target, { kind: 'item' }>, value: Value, scope: Scope): void {
    const [container, key] = [plain(this.value(of, scope)), this.value(index, scope)]
    if (container instanceof Dict) {
      container.set(key, value)
      requireLength(container.entries.size)
    } else if (container instanceof Sequence && container.type === 'list')
      container.items[position(container.items.length, key, 'list assignment')] = value
    else throw failure('TypeError', `'${typeName(container)}' object does not support item assignment`)
  }

  /** The items of an expression. */
  iterate(expression: Expression, scope: Scope): Iterable<Value> {
    const value = this.value(expression, scope)
    return at(expression, () => iterate(value))
  }

  #name(name: string, place: Place, scope: Scope): Value {
    const value = scope.get(name)
    if (value === undefined) throw new FormulaError('NameError', `name '${name}' is not defined`, place)
    return value
  }

  /** Yields lazily, because `any` and `all` stop at the first decisive item. */
  *#comprehension(
    [clause, ...rest]: ForClause[],
    outer: Scope,
    produce: (scope: Scope) => Value,
  ): Generator<Value, void, undefined> {
    const { target, items, conditions } = clause!
    const scope = new OwnScope(new Map(), outer)
    for (const one of this.iterate(items, outer)) {
      step(items)
      this.bind(target, one, scope)
      if (!conditions.every((condition) => isTrue(this.value(condition, scope)))) continue
      if (rest.length > 0) yield* this.#comprehension(rest, scope, produce)
      else yield produce(scope)
    }
  }

  #lambda({ parameters, body }: Extract<Expression, { kind: 'lambda' }>, scope: Scope): Callable {
    return new Callable('<lambda>', (args, named) => {
      if (++this.#calls > MAX_CALLS) throw failure('LimitError', `More than ${MAX_CALLS} calls are nested.`)
      const unknown = [...named.keys()].find((name) => !parameters.includes(name))
      const given = args.length + named.size
      if (unknown !== undefined || given !== parameters.length)
        throw failure('TypeError', `<lambda>() takes ${parameters.length} positional arguments but ${given} were given`)
      const names = new Map(parameters.map((name, index) => [name, args[index] ?? named.get(name) ?? null]))
      const result = this.value(body, new OwnScope(names, scope))
      this.#calls--
      return result
    })
  }

  #comparison({ first, rest }: Extract<Expression, { kind: 'comparison' }>, scope: Scope): boolean {
    let left = this.value(first, scope)
    for (const { operator, value } of rest) {
      const right = this.value(value, scope)
      const isMet = at(value, () => {
        weigh(left, right)
        return compare(operator, left, right)
      })
      if (!isMet) return false
      left = right
    }
    return true
  }

  #call(expression: Extract<Expression, { kind: 'call' }>, scope: Scope): Value {
    const callee = plain(this.value(expression.callee, scope))
    if (!(callee instanceof Callable))
      throw new FormulaError('TypeError', `'${typeName(callee)}' object is not callable`, expression)
    const args: Value[] = []
    const named = new Map<string, Value>()
    for (const { name, value } of expression.args) {
      const argument = this.value(value, scope)
      if (name === null) args.push(argument)
      else named.set(name, argument)
    }
    return at(expression, () => {
      weigh(...args)
      return callee.call(args, named as Named)
    })
  }

  #formatted(part: string | FormattedValue, scope: Scope): string {
    if (typeof part === 'string') return part
    const value = this.value(part.value, scope)
    const spec = part.format.map((one) => this.#formatted(one, scope)).join('')
    if (part.conversion === null) return format(value, spec)
    return format(part.conversion === 'r' ? repr(value) : str(value), spec)
  }
}
