/** `settings_schema` and `secrets_schema`: JSON Schema (draft 7) written by customers, and the values they describe. */
import vm from 'node:vm'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormatsModule from 'ajv-formats'
import { RE2JS } from 're2js'

// The package is CommonJS: its function is the default export's default under Node's ESM interop.
const addFormats = addFormatsModule as unknown as (ajv: Ajv) => void
type Schema = Record<string, unknown>

export const SECRETS_SCHEMA = { type: 'object', additionalProperties: { type: 'string' } }

/** A schema of branching references takes exponential time and could block the service. */
const TIME_LIMIT_MS = 500
const SLOW = 'The schema takes too long to check.'

/** Customers' patterns run in linear time. ajv refers to the constructor in generated code, hence `code`. */
const linear = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(pattern)
    return { test: (text: string) => compiled.test(text) }
  },
  { code: 'linear' },
)

function compile(schema: Schema): ValidateFunction {
  const ajv = new Ajv({ allErrors: false, strict: false, logger: false, code: { regExp: linear } })
  addFormats(ajv)
  return ajv.compile(schema)
}

function inTime<T>(work: () => T): T {
  return vm.runInNewContext('work()', { work }, { timeout: TIME_LIMIT_MS }) as T
}

const isTimeout = (error: unknown) => (error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'

/** Returns the error of a JSON Schema as a sentence; null if it is valid. */
export function errorOfSchema(schema: Schema): string | null {
  try {
    inTime(() => void compile(schema))
    return null
  } catch (error) {
    return isTimeout(error) ? SLOW : `Not a valid JSON Schema of draft 7: ${firstLine(error)}`
  }
}

/** Returns the errors of a value as sentences; null if it matches its schema. The schema must have passed `errorOfSchema`. */
export function errorsOfValue(schema: Schema, value: unknown): string[] | null {
  try {
    return inTime(() => {
      const validate = compile(schema)
      if (validate(value)) return null
      return (validate.errors ?? []).map(({ instancePath, message }) =>
        `${instancePath.slice(1).replaceAll('/', '.')} ${message ?? 'is not valid'}.`.trimStart(),
      )
    })
  } catch (error) {
    return [isTimeout(error) ? SLOW : `The schema cannot be applied: ${firstLine(error)}`]
  }
}

const firstLine = (error: unknown) => String((error as { message?: string }).message ?? error).split('\n')[0]!

/** Secrets are flat strings: their schema may only use `type`, `properties` and `additionalProperties`. */
export function errorOfSecretsSchema(schema: Schema): string | null {
  const { type, properties = {}, additionalProperties, ...others } = schema
  const other = Object.keys(others)[0]
  if (other !== undefined)
    return `The keyword "${other}" is not allowed; use type, properties and additionalProperties.`
  if (type !== 'object') return 'The type must be "object".'
  if (additionalProperties !== undefined && additionalProperties !== false && !isString(additionalProperties))
    return 'additionalProperties must be false or {"type": "string"}.'
  if (properties === null || typeof properties !== 'object' || Array.isArray(properties))
    return 'properties must be an object.'
  const wrong = Object.entries(properties).find(([, one]) => !isString(one))
  return wrong ? `The property "${wrong[0]}" must be {"type": "string"}.` : null
}

const isString = (schema: unknown): boolean =>
  schema !== null &&
  typeof schema === 'object' &&
  Object.keys(schema).length === 1 &&
  (schema as Schema).type === 'string'
