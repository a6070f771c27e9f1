/** JSON Schema checks with the messages clients of this API know; used for bodies of resources and of actions. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormatsModule from 'ajv-formats'
import { Type, type TSchema } from 'typebox'
import { badRequest, invalid, type FieldErrors } from '../../errors.ts'
import type { BodyMode, Field, Values } from './fields.ts'

// The package is CommonJS: its function is the default export's default under Node's ESM interop.
const addFormats = addFormatsModule as unknown as (ajv: Ajv) => void
const ajv = new Ajv({ allErrors: true, strict: false, verbose: true })
addFormats(ajv)

const compiled = new WeakMap<TSchema, ValidateFunction>()
export function validatorOf(schema: TSchema): ValidateFunction {
  let validate = compiled.get(schema)
  if (!validate) compiled.set(schema, (validate = ajv.compile(schema)))
  return validate
}

/** Refuses a body that does not fit, naming every faulty field. */
export function checkBody(schema: TSchema, body: unknown): void {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw badRequest('Expected a JSON object.')
  const validate = validatorOf(schema)
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

/** ajv's flat list as a tree of fields. Of the branches of a union only the one for the value's own type speaks. */
function messagesOf(errors: ErrorObject[]): FieldErrors {
  const tree: FieldErrors = {}
  const said = new Set<string>()
  const unions = new Set(errors.filter((e) => e.keyword === 'anyOf').map((e) => e.instancePath))
  for (const error of errors) {
    if (error.keyword === 'anyOf') continue
    if (
      unions.has(error.instancePath) &&
      error.keyword === 'type' &&
      (error.params as { type?: string }).type === 'null'
    )
      continue
    const path = error.instancePath.split('/').slice(1)
    if (error.keyword === 'required') path.push((error.params as { missingProperty: string }).missingProperty)
    const text = sentence(error)
    const key = `${path.join('/')} ${text}`
    if (said.has(key)) continue
    said.add(key)
    place(tree, path.length ? path : ['non_field_errors'], text)
  }
  return tree
}

function place(tree: FieldErrors, path: string[], text: string): void {
  let node = tree
  for (const key of path.slice(0, -1)) node = (node[key] ??= {}) as FieldErrors
  const last = path.at(-1)!
  const list = node[last]
  if (Array.isArray(list)) list.push(text)
  else if (!list) node[last] = [text]
}

/** The JSON Schema of a body: all writable fields; on create and PUT the required ones must be there. */
export const bodySchema = (fields: Record<string, Field>, mode: BodyMode): TSchema =>
  objectOf(fields, mode, (field) => field.input!)

/** The same for readers, with the schemas of what rules check. */
export function documentedBody(fields: Record<string, Field>, mode: BodyMode): TSchema {
  const entries = Object.entries(fields).map(([name, field]) => {
    const repeated = field.repeated && mode === 'full'
    return [name, repeated ? { ...field, createOnly: false, required: true } : field] as const
  })
  return objectOf(Object.fromEntries(entries), mode, (field) =>
    field.documented ? { ...field.documented(mode), description: field.description } : field.input!,
  )
}

function objectOf(fields: Record<string, Field>, mode: BodyMode, schemaOf: (field: Field) => TSchema): TSchema {
  const properties: Record<string, TSchema> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!field.input || (field.createOnly && mode !== 'create')) continue
    const required = (field.required && mode !== 'partial') || (field.requiredToCreate && mode === 'create')
    properties[name] = required ? schemaOf(field) : Type.Optional(schemaOf(field))
  }
  return Type.Object(properties)
}

const schemas = new WeakMap<Record<string, Field>, Partial<Record<BodyMode, TSchema>>>()
function schemaFor(fields: Record<string, Field>, mode: BodyMode): TSchema {
  const known = schemas.get(fields) ?? {}
  schemas.set(fields, known)
  return (known[mode] ??= bodySchema(fields, mode))
}

/**
 * What a client may set, checked: read-only and unknown keys are dropped, defaults filled in on create and PUT
 * (so PUT resets what it leaves out). Throws `invalid` with one entry per faulty field.
 */
export function accept(fields: Record<string, Field>, body: unknown, mode: BodyMode): Values {
  const schema = schemaFor(fields, mode)
  checkBody(schema, body)
  const sent = body as Values
  const values: Values = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!field.input || (field.createOnly && mode !== 'create')) continue
    if (sent[name] !== undefined) values[name] = sent[name]
    else if (mode !== 'partial' && field.default !== undefined) values[name] = field.default
  }
  return values
}
