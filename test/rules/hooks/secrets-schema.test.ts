import { describe, expect, it } from 'vitest'
import {
  errorOfSecretsSchema,
  errorsOfSecrets,
  isPlainSchema,
  SECRETS_SCHEMA,
} from '../../../src/rules/hooks/secrets-schema.ts'

describe('errorOfSecretsSchema', () => {
  it.each([
    SECRETS_SCHEMA,
    { type: 'object' },
    { type: 'object', properties: { key: { type: 'string', description: 'From the portal.', minLength: 2 } } },
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
    [{ type: 'object', properties: { key: { type: 'integer' } } }, 'The property "key" must have'],
    [{ type: 'object', properties: { key: { description: 'no type' } } }, 'The property "key" must have'],
    [{ type: 'object', properties: { key: true } }, 'The property "key" must have'],
    [{ type: 'object', additionalProperties: { type: 'string', minLength: 2 } }, 'additionalProperties must be'],
    [{ type: 'object', properties: [] }, 'properties must be an object.'],
  ])('refuses %j', (schema, sentence) => {
    expect(errorOfSecretsSchema(schema)).toContain(sentence)
  })
})

describe('isPlainSchema', () => {
  it.each([
    [SECRETS_SCHEMA, true],
    [{ type: 'object' }, true],
    [{ type: 'object', properties: { key: { type: 'string' } } }, true],
    [{ type: 'object', properties: { key: { type: 'string', minLength: 2 } } }, false],
  ])('of %j is %s', (schema, isPlain) => {
    expect(isPlainSchema(schema)).toBe(isPlain)
  })
})

describe('errorsOfSecrets', () => {
  it.each([
    [SECRETS_SCHEMA, { any: 'x' }, null],
    [SECRETS_SCHEMA, { any: 1 }, ['any must be string.']],
    [{ type: 'object', properties: { key: { type: 'string' } } }, { key: 'x', other: 1 }, null],
    [{ type: 'object', properties: { key: { type: 'string' } } }, { key: 1 }, ['key must be string.']],
    [{ type: 'object', properties: {}, additionalProperties: false }, { key: 'x' }, ['key is not allowed.']],
    [{ type: 'object', additionalProperties: false }, { constructor: 'x' }, ['constructor is not allowed.']],
  ])('of %j for %j is %j', (schema, secrets, errors) => {
    expect(errorsOfSecrets(schema, secrets)).toEqual(errors)
  })
})
