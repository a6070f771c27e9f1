/** Values that have broken services before, by JSON type. */
import { branchingSchema } from '../../test/support/hostile-schemas.ts'

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown
const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

const TEXTS = [
  '',
  '\u0000',
  '\ud800',
  "'; drop table users; --",
  '=HYPERLINK("http://x")',
  '{{ a }}'.repeat(1_000),
  'x'.repeat(130_000),
  '(x{1000}){1000}',
  '\\pL{1,1000}'.repeat(40),
  '../../etc/passwd',
  'http://169.254.169.254/latest/meta-data',
  '%00%ff',
  '9'.repeat(400),
  '2026-02-31T25:61:61Z',
  '* * * * * * *',
  '__proto__',
]
const NUMBERS = [0, -1, 0.1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308]
const LISTS = [
  [],
  many(5_000, () => 'x'),
  many(2_000, (n) => `^\\pL{1,50}${n}$`),
  many(3_000, (n) => ({ id: n })),
  nested(60),
  [null],
]
const OBJECTS = [
  {},
  { $async: true, type: 'object', required: ['x'] },
  branchingSchema(40),
  { $ref: 'http://example.org/schema.json' },
  { allOf: [{ $ref: '#' }] },
  { type: 'object', patternProperties: { '(a{1000}){1000}': {} } },
  { constructor: { prototype: { polluted: true } } },
  JSON.parse('{"__proto__": {"polluted": true}}') as unknown,
  Object.fromEntries(many(3_000, (n) => [`key${n}`, n])),
  { $and: many(60, () => ({ a: { $in: many(100, String) } })) },
  { a: nested(60) },
]
const ALL: Record<string, readonly unknown[]> = {
  string: TEXTS,
  number: NUMBERS,
  integer: NUMBERS,
  boolean: [0, 'true', null],
  array: LISTS,
  object: OBJECTS,
  null: [null],
}

/** Hostile values of the declared types, and one of each other type. */
export function hostileValues(types: readonly string[]): unknown[] {
  const declared = types.flatMap((type) => ALL[type] ?? [])
  const others = Object.entries(ALL).filter(([type]) => !types.includes(type))
  return [...declared, ...others.map(([, values]) => values[1] ?? values[0])]
}
