/** Checks the bodies of resources and actions against JSON Schemas, with the messages that clients of this API expect. */
import { Ajv, type ErrorObject } from 'ajv'
import addFormatsModule from 'ajv-formats'
import { Type, type TSchema } from 'typebox'
import { badRequest, invalid, type FieldErrors } from '../../errors.ts'
import type { BodyMode, Field, Values } from './field.ts'

type Fields = Record<string, Field>

// The package is CommonJS: its function is the default export's default under Node's ESM interop.
const addFormats = addFormatsModule as unknown as (ajv: Ajv) => void
const ajv = new Ajv({ allErrors: true, strict: false, verbose: true })
addFormats(ajv)

/** Refuses a body that does not fit, naming every faulty field. Schemas are compiled once: ajv caches them by identity. */
export function checkBody(schema: TSchema, body: unknown): asserts body is Values {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw badRequest('Expected a JSON object.')
  const validate = ajv.compile(schema)
  if (!validate(body)) throw invalid(messagesOf(validate.errors ?? []))
}

const typeNames: Record<string, string> = {
  string: 'Not a valid string.',
  integer: 'A valid integer is required.',
  number: 'A valid number is required.',
  boolean: 'Must be a valid boolean.',
  array: 'Expected a list of items.',
  object: 'Expected an object.',
}

function sentence(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>
  switch (error.keyword) {
    case 'required':
      return 'This field is required.'
    case 'type':
      if (error.data === null) return 'This field may not be null.'
      return typeNames[String(params.type)] ?? 'Not a valid value.'
    case 'enum':
    case 'const':
      return `"${String(error.data)}" is not a valid choice.`
    case 'minLength':
      return error.data === ''
        ? 'This field may not be blank.'
        : `Ensure this field has at least ${String(params.limit)} characters.`
    case 'maxLength':
      return `Ensure this field has no more than ${String(params.limit)} characters.`
    case 'minimum':
      return `Ensure this value is greater than or equal to ${String(params.limit)}.`
    case 'maximum':
      return `Ensure this value is less than or equal to ${String(params.limit)}.`
    case 'format':
      return `Not a valid ${String(params.format)}.`
    default:
      return `Not a valid value: ${error.message ?? error.keyword}.`
  }
}

/** Converts the flat list of ajv to a tree of fields. Of the branches of a union, only the one for the type of the value counts. */
function messagesOf(errors: ErrorObject[]): FieldErrors {
  const tree: FieldErrors = {}
  const unions = new Set(errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath))
  for (const error of errors) {
    const { keyword, instancePath } = error
    const params = error.params as { type?: string; missingProperty?: string }
    if (keyword === 'anyOf' || (unions.has(instancePath) && keyword === 'type' && params.type === 'null')) continue
    const path = [...instancePath.split('/').slice(1), params.missingProperty ?? []].flat()
    const field = path.pop() ?? 'non_field_errors'
    const node = path.reduce((inside, key) => (inside[key] ??= {}) as FieldErrors, tree)
    const texts = (node[field] ??= [])
    const text = sentence(error)
    if (Array.isArray(texts) && !texts.includes(text)) texts.push(text)
  }
  return tree
}

/** Whether a body of this kind can set the field. */
const isWritable = ({ input, createOnly }: Field, mode: BodyMode): boolean =>
  input !== undefined && (!createOnly || mode === 'create')

function objectOf(fields: Fields, mode: BodyMode, schemaOf: (field: Field) => TSchema): TSchema {
  const properties: Record<string, TSchema> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!isWritable(field, mode)) continue
    const required = (field.required && mode !== 'partial') || (field.requiredToCreate && mode === 'create')
    properties[name] = required ? schemaOf(field) : Type.Optional(schemaOf(field))
  }
  return Type.Object(properties)
}

/** The JSON Schema of a body as documented, with the schemas of parts that rules check. */
export function documentedBody(fields: Fields, mode: BodyMode): TSchema {
  const entries = Object.entries(fields).map(([name, field]): [string, Field] => {
    const repeated = field.repeated && mode === 'full'
    return [name, repeated ? { ...field, createOnly: false, required: true } : field]
  })
  return objectOf(Object.fromEntries(entries), mode, ({ documented, description, input }) =>
    documented ? { ...documented(mode), description } : input!,
  )
}

const schemas = new WeakMap<Fields, Partial<Record<BodyMode, TSchema>>>()

/**
 * Returns the fields that a client may set: read-only and unknown keys are dropped, and defaults filled in on create and PUT
 * (so that PUT resets omitted fields). Throws `invalid` with one entry per faulty field.
 */
export function accept(fields: Fields, body: unknown, mode: BodyMode): Values {
  const known = schemas.get(fields) ?? {}
  schemas.set(fields, known)
  checkBody((known[mode] ??= objectOf(fields, mode, ({ input }) => input!)), body)
  const values: Values = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!isWritable(field, mode)) continue
    const value = body[name] === undefined && mode !== 'partial' ? field.default : body[name]
    if (value !== undefined) values[name] = value
  }
  return values
}
