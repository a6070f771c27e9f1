/**
 * `settings_schema`: JSON Schema (draft 7) written by customers, and the values it describes. Compiling and applying such a schema may take
 * any time, so both run only in a thread with limits (src/sandbox/user-checks.ts), never in the thread that answers requests.
 */
import { Ajv, type ValidateFunction } from 'ajv'
import addFormatsModule from 'ajv-formats'
import { errorOfPattern, errorOfPatterns, compilePattern } from '../input/patterns.ts'

// The package is CommonJS: its function is the default export's default under Node's ESM interop.
const addFormats = addFormatsModule as unknown as (ajv: Ajv) => void
type Schema = Record<string, unknown>

const DRAFT_7 = /^http:\/\/json-schema\.org\/draft-07\/schema#?$/
/** Schemas and properties of one settings schema. */
const MAX_PARTS = 1_000

/** Keywords of draft 7 by the kind of their value: one schema, a list of schemas, schemas by name, or plain JSON. */
const ONE = ['not', 'if', 'then', 'else', 'contains', 'additionalItems', 'additionalProperties', 'propertyNames']
const LIST = ['allOf', 'anyOf', 'oneOf']
const BY_NAME = ['properties', 'patternProperties', 'definitions', '$defs']
const PLAIN = [
  ...['type', 'enum', 'const', 'format', 'pattern', 'required', 'multipleOf', 'uniqueItems', 'default', 'examples'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['minProperties', 'maxProperties', 'title', 'description', '$comment', 'readOnly', 'writeOnly'],
  ...['contentMediaType', 'contentEncoding'],
]

/** Aborts the walk with one sentence about the place and the reason. */
class SchemaError extends Error {}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Schemas that are still to be checked, with their JSON pointers. */
type Part = [pointer: string, schema: unknown]

/** Throws `SchemaError` for a keyword that draft 7 does not have, at any depth, and for references out of the schema. */
function checkKeywords(schema: Schema): void {
  const patterns: string[] = []
  const left: Part[] = [['#', schema]]
  for (let parts = 0; left.length; parts++) {
    if (parts + left.length > MAX_PARTS) throw new SchemaError(`it may have at most ${MAX_PARTS} parts`)
    const [pointer, part] = left.pop()!
    if (typeof part === 'boolean') continue
    if (!isObject(part)) throw new SchemaError(`${pointer} must be an object or boolean`)
    for (const [keyword, value] of Object.entries(part)) {
      const at = `${pointer}/${keyword}`
      if (ONE.includes(keyword)) left.push([at, value])
      else if (LIST.includes(keyword) || (keyword === 'items' && Array.isArray(value))) left.push(...listed(at, value))
      else if (keyword === 'items') left.push([at, value])
      else if (BY_NAME.includes(keyword)) left.push(...named(at, value))
      else if (keyword === 'dependencies') left.push(...named(at, value).filter(([, inner]) => !Array.isArray(inner)))
      else if (keyword === '$ref') assert(isLocal(value), `${at} must begin with "#": references to others are refused`)
      else if (keyword === '$schema') assert(DRAFT_7.test(String(value)), `${at} must be that of draft 7`)
      else if (keyword === '$id') assert(pointer === '#' && typeof value === 'string', `${at} is not allowed here`)
      else assert(PLAIN.includes(keyword), `${at}: unknown keyword "${keyword}"`)
      if (keyword === 'pattern') patterns.push(String(value))
      if (keyword === 'patternProperties') patterns.push(...Object.keys(value as Schema))
    }
  }
  const wrong = patterns.map(errorOfPattern).find((error) => error !== null) ?? errorOfPatterns(patterns)
  assert(!wrong, String(wrong))
}

function assert(holds: boolean, reason: string): void {
  if (!holds) throw new SchemaError(reason)
}

const isLocal = (ref: unknown) => typeof ref === 'string' && ref.startsWith('#')

function listed(at: string, value: unknown): Part[] {
  assert(Array.isArray(value), `${at} must be a list`)
  return (value as unknown[]).map((inner, index): Part => [`${at}/${index}`, inner])
}

function named(at: string, value: unknown): Part[] {
  assert(isObject(value), `${at} must be an object`)
  return Object.entries(value as Schema).map(([name, inner]): Part => [`${at}/${name}`, inner])
}

/** Customers' patterns run in linear time. ajv refers to the constructor in generated code, hence `code`. */
const linear = Object.assign(
  (pattern: string) => {
    const compiled = compilePattern(pattern)
    if (!compiled) throw new SchemaError(`the pattern "${pattern}" is not allowed`)
    // ajv keeps the patterns of a schema by this text.
    return { test: (text: string) => compiled.test(text), toString: () => pattern }
  },
  { code: 'linear' },
)

function compile(given: Schema): ValidateFunction {
  checkKeywords(given)
  // Only a name: references point into the schema itself.
  const { $id: _name, ...schema } = given
  const ajv = new Ajv({ allErrors: false, strict: false, logger: false, code: { regExp: linear } })
  addFormats(ajv)
  return ajv.compile(schema)
}

const firstLine = (error: unknown) => String((error as { message?: string }).message ?? error).split('\n')[0]!

/** Returns the error of a JSON Schema as a sentence; null if it is valid. */
export function errorOfSchema(schema: Schema): string | null {
  try {
    compile(schema)
    return null
  } catch (error) {
    return `Not a valid JSON Schema of draft 7: ${firstLine(error)}`
  }
}

/** Returns the errors of a value as sentences; null if it matches its schema. The schema must have passed `errorOfSchema`. */
export function errorsOfValue(schema: Schema, value: unknown): string[] | null {
  try {
    const validate = compile(schema)
    if (validate(value)) return null
    return (validate.errors ?? []).map(({ instancePath, message }) =>
      `${instancePath.slice(1).replaceAll('/', '.')} ${message ?? 'is not valid'}.`.trimStart(),
    )
  } catch (error) {
    return [`The schema cannot be applied: ${firstLine(error)}`]
  }
}
