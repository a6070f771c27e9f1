/** Values that are read at each scrape, for Prometheus. Those from the database are the same in every process. */
import type { Knex } from 'knex'
import { Gauge } from 'prom-client'
import packageJson from '../../package.json' with { type: 'json' }
import { FAILING, registry } from './registry.ts'

const registers = [registry]
const VERSION = packageJson.version

/** Statuses in which an annotation waits for the service or for a user. */
const WAITING = ['importing', 'to_review', 'failed_import', 'failed_export'] as const
/** Bounds the number of series. */
const MAX_ORGANIZATIONS = 100
/** One look-up in the index by organization and status for each organization. Ids grow with time. */
const OLDEST = `
  select o.id::text as organization, extract(epoch from now() - a.arrived_at)::float8 as age
  from organizations o cross join lateral (
    select arrived_at from annotations where organization_id = o.id and status = :status order by id limit 1
  ) a order by a.arrived_at limit :most`

/** Of knex. */
interface Pool {
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
}

/** What the gauges are read from. */
export interface Sources {
  db: Knex
  /** The time of the newest poll of each queue by a worker, in milliseconds since 1970; null while Temporal does not answer. */
  lastPolls(): Promise<ReadonlyMap<string, number | null>>
}

/** Registers the gauges that are read from the database and from Temporal; called once per process that serves them. */
export function collectFrom({ db, lastPolls }: Sources): void {
  gauge('sheaf_build_info', 'Version of this process; the value is 1.', ['version', 'node'], async (set) =>
    set({ version: VERSION, node: process.versions.node }, 1),
  )
  gauge(
    'sheaf_database_connections',
    'Connections of this process, by state; waiting: for a free one.',
    ['state'],
    async (set) => {
      const { pool } = db.client as { pool: Pool }
      set({ state: 'used' }, pool.numUsed())
      set({ state: 'free' }, pool.numFree())
      set({ state: 'waiting' }, pool.numPendingAcquires())
    },
  )
  gauge('sheaf_worker_last_poll_seconds', 'Time since a worker polled the queue.', ['queue'], async (set) => {
    for (const [queue, at] of await lastPolls()) if (at) set({ queue }, (Date.now() - at) / 1000)
  })
  gauge(
    'sheaf_oldest_annotation_seconds',
    `Age of the oldest annotation in a status (importing, to_review, failed_import, failed_export), by organization; the ${MAX_ORGANIZATIONS} oldest.`,
    ['organization', 'status'],
    async (set) => {
      for (const status of WAITING) {
        const { rows } = await db.raw<{ rows: { organization: string; age: number }[] }>(OLDEST, {
          status,
          most: MAX_ORGANIZATIONS,
        })
        for (const { organization, age } of rows) set({ organization, status }, age)
      }
    },
  )
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
