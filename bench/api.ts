/**
 * `npm run bench:api [-- --annotations N --rounds N]`: lists and retrieves against the SQL they need.
 * The bare Koa route runs the very statements the API ran for the request and sends the rows as JSON.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { openDatabase } from '../db/knex.ts'
import { migrateUp } from '../db/migrate.ts'
import { freePort } from '../src/provision/ports.ts'
import { startPostgres } from '../src/provision/postgres.ts'
import { filters, orderingKeys } from '../src/api/resources/annotation-list.ts'
import { seedAnnotations } from './api/seed.ts'
import { writeBench, type BenchResult } from './bench.ts'

const { values: flags } = parseArgs({
  options: {
    annotations: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '4' },
  },
})
const rounds = Number(flags.rounds)

const home = mkdtempSync(join(tmpdir(), 'sheaf-bench-api-'))
const postgres = await startPostgres({
  home,
  port: await freePort(),
  password: 'bench',
  settings: { fsync: 'off', max_wal_size: '4GB', shared_buffers: '1GB' },
})
const db = openDatabase(postgres.adminUrl, { poolMax: 2 })
await migrateUp(db)
console.log(`Seeding ${flags.annotations} annotations…`)
const { token } = await seedAnnotations(db, Number(flags.annotations))
await db.destroy()

const child = fork(new URL('api/servers.ts', import.meta.url), {
  env: {
    ...process.env,
    DATABASE_URL: postgres.adminUrl,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    BLOBS_FOLDER: join(home, 'blobs'),
    SECRET_KEY: 'a benchmark secret, long enough for signing',
  },
})
const answerTo = <T>(key: string): Promise<T> =>
  new Promise((resolve) =>
    child.on('message', function listen(message: Record<string, T>) {
      if (!(key in message)) return
      child.off('message', listen)
      resolve(message[key]!)
    }),
  )
const { api, bare } = await answerTo<{ api: string; bare: string }>('ready')
const headers = { Authorization: `Bearer ${token}` }

async function timed(url: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return performance.now() - started
}
const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

/** Makes the bare route run the statements that the API runs for this request. */
async function record(url: string): Promise<void> {
  child.send({ record: true })
  await timed(url)
  const done = answerTo('statements')
  child.send({ record: false })
  await done
}

/** p95 of both, measured in turn. */
async function compare(url: string): Promise<{ ratio: number; ours: number; sql: number }> {
  await record(url)
  const ours: number[] = []
  const sql: number[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await timed(url))
    sql.push(await timed(bare))
  }
  return { ratio: p95(ours) / p95(sql), ours: p95(ours), sql: p95(sql) }
}

const results: BenchResult[] = []
const put = (what: string, value: number, unit: string, target: string, met: boolean) =>
  void results.push({ what, value: Number(value.toFixed(2)), unit, target, met })

const list = `${api}/annotations?page_size=100`
const moments = Object.keys(filters).filter((name) => /_(before|after)$/.test(name))
const values: Record<string, string> = {
  id: '5,6,7',
  status: 'to_review,postponed',
  queue: '1,2',
  search: 'invoice-77777',
  automated: 'true',
  restricted_access: 'false',
  relations__type: 'duplicate',
  relations__key: 'x',
}
const cases = [
  ...Object.keys(orderingKeys).flatMap((key) => [`ordering=${key}`, `ordering=-${key}`]),
  ...Object.keys(filters).map((name) => `${name}=${moments.includes(name) ? '2024-06-01' : (values[name] ?? '1')}`),
  'queue=3&status=to_review&ordering=-created_at',
  'status=exported&ordering=-exported_at',
]
let worst = { ratio: 0, ours: 0, sql: 0, name: '' }
let slowest = { ours: 0, name: '' }
const ratios: number[] = []
for (const name of cases) {
  const found = await compare(`${list}&${name}`)
  ratios.push(found.ratio)
  if (found.ratio > worst.ratio) worst = { ...found, name }
  if (found.ours > slowest.ours) slowest = { ours: found.ours, name }
}
put(
  `list, ${cases.length} filters and orderings, p95 against its SQL: worst (${worst.name})`,
  worst.ratio,
  'x',
  '<= 3',
  worst.ratio <= 3,
)
put('the same: median', median(ratios), 'x', '<= 3', median(ratios) <= 3)
put(`slowest list (${slowest.name}), p95`, slowest.ours, 'ms', 'told only', true)

// Page 5,000 by cursor: the link is taken from a request that reads the rows before it by number.
const pages = Math.min(5000, Math.floor(Number(flags.annotations) / 100) - 1)
const near = (await (await fetch(`${list}&ordering=-created_at`, { headers })).json()) as {
  pagination: { next: string }
}
let deep = near.pagination.next
for (let page = 2; page < pages; page++)
  deep = ((await (await fetch(deep, { headers })).json()) as typeof near).pagination.next
const first: number[] = []
const last: number[] = []
for (let round = 0; round < rounds * 2; round++) {
  first.push(await timed(near.pagination.next))
  last.push(await timed(deep))
}
put(
  `cost of page ${pages} against page 2 (cursor, median)`,
  median(last) / median(first),
  'x',
  '<= 1.5',
  median(last) / median(first) <= 1.5,
)

async function requestsPerSecond(url: string): Promise<number> {
  const run = await autocannon({ url, headers, connections: 8, duration: Number(flags.seconds) })
  if (run.non2xx) throw new Error(`${url}: ${run.non2xx} answers were not 2xx`)
  return run.requests.average
}
for (const [what, url] of [
  ['list of 20', `${api}/annotations?queue=3`],
  ['list of 100', `${list}&queue=3`],
  ['retrieve', `${api}/annotations/5`],
  ['queues list', `${api}/queues`],
] as const) {
  await record(url)
  const shares: number[] = []
  for (let round = 0; round < 3; round++) shares.push((await requestsPerSecond(url)) / (await requestsPerSecond(bare)))
  put(`${what}: requests/s against bare Koa with the same SQL`, median(shares), 'x', '>= 0.6', median(shares) >= 0.6)
}
const memory = answerTo<number>('memory')
child.send({ memory: true })
const megabytes = (await memory) / 1e6
put('memory of the api process after all of this', megabytes, 'MB', '< 250', megabytes < 250)

child.send({ stop: true })
await postgres.stop()
rmSync(home, { recursive: true, force: true })
writeBench('api', results)
