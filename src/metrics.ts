/**
 * Metrics for Prometheus. Counters are kept in each process. Gauges are queried from the database at each scrape, so all API processes
 * report the same values.
 */
import type { Knex } from 'knex'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export const registry = new Registry()
collectDefaultMetrics({ register: registry })

const registers = [registry]

export const requests = new Counter({
  name: 'sheaf_http_requests_total',
  help: 'Requests by method, route and status.',
  labelNames: ['method', 'route', 'status'],
  registers,
})
export const durations = new Histogram({
  name: 'sheaf_http_request_duration_seconds',
  help: 'Time from the first byte of a request to its response.',
  labelNames: ['method', 'route'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
})
export const hookResults = new Counter({
  name: 'sheaf_hook_results_total',
  help: 'Finished calls of hooks by this process, by type of the hook and result (completed, failed).',
  labelNames: ['type', 'result'],
  registers,
})
export const imports = new Counter({
  name: 'sheaf_imports_total',
  help: 'Documents imported by this process, by result (to_review, failed_import, …).',
  labelNames: ['result'],
  registers,
})

/** Registers the gauges that are queried from the database; called once per process that serves them. */
export function collectFrom(db: Knex): void {
  gauge('sheaf_annotations', 'Annotations of a queue by status.', ['queue', 'status'], async (set) => {
    const { rows } = await db.raw<{ rows: { queue: string; status: string; n: string }[] }>(
      `select queue_id::text as queue, key as status, value as n
       from queue_counts, jsonb_each_text(counts) where value <> '0'`,
    )
    for (const { queue, status, n } of rows) set({ queue, status }, Number(n))
  })
  gauge(
    'sheaf_dispatcher_lag_seconds',
    'Time for which the oldest due delivery has waited for a signal to its workflow.',
    [],
    async (set) => {
      const { rows } = await db.raw<{ rows: { lag: number | null }[] }>(
        `select greatest(0, extract(epoch from now() - min(signal_at)))::float8 as lag from deliveries where state = 'pending'`,
      )
      set({}, rows[0]?.lag ?? 0)
    },
  )
  gauge('sheaf_deliveries', 'Pending deliveries of events, by consumer.', ['consumer'], async (set) => {
    const { rows } = await db.raw<{ rows: { consumer: string; n: string }[] }>(
      `select consumer, count(*) as n from deliveries where state = 'pending' group by consumer`,
    )
    for (const { consumer, n } of rows) set({ consumer }, Number(n))
  })
  gauge('sheaf_hook_calls', `The newest ${NEWEST_CALLS} hook calls, by status.`, ['status'], async (set) => {
    const { rows } = await db.raw<{ rows: { status: string; n: string }[] }>(
      `select status, count(*) as n
       from hook_runs where id > (select coalesce(max(id), 0) - ? from hook_runs) group by status`,
      [NEWEST_CALLS],
    )
    for (const { status, n } of rows) set({ status }, Number(n))
  })
  gauge('sheaf_hooks_failing', `Active hooks whose last ${FAILING} or more calls failed.`, [], async (set) => {
    const { rows } = await db.raw<{ rows: { n: string }[] }>(
      `select count(*) as n from hooks where active and failures >= ?`,
      [FAILING],
    )
    set({}, Number(rows[0]?.n ?? 0))
  })
}

/** Failed calls in a row after which a hook counts as failing. */
export const FAILING = 10

/** Bounds the cost of a scrape, also with ten million rows; the API lists older calls. */
const NEWEST_CALLS = 10_000

type Setter = (labels: Record<string, string>, value: number) => void

function gauge(name: string, help: string, labelNames: string[], collect: (set: Setter) => Promise<void>): void {
  registry.removeSingleMetric(name)
  new Gauge({
    name,
    help,
    labelNames,
    registers,
    async collect() {
      this.reset()
      await collect((labels, value) => this.set(labels, value))
    },
  })
}
