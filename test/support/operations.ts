/** The operations of the OpenAPI document, for tests that go through all of them. */
import { apiDocument } from '../../src/api/document.ts'
import type { Verb } from '../../src/rules/permissions.ts'

type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
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
  /** With `{id}`; below `/v1`. */
  path: string
  /** The collection that `{id}` belongs to: the segment before it. */
  collection: string
}

/** Collections below an object of another one have both names: `organization_groups/memberships`. */
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

/** Writable references of a JSON body: the path of keys to each, and the collection it points to. */
export function referencesIn(operation: Operation): { keys: string[]; many: boolean; collection: string }[] {
  const schema = operation.requestBody?.content['application/json']?.schema
  return schema ? walk(schema, [], false) : []
}

function walk(schema: Schema, keys: string[], many: boolean): { keys: string[]; many: boolean; collection: string }[] {
  const collection = schema['x-references']
  if (collection) return [{ keys, many, collection }]
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => walk(inner, [...keys, key], false)),
    ...(schema.anyOf ?? []).flatMap((inner) => walk(inner, keys, many)),
    ...(schema.items ? walk(schema.items, keys, true) : []),
  ]
}
