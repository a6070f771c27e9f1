/** Parameters of paths and queries. */
import { Type } from 'typebox'
import { aboveOf } from '../../resources/framework/routes.ts'
import type { Resource } from '../../resources/framework/define.ts'
import type { Json } from './responses.ts'

/** Describes one parameter; those of a path are always required. */
export const parameter = (
  name: string,
  schema: unknown,
  description: string,
  { where = 'query', required = where === 'path' }: { where?: 'query' | 'path'; required?: boolean | undefined } = {},
): Json => ({ name, in: where, required, description, schema })

export const filterParameters = ({ filters }: Resource): Json[] =>
  Object.entries(filters).map(([name, { schema, description }]) => parameter(name, schema, description))

/** Filters, sort order and page of a list. */
export function listParameters(resource: Resource): Json[] {
  const keys = Object.keys(resource.ordering).join(', ')
  return [
    ...filterParameters(resource),
    parameter('ordering', Type.String(), `Keys separated by commas, \`-\` for descending: ${keys}.`),
    parameter('page_size', Type.Integer(), 'Objects per page, at most 100; default 20.'),
    parameter('cursor', Type.String(), 'From `next` and `previous`; clients do not build cursors.'),
    parameter('page', Type.Integer(), 'Number of the page, from 1.'),
    ...sideloads(resource),
  ]
}

/** Related objects as further keys of the answer. */
export function sideloads(resource: Resource): Json[] {
  const keywords = Object.keys(resource.sideloads)
  if (!keywords.length) return []
  return [
    parameter('sideload', Type.String(), `Related objects as further lists: ${keywords.join(', ')}.`),
    ...(keywords.includes('content')
      ? [parameter('content.schema_id', Type.String(), 'Fields that `sideload=content` adds.')]
      : []),
  ]
}

/** Names of sideloads that replace a field of a single object. */
const replacing = ({ sideloads, fields }: Resource): string[] => Object.keys(sideloads).filter((name) => name in fields)

/** Parameters of one object: `sideload`, unless its lists replace fields. */
export const objectParameters = (resource: Resource): Json[] => (replacing(resource).length ? [] : sideloads(resource))

/**
 * Describes the parameters that take keys from an answer, or replace their values. They are no parameters of the document, which therefore
 * states the keys that every answer has: clients that are generated from it have types without optional keys (decision 160).
 */
export function selection(resource: Resource, verb: 'list' | 'retrieve'): string {
  const replaced = verb === 'retrieve' ? replacing(resource) : []
  const sentences = [
    '`?fields=id,url` limits the answer to these fields, and `?fields!=id,url` omits them; an unknown name is 400.',
    ...(replaced.length
      ? [
          `\`?sideload=\` adds related objects as lists: ${Object.keys(resource.sideloads).join(', ')}. ` +
            `The lists replace the fields ${replaced.join(', ')}.`,
        ]
      : []),
  ]
  return sentences.join(' ')
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
