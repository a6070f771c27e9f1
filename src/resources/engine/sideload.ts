/** `?sideload=a,b`: related objects as further lists of the response, one query per list whatever the page holds. */
import { badRequest } from '../../errors.ts'
import { relationsOf, type ModelClass } from '../../models/index.ts'
import type { Caller } from './request.ts'
import { resourceAt } from './registry.ts'
import type { Resource } from './define.ts'
import type { Values } from './fields.ts'
import { linkedIds, linkOf, type AnyRow } from './relations.ts'
import { show } from './show.ts'

type Query = Record<string, string | string[] | undefined>
/** Objects that belong to the rows of a page; each once. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- rows of any table
export type Sideload = (rows: any[], caller: Caller, query: Query) => Promise<Values[]>

export async function sideload(
  resource: Resource,
  keywords: string[],
  page: { rows: readonly AnyRow[]; query: Query },
  caller: Caller,
): Promise<Record<string, Values[]>> {
  const lists: Record<string, Values[]> = {}
  for (const keyword of keywords) {
    const loadList = Object.hasOwn(resource.sideloads, keyword) ? resource.sideloads[keyword] : undefined
    if (!loadList) throw badRequest(`"${keyword}" cannot be sideloaded.`)
    lists[keyword] = await loadList([...page.rows], caller, page.query)
  }
  return lists
}

/** The objects that a relation leads to, or one behind another: `queue.workspace`. */
export function sideloadOf(model: ModelClass, path: string): Sideload {
  const [name = '', next] = path.split('.')
  const relation = relationsOf(model)[name]
  if (!relation) throw new Error(`${model.tableName} has no relation ${name}.`)
  const { target } = relation
  const idsOf = async (rows: AnyRow[], caller: Caller): Promise<number[]> =>
    relation.kind === 'one'
      ? rows.flatMap((row) => (row[relation.column] as number | null) ?? [])
      : linkedIds(
          linkOf(model, name),
          rows.map((row) => row.id as number),
          caller,
        )
  if (!next) return async (rows, caller) => objects(target.tableName, await idsOf(rows as AnyRow[], caller), caller)
  const further = sideloadOf(target, next)
  return async (rows, caller, query) => {
    const ids = await idsOf(rows as AnyRow[], caller)
    return further(await caller.db(target.tableName).whereIn('id', ids), caller, query)
  }
}

/** Objects of a collection by id, those the caller may see, each once. */
export async function objects(collection: string, ids: readonly number[], caller: Caller): Promise<Values[]> {
  const target = resourceAt(collection)
  if (!target || !ids.length) return []
  const query = caller
    .db(target.table)
    .whereIn(`${target.table}.id`, [...new Set(ids)])
    .select(`${target.table}.*`)
    .orderBy(`${target.table}.id`)
  target.from?.(query)
  target.visible(query, caller, target.table)
  return show(target, await query, caller)
}
