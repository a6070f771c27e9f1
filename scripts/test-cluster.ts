// npm run test:cluster: the service on several processes and real servers, while a worker and a service of Temporal are killed.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { openDatabase } from '../db/knex.ts'
import { openBlobs } from '../src/blobs/index.ts'
import { DEMO_PASSWORD } from '../src/domain/people/demo.ts'
import { openLog } from '../src/log.ts'
import { openTemporal } from '../src/open-deps.ts'
import { runClients } from './chaos/clients.ts'
import { INVARIANTS } from './chaos/invariants.ts'
import { Ledger } from './chaos/ledger.ts'
import { failing, invariantTable, table, type Note, type Result } from './chaos/report.ts'
import { settle } from './chaos/settle.ts'
import { STORE_INVARIANTS, sweepFiles } from './chaos/stores.ts'
import { startCluster, type Cluster } from './cluster/stack.ts'
import { createTenant, PASSWORD, type ClusterTenant } from './cluster/tenant.ts'
import { positive, randomSeed } from './options.ts'

const HELP = `npm run test:cluster [-- --documents N] [--seed N] [--help]

Starts PostgreSQL, the four services of Temporal on it, an S3 server, two api processes behind a proxy and three workers that serve
different queues. Runs the six calls of README, then imports documents while a worker and Temporal's history service are killed, and
compares database, blobs and Temporal. Exits with 1 if something does not hold. Needs Go for the first run, which builds the servers.

  --documents N   at least this number of documents (300)
  --seed N        of the requests (random)
  --help          show this text`

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '300' },
    seed: { type: 'string', default: randomSeed() },
    help: { type: 'boolean' },
  },
})

const CLIENTS = 6
const SETTLE_MS = 300_000
/** Each queue is served by at least two workers or services of a worker. */
const WORKERS = ['orchestration', 'documents', 'orchestration,documents,hooks']
const SIX_CALLS = join(import.meta.dirname, '../examples/first-five-minutes.sh')

/** Returns what the six calls print. */
async function sixCalls(url: string): Promise<string> {
  const script = readFileSync(SIX_CALLS, 'utf8').replaceAll(DEMO_PASSWORD, PASSWORD)
  // Not synchronous: the proxy runs in this process.
  const { stdout } = await promisify(execFile)('sh', ['-c', script], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, API: `${url}/v1` },
  })
  return stdout
}

/** Uploads until there are enough documents, and kills what `kills` names when its share of them was accepted. */
async function importMany(cluster: Cluster, tenants: ClusterTenant[], note: Note): Promise<Ledger> {
  const documents = positive('documents', values.documents, 'number')
  const seed = positive('seed', values.seed, 'number')
  const ledger = new Ledger()
  const accepted = () => ledger.accepted.reduce((sum, upload) => sum + upload.documents.length, 0)
  const enough = () => accepted() >= documents
  const clients = runClients(CLIENTS, {
    url: cluster.url,
    tenants,
    seed,
    ledger,
    takeUpload: () => !enough(),
    stopped: enough,
  })
  const kills = [
    { share: 0.25, part: cluster.workers[2]! },
    { share: 0.5, part: cluster.temporal.parts.history },
    { share: 0.75, part: cluster.temporal.parts.matching },
  ]
  for (const { share, part } of kills) {
    while (accepted() < share * documents) await wait(50)
    const process_id = part.running()?.pid
    if (process_id !== undefined) process.kill(process_id, 'SIGKILL')
    note(`killed ${part.name} after ${accepted()} documents`)
  }
  await Promise.all(clients)
  note(`${accepted()} documents were accepted`)
  return ledger
}

async function compare({ config }: Cluster, ledger: Ledger, note: Note): Promise<Result[]> {
  const db = openDatabase(config.databaseUrl, { poolMax: 2, name: 'sheaf-cluster' })
  const temporal = openTemporal(config.temporal)
  const stores = {
    config,
    db,
    temporal,
    signals: { send: () => undefined },
    blobs: openBlobs(config.blobs),
    log: openLog('error'),
  }
  try {
    const { seconds, left } = await settle(db, SETTLE_MS)
    note(`settled after ${seconds.toFixed(1)} s; open work: ${JSON.stringify(left)}`)
    const results: Result[] = []
    for (const { name, check } of INVARIANTS) results.push({ name, violations: await check(db, ledger) })
    note(`the sweep deleted ${await sweepFiles(stores)} files of interrupted requests`)
    for (const { name, check } of STORE_INVARIANTS) results.push({ name, violations: await check(stores) })
    return results
  } finally {
    await temporal.connection.close()
    await db.destroy()
  }
}

async function main(): Promise<boolean> {
  const started = performance.now()
  const note: Note = (sentence) =>
    console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${sentence}`)
  const cluster = await startCluster(note, { apis: 2, workers: WORKERS })
  let ok = false
  try {
    const tenants = [await createTenant(cluster.url, 'admin'), await createTenant(cluster.url, 'second')]
    const printed = await sixCalls(cluster.url)
    note('the six calls of README have ended')
    const ledger = await importMany(cluster, tenants, note)
    const results = [
      {
        name: 'the six calls print the values of the document',
        violations: printed.includes('document_id: AF-2026-0417') ? [] : [printed],
      },
      {
        name: 'both api processes served requests',
        violations: cluster.proxy.counts.flatMap((count, index) =>
          count > 0 ? [] : [`api ${index + 1} served none.`],
        ),
      },
      { name: 'api and workers ended only when they were killed', violations: cluster.crashes },
      { name: 'no response is an internal error', violations: ledger.internalErrors(cluster.apiLog()) },
      ...(await compare(cluster, ledger, note)),
    ]
    const parts = [...cluster.apis, ...cluster.workers, ...Object.values(cluster.temporal.parts)]
    console.log(
      table(
        'Restarts',
        parts.map((part) => [part.name, part.restarts()] as const),
      ),
    )
    console.log(invariantTable(results))
    ok = failing(results).length === 0
  } finally {
    await cluster.stop()
    if (ok) cluster.remove()
    else console.log(`\nLogs and data are in ${cluster.home}.`)
  }
  console.log(`\ntest:cluster: ${ok ? 'all invariants hold' : 'FAILED'} (seed ${values.seed})`)
  return ok
}

if (values.help) console.log(HELP)
else process.exit((await main()) ? 0 : 1)
