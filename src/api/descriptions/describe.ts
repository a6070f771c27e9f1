/** Puts words to the OpenAPI document: what a declaration does not describe itself is looked up by its place and name. */
import { operationSummaries } from './operation-summaries.ts'
import { operationProperties } from './operations.ts'
import { resourceProperties } from './resources.ts'
import { schemaNodeProperties } from './schemas.ts'
import { sharedParameters, sharedProperties } from './shared.ts'

type Json = Record<string, unknown>
type Words = Record<string, string>
/** The words for a property at a path of names joined by dots, as far as there are any. */
type Lookup = (path: string) => string | undefined

const lastOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)

/** The nearest words: for this place in the operation, in an object of the resource, for the name anywhere. */
function lookupIn(operation: Words, resource: Words): Lookup {
  return (path) => {
    // Nodes inside nodes are described like those above them.
    const inside = path.replace(/^results\./, '').replace(/(\.children)+\.(?!children)/, '.')
    return (
      operation[path] ??
      operation[inside] ??
      resource[inside] ??
      sharedProperties[inside] ??
      operation[lastOf(path)] ??
      sharedProperties[path.split('.').slice(-2).join('.')] ??
      sharedProperties[lastOf(path)]
    )
  }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const described = (schema: Json) => typeof schema.description === 'string' && schema.description.trim() !== ''

/** A copy of the schema in which every property has a description, as far as `lookup` knows one. */
function describeSchema(schema: unknown, lookup: Lookup, path = ''): unknown {
  if (Array.isArray(schema)) return schema.map((one) => describeSchema(one, lookup, path))
  if (!isObject(schema)) return schema
  const copy: Json = { ...schema }
  if (isObject(schema.properties))
    copy.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => {
        const at = path ? `${path}.${name}` : name
        const inner = describeSchema(property, lookup, at) as Json
        const text = described(inner) ? undefined : lookup(at)
        return [name, text ? { ...inner, description: text } : inner]
      }),
    )
  for (const key of ['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties'])
    if (schema[key] !== undefined) copy[key] = describeSchema(schema[key], lookup, path)
  return copy
}

const describeContent = (content: Json, lookup: Lookup): Json =>
  Object.fromEntries(
    Object.entries(content as Record<string, Json>).map(([type, media]) => [
      type,
      { ...media, schema: describeSchema(media.schema, lookup) },
    ]),
  )

const withContent = (part: Json, lookup: Lookup): Json =>
  isObject(part.content) ? { ...part, content: describeContent(part.content, lookup) } : part

function describeOperation(operation: Json): Json {
  const id = operation.operationId as string
  const resource = (operation.tags as string[])[0]!.replace('/', '_')
  const lookup = lookupIn(operationProperties[id] ?? {}, wordsOf(resource, id))
  const parameters = operation.parameters as Json[] | undefined
  const body = operation.requestBody as Json | undefined
  const responses = Object.entries(operation.responses as Record<string, Json>)
  const summary = operationSummaries[id]
  return {
    ...operation,
    ...(described(operation) || !summary ? {} : { description: summary }),
    ...(parameters ? { parameters: parameters.map(describeParameter) } : {}),
    ...(body ? { requestBody: withContent(body, lookup) } : {}),
    responses: Object.fromEntries(responses.map(([status, response]) => [status, withContent(response, lookup)])),
  }
}

/** The fields of the caller's own user are those of users. */
const wordsOf = (resource: string, id: string): Words =>
  resourceProperties[/own_user$|^change_password$/.test(id) ? 'users' : resource] ?? {}

function describeParameter(parameter: Json): Json {
  if (described(parameter)) return parameter
  const name = parameter.name as string
  const moment = /_before$/.test(name) ? 'Strictly before this moment.' : 'At or after this moment.'
  const text = sharedParameters[name] ?? (/_(before|after)$/.test(name) ? moment : '')
  return { ...parameter, description: text }
}

/** The document with words; what none are known for stays without, which a test refuses. */
export function describeDocument<Document extends Json>(document: Document): Document {
  const paths = document.paths as Record<string, Record<string, Json>>
  const components = document.components as { schemas: Record<string, unknown> }
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [
    name,
    describeSchema(
      schema,
      name.startsWith('Schema') ? lookupIn(schemaNodeProperties, {}) : lookupIn({}, resourceProperties[name] ?? {}),
    ),
  ])
  return {
    ...document,
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, methods]) => [
        path,
        Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, describeOperation(one)])),
      ]),
    ),
    components: { ...components, schemas: Object.fromEntries(schemas) },
  }
}
