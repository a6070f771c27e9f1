/** All requests of a sweep: a valid body of each operation with a hostile value in one place of its schema. */
import type { Operation } from '../../test/support/operations.ts'
import { hostileValues } from './hostile.ts'

interface Schema {
  type?: string | string[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  'x-references'?: string
}
type Place = readonly (string | number)[]

export interface Attack {
  operation: Operation
  /** Where the hostile value is; null for a request without a body, whose parameter `name` has it. */
  place: Place | null
  name?: string
  value: unknown
}

const DEEPEST = 3
const BODY = 'application/json'

const typesOf = (schema: Schema): string[] => [
  ...[schema.type ?? []].flat(),
  ...(schema.anyOf?.flatMap(typesOf) ?? []),
  ...(schema.type || schema.anyOf ? [] : ['string', 'array', 'object']),
]

/** Each place of the schema, with its types. */
function places(schema: Schema, at: Place = []): { place: Place; types: string[] }[] {
  const own = at.length ? [{ place: at, types: typesOf(schema) }] : []
  if (at.length >= DEEPEST) return own
  const variants = schema.anyOf?.flatMap((one) => places(one, at).slice(at.length ? 1 : 0)) ?? []
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => places(one, [...at, name]))
  return [...own, ...variants, ...properties, ...(schema.items ? places(schema.items, [...at, 0]) : [])]
}

/** Places in the body and query parameters of the operation, each with each hostile value. */
export function attacksOn(operation: Operation): Attack[] {
  const schema = operation.requestBody?.content[BODY]?.schema as Schema | undefined
  const bodies = schema
    ? places(schema).flatMap(({ place, types }) =>
        hostileValues(types).map((value): Attack => ({ operation, place, value })),
      )
    : []
  const queries = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name }) =>
      ['', '\u0000', "'", '-1', 'x'.repeat(4_000), ',x'.repeat(1_500), '9'.repeat(30)].map((value): Attack => ({
        operation,
        place: null,
        name,
        value,
      })),
    )
  return [...bodies, ...queries]
}

/** Returns a copy of the body with the value at the place; lists and objects on the way are created. */
export function withValue(body: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value
  if (typeof key === 'number') {
    const list = Array.isArray(body) ? [...(body as unknown[])] : []
    list[key] = withValue(list[key], rest, value)
    return list
  }
  const object = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  return { ...object, [key]: withValue((object as Record<string, unknown>)[key], rest, value) }
}

/** Shuffles with a seeded generator (mulberry32), so that a run can be repeated. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const list = [...items]
  for (let n = list.length - 1; n > 0; n--) {
    const other = Math.floor(random() * (n + 1))
    ;[list[n], list[other]] = [list[other]!, list[n]!]
  }
  return list
}

export function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
