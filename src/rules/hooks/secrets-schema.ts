/**
 * `secrets_schema`: the flat subset of JSON Schema that describes secrets, all of which are strings. Other keywords of properties, and whether
 * secrets match them, are checked like `settings_schema` (settings-schema.ts): only such schemas need the thread with limits.
 */
type Schema = Record<string, unknown>

export const SECRETS_SCHEMA = { type: 'object', additionalProperties: { type: 'string' } }

/**
 * Returns the error of a schema of secrets: it may only use `type`, `properties` and `additionalProperties`. Each property has the type
 * `string` and any other keywords, such as `description`.
 */
export function errorOfSecretsSchema(schema: Schema): string | null {
  const { type, properties = {}, additionalProperties, ...others } = schema
  const other = Object.keys(others)[0]
  if (other !== undefined)
    return `The keyword "${other}" is not allowed; use type, properties and additionalProperties.`
  if (type !== 'object') return 'The type must be "object".'
  if (additionalProperties !== undefined && additionalProperties !== false && !isPlainString(additionalProperties))
    return 'additionalProperties must be false or {"type": "string"}.'
  if (properties === null || typeof properties !== 'object' || Array.isArray(properties))
    return 'properties must be an object.'
  const wrong = Object.entries(properties).find(([, one]) => !isString(one))
  return wrong ? `The property "${wrong[0]}" must have "type": "string"; other keywords may be added.` : null
}

/** Whether a schema that has passed `errorOfSecretsSchema` says no more than that secrets are strings, and which there may be. */
export const isPlainSchema = ({ properties = {} }: Schema): boolean =>
  Object.values(properties as Schema).every(isPlainString)

/** Returns the errors of secrets as sentences; null if they match a plain schema. */
export function errorsOfSecrets({ properties = {}, additionalProperties }: Schema, secrets: Schema): string[] | null {
  const errors = Object.entries(secrets).flatMap(([name, value]) => {
    if (additionalProperties === false && !Object.hasOwn(properties as Schema, name)) return [`${name} is not allowed.`]
    const isOpen = additionalProperties === undefined && !Object.hasOwn(properties as Schema, name)
    return isOpen || typeof value === 'string' ? [] : [`${name} must be string.`]
  })
  return errors.length ? errors : null
}

const isString = (schema: unknown): schema is Schema =>
  schema !== null && typeof schema === 'object' && 'type' in schema && schema.type === 'string'
const isPlainString = (schema: unknown): boolean => isString(schema) && Object.keys(schema).length === 1
