/** Values for fast-check from the JSON Schemas of the OpenAPI document: mostly valid, sometimes invalid. */
import fc from 'fast-check'

export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  'x-references'?: string
}

/** Texts that often cause errors: null characters, lone surrogates, other scripts, code, very long text. */
const TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  'žluťoučký 文書 📄',
  "'; drop table users; --",
  '<b>x</b>',
  '../../etc/passwd',
  '%00',
  'x'.repeat(5000),
]
const NUMBERS = [0, -1, 1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 0.1]

export const anyText = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary', maxLength: 40 }))
const anything = fc.oneof(
  { depthSize: 'small' },
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
  anyText,
  fc.constantFrom(...NUMBERS),
)

/** Generates values for a schema. `urls` returns URLs of a collection: of the caller, of other organizations, and invalid ones. */
export function valueOf(schema: Schema, urls: (collection: string) => string[], depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fitting(schema, urls, depth) }, { weight: 1, arbitrary: anything })
}

function fitting(schema: Schema, urls: (collection: string) => string[], depth: number): fc.Arbitrary<unknown> {
  const inner = (one: Schema) => valueOf(one, urls, depth + 1)
  if (schema['x-references']) return fc.constantFrom(...urls(schema['x-references']))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(inner))
  if (depth > 6) return fc.constant(null)
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 1000 }),
        fc.constantFrom(...NUMBERS),
      )
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case 'array':
      return fc.array(schema.items ? inner(schema.items) : anything, { maxLength: 4 })
    case 'object':
      return objectOf(schema, inner)
    case 'string':
      return textOf(schema)
    default:
      return anything
  }
}

function objectOf(schema: Schema, inner: (one: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {})
  if (!properties.length)
    return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>, {
      maxKeys: 3,
    })
  // Sometimes a required key is missing.
  const model = Object.fromEntries(properties.map(([name, one]) => [name, inner(one)]))
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record(model, { requiredKeys: (schema.required ?? []).filter((name) => name in model) }),
    },
    { weight: 1, arbitrary: fc.record(model, { requiredKeys: [] }) },
  )
}

function textOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.pattern) {
    try {
      return fc.stringMatching(new RegExp(schema.pattern, 'u'))
    } catch {
      return anyText
    }
  }
  if (schema.format === 'date-time')
    return fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      anyText,
    )
  if (schema.format === 'email') return fc.oneof(fc.emailAddress(), anyText)
  if (schema.format === 'uri') return fc.oneof(fc.webUrl(), anyText)
  return fc.oneof(
    fc.string({ minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 40, 300) }),
    anyText,
  )
}
