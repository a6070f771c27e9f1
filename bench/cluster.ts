// npm run bench:cluster [-- --scans N --workers 1,2,3]: scans per second with one, two and three workers of one core each, on the same servers
// as `npm run test:cluster`, and the processor time of each part per document.
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../db/knex.ts'
import { positive } from '../scripts/options.ts'
import { startCluster, type Cluster } from '../scripts/cluster/stack.ts'
import { createTenant, type ClusterTenant } from '../scripts/cluster/tenant.ts'
import { openDocumentSandbox } from '../src/sandbox/documents.ts'
import { writeBench, type BenchResult } from './bench.ts'
import { invoices } from './import/invoices.ts'
import { spentBy } from './import/processor-time.ts'
import { scanOf } from './import/scan.ts'
import type { BenchFile } from './import/stack.ts'
import { actOnEach } from './parallel.ts'

const { values } = parseArgs({
  options: {
    /** Scans per number of workers, after a tenth of them that is not measured. */
    scans: { type: 'string', default: '60' },
    workers: { type: 'string', default: '1,2,3' },
  },
})
const scans = positive('scans', values.scans)
const counts = values.workers.split(',').map((count) => positive('workers', count))
const cores = availableParallelism()
const CLIENTS = 4
const LOOK_MS = 100

const PARTS = ['worker', 'children', 'api', 'postgres', 'postgresTemporal', 'temporal', 's3', 'client'] as const
type Part = (typeof PARTS)[number]
/** Names of parts in the output, unless they are those above. */
const NAMES: Partial<Record<Part, string>> = {
  children: 'processes that read documents',
  postgres: 'PostgreSQL for Sheaf and itself',
  postgresTemporal: 'PostgreSQL for Temporal',
}
/** The first pattern that matches counts. */
const COMMANDS: readonly (readonly [Part, RegExp])[] = [
  ['children', /document-child/],
  ['worker', /main\.ts worker/],
  ['api', /main\.ts api/],
  ['s3', /versitygw/],
  ['postgresTemporal', /postgres: \S+ temporal/],
  ['postgres', /postgres/],
  ['temporal', /temporal/],
]

/** Other bytes each time: an identical file would be recognized as a duplicate. */
function* different(files: BenchFile[]): Generator<BenchFile> {
  for (let n = 0; ; n++) {
    const file = files[n % files.length]!
    yield { ...file, name: `scan-${n}.jpg`, bytes: Buffer.concat([file.bytes, Buffer.from(`${n}`)]) }
  }
}

async function makeScans(): Promise<BenchFile[]> {
  const sandbox = openDocumentSandbox({ processes: 1 })
  const digital = invoices('C')
  try {
    return await Promise.all(Array.from({ length: 6 }, async () => scanOf(sandbox, await digital())))
  } finally {
    await sandbox.close()
  }
}

async function upload({ url }: Cluster, { token, queue_id }: ClusterTenant, { name, bytes, mime }: BenchFile) {
  const form = new FormData()
  form.append('content', new Blob([new Uint8Array(bytes)], { type: mime }), name)
  const answer = await fetch(`${url}/v1/uploads?queue=${queue_id}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  })
  if (answer.status !== 202) throw new Error(`The upload failed with status ${answer.status}: ${await answer.text()}`)
}

/** What PostgreSQL has written: the log in kB, and transactions and sizes in kB of the databases of Sheaf and of Temporal. */
async function written({ config }: Cluster) {
  const db = openDatabase(config.databaseUrl, { poolMax: 1, name: 'sheaf-bench' })
  try {
    const { rows } = await db.raw<{ rows: Record<string, string>[] }>(`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') / 1024 as log,
        sum(xact_commit) filter (where datname = 'sheaf') as "transactions of Sheaf",
        sum(xact_commit) filter (where datname like 'temporal%') as "transactions of Temporal",
        sum(pg_database_size(datid)) filter (where datname = 'sheaf') / 1024 as "data of Sheaf",
        sum(pg_database_size(datid)) filter (where datname like 'temporal%') / 1024 as "data of Temporal"
      from pg_stat_database`)
    return Object.entries(rows[0]!).map(([what, value]) => [what, Number(value)] as const)
  } finally {
    await db.destroy()
  }
}

/** Imports this number of scans; returns the seconds. */
async function importScans(cluster: Cluster, tenant: ClusterTenant, files: Generator<BenchFile>, count: number) {
  const db = openDatabase(cluster.config.databaseUrl, { poolMax: 1, name: 'sheaf-bench' })
  const imported = async () => {
    const [row] = await db('annotations').where('status', 'to_review').count<{ n: string }[]>('* as n')
    return Number(row!.n)
  }
  try {
    const wanted = (await imported()) + count
    const started = performance.now()
    const some = Array.from({ length: count }, () => files.next().value as BenchFile)
    await actOnEach(some, CLIENTS, (file) => upload(cluster, tenant, file))
    while ((await imported()) < wanted) await wait(LOOK_MS)
    return (performance.now() - started) / 1000
  } finally {
    await db.destroy()
  }
}

async function measure(workers: number, files: Generator<BenchFile>): Promise<BenchResult[]> {
  const note = (sentence: string) => console.log(`  ${workers}: ${sentence}`)
  const cluster = await startCluster(note, {
    apis: 1,
    workers: Array.from({ length: workers }, () => 'orchestration,documents,hooks'),
    pin: (worker) => ['taskset', '-c', String(worker % cores)],
  })
  try {
    const tenant = await createTenant(cluster.url, 'bench')
    await importScans(cluster, tenant, files, Math.ceil(scans / 10))
    const [before, writtenBefore] = [spentBy(COMMANDS, 'client'), await written(cluster)]
    const seconds = await importScans(cluster, tenant, files, scans)
    const [after, writtenAfter] = [spentBy(COMMANDS, 'client'), await written(cluster)]
    const what = workers === 1 ? 'one worker' : `${workers} workers`
    return [
      { what: `scans, ${what} of one core`, value: scans / seconds, unit: 'documents/s' },
      ...PARTS.map((part) => ({
        what: `${NAMES[part] ?? part}, ${what}`,
        value: ((after[part] ?? 0) - (before[part] ?? 0)) / scans,
        unit: 'ms per document',
      })),
      ...writtenAfter.map(([name, value], index) => ({
        what: `PostgreSQL, ${name}, ${what}`,
        value: (value - writtenBefore[index]![1]) / scans,
        unit: name.startsWith('transactions') ? 'per document' : 'kB per document',
      })),
    ]
  } finally {
    await cluster.stop()
    cluster.remove()
  }
}

const files = different(await makeScans())
const results: BenchResult[] = []
for (const workers of counts) results.push(...(await measure(workers, files)))
writeBench('cluster', [...results, { what: 'cores of the machine', value: cores, unit: 'cores' }])
