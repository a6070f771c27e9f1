/** Parameters of paths and queries. */
import { Type } from 'typebox'
import { aboveOf } from '../../resources/engine/routes.ts'
import type { Resource } from '../../resources/engine/define.ts'
import type { Json } from './responses.ts'

export const parameter = (name: string, schema: unknown, description: string, where = 'query'): Json => ({
  name,
  in: where,
  required: where === 'path',
  description,
  schema,
})

export function listParameters(resource: Resource): Json[] {
  return [
    ...Object.entries(resource.filters).map(([name, filter]) => ({
      ...parameter(name, filter.schema, filter.description),
      ...(filter.required ? { required: true } : {}),
    })),
    parameter(
      'ordering',
      Type.String(),
      `Keys separated by commas, \`-\` for descending: ${Object.keys(resource.ordering).join(', ')}.`,
    ),
    parameter('page_size', Type.Integer(), 'Objects per page, at most 100; default 20.'),
    parameter('cursor', Type.String(), 'From `next` and `previous`; clients do not build cursors.'),
    parameter('page', Type.Integer(), 'Number of the page, from 1.'),
    ...selection(resource),
  ]
}

/** What a request chooses of the objects it reads. */
export function selection(resource: Resource): Json[] {
  const keywords = Object.keys(resource.sideloads)
  return [
    parameter('fields', Type.String(), 'Only these fields, separated by commas.'),
    parameter('fields!', Type.String(), 'All fields but these.'),
    ...(keywords.length
      ? [parameter('sideload', Type.String(), `Related objects as further lists: ${keywords.join(', ')}.`)]
      : []),
    ...(keywords.includes('content')
      ? [parameter('content.schema_id', Type.String(), 'Fields that `sideload=content` adds.')]
      : []),
  ]
}

/** Names in paths that are not ids of objects, or not of the resource's own. */
const NAMED: Record<string, string> = {
  filename: 'Name of the file, URL-encoded as UTF-8.',
  uuid: 'UUID of the object.',
  node: 'Id of the node of the content: a section, a multivalue, a tuple or a datapoint.',
}

export function idParameter(resource: Resource, name = 'id'): Json {
  const schema = name === 'filename' || name === 'uuid' ? Type.String() : Type.Integer()
  const words = name === 'id' ? `Id of the ${resource.singular}, the last part of its URL.` : NAMED[name]
  return parameter(name, schema, words ?? `Id of the ${name.replaceAll('_', ' ')}.`, 'path')
}

export const aboveParameter = (resource: Resource): Json[] => {
  const above = aboveOf(resource.path)
  return above ? [idParameter(resource, above.parameter)] : []
}
