/** Checks the bodies of resources and actions against JSON Schemas, with the messages that clients of this API expect. */
import { Ajv, type ErrorObject } from 'ajv'
import addFormatsModule from 'ajv-formats'
import { Type, type TSchema } from 'typebox'
import { badRequest, invalid, type FieldErrors } from '../../errors.ts'
import { isKnownLocale } from '../../rules/queues/locale.ts'
import type { BodyMode, Field, Values } from './field.ts'
import { readForm } from './form-body.ts'

type Fields = Record<string, Field>

// The package is CommonJS: its function is the default export's default under Node's ESM interop.
const addFormats = addFormatsModule as unknown as (ajv: Ajv) => void
const [every, first] = [true, false].map((allErrors) => {
  const ajv = new Ajv({ allErrors, strict: false, verbose: true })
  addFormats(ajv)
  return ajv.addFormat('locale', isKnownLocale)
}) as [Ajv, Ajv]

/**
 * Values of a body and characters of a text up to which all errors are reported. Reporting a list of 100,000 wrong items would take minutes,
 * and for a text that is too long, its length must be the first error, before its pattern or format is checked.
 */
const FEW_VALUES = 2_000
const SHORT_TEXT = 10_000

/**
 * Reads the values of a form. Refuses a body that does not fit, naming every faulty field, or only the first one in a large body. Schemas are compiled once:
 * ajv caches them by identity.
 */
export function checkBody(schema: TSchema, body: unknown): asserts body is Values {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw badRequest('Expected a JSON object.')
  readForm(schema, body)
  const validate = (isSmall(body) ? every : first).compile(schema)
  if (!validate(body)) throw invalid(messagesOf(validate.errors ?? []))
}

function isSmall(body: object): boolean {
  const left: unknown[] = [body]
  for (let seen = 0; left.length; seen++) {
    if (seen + left.length > FEW_VALUES) return false
    const value = left.pop()
    if (typeof value === 'string' && value.length > SHORT_TEXT) return false
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) left.push(inner)
  }
  return true
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

/**
 * Converts the flat list of ajv to a tree of fields with one sentence per faulty value: a number in place of one of several strings has a
 * wrong type, and is not also an unknown choice.
 */
function messagesOf(errors: ErrorObject[]): FieldErrors {
  const tree: FieldErrors = {}
  for (const error of withoutOtherBranches(errors)) {
    const { missingProperty } = error.params as { missingProperty?: string }
    const path = [...error.instancePath.split('/').slice(1), missingProperty ?? []].flat()
    const field = path.pop() ?? 'non_field_errors'
    const node = path.reduce<FieldErrors | null>((inside, key) => nodeIn(inside, key), tree)
    if (node) node[field] ??= [sentence(error)]
  }
  return tree
}

/** Returns the node of the next key, created if necessary; null if a value that contains it already has a sentence. */
function nodeIn(node: FieldErrors | null, key: string): FieldErrors | null {
  const inside = node && (node[key] ??= {})
  return inside && !Array.isArray(inside) ? (inside as FieldErrors) : null
}

/** Of the branches of a union, only the one for the type of the value counts; if there is none, the first other than null. */
function withoutOtherBranches(errors: ErrorObject[]): ErrorObject[] {
  const unions = new Set(errors.flatMap(({ keyword, instancePath }) => (keyword === 'anyOf' ? [instancePath] : [])))
  const isType = ({ keyword }: ErrorObject) => keyword === 'type'
  const isFit = (path: string) =>
    errors.some(
      (error) =>
        error.keyword !== 'anyOf' &&
        ((error.instancePath === path && !isType(error)) || error.instancePath.startsWith(`${path}/`)),
    )
  const fitting = new Map([...unions].map((path) => [path, isFit(path)]))
  return errors.filter((error) => {
    if (error.keyword === 'anyOf') return false
    if (!isType(error) || !unions.has(error.instancePath)) return true
    return !fitting.get(error.instancePath) && (error.params as { type: string }).type !== 'null'
  })
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

/**
 * Characters of a stored value, as JSON. A list returns up to a hundred objects, so that larger values would make it exhaust the memory and
 * block other requests while it is written.
 */
const MAX_VALUE = 262_144
const MAX_LARGE_VALUE = 2_097_152

/** Returns the error of a value that is too large, else null. References are stored as ids, and have limits of their own. */
function errorOfSize(value: unknown, { large = false, resolve }: Field): string | null {
  const most = large ? MAX_LARGE_VALUE : MAX_VALUE
  const size = typeof value === 'string' ? value.length : typeof value === 'object' ? JSON.stringify(value).length : 0
  return size > most && !resolve ? `Ensure this field has no more than ${most} characters.` : null
}

const ONLY_ON_CREATION = 'This field can be set only when the object is created.'
const schemas = new WeakMap<Fields, Partial<Record<BodyMode, TSchema>>>()

/**
 * Returns the fields that a client may set: read-only and unknown keys are dropped, and defaults filled in on create and PUT
 * (so that PUT resets omitted fields). Throws `invalid` with one entry per faulty field.
 */
export function accept(fields: Fields, body: unknown, mode: BodyMode): Values {
  const known = schemas.get(fields) ?? {}
  schemas.set(fields, known)
  checkBody((known[mode] ??= objectOf(fields, mode, ({ input }) => input!)), body)
  const refused = Object.entries(fields).filter(
    ([name, { createOnly }]) => createOnly === 'refused' && mode !== 'create' && (body[name] ?? null) !== null,
  )
  if (refused.length) throw invalid(Object.fromEntries(refused.map(([name]) => [name, [ONLY_ON_CREATION]])))
  const values: Values = {}
  const errors: FieldErrors = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!isWritable(field, mode)) continue
    const value = body[name] === undefined && mode !== 'partial' ? field.default : body[name]
    if (value !== undefined) values[name] = value
    const error = errorOfSize(value, field)
    if (error) errors[name] = [error]
  }
  if (Object.keys(errors).length) throw invalid(errors)
  return values
}
