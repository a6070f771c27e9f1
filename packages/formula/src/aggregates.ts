/** Functions on numbers and on the items of a value: `sum`, `min`, `max`, `round`, `len`, `abs`. */
import { bind, intOf, numberOf } from './arguments.ts'
import { ordered } from './comparisons.ts'
import { toInt } from './conversions.ts'
import { fixed, roundFloat, roundInt } from './decimals.ts'
import { failure } from './errors.ts'
import { charsOf } from './indexing.ts'
import { iterate, requireLength } from './iterate.ts'
import { binary } from './operators.ts'
import { keyOf } from './sorting.ts'
import { Dict, Duration, plain, Range, Sequence, SetValue, typeName, type Named, type Value } from './values.ts'

export type Function = (args: Value[], named: Named) => Value

/** All items of an argument, as an array. */
export function itemsOf(value: Value): Value[] {
  const items: Value[] = []
  for (const item of iterate(value)) requireLength(items.push(item))
  return items
}

export function round(args: Value[], named: Named): Value {
  const [given, places] = bind('round', ['number', 'ndigits'], 1, args, named)
  const value = plain(given!)
  if (value instanceof Sequence && value.type === 'column')
    return new Sequence(
      'column',
      value.items.map((item) => round([item, ...(places === undefined ? [] : [places])], new Map())),
    )
  const number = numberOf(value, `type ${typeName(value)} doesn't define __round__ method`)
  const isWhole = places === undefined || plain(places) === null
  if (typeof number === 'bigint') return isWhole ? number : roundInt(number, intOf(places))
  if (!isWhole) return roundFloat(number, intOf(places))
  if (!Number.isFinite(number)) return toInt([number])
  return BigInt(fixed(number, 0))
}

export function sum(args: Value[], named: Named): Value {
  const [items, start = 0n] = bind('sum', ['iterable', 'start'], 1, args, named)
  if (typeof plain(start) === 'string') throw failure('TypeError', "sum() can't sum strings [use ''.join(seq) instead]")
  const exact = new FloatSum()
  let total: Value = start
  for (const item of iterate(items!)) {
    const value = plain(item)
    if (typeof total === 'number' && typeof value === 'number') total = exact.add(total, value)
    else {
      // Python adds ints to floats without the compensation.
      total = binary('+', total, value)
    }
  }
  return typeof total === 'number' ? exact.finish(total) : total
}

/** Compensated summation, as `sum` of Python 3.12 (Neumaier 1974): the error of each addition is kept and added at the end. */
class FloatSum {
  #lost = 0

  add(total: number, value: number): number {
    const next = total + value
    this.#lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total
    return next
  }

  finish(total: number): number {
    return this.#lost !== 0 && Number.isFinite(this.#lost) ? total + this.#lost : total
  }
}

export function extreme(name: 'min' | 'max'): Function {
  return (args, named) => {
    if (args.length === 0) throw failure('TypeError', `${name} expected at least 1 argument, got 0`)
    const items = args.length === 1 ? itemsOf(args[0]!) : args
    const key = named.get('key')
    let best: { item: Value; key: Value } | undefined
    for (const item of items) {
      const one = { item, key: keyOf(item, key) }
      if (!best || ordered(name === 'min' ? '<' : '>', one.key, best.key)) best = one
    }
    if (best) return plain(best.item)
    const otherwise = named.get('default')
    if (otherwise === undefined) throw failure('ValueError', `${name}() iterable argument is empty`)
    return otherwise
  }
}

export function length([given = null]: Value[]): bigint {
  const value = plain(given)
  if (typeof value === 'string') return BigInt(charsOf(value).length)
  if (value instanceof Sequence) return BigInt(value.items.length)
  if (value instanceof Dict) return BigInt(value.entries.size)
  if (value instanceof SetValue) return BigInt(value.items.size)
  if (value instanceof Range) return BigInt(value.length)
  if (typeof given === 'object' && given !== null && 'iterate' in given && given.iterate)
    return BigInt([...given.iterate()].length)
  throw failure('TypeError', `object of type '${typeName(value)}' has no len()`)
}

export function absolute([given = null]: Value[]): Value {
  const value = plain(given)
  if (value instanceof Duration) return value.days < 0 ? new Duration(-value.days, -value.micros) : value
  const number = numberOf(value, 'bad operand type for abs()')
  return number < 0 || Object.is(number, -0) ? -number : number
}
