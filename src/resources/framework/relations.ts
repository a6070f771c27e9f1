/** References between objects, as the models relate them: URLs on the wire, ids in the database, resolved a page at a time. */
import { relationsOf, type ModelClass } from '../../models/index.ts'
import type { Id } from '../../rules/access/ids.ts'
import { invalid, type FieldErrors } from '../../errors.ts'
import { visibleRows } from './query.ts'
import { resourceAt, resourcePath, type ResourcePath } from './registry.ts'
import { FieldError } from './field-error.ts'
import type { Caller } from './request.ts'
import { idFromUrl } from './urls.ts'

/** Objects of `collection` belong to an owner by rows of `table`: the owner's id is in `own`, theirs in `other`. */
export interface Link {
  collection: ResourcePath
  table: string
  own: string
  other: string
}

/** Whether the column has ids of other objects. */
export const pointsTo = (model: ModelClass, column: string): boolean =>
  Object.values(relationsOf(model)).some((relation) => 'column' in relation && relation.column === column)

/** The collection of the object whose id is in this column. Collections have the names of their tables. */
export function collectionOf(model: ModelClass, column: string): ResourcePath {
  const found = Object.values(relationsOf(model)).find((relation) => 'column' in relation && relation.column === column)
  if (!found) throw new Error(`No relation of ${model.tableName} begins at its column ${column}.`)
  return resourcePath(found.target.tableName)
}

/** The relation of this name, to any number of other objects. */
export function linkOf(model: ModelClass, name: string): Link {
  const relation = relationsOf(model)[name]
  if (!relation || relation.kind === 'one') throw new Error(`${model.tableName} has no objects related as ${name}.`)
  const { target, table, own, other } = relation
  return { collection: resourcePath(target.tableName), table, own, other }
}

/** The service has no objects of this collection, so that all references to them are rejected. */
type Referable = ResourcePath | 'rule_templates'

/** Objects that one list of a body may refer to. */
const MAX_REFERENCES = 10_000

/**
 * Ids of object URLs. Throws FieldError if there are more than `MAX_REFERENCES`, if one is malformed, or if the caller does not see its
 * object.
 */
export async function resolveReferences<To extends Referable>(
  collection: To,
  urls: unknown,
  caller: Caller,
): Promise<Id<To>[]> {
  const given = [urls].flat()
  if (given.length > MAX_REFERENCES) throw new FieldError(`At most ${MAX_REFERENCES} objects are allowed.`)
  const ids = given.map((url) => {
    const id = idFromUrl(collection, url)
    if (id === null) throw new FieldError('Invalid hyperlink - No URL match.')
    return id
  })
  const seen = new Map((await visibleIds(collection, ids, caller)).map((id) => [+id, id]))
  return ids.map((given) => {
    const id = seen.get(given)
    if (id === undefined) throw new FieldError('Invalid hyperlink - object does not exist.')
    return id
  })
}

/** Returns the ids of URLs in the body of an action. Throws `invalid` with the error at `place`, the keys that lead to the URLs. */
export async function referencesIn<To extends ResourcePath>(
  collection: To,
  urls: unknown,
  place: readonly string[],
  caller: Caller,
): Promise<Id<To>[]> {
  try {
    return await resolveReferences(collection, urls ?? [], caller)
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    throw invalid(place.reduceRight<unknown>((inside, key) => ({ [key]: inside }), [error.message]) as FieldErrors)
  }
}

/** Those of the ids that the caller sees; the functions of the domain accept no others. Collections have the names of their tables. */
export async function visibleIds<To extends Referable>(
  collection: To,
  ids: readonly number[],
  caller: Caller,
): Promise<Id<To>[]> {
  if (collection === 'rule_templates' || !ids.length) return []
  const resource = resourceAt(collection)
  const id = `${resource.table}.id`
  // One parameter for all ids: a statement has at most 65,535.
  return visibleRows(resource, caller)
    .whereRaw('?? = any(?::bigint[])', [id, [...ids]])
    .pluck<Id<To>[]>(id)
}

interface Pair {
  owner: number
  id: number
}

/** The links of the owners in order of the linked ids; with `visible` only those to objects the caller sees. */
async function pairsOf(link: Link, owners: readonly number[], caller: Caller, visible = false): Promise<Pair[]> {
  const { collection, table, own, other } = link
  const query = caller.db(table).whereIn(own, [...owners])
  const pairs: Pair[] = await query.orderBy(other).select({ owner: own, id: other })
  if (!visible) return pairs
  const ids = pairs.map(({ id }) => id)
  const seen = new Set<number>(await visibleIds(collection, ids, caller))
  return pairs.filter(({ id }) => seen.has(id))
}

/** Ids of the linked objects of all owners together. */
export const linkedIds = async (link: Link, owners: readonly number[], caller: Caller): Promise<number[]> =>
  (await pairsOf(link, owners, caller)).map(({ id }) => id)

/** Returns a function from a row to the URLs of its linked objects, in order of their ids. */
export async function showLinks(
  link: Link,
  rows: readonly { id: number }[],
  caller: Caller,
  visible = false,
): Promise<(row: { id: number }) => string[]> {
  const owners = rows.map(({ id }) => id)
  return group(
    await pairsOf(link, owners, caller, visible),
    ({ owner }) => owner,
    ({ id }) => caller.urls.of(link.collection, id),
  )
}

/** Returns a function from a row to the values of the items that it owns, in their order. */
export function group<Item, Value>(
  items: readonly Item[],
  ownerOf: (item: Item) => number | null,
  valueOf: (item: Item) => Value,
): (row: { id: number }) => Value[] {
  const byOwner = Map.groupBy(items, ownerOf)
  return ({ id }) => (byOwner.get(id) ?? []).map(valueOf)
}
