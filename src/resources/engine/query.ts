/** A list request's parameters: which rows, sorted how. Unknown parameters are ignored, empty ones count as absent. */
import type { Knex } from 'knex'
import type { Request } from './request.ts'
import type { OrderKey, Resource } from './define.ts'
import type { Filter } from './filters.ts'

/** All non-empty values of a parameter, whether comma-separated or repeated. */
export function valuesOf(query: Record<string, string | string[] | undefined>, name: string): string[] {
  const given = query[name]
  return (Array.isArray(given) ? given : [given ?? '']).flatMap((text) => text.split(',')).filter((text) => text !== '')
}

/** A search phrase may hold commas: it is one value. */
const givenTo = (name: string, request: Request): string[] =>
  name === 'search'
    ? ([request.query[name]].flat().filter((text) => text !== undefined && text !== '') as string[])
    : valuesOf(request.query, name)

/** The resource with its filters ready for this request: some look into the database before they choose their SQL. */
export async function prepared(resource: Resource, request: Request): Promise<Resource> {
  const ready: Record<string, Filter> = {}
  for (const [name, filter] of Object.entries(resource.filters)) {
    const values = filter.prepare ? givenTo(name, request) : []
    if (values.length) ready[name] = { ...filter, apply: await filter.prepare!(values, request) }
  }
  return { ...resource, filters: { ...resource.filters, ...ready } }
}

/** The query of the rows this person sees and asked for, without columns, order or limit. */
export function filtered(resource: Resource, request: Request): Knex.QueryBuilder {
  const query = request.db(resource.table)
  resource.from?.(query)
  resource.visible(query, request, resource.table)
  for (const [name, filter] of Object.entries(resource.filters)) {
    const values = givenTo(name, request)
    if (values.length) filter.apply(query, values, request, name)
    else filter.absent?.(query)
  }
  return query
}

/** Does the request narrow the list by any of these parameters only? Then a maintained counter may serve the total. */
export function filtersIn(resource: Resource, request: Request): string[] {
  return Object.keys(resource.filters).filter((name) => valuesOf(request.query, name).length > 0)
}

export interface SortKey extends OrderKey {
  descending: boolean
}

/** The order asked for, always ending in `id`; unknown keys are ignored. */
export function ordering(resource: Resource, request: Request): SortKey[] {
  const asked = valuesOf(request.query, 'ordering')
  const keys: SortKey[] = []
  for (const text of asked.length ? asked : resource.defaultOrdering.split(',')) {
    const descending = text.startsWith('-')
    const name = text.replace(/^-/, '').trim()
    const key = Object.hasOwn(resource.ordering, name) ? resource.ordering[name] : undefined
    if (key) keys.push({ ...key, descending })
    if (name === 'id' && key) return keys
  }
  return [...keys, { sql: `${resource.table}.id`, type: 'bigint', descending: keys.at(-1)?.descending ?? false }]
}

export function applyJoins(query: Knex.QueryBuilder, keys: SortKey[]): void {
  const done = new Set<unknown>()
  for (const { join } of keys) {
    if (!join || done.has(join)) continue
    done.add(join)
    join(query)
  }
}
