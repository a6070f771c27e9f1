/** References between objects: URLs on the wire, ids in the database, always a page at a time. */
import type { Caller } from '../engine/request.ts'
import { resourceAt } from '../engine/registry.ts'
import { FieldError } from '../engine/field-error.ts'
import type { Row } from './fields.ts'
import { idFromUrl } from '../engine/urls.ts'

/** Ids of object URLs, refused when malformed or when the caller may not see one of the objects. */
export async function resolveReferences(collection: string, urls: unknown[], caller: Caller): Promise<number[]> {
  const ids = urls.map((url) => {
    const id = idFromUrl(collection, url)
    if (id === null) throw new FieldError('Invalid hyperlink - No URL match.')
    return id
  })
  const seen = new Set(await visibleIds(collection, ids, caller))
  if (ids.some((id) => !seen.has(id))) throw new FieldError('Invalid hyperlink - object does not exist.')
  return ids
}

/** Those of the ids that the caller sees; none when the collection is not served. */
export async function visibleIds(collection: string, ids: number[], caller: Caller): Promise<number[]> {
  const resource = resourceAt(collection)
  if (!resource || !ids.length) return []
  const query = caller.db(resource.table).whereIn(`${resource.table}.id`, ids).select(`${resource.table}.id`)
  resource.visible(query, caller, resource.table)
  return (await query).map((row: Row) => row.id as number)
}

/** For a table of pairs: a function from a row to the URLs of what it is paired with, in order of id. */
export async function showReferences(
  collection: string,
  pairs: { table: string; own: string; other: string },
  rows: Row[],
  caller: Caller,
): Promise<(row: Row) => string[]> {
  const found = await caller
    .db(pairs.table)
    .whereIn(
      pairs.own,
      rows.map((row) => row.id),
    )
    .orderBy(pairs.other)
    .select(pairs.own, pairs.other)
  return group(found, pairs.own, (pair) => caller.urls.of(collection, pair[pairs.other]))
}

/** Collects values by the id in `key`; the result answers for a row, with `[]` for one that has none. */
export function group<T>(found: Row[], key: string, value: (item: Row) => T): (row: Row) => T[] {
  const byOwner = new Map<number, T[]>()
  for (const item of found) {
    const list = byOwner.get(item[key])
    if (list) list.push(value(item))
    else byOwner.set(item[key], [value(item)])
  }
  return (row) => byOwner.get(row.id) ?? []
}
