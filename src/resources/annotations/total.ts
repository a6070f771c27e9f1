import type { Knex } from 'knex'
import { isStatus } from '../../rules/annotations/status.ts'
import { assignedQueues } from '../access.ts'
import { parseBoolean } from '../framework/filters.ts'
import { filtered, valuesOf } from '../framework/query.ts'
import { resourceAt } from '../framework/registry.ts'
import type { Request } from '../framework/request.ts'
import { idFromFilter } from '../framework/urls.ts'
import { COUNTED_FILTERS, RARE_FILTERS } from './list.ts'
import { MAX_HITS } from './word-search.ts'

/**
 * Returns the number of annotations in a list: from the counters of queues if only queue, workspace and status narrow it, or also the absence
 * of a rare property; at most `MAX_HITS` for a search, and null if the rows must be counted.
 */
export async function countedTotal(request: Request, rows: () => Knex.QueryBuilder): Promise<number | null> {
  const { db, query } = request
  if (query.search) {
    const hits = rows().select('annotations.id').limit(MAX_HITS).as('hits')
    const [found] = await db.from(hits).count<{ n: string }[]>('* as n')
    return Number(found!.n)
  }
  const others = Object.keys(resourceAt('annotations').filters).filter((name) => !COUNTED_FILTERS.includes(name))
  const [other, ...more] = others.filter((name) => valuesOf(query, name).length > 0)
  if (more.length > 0) return null
  if (other !== undefined) return RARE_FILTERS.includes(other) ? countWithout(other, request) : null
  const statuses = valuesOf(query, 'status')
  const idsIn = (name: string) => valuesOf(query, name).map(idFromFilter)
  const workspaces = ['workspace', 'queue__workspace'].map(idsIn)
  const queues = idsIn('queue')
  // The query that counts the rows rejects such values.
  if (!statuses.every(isStatus) || [queues, ...workspaces].flat().includes(null)) return null
  const counts = db('queue_counts').join('queues', 'queues.id', 'queue_counts.queue_id')
  assignedQueues('id')(counts, request, 'queues')
  if (queues.length) void counts.whereIn('queues.id', queues)
  for (const ids of workspaces) if (ids.length) void counts.whereIn('queues.workspace_id', ids)
  if (statuses.length) void counts.whereIn('c.status', statuses)
  const [sum]: { n: string | null }[] = await counts
    .joinRaw('cross join lateral jsonb_each_text(queue_counts.counts) as c(status, n)')
    .select(db.raw('sum(c.n::bigint) as n'))
  return Number(sum?.n ?? 0)
}

/** Counts the annotations that lack a rare property: all others without those that have it. Null if it is not asked for its absence. */
async function countWithout(name: string, request: Request): Promise<number | null> {
  if (valuesOf(request.query, name).some((value) => parseBoolean(value) !== false)) return null
  const given = (value: string | undefined): Request => ({ ...request, query: { ...request.query, [name]: value } })
  const all = await countedTotal(given(undefined), () => filtered(resourceAt('annotations'), given(undefined)))
  const [having] = await filtered(resourceAt('annotations'), given('true')).count<{ n: string }[]>('* as n')
  return all === null ? null : Math.max(0, all - Number(having!.n))
}
