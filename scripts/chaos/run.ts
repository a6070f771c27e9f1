import { openDatabase } from '../../db/knex.ts'
import { openBlobs } from '../../src/blobs/index.ts'
import { createToken } from '../../src/domain/people/credentials.ts'
import { createOrganization } from '../../src/domain/people/organizations.ts'
import { openLog } from '../../src/log.ts'
import { openTemporal } from '../../src/open-deps.ts'
import { Random } from '../train/random.ts'
import type { Store } from './blob-server.ts'
import { runClients, type Tenant } from './clients.ts'
import { faultsFor, injectFaults } from './faults.ts'
import { INVARIANTS } from './invariants.ts'
import { Ledger } from './ledger.ts'
import { table, type Note, type Result } from './report.ts'
import { settle } from './settle.ts'
import type { ChaosStack } from './stack.ts'
import { STORE_INVARIANTS, sweepRemains } from './stores.ts'
import { runSuite } from './suite.ts'

export interface ChaosOptions {
  /** How long faults are injected. */
  minutes: number
  seed: number
  uploads: number
  store: Store
}

const CLIENTS = 8
/** About the time in which every kind of fault happens once. */
const FIRST_ROUND_MS = 107_000
/** Longer than a delivery whose signal was lost waits for the next one. */
const SETTLE_MS = 240_000

/** Runs the suite and prints its summary. Resolves with whether all invariants hold. */
export function runChaos(options: ChaosOptions): Promise<boolean> {
  const { seed, minutes, uploads, store } = options
  return runSuite({
    name: 'chaos',
    seed,
    plan: `${minutes} minutes, ${uploads} uploads, ${CLIENTS} clients, blobs in ${store === 's3' ? 'S3' : 'a folder'}`,
    store,
    success: 'all invariants hold',
    run: (stack, note) => runOn(stack, options, note),
  })
}

async function runOn(stack: ChaosStack, { minutes, seed, uploads }: ChaosOptions, note: Note): Promise<Result[]> {
  if (!(await stack.healthy())) throw new Error('The service did not become healthy.')
  const tenants = await createTenants(stack)
  const random = new Random(seed)
  const ledger = new Ledger()
  const end = performance.now() + minutes * 60_000
  const begin = performance.now()
  let sent = 0
  let isOver = false
  // The uploads are distributed evenly over the time; the rest is sent at its end.
  const takeUpload = () => {
    const share = isOver ? 1 : (performance.now() - begin) / Math.max(FIRST_ROUND_MS, end - begin)
    if (sent >= Math.min(uploads, Math.ceil(uploads * share))) return false
    sent++
    return true
  }
  const stopped = () => isOver && sent >= uploads
  const clients = runClients(CLIENTS, { url: stack.url, tenants, seed, ledger, takeUpload, stopped })
  const { faults, impossible } = faultsFor(stack)
  const injected = await injectFaults(stack, faults, random, () => performance.now() > end, note).finally(() => {
    isOver = true
  })
  await Promise.all(clients)
  note('clients have stopped; waiting for the service')
  const healthy = await stack.healthy()
  const results = [
    { name: 'the service is healthy again', violations: healthy ? [] : ['GET /v1/health does not answer ok.'] },
    { name: 'api and worker ended only when they were killed', violations: stack.crashes },
    { name: 'no response is an internal error', violations: ledger.internalErrors(stack.log('api')) },
    ...(await check(stack, ledger, note)),
  ]
  const statuses = (all: [string, number][]) => all.map(([status, count]) => `${status}: ${count}`).join(', ')
  const restarts = Object.values(stack.parts).map((part) => [part.name, part.restarts()] as const)
  console.log(table('Faults injected', [...injected, ...impossible.map((name) => [name, 'left out'] as const)]))
  console.log(table('Restarts', restarts))
  const answers = ledger.answers().map(({ request, statuses: all }) => [request, statuses(all)] as const)
  console.log(table('Responses by status (none: the connection ended)', answers))
  console.log(
    table('Uploads', [
      ['sent', ledger.uploads.length],
      ['accepted', ledger.accepted.length],
      ['documents in them', ledger.accepted.flatMap(({ documents }) => documents).length],
      ['confirmed', ledger.confirmed.length],
    ]),
  )
  return results
}

/** Two organizations; in the second, no client requests the export of confirmed documents. */
async function createTenants({ config }: ChaosStack): Promise<Tenant[]> {
  const db = openDatabase(config.databaseUrl, { poolMax: 1, name: 'sheaf-chaos' })
  try {
    const tenants: Tenant[] = []
    for (const name of ['first', 'second']) {
      const { who, queue_id } = await createOrganization(db, {
        template_name: 'Tax Invoice EU Demo Template',
        name,
        user_fullname: name,
        user_email: `${name}@sheaf.example`,
        user_password: null,
      })
      await db('queues')
        .where('id', queue_id)
        .update({ use_confirmed_state: name === 'second' })
      tenants.push({ queue_id, token: await createToken(db, who.user_id) })
    }
    return tenants
  } finally {
    await db.destroy()
  }
}

async function check({ config }: ChaosStack, ledger: Ledger, note: Note): Promise<Result[]> {
  const db = openDatabase(config.databaseUrl, { poolMax: 2, name: 'sheaf-chaos' })
  const temporal = openTemporal(config.temporal)
  const signals = { send: () => undefined }
  const stores = { config, db, temporal, signals, blobs: await openBlobs(config.blobs), log: openLog('error') }
  try {
    const { seconds, left } = await settle(db, SETTLE_MS)
    note(`settled after ${seconds.toFixed(1)} s; open work: ${JSON.stringify(left)}`)
    const results: Result[] = []
    for (const { name, check } of INVARIANTS) results.push({ name, violations: await check(db, ledger) })
    const { files, drafts } = await sweepRemains(stores)
    note(`the sweep deleted ${files} files and ${drafts} drafts of interrupted requests`)
    for (const { name, check } of STORE_INVARIANTS) results.push({ name, violations: await check(stores) })
    return results
  } finally {
    await temporal.connection.close()
    await db.destroy()
  }
}
