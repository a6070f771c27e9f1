/** `value[index]` and `value[from:to:step]`. */
import { spend } from './budget.ts'
import { intOf } from './arguments.ts'
import { failure } from './errors.ts'
import { missingKey } from './iterate.ts'
import { Dict, isHost, plain, Range, Sequence, typeName, type Value } from './values.ts'

/** Python counts characters, not UTF-16 units. */
export function charsOf(text: string): string[] {
  spend(text.length / 8)
  return Array.from(text)
}

export function item(given: Value, index: Value): Value {
  if (isHost(given) && given.item) return given.item(plain(index))
  const value = plain(given)
  if (value instanceof Dict) {
    const found = value.get(index)
    if (found === undefined) throw missingKey(index)
    return found
  }
  if (typeof value === 'string') return at(charsOf(value), index, 'string')
  if (value instanceof Sequence) return at(value.items, index, value.type === 'tuple' ? 'tuple' : 'list')
  if (value instanceof Range) return value.at(position(value.length, index, 'range object'))
  throw failure('TypeError', `'${typeName(value)}' object is not subscriptable`)
}

const at = <T>(items: readonly T[], index: Value, what: string): T => items[position(items.length, index, what)]!

/** Negative indexes count from the end. */
export function position(length: number, index: Value, what: string): number {
  const value = plain(index)
  if (typeof value !== 'bigint' && typeof value !== 'boolean')
    throw failure('TypeError', `${what} indices must be integers or slices, not ${typeName(value)}`)
  const given = intOf(value)
  const found = given < 0 ? given + length : given
  if (found < 0 || found >= length) throw failure('IndexError', `${what} index out of range`)
  return found
}

export function slice(given: Value, from: Value | null, to: Value | null, step: Value | null): Value {
  const value = plain(given)
  if (typeof value === 'string') return sliced(charsOf(value), from, to, step).join('')
  if (value instanceof Sequence) return new Sequence(value.type, sliced(value.items, from, to, step))
  if (value instanceof Range) return sliceOfRange(value, from, to, step)
  throw failure('TypeError', `'${typeName(value)}' object is not subscriptable`)
}

function sliceOfRange(range: Range, from: Value | null, to: Value | null, step: Value | null): Range {
  const { start, end, by } = bounds(range.length, from, to, step)
  return new Range(range.at(start), range.at(end), range.step * BigInt(by))
}

function sliced<T>(items: readonly T[], from: Value | null, to: Value | null, step: Value | null): T[] {
  const { start, end, by } = bounds(items.length, from, to, step)
  const found: T[] = []
  for (let index = start; by > 0 ? index < end : index > end; index += by) found.push(items[index]!)
  return found
}

function bounds(length: number, from: Value | null, to: Value | null, step: Value | null) {
  const by = isNone(step) ? 1 : sliceIndex(step)
  if (by === 0) throw failure('ValueError', 'slice step cannot be zero')
  const clamp = (value: Value | null, otherwise: number) => {
    if (isNone(value)) return otherwise
    const index = sliceIndex(value)
    const absolute = index < 0 ? index + length : index
    return by > 0 ? Math.min(Math.max(absolute, 0), length) : Math.min(Math.max(absolute, -1), length - 1)
  }
  return { start: clamp(from, by > 0 ? 0 : length - 1), end: clamp(to, by > 0 ? length : -1), by }
}

const isNone = (value: Value | null): value is null => plain(value) === null

function sliceIndex(given: Value): number {
  const value = plain(given)
  if (typeof value !== 'bigint' && typeof value !== 'boolean')
    throw failure('TypeError', 'slice indices must be integers or None or have an __index__ method')
  return intOf(value)
}
