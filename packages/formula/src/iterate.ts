import { spend } from './budget.ts'
import { failure, type FormulaError } from './errors.ts'
import { repr } from './text.ts'
import { Dict, isHost, Iteration, plain, Range, Sequence, SetValue, typeName, type Value } from './values.ts'

/** Characters or items that one operation may create. */
const MAX_LENGTH = 20_000

/** Throws FormulaError (LimitError) if a text or list would become too long. */
export function requireLength(length: number): void {
  if (length > MAX_LENGTH) throw failure('LimitError', `A text or list may have at most ${MAX_LENGTH} items.`)
}

/** Returns the items of a value. Throws FormulaError (TypeError) for one that has none. */
export function iterate(
  given: Value,
  refusal: (type: string) => string = (type) => `'${type}' object is not iterable`,
): Iterable<Value> {
  if (isHost(given) && given.iterate) return counted(given.iterate())
  const value = plain(given)
  if (typeof value === 'string') return counted(value)
  if (value instanceof Sequence) return counted(value.items)
  if (value instanceof Dict) return counted([...value.entries.values()].map(([key]) => key))
  if (value instanceof SetValue) return counted(value.items.values())
  if (value instanceof Iteration) return { [Symbol.iterator]: () => value.values }
  if (value instanceof Range) return counted(steps(value))
  throw failure('TypeError', refusal(typeName(value)))
}

/** Counts a step for each item that is read; a list may grow while it is read. */
function* counted(items: Iterable<Value>): Generator<Value> {
  for (const item of items) {
    spend(1)
    yield item
  }
}

function* steps(range: Range): Generator<Value> {
  for (let index = 0; index < range.length; index++) yield range.at(index)
}

/** Returns the message of a missing key, as Python shows it. */
export const missingKey = (key: Value): FormulaError => failure('KeyError', repr(key))
