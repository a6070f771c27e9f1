/** The rows of a request and their order. Unknown parameters are ignored, empty ones count as absent. */
import type { Knex } from 'knex'
import type { Caller, Query, Request } from './request.ts'
import type { OrderKey, Resource } from './define.ts'
import type { Filter } from './filters.ts'

/** All non-empty values of a parameter, comma-separated or repeated. A search phrase may contain commas: it is one value. */
export function valuesOf(query: Query, name: string): string[] {
  const given = [query[name] ?? []].flat()
  return (name === 'search' ? given : given.flatMap((text) => text.split(','))).filter((text) => text !== '')
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

/** The same, narrowed by the filters of the request. */
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

/** The requested order, always ending in `id`; unknown keys are ignored. */
export function ordering(resource: Resource, request: Request): SortKey[] {
  const requested = valuesOf(request.query, 'ordering')
  const keys: SortKey[] = []
  for (const text of requested.length ? requested : resource.defaultOrdering.split(',')) {
    const descending = text.startsWith('-')
    const name = text.replace(/^-/, '').trim()
    const key = Object.hasOwn(resource.ordering, name) ? resource.ordering[name] : undefined
    if (key) keys.push({ ...key, descending })
    if (name === 'id' && key) return keys
  }
  return [...keys, { sql: `${resource.table}.id`, type: 'bigint', descending: keys.at(-1)?.descending ?? false }]
}
