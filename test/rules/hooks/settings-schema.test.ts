import draft7 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { errorOfSchema, errorsOfValue } from '../../../src/rules/hooks/settings-schema.ts'

describe('errorOfSchema', () => {
  it('accepts JSON Schema of draft 7', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      definitions: { name: { type: 'string', pattern: '^[a-z]+$' } },
      properties: { name: { $ref: '#/definitions/name' } },
    }
    expect(errorOfSchema(schema)).toBeNull()
    expect(errorsOfValue(schema, { name: 'abc' })).toBeNull()
    expect(errorsOfValue(schema, { name: 'ABC' })).toEqual(['name must match pattern "^[a-z]+$".'])
  })

  it('keeps several patterns of a schema apart', () => {
    const schema = {
      propertyNames: { pattern: '^[A-Z]{3}$' },
      additionalProperties: { type: 'string', pattern: '^[0-9]+([.][0-9]+)?$' },
    }
    expect(errorOfSchema(schema)).toBeNull()
    expect(errorsOfValue(schema, { CHF: '1.05' })).toBeNull()
    expect(errorsOfValue(schema, { CHF: 'ABC' })).toEqual(['CHF must match pattern "^[0-9]+([.][0-9]+)?$".'])
    expect(errorsOfValue(schema, { chf: '1.05' })).not.toBeNull()
  })

  it.each([
    ['a wrong keyword', { not: ['this'] }],
    ['an unresolved reference', { $ref: '#/definitions/none' }],
    ['a reference to another server', { $ref: 'https://example.org/schema.json' }],
    ['a name that is not a text', { $id: 5 }],
    ['another draft', { $schema: 'https://json-schema.org/draft/2020-12/schema' }],
    ['a pattern that RE2 does not support', { type: 'string', pattern: '(?=a)b' }],
  ])('refuses %s', (_what, schema) => {
    expect(errorOfSchema(schema)).toMatch(/^Not a valid JSON Schema of draft 7: /)
  })

  const deep = (schema: object) => ({ properties: { a: { items: [{ not: { definitions: { b: schema } } }] } } })

  it.each([
    ['$async', { $async: true }, '#: unknown keyword "$async"'],
    ['an unknown keyword', { uniqueItemz: true }, 'unknown keyword "uniqueItemz"'],
    ['a reference to another document', { $ref: 'other.json' }, 'references to others are refused'],
    ['a base for references', { $id: 'http://example.org/' }, '$id is not allowed here'],
    ['a pattern with too large repetitions', { pattern: '(x{100}){100}' }, 'use smaller repetition counts'],
    ['a pattern that is too complex', { pattern: 'x{1000}x{1000}x{1000}' }, 'use smaller repetition counts'],
    ['a pattern of properties that is not RE2', { patternProperties: { '(?=a)': {} } }, 'Not a valid regular'],
  ])('refuses %s at any depth', (_what, schema, sentence) => {
    const isRoot = sentence.startsWith('#: ')
    expect(errorOfSchema(deep(schema))).toContain(isRoot ? sentence.slice(3) : sentence)
    if (!('$id' in schema))
      expect(errorOfSchema(schema as Record<string, unknown>)).toContain(sentence.replace('#: ', ''))
  })

  it('accepts every keyword of the meta-schema of draft 7', () => {
    const { properties } = draft7
    const values: Record<string, unknown> = { $id: 'x', $schema: 'http://json-schema.org/draft-07/schema#', $ref: '#' }
    const plain: Record<string, unknown> = { type: 'object', format: 'date', pattern: 'a', $comment: '', title: '' }
    const refused = Object.keys(properties).filter((keyword) => {
      const value = values[keyword] ?? plain[keyword] ?? sampleOf(keyword)
      return errorOfSchema({ [keyword]: value })?.includes('unknown keyword')
    })
    expect(refused).toEqual([])
  })

  it('refuses schemas with too many parts or patterns', () => {
    const many = (n: number, one: object) => ({
      properties: Object.fromEntries(Array.from({ length: n }, (_, index) => [`p${index}`, one])),
    })
    expect(errorOfSchema(many(2_000, {}))).toContain('at most 1000 parts')
    expect(errorOfSchema(many(300, { pattern: 'a' }))).toContain('At most 200 regular expressions')
    expect(errorOfSchema(many(50, { pattern: 'x{900}' }))).toContain('too complex together')
  })

  it('reports schemas that never terminate', () => {
    expect(errorsOfValue({ allOf: [{ $ref: '#' }] }, {})).toEqual([
      'The schema cannot be applied: Maximum call stack size exceeded',
    ])
  })
})

const sampleOf = (keyword: string): unknown => {
  if (/^(properties|patternProperties|definitions|dependencies)$/.test(keyword)) return {}
  if (/^(allOf|anyOf|oneOf|required|enum|examples)$/.test(keyword)) return []
  return /^(minimum|maximum|exclusive.*|multipleOf|(min|max).*)$/.test(keyword) ? 1 : {}
}
