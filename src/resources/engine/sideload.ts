/** `?sideload=a,b`: related objects as further lists of the response, one query per list whatever the page holds. */
import { badRequest } from '../../errors.ts'
import type { Caller } from './request.ts'
import { resourceAt, type Resource } from './define.ts'
import type { Row, Values } from './fields.ts'
import { show } from './show.ts'

export async function sideload(
  resource: Resource,
  keywords: string[],
  page: { rows: Row[]; query: Record<string, string | string[] | undefined> },
  caller: Caller,
): Promise<Record<string, Values[]>> {
  const lists: Record<string, Values[]> = {}
  for (const keyword of keywords) {
    const way =
      resource.sideloads && Object.hasOwn(resource.sideloads, keyword) ? resource.sideloads[keyword] : undefined
    if (!way) throw badRequest(`"${keyword}" cannot be sideloaded.`)
    if (typeof way === 'function') lists[keyword] = await way(page.rows, caller, page.query as Record<string, string>)
    else lists[keyword] = await objects(way.resource, await way.ids(page.rows, [], caller), caller)
  }
  return lists
}

/** Objects of a collection by id, those the caller may see, each once. */
export async function objects(collection: string, ids: number[], caller: Caller): Promise<Values[]> {
  const target = resourceAt(collection)
  if (!target || !ids.length) return []
  const query = caller
    .db(target.table)
    .whereIn(`${target.table}.id`, [...new Set(ids)])
    .select(`${target.table}.*`)
    .orderBy(`${target.table}.id`)
  target.from?.(query)
  target.visible(query, caller)
  return show(target, await query, caller)
}
