/** `?sideload=a,b`: related objects as further lists of the response, one query per list whatever the page holds. */
import { badRequest } from '../../errors.ts'
import type { State } from '../../api/state.ts'
import { resourceAt, type Resource } from './define.ts'
import type { Row, Values } from './fields.ts'
import { show } from './show.ts'

export async function sideload(
  resource: Resource,
  keywords: string[],
  page: { rows: Row[]; query: Record<string, string | string[] | undefined> },
  state: State,
): Promise<Record<string, Values[]>> {
  const lists: Record<string, Values[]> = {}
  for (const keyword of keywords) {
    const way =
      resource.sideloads && Object.hasOwn(resource.sideloads, keyword) ? resource.sideloads[keyword] : undefined
    if (!way) throw badRequest(`"${keyword}" cannot be sideloaded.`)
    if (typeof way === 'function') lists[keyword] = await way(page.rows, state, page.query as Record<string, string>)
    else lists[keyword] = await objects(way.resource, await way.ids(page.rows, [], state), state)
  }
  return lists
}

/** Objects of a collection by id, those the caller may see, each once. */
export async function objects(collection: string, ids: number[], state: State): Promise<Values[]> {
  const target = resourceAt(collection)
  if (!target || !ids.length) return []
  const query = state
    .db(target.table)
    .whereIn(`${target.table}.id`, [...new Set(ids)])
    .select(`${target.table}.*`)
    .orderBy(`${target.table}.id`)
  target.from?.(query)
  target.visible(query, state)
  return show(target, await query, state)
}
