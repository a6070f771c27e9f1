/** Methods of lists, tuples, columns, dicts and sets. */
import { bind, intOf } from './arguments.ts'
import { failure } from './errors.ts'
import { position } from './indexing.ts'
import { equals } from './comparisons.ts'
import { iterate, missingKey, requireLength } from './iterate.ts'
import { binary } from './operators.ts'
import { sorted } from './sorting.ts'
import type { Sequence } from './values.ts'
import { Dict, hashOf, listOf, plain, SetValue, tupleOf, type Named, type Value } from './values.ts'

type Method<T> = (of: T, args: Value[], named: Named) => Value

function indexIn({ items, type }: Sequence, [item = null, from]: Value[]): bigint {
  const start = from === undefined ? 0 : intOf(from)
  const at = items.findIndex((one, index) => index >= start && equals(one, item))
  if (at < 0) throw failure('ValueError', type === 'tuple' ? 'tuple.index(x): x not in tuple' : 'x is not in list')
  return BigInt(at)
}

const countIn = ({ items }: Sequence, [item = null]: Value[]): bigint =>
  BigInt(items.filter((one) => equals(one, item)).length)

export const tupleMethods: Record<string, Method<Sequence>> = { index: indexIn, count: countIn }

export const listMethods: Record<string, Method<Sequence>> = {
  ...tupleMethods,
  append: ({ items }, args, named) => {
    const [item] = bind('append', ['object'], 1, args, named)
    requireLength(items.push(item!))
    return null
  },
  extend: ({ items }, [more = null]) => {
    for (const item of iterate(more)) requireLength(items.push(item))
    return null
  },
  insert: ({ items }, args, named) => {
    const [index, item] = bind('insert', ['index', 'object'], 2, args, named)
    const at = intOf(index)
    items.splice(at < 0 ? Math.max(0, at + items.length) : at, 0, item!)
    requireLength(items.length)
    return null
  },
  pop: ({ items }, [index]) => {
    if (items.length === 0) throw failure('IndexError', 'pop from empty list')
    return items.splice(index === undefined ? -1 : position(items.length, index, 'pop'), 1)[0]!
  },
  remove: ({ items }, [item = null]) => {
    const at = items.findIndex((one) => equals(one, item))
    if (at < 0) throw failure('ValueError', 'list.remove(x): x not in list')
    items.splice(at, 1)
    return null
  },
  sort: (list, args, named) => {
    if (args.length > 0) throw failure('TypeError', 'sort() takes no positional arguments')
    list.items.splice(0, list.items.length, ...sorted(list.items, named))
    return null
  },
  reverse: ({ items }) => {
    items.reverse()
    return null
  },
  copy: ({ items }) => listOf([...items]),
  clear: ({ items }) => {
    items.length = 0
    return null
  },
}

const valuesOf = (dict: Dict) => [...dict.entries.values()]

export const dictMethods: Record<string, Method<Dict>> = {
  get: (dict, args, named) => {
    const [key, otherwise = null] = bind('get', ['key', 'default'], 1, args, named)
    return dict.get(key!) ?? otherwise
  },
  keys: (dict) => listOf(valuesOf(dict).map(([key]) => key)),
  values: (dict) => listOf(valuesOf(dict).map(([, value]) => value)),
  items: (dict) => listOf(valuesOf(dict).map(([key, value]) => tupleOf([key, value]))),
  pop: (dict, args, named) => {
    const [key, otherwise] = bind('pop', ['key', 'default'], 1, args, named)
    const found = dict.get(key!)
    dict.entries.delete(hashOf(key!))
    if (found === undefined && otherwise === undefined) throw missingKey(key!)
    return found === undefined ? otherwise! : found
  },
  setdefault: (dict, args, named) => {
    const [key, otherwise = null] = bind('setdefault', ['key', 'default'], 1, args, named)
    if (dict.get(key!) === undefined) dict.set(key!, otherwise)
    return dict.get(key!)!
  },
  update: (dict, [more = null]) => {
    for (const [key, value] of entriesOf(more)) dict.set(key, value)
    return null
  },
  copy: (dict) => dictOf(valuesOf(dict)),
}

export function dictOf(entries: Iterable<readonly [Value, Value]>): Dict {
  const dict = new Dict()
  for (const [key, value] of entries) dict.set(key, value)
  return dict
}

/** The entries of a dict, or of a list of pairs. */
export function entriesOf(given: Value): [Value, Value][] {
  const value = plain(given)
  if (value instanceof Dict) return valuesOf(value)
  return [...iterate(value)].map((pair, index) => {
    const parts = [...iterate(pair, () => `cannot convert dictionary update sequence element #${index} to a sequence`)]
    if (parts.length !== 2)
      throw failure(
        'ValueError',
        `dictionary update sequence element #${index} has length ${parts.length}; 2 is required`,
      )
    return [parts[0]!, parts[1]!]
  })
}

const asSet = (value: Value): SetValue => (value instanceof SetValue ? value : new SetValue(iterate(value)))

const combine =
  (operator: '|' | '&' | '-' | '^'): Method<SetValue> =>
  (set, others) =>
    others.reduce<Value>((result, other) => binary(operator, result, asSet(plain(other))), set)

export const setMethods: Record<string, Method<SetValue>> = {
  add: (set, [item = null]) => {
    set.add(item)
    requireLength(set.items.size)
    return null
  },
  discard: (set, [item = null]) => {
    set.items.delete(hashOf(item))
    return null
  },
  remove: (set, [item = null]) => {
    if (!set.items.delete(hashOf(item))) throw missingKey(item)
    return null
  },
  union: combine('|'),
  intersection: combine('&'),
  difference: combine('-'),
  symmetric_difference: combine('^'),
  issubset: (set, [other = null]) => [...set.items.keys()].every((hash) => asSet(plain(other)).items.has(hash)),
  issuperset: (set, [other = null]) => [...asSet(plain(other)).items.keys()].every((hash) => set.items.has(hash)),
  copy: (set) => new SetValue(set.items.values()),
}
