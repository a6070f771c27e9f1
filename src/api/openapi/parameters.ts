/** Parameters of paths and queries. */
import { Type } from 'typebox'
import { aboveOf } from '../../resources/engine/routes.ts'
import type { Resource } from '../../resources/engine/define.ts'
import type { Json } from './responses.ts'

/** Describes one parameter; those of a path are always required. */
export const parameter = (
  name: string,
  schema: unknown,
  description: string,
  { where = 'query', required = where === 'path' }: { where?: 'query' | 'path'; required?: boolean | undefined } = {},
): Json => ({ name, in: where, required, description, schema })

/** Filters, sort order and page of a list. */
export function listParameters(resource: Resource): Json[] {
  const keys = Object.keys(resource.ordering).join(', ')
  return [
    ...Object.entries(resource.filters).map(([name, { schema, description, required }]) =>
      parameter(name, schema, description, { required }),
    ),
    parameter('ordering', Type.String(), `Keys separated by commas, \`-\` for descending: ${keys}.`),
    parameter('page_size', Type.Integer(), 'Objects per page, at most 100; default 20.'),
    parameter('cursor', Type.String(), 'From `next` and `previous`; clients do not build cursors.'),
    parameter('page', Type.Integer(), 'Number of the page, from 1.'),
    ...selection(resource),
  ]
}

/** The fields and related objects that a request selects. */
export function selection(resource: Resource): Json[] {
  const keywords = Object.keys(resource.sideloads)
  const related = `Related objects as further lists: ${keywords.join(', ')}.`
  return [
    parameter('fields', Type.String(), 'Only these fields, separated by commas.'),
    parameter('fields!', Type.String(), 'All fields but these.'),
    ...(keywords.length ? [parameter('sideload', Type.String(), related)] : []),
    ...(keywords.includes('content')
      ? [parameter('content.schema_id', Type.String(), 'Fields that `sideload=content` adds.')]
      : []),
  ]
}

/** Parameters of paths that are not the id of an object, or not of an object of a collection. */
const NAMED: Record<string, string> = {
  filename: 'Name of the file, URL-encoded as UTF-8.',
  uuid: 'UUID of the object.',
  node: 'Id of the node of the content: a section, a multivalue, a tuple or a datapoint.',
}

/** A parameter of a path; by default the id of the resource's object. */
export function pathParameter(resource: Resource, name = 'id'): Json {
  const schema = name === 'filename' || name === 'uuid' ? Type.String() : Type.Integer()
  const description = name === 'id' ? `Id of the ${resource.singular}, the last part of its URL.` : NAMED[name]
  return parameter(name, schema, description ?? `Id of the ${name.replaceAll('_', ' ')}.`, { where: 'path' })
}

/** The id of the object above, for collections below another one. */
export const aboveParameter = (resource: Resource): Json[] => {
  const above = aboveOf(resource.path)
  return above ? [pathParameter(resource, above.parameter)] : []
}
