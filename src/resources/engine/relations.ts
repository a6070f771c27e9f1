/** References between objects, as the relations of the models state them: URLs on the wire, ids in the database, always a page at a time. */
import { relationsOf, type ModelClass } from '../../models/index.ts'
import { invalid, type FieldErrors } from '../../errors.ts'
import { resourceAt } from './registry.ts'
import { FieldError } from './field-error.ts'
import type { Caller } from './request.ts'
import { idFromUrl } from './urls.ts'

/** A row of any table. */
export type AnyRow = Record<string, unknown>

/** Objects of `collection` belong to an owner by rows of `table`: the owner's id is in `own`, theirs in `other`. */
export interface Link {
  collection: string
  table: string
  own: string
  other: string
}

/** The collection of the object whose id is in this column. Collections are named like their tables. */
export function collectionOf(model: ModelClass, column: string): string {
  const found = Object.values(relationsOf(model)).find((relation) => 'column' in relation && relation.column === column)
  if (!found) throw new Error(`No relation of ${model.tableName} begins at its column ${column}.`)
  return found.target.tableName
}

/** The relation of this name, to any number of other objects. */
export function linkOf(model: ModelClass, name: string): Link {
  const relation = relationsOf(model)[name]
  if (!relation || relation.kind === 'one') throw new Error(`${model.tableName} has no objects related as ${name}.`)
  const { target, table, own, other } = relation
  return { collection: target.tableName, table, own, other }
}

/** Ids of object URLs, refused when malformed or when the caller may not see one of the objects. */
export async function resolveReferences(collection: string, urls: unknown, caller: Caller): Promise<number[]> {
  const ids = [urls].flat().map((url) => {
    const id = idFromUrl(collection, url)
    if (id === null) throw new FieldError('Invalid hyperlink - No URL match.')
    return id
  })
  const seen = new Set(await visibleIds(collection, ids, caller))
  if (ids.some((id) => !seen.has(id))) throw new FieldError('Invalid hyperlink - object does not exist.')
  return ids
}

/** The same for URLs in the body of an action; `place` says where they are. Throws `invalid` at that place. */
export async function referencesIn(
  collection: string,
  urls: unknown,
  place: readonly string[],
  caller: Caller,
): Promise<number[]> {
  try {
    return await resolveReferences(collection, urls ?? [], caller)
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    throw invalid(place.reduceRight<unknown>((inside, key) => ({ [key]: inside }), [error.message]) as FieldErrors)
  }
}

/** Those of the ids that the caller sees; none when the collection is not served. */
export async function visibleIds(collection: string, ids: readonly number[], caller: Caller): Promise<number[]> {
  const resource = resourceAt(collection)
  if (!resource || !ids.length) return []
  const query = caller.db(resource.table).whereIn(`${resource.table}.id`, [...ids])
  resource.visible(query, caller, resource.table)
  return query.pluck<number[]>(`${resource.table}.id`)
}

/** The links of the rows as pairs of ids, in order; with `visible` only those to objects the caller sees. */
async function pairsOf(link: Link, owners: readonly number[], caller: Caller, visible: boolean): Promise<Pair[]> {
  const { table, own, other } = link
  const pairs: Pair[] = await caller
    .db(table)
    .whereIn(own, [...owners])
    .orderBy(other)
    .select({ owner: own, id: other })
  if (!visible) return pairs
  const seen = new Set(
    await visibleIds(
      link.collection,
      pairs.map(({ id }) => id),
      caller,
    ),
  )
  return pairs.filter(({ id }) => seen.has(id))
}
interface Pair {
  owner: number
  id: number
}

/** Ids of the linked objects, of all rows together. */
export const linkedIds = async (link: Link, owners: readonly number[], caller: Caller): Promise<number[]> =>
  (await pairsOf(link, owners, caller, false)).map(({ id }) => id)

/** A function from a row to the URLs of what is linked to it, in order of id. */
export async function showLinks(
  link: Link,
  rows: readonly { id: number }[],
  caller: Caller,
  visible = false,
): Promise<(row: { id: number }) => string[]> {
  const pairs = await pairsOf(
    link,
    rows.map(({ id }) => id),
    caller,
    visible,
  )
  return group(
    pairs,
    ({ owner }) => owner,
    ({ id }) => caller.urls.of(link.collection, id),
  )
}

/** Collects values by owner; the result answers for a row, with `[]` for one that has none. */
export function group<Item, Value>(
  found: readonly Item[],
  ownerOf: (item: Item) => number | null,
  valueOf: (item: Item) => Value,
): (row: { id: number }) => Value[] {
  const byOwner = new Map<number | null, Value[]>()
  for (const item of found) {
    const owner = ownerOf(item)
    const list = byOwner.get(owner)
    if (list) list.push(valueOf(item))
    else byOwner.set(owner, [valueOf(item)])
  }
  return ({ id }) => byOwner.get(id) ?? []
}
