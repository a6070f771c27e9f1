/**
 * Schemas in the forms that generators of clients understand. Each rewriting keeps the meaning; `npm run test:generators` runs the generators.
 */
import { isObject } from '../../rules/schema/checks.ts'
import type { Json } from './responses.ts'

/** Values under these keys are data, not schemas. */
const DATA = ['example', 'examples', 'default', 'enum', 'const']
/** Generated models name a property like its type, and refuse or shadow `date: date`. The description still states the format. */
const NAMED_LIKE_TYPES = ['date', 'datetime']

/** The value with all schemas in it rewritten. */
export function portable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(portable)
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, one]) => [
    key,
    DATA.includes(key) ? one : key === 'properties' ? propertiesOf(one as Json) : portable(one),
  ])
  return withoutPatterns(withoutLiterals(Object.fromEntries(entries) as Json))
}

/** A property may have the name of a keyword, such as `default`. */
const propertiesOf = (properties: Json): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const { format, ...rest } = portable(schema) as Json
      return [name, format === undefined || NAMED_LIKE_TYPES.includes(name) ? rest : { ...rest, format }]
    }),
  )

/** `enum` in place of a union of constants, and the constant in place of a union of one. */
function withoutLiterals(schema: Json): Json {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const options = anyOf as Json[]
  if (options.length === 1) return { ...options[0], ...rest }
  const [first] = options
  return options.every((option) => 'const' in option && option.type === first!.type)
    ? { type: first!.type, enum: options.map((option) => option.const), ...rest }
    : schema
}

/** `additionalProperties` in place of a pattern that every name matches. */
function withoutPatterns(schema: Json): Json {
  const { patternProperties, ...rest } = schema
  if (!isObject(patternProperties)) return schema
  const [[pattern, values] = [], ...others] = Object.entries(patternProperties)
  if (others.length || !['^.*$', '^(.*)$'].includes(pattern!)) return schema
  return { ...rest, additionalProperties: Object.keys(values as Json).length ? values : true }
}
