/** The rows of a request and their order. Unknown parameters are ignored, empty ones count as absent. */
import type { Knex } from 'knex'
import { invalid } from '../../errors.ts'
import type { Caller, Query, Request } from './request.ts'
import type { OrderKey, Resource } from './define.ts'
import type { Filter } from './filters.ts'

/** Values of one parameter, and keys of `ordering`. */
const MAX_VALUES = 1_000
const MAX_KEYS = 20

/**
 * All non-empty values of a parameter, comma-separated or repeated. A search phrase may contain commas: it is one value. Throws `invalid`
 * naming the parameter for more than `MAX_VALUES`.
 */
export function valuesOf(query: Query, name: string): string[] {
  const given = [query[name] ?? []].flat()
  const values = (name === 'search' ? given : given.flatMap((text) => text.split(','))).filter((text) => text !== '')
  if (values.length > MAX_VALUES) throw invalid({ [name]: [`At most ${MAX_VALUES} values are allowed.`] })
  return values
}

/** The resource with its filters prepared for this request: some query the database before they choose their SQL. */
export async function prepared(resource: Resource, request: Request): Promise<Resource> {
  const filters: Record<string, Filter> = {}
  for (const [name, filter] of Object.entries(resource.filters)) {
    const values = filter.prepare ? valuesOf(request.query, name) : []
    filters[name] = values.length ? { ...filter, apply: await filter.prepare!(values, request) } : filter
  }
  return { ...resource, filters }
}

/** A query of all rows that the caller sees, without columns, order or limit. */
export function visibleRows({ table, visible }: Resource, caller: Caller): Knex.QueryBuilder {
  const query = caller.db(table)
  visible(query, caller, table)
  return query
}

/** Returns the rows that the caller may see, narrowed by the filters of the request. */
export function filtered(resource: Resource, request: Request): Knex.QueryBuilder {
  const query = visibleRows(resource, request)
  for (const [name, filter] of Object.entries(resource.filters)) {
    const values = valuesOf(request.query, name)
    if (values.length) filter.apply(query, values, request, name)
    else filter.absent?.(query)
  }
  return query
}

export interface SortKey extends OrderKey {
  descending: boolean
}

/** The sort key of this name of the resource, if it has one. */
export const keyOf = (resource: Resource, name: string): OrderKey | null =>
  (Object.hasOwn(resource.ordering, name) && resource.ordering[name]) || null

/**
 * The requested order, always ending in `id`; unknown keys are ignored, and a repeated key counts once. Throws `invalid` for more than
 * `MAX_KEYS`.
 */
export function ordering(
  resource: Resource,
  request: Request,
  find: (name: string) => OrderKey | null = (name) => keyOf(resource, name),
): SortKey[] {
  const requested = valuesOf(request.query, 'ordering')
  const last = `${resource.table}.id`
  const keys = new Map<string, SortKey>()
  for (const text of requested.length ? requested : resource.defaultOrdering.split(',')) {
    const key = find(text.replace(/^-/, '').trim())
    if (key && (key.known?.(request) ?? true) && !keys.has(key.sql))
      keys.set(key.sql, { ...key, descending: text.startsWith('-') })
    if (keys.size > MAX_KEYS) throw invalid({ ordering: [`At most ${MAX_KEYS} sort keys are allowed.`] })
    if (keys.has(last)) return [...keys.values()]
  }
  const descending = [...keys.values()].at(-1)?.descending ?? false
  return [...keys.values(), { sql: last, type: 'bigint', descending }]
}
