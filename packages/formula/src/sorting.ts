import { failure } from './errors.ts'
import { ordered } from './comparisons.ts'
import { Callable, isTrue, plain, type Named, type Value } from './values.ts'

/** Sorts like `sorted`, with `key` and `reverse`; equal items keep their order. */
export function sorted(items: readonly Value[], named: Named): Value[] {
  for (const name of named.keys())
    if (name !== 'key' && name !== 'reverse')
      throw failure('TypeError', `sort() got an unexpected keyword argument '${name}'`)
  const keyed = items.map((item) => ({ item, key: keyOf(item, named.get('key')) }))
  const isReverse = isTrue(named.get('reverse') ?? null)
  keyed.sort((a, b) => {
    const [left, right] = isReverse ? [b.key, a.key] : [a.key, b.key]
    if (ordered('<', left, right)) return -1
    return ordered('<', right, left) ? 1 : 0
  })
  return keyed.map(({ item }) => item)
}

/** The value by which an item is compared. */
export function keyOf(item: Value, key: Value | undefined): Value {
  const by = plain(key ?? null)
  if (by === null) return item
  if (!(by instanceof Callable)) throw failure('TypeError', 'key must be a function')
  return by.call([item], new Map())
}
