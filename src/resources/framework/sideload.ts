/** `?sideload=a,b`: related objects as further lists of the response, with a fixed number of queries per list. */
import { badRequest } from '../../errors.ts'
import { relationsOf, type ModelClass } from '../../models/index.ts'
import type { Caller, Query } from './request.ts'
import { resourceAt, resourcePath, type ResourcePath } from './registry.ts'
import type { Resource } from './define.ts'
import type { AnyRow, Values } from './field.ts'
import { visibleRows } from './query.ts'
import { linkedIds, linkOf } from './relations.ts'
import { show } from './show.ts'

/** Loads the objects that belong to the rows of a page, each once. A method, so that one for rows of a model fits as well. */
export type Sideload = { load(rows: AnyRow[], caller: Caller, query: Query): Promise<Values[]> }['load']

/** The rows of a page with the columns that contain ids. */
type IdRow = { id: number } & Record<string, number | null>

/** The lists of these names for a page of rows. */
export async function sideload(
  resource: Resource,
  keywords: string[],
  { rows, query }: { rows: readonly AnyRow[]; query: Query },
  caller: Caller,
): Promise<Record<string, Values[]>> {
  const lists: Record<string, Values[]> = {}
  for (const keyword of keywords) {
    const load = Object.hasOwn(resource.sideloads, keyword) ? resource.sideloads[keyword] : undefined
    if (!load) throw badRequest(`"${keyword}" cannot be sideloaded.`)
    lists[keyword] = await load([...rows], caller, query)
  }
  return lists
}

/** Loads the objects that a relation leads to, or a relation of these: `queue.workspace`. */
export function sideloadOf(model: ModelClass, path: string): Sideload {
  const [name = '', next] = path.split('.')
  const relation = relationsOf(model)[name]
  if (!relation) throw new Error(`${model.tableName} has no relation ${name}.`)
  const { tableName } = relation.target
  // Checked here, when the resource is declared, and not with the first request.
  const further = next === undefined ? resourcePath(tableName) : sideloadOf(relation.target, next)
  return async (rows: IdRow[], caller, query) => {
    const ids =
      relation.kind === 'one'
        ? rows.flatMap((row) => row[relation.column] ?? [])
        : await linkedIds(
            linkOf(model, name),
            rows.map(({ id }) => id),
            caller,
          )
    return typeof further === 'string'
      ? objects(further, ids, caller)
      : further(await caller.db(tableName).whereIn('id', ids), caller, query)
  }
}

/** Objects of a collection by id, each once, without those that the caller does not see. */
export async function objects(collection: ResourcePath, ids: readonly number[], caller: Caller): Promise<Values[]> {
  const resource = resourceAt(collection)
  if (!ids.length) return []
  const { table } = resource
  const query = visibleRows(resource, caller).whereIn(`${table}.id`, [...new Set(ids)])
  return show(resource, await query.select(`${table}.*`).orderBy(`${table}.id`), caller)
}
