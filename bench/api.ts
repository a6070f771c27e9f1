/**
 * `npm run bench:api [-- --annotations N --rounds N --seconds N --only PATTERN --home FOLDER --part PART --pairs N]`: compares lists and
 * retrieves with the SQL they need. `--only` is a regular expression for the filters and orderings to compare, `--home` keeps the seeded
 * database for the next run, `--part` is one of `annotations`, `pages`, `load`, `others` (default: all), and `--pairs` limits the pairs of a
 * filter and an ordering of each resource in `others`. Times of annotations are compared with hand-written SQL (api/by-hand.ts). Requests per
 * second are compared with a bare Koa route in a process of its own, which runs the statements of the API at the same time and sends the
 * rows as JSON.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { openDatabase } from '../db/knex.ts'
import { migrateUp } from '../db/migrate.ts'
import { freePort } from '../src/provision/ports.ts'
import { startPostgres } from '../src/provision/postgres.ts'
import { filters, orderingKeys } from '../src/resources/annotations/list.ts'
import { byHand } from './api/by-hand.ts'
import { slowestLists } from './api/others.ts'
import { seedAnnotations, type Seeded } from './api/seed.ts'
import type { Statement } from './api/statements.ts'
import { writeBench, type BenchResult } from './bench.ts'

const { values: flags } = parseArgs({
  options: {
    annotations: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
    home: { type: 'string' },
    part: { type: 'string' },
    pairs: { type: 'string', default: '400' },
  },
})
const rounds = Number(flags.rounds)

const asked = (part: 'annotations' | 'pages' | 'load' | 'others') => (flags.part ?? part) === part

const home = flags.home ?? mkdtempSync(join(tmpdir(), 'sheaf-bench-api-'))
const settings = { fsync: 'off', max_wal_size: '4GB', shared_buffers: '1GB' }
const postgres = await startPostgres({ home, port: await freePort(), password: 'bench', settings })
const db = openDatabase(postgres.adminUrl, { poolMax: 3 })
await migrateUp(db)
const seeded = await seedOnce()
await db.destroy()

/** The seed of an earlier run in the same folder is reused if it has the same size. */
async function seedOnce(): Promise<Seeded> {
  const mark = join(home, 'seeded.json')
  const count = Number(flags.annotations)
  if (existsSync(mark)) {
    const kept = JSON.parse(readFileSync(mark, 'utf8')) as Seeded & { annotations: number }
    if (kept.annotations !== count) throw new Error(`${home} contains ${kept.annotations} annotations, not ${count}.`)
    // Required by indexes of newer migrations.
    await db.raw('vacuum (analyze)')
    return kept
  }
  console.log(`Seeding ${count} annotations…`)
  const made = await seedAnnotations(db, count)
  writeFileSync(mark, JSON.stringify({ ...made, annotations: count }))
  return made
}

function answerTo<T>(child: ChildProcess, key: string): Promise<T> {
  return new Promise((resolve) => {
    child.on('message', function listen(message: Record<string, T>) {
      if (!(key in message)) return
      child.off('message', listen)
      resolve(message[key]!)
    })
  })
}
function ask<T>(child: ChildProcess, message: object, key: string): Promise<T> {
  const answer = answerTo<T>(child, key)
  child.send(message)
  return answer
}

const start = (kind: 'api' | 'bare') =>
  fork(new URL('api/server.ts', import.meta.url), [kind], {
    env: {
      ...process.env,
      DATABASE_URL: postgres.adminUrl,
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      BLOBS_FOLDER: join(home, 'blobs'),
      SECRET_KEY: 'a benchmark secret, long enough for signing',
      SECRETS_KEY: 'another benchmark secret, as long as it must be',
    },
  })
const children = { api: start('api'), bare: start('bare') }
const api = await answerTo<string>(children.api, 'ready')
const bare = await answerTo<string>(children.bare, 'ready')
// Without compression, because the bare route has none.
const headers = { Authorization: `Bearer ${seeded.token}`, 'Accept-Encoding': 'identity' }
const memoryOfApi = async () => (await ask<number>(children.api, { memory: true }, 'memory')) / 1e6

async function timed(url: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(url, { headers })
  const body = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${body}`)
  return performance.now() - started
}
const at = (times: number[], share: number) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1]!
const median = (times: number[]) => at(times, 0.5)

/** Makes the bare route run the statements that the API runs for this request. */
async function record(url: string): Promise<void> {
  await ask(children.api, { record: true }, 'recording')
  await timed(url)
  const run = await ask<Statement[]>(children.api, { record: false }, 'statements')
  await ask(children.bare, { run }, 'loaded')
}

/** p95 of both, measured alternately after warm-up; `middle` is the ratio of the medians, on which other work of the machine has less effect. */
async function compare(url: string): Promise<{ ratio: number; middle: number; ours: number; sql: number }> {
  const ours: number[] = []
  const sql: number[] = []
  for (let round = -1; round < rounds; round++) {
    const pair = [await timed(url), await timed(bare)] as const
    if (round < 0) continue
    ours.push(pair[0])
    sql.push(pair[1])
  }
  const middle = median(ours) / median(sql)
  return { ratio: at(ours, 0.95) / at(sql, 0.95), middle, ours: at(ours, 0.95), sql: at(sql, 0.95) }
}

const results: BenchResult[] = []
const put = (what: string, value: number, unit: string, target: string | null, met: boolean | null) =>
  void results.push({ what, value: Number(value.toFixed(2)), unit, target, met })
const idleMemory = await memoryOfApi()

const list = `${api}/annotations?page_size=100`
const values: Record<string, string> = {
  id: '5,6,7',
  status: 'to_review,postponed',
  queue: '1,2',
  search: 'invoice-77777',
  automated: 'true',
  restricted_access: 'false',
  has_email_thread_with_replies: 'false',
  has_email_thread_with_new_replies: 'false',
  relations__type: 'duplicate',
  relations__key: 'k500',
  relations__parent: '199',
}
const valueOf = (name: string) => (/_(before|after)$/.test(name) ? '2024-06-01' : (values[name] ?? '1'))
const cases = [
  ...Object.keys(orderingKeys).flatMap((key) => [`ordering=${key}`, `ordering=-${key}`]),
  ...Object.keys(filters()).map((name) => `${name}=${valueOf(name)}`),
  'queue=3&status=to_review&ordering=-created_at',
  'status=exported&ordering=-exported_at',
  'has_email_thread_with_replies=true',
  'has_email_thread_with_new_replies=true',
  'search=invoice',
  'search=supplier 77&ordering=-created_at',
  'automated=true&ordering=-exported_at',
  'queue=1&ordering=creator__username',
].filter((name) => new RegExp(flags.only).test(name))

/** A comparison counts only if both sides return the same data. */
async function requireSameAnswer(url: string): Promise<void> {
  const ours = (await (await fetch(url, { headers })).json()) as {
    pagination: { total: number }
    results: { id: number }[]
  }
  const [[total], rows] = (await (await fetch(bare, { headers })).json()) as [
    Record<string, unknown>[],
    { id: unknown }[],
  ]
  const ids = (list: { id: unknown }[]) => list.map((row) => Number(row.id)).join()
  if (ours.pagination.total !== Number(Object.values(total!)[0]) || ids(ours.results) !== ids(rows))
    throw new Error(`The hand-written SQL returns different data: ${url}`)
}

async function measureAnnotations(): Promise<void> {
  const found: { name: string; ratio: number; middle: number; ours: number; sql: number }[] = []
  for (const name of cases) {
    await ask(children.bare, { run: byHand(name, seeded.organization_id) }, 'loaded')
    await requireSameAnswer(`${list}&${name}`)
    const one = { name, ...(await compare(`${list}&${name}`)) }
    found.push(one)
    console.log(
      `  ${one.ratio.toFixed(2)} x  ${one.ours.toFixed(0)} ms against ${one.sql.toFixed(0)} ms (medians ${one.middle.toFixed(2)} x)  ${name}`,
    )
  }
  const byRatio = found.toSorted((a, b) => b.ratio - a.ratio)
  const ratio = median(found.map((one) => one.ratio))
  const over = found.filter((one) => one.ratio > 3).length
  put(
    `lists of 100 annotations whose p95 is over 3 times that of SQL by hand, of ${found.length}`,
    over,
    '',
    '0',
    over === 0,
  )
  const overMiddle = found.filter((one) => one.middle > 3).length
  put('the same, medians over 3 times that of SQL by hand', overMiddle, '', '0', overMiddle === 0)
  put('the same, median of the ratios', ratio, 'x', '<= 3', ratio <= 3)
  for (const one of byRatio.slice(0, 5)) put(`largest ratio: ${one.name}`, one.ratio, 'x', '<= 3', one.ratio <= 3)
  for (const slow of found.toSorted((a, b) => b.ours - a.ours).slice(0, 5))
    put(`slowest: ${slow.name}, p95 (by hand ${slow.sql.toFixed(0)} ms)`, slow.ours, 'ms', null, null)
}

type Page = { pagination: { next: string } }
const read = async (url: string) => (await (await fetch(url, { headers })).json()) as Page

async function measurePages(): Promise<void> {
  const pages = Math.min(5000, Math.floor(Number(flags.annotations) / 100) - 1)
  for (const order of ['-created_at', 'creator__username']) {
    const near = (await read(`${list}&fields=id&ordering=${order}`)).pagination.next
    let deep = near
    for (let page = 2; page < pages; page++) deep = (await read(deep)).pagination.next
    const costs: { near: number[]; deep: number[] } = { near: [], deep: [] }
    for (let round = 0; round < rounds * 2; round++) {
      costs.near.push(await timed(near))
      costs.deep.push(await timed(deep))
    }
    const cost = median(costs.deep) / median(costs.near)
    put(`cost of page ${pages} against page 2, by cursor, ordering=${order}`, cost, 'x', '<= 1.5', cost <= 1.5)
  }
}

async function requestsPerSecond(url: string): Promise<number> {
  const run = await autocannon({ url, headers, connections: 8, duration: Number(flags.seconds) })
  if (run.non2xx) throw new Error(`${url}: ${run.non2xx} answers were not 2xx`)
  return run.requests.average
}
async function measureLoad(): Promise<void> {
  for (const [what, url] of [
    ['list of 20 annotations', `${api}/annotations?queue=3`],
    ['list of 100 annotations', `${list}&queue=3`],
    ['retrieve an annotation', `${api}/annotations/5`],
    ['list of 20 queues', `${api}/queues`],
  ] as const) {
    await record(url)
    const shares: number[] = []
    for (let round = 0; round < 3; round++)
      shares.push((await requestsPerSecond(url)) / (await requestsPerSecond(bare)))
    put(`${what}: requests/s against bare Koa with the same SQL`, median(shares), 'x', '>= 0.6', median(shares) >= 0.6)
  }
}

/** Lists of every other resource: the slowest combination of a filter and an ordering of each. */
async function measureOthers(): Promise<void> {
  for (const { resource, query, rows } of await slowestLists(api, headers, Number(flags.pairs))) {
    const url = `${api}/${resource}?page_size=100&${query}`
    await record(url)
    const { ratio, ours } = await compare(url)
    put(`${resource} (${rows} rows), slowest pair: ${query || 'none'}, p95`, ours, 'ms', null, null)
    put(`the same against a bare route with the same SQL`, ratio, 'x', '<= 3', ratio <= 3)
  }
}

const load = loadavg()[0]!
if (asked('annotations')) await measureAnnotations()
if (asked('pages')) await measurePages()
if (asked('load')) await measureLoad()
if (asked('others')) await measureOthers()
put('load average at the start', load, '', null, null)
put('load average at the end', loadavg()[0]!, '', null, null)
put('memory of the api process, idle', idleMemory, 'MB', '< 250', idleMemory < 250)
put('memory of the api process, after all of this', await memoryOfApi(), 'MB', null, null)

await Promise.all(
  Object.values(children).map((child) => {
    child.send({ stop: true })
    return new Promise((resolve) => child.once('exit', resolve))
  }),
)
await postgres.stop()
if (!flags.home) rmSync(home, { recursive: true, force: true })
writeBench('api', results)
