/** The operations of the OpenAPI document, for tests of all operations. */
import { apiDocument } from '../../src/api/openapi/document.ts'
import type { Verb } from '../../src/rules/access/permissions.ts'

type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  const?: unknown
  'x-references'?: string
} & object
interface Described {
  operationId: string
  parameters?: { name: string; in: string; schema: object; description: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  'x-permission'?: { object: string; verb: Verb } | { action: string }
  responses: Record<string, unknown>
}
export interface Operation extends Described {
  method: string
  /** Path below `/v1`, with `{id}`. */
  path: string
  /** The collection of `{id}`: the segment before it. */
  collection: string
}

/** Nested collections have both names: `organization_groups/memberships`. */
const collectionOf = (path: string): string => {
  const [, , first = '', above = '', below] = path.split('/')
  return below !== undefined && /^\{(?!id\})/.test(above) ? `${first}/${below}` : first
}

export function operations(): Operation[] {
  const { paths } = apiDocument() as { paths: Record<string, Record<string, Described>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      method: method.toUpperCase(),
      path: path.replace(/^\/v1/, ''),
      collection: collectionOf(path),
    })),
  )
}

/** The path of a value in a JSON body; 0 is the first item of a list. */
export type BodyPath = readonly (string | 0)[]

export interface Reference {
  path: BodyPath
  /** Collection of the referenced object. */
  collection: string
  /** Values that select the variant of the parent objects, such as the category of a field. */
  kinds: { path: BodyPath; value: unknown }[]
}

/** Returns the writable references in the JSON body of an operation. */
export function referencesIn(operation: Operation): Reference[] {
  const schema = operation.requestBody?.content['application/json']?.schema
  return schema ? walk(schema, [], []) : []
}

function walk(schema: Schema, path: BodyPath, above: Reference['kinds']): Reference[] {
  const collection = schema['x-references']
  if (collection) return [{ path, collection, kinds: above }]
  const properties = Object.entries(schema.properties ?? {})
  const kinds = [
    ...above,
    ...properties.flatMap(([key, { const: value }]) => (value === undefined ? [] : [{ path: [...path, key], value }])),
  ]
  return [
    ...properties.flatMap(([key, inner]) => walk(inner, [...path, key], kinds)),
    ...(schema.anyOf ?? []).flatMap((inner) => walk(inner, path, kinds)),
    ...(schema.items ? walk(schema.items, [...path, 0], kinds) : []),
  ]
}

/** Returns the body with the value set at the path. Other keys are kept; lists keep one item. */
export function withValueAt(body: unknown, [key, ...rest]: BodyPath, value: unknown): unknown {
  if (key === undefined) return value
  if (key === 0) return [withValueAt(Array.isArray(body) ? (body as unknown[])[0] : undefined, rest, value)]
  const around = (body !== null && typeof body === 'object' && !Array.isArray(body) ? body : {}) as Record<
    string,
    unknown
  >
  return { ...around, [key]: withValueAt(around[key], rest, value) }
}
