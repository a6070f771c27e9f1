import { describe, expect, it } from 'vitest'
import { errorOfSchema, errorOfSecretsSchema, errorsOfValue } from '../../src/rules/hook-schemas.ts'

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

  it.each([
    ['a wrong keyword', { not: ['this'] }],
    ['an unresolved reference', { $ref: '#/definitions/none' }],
    ['a reference to another server', { $ref: 'https://example.org/schema.json' }],
    ['another draft', { $schema: 'https://json-schema.org/draft/2020-12/schema' }],
    ['a pattern that RE2 does not support', { type: 'string', pattern: '(?=a)b' }],
  ])('refuses %s', (_what, schema) => {
    expect(errorOfSchema(schema)).toMatch(/^Not a valid JSON Schema of draft 7: /)
  })

  it('refuses schemas that take exponential time or never terminate', () => {
    const definitions: Record<string, unknown> = { s30: { type: 'object' } }
    for (let n = 0; n < 30; n++)
      definitions[`s${n}`] = {
        allOf: [{ $ref: `#/definitions/s${n + 1}` }, { $ref: `#/definitions/s${n + 1}` }],
      }
    expect(errorsOfValue({ definitions, $ref: '#/definitions/s0' }, {})).toEqual([
      'The schema takes too long to check.',
    ])
    expect(errorsOfValue({ allOf: [{ $ref: '#' }] }, {})).toEqual([
      'The schema cannot be applied: Maximum call stack size exceeded',
    ])
  })
})

describe('errorOfSecretsSchema', () => {
  it.each([
    { type: 'object' },
    { type: 'object', additionalProperties: false },
    { type: 'object', properties: { key: { type: 'string' } }, additionalProperties: { type: 'string' } },
  ])('accepts %j', (schema) => {
    expect(errorOfSecretsSchema(schema)).toBeNull()
  })

  it.each([
    [{ type: 'object', required: ['key'] }, 'The keyword "required" is not allowed'],
    [{ type: 'array' }, 'The type must be "object".'],
    [{}, 'The type must be "object".'],
    [{ type: 'object', additionalProperties: true }, 'additionalProperties must be'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'additionalProperties must be'],
    [{ type: 'object', properties: { key: { type: 'integer' } } }, 'The property "key" must be'],
    [{ type: 'object', properties: { key: { type: 'string', minLength: 2 } } }, 'The property "key" must be'],
    [{ type: 'object', properties: [] }, 'properties must be an object.'],
  ])('refuses %j', (schema, sentence) => {
    expect(errorOfSecretsSchema(schema)).toContain(sentence)
  })
})
