// `npm run reconcile`: synchronizes Temporal and the blob store with the database, for example after a restore.
import { parseArgs } from 'node:util'
import { openDatabase } from '../../db/knex.ts'
import { ConfigError } from '../config.ts'
import { openBlobs, openTemporal } from '../open-deps.ts'
import { reconcileBlobs, type BlobReconciliation } from '../domain/outbox/reconcile-blobs.ts'
import { reconcile } from '../domain/outbox/reconcile.ts'
import type { Reconciliation } from '../domain/outbox/reconcile.ts'
import { openLog } from '../log.ts'
import { configureBeside } from './configure.ts'

const HELP = `npm run reconcile [-- --dry-run] [--force]

Synchronizes Temporal and the blob store with the database, for example after a restore: starts missing workflows, reopens
annotations without pending work, ends workflows without work, and deletes blobs that are older than a day and belong to no
row. Safe to run repeatedly while the service runs.

  --dry-run   only print the changes
  --force     delete blobs without a row even if they are more than half of the store
  --help      show this text

Uses the servers of DATABASE_URL and TEMPORAL_ADDRESS, and the blob store, or the running stack of "npm start" in SHEAF_HOME.`

/** Returns a summary with one line per kind of change; long lists are truncated. */
export function describe(
  { restarted, running, reopened, ended, orphans, deleted }: Reconciliation & BlobReconciliation,
  dryRun: boolean,
): string {
  const would = dryRun ? 'would be ' : ''
  const list = (names: (string | number)[]) =>
    names.length === 0 ? '' : `: ${names.slice(0, 10).join(', ')}${names.length > 10 ? ', …' : ''}`
  return [
    `${restarted.length} workflows ${would}started${list(restarted)}`,
    `${running} workflows with open work are already running`,
    `${reopened.length} annotations ${would}reopened${list(reopened)}`,
    `${ended.length} workflows without work ${would}ended${list(ended)}`,
    deleted
      ? `${orphans.length} blobs without a row ${would}deleted${list(orphans)}`
      : `${orphans.length} blobs without a row kept, because they are more than half of the store; check DATABASE_URL, then use --force`,
  ].join('\n')
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { 'dry-run': { type: 'boolean' }, force: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const dryRun = values['dry-run'] ?? false
  const config = configureBeside()
  const db = openDatabase(config.databaseUrl, { poolMax: 3, name: 'sheaf-reconcile' })
  const temporal = openTemporal(config.temporal)
  try {
    // Reconciliation signals all workflows itself, including those of the events it writes.
    const signals = { send: () => undefined }
    const done = await reconcile({ config, db, temporal, signals, log: openLog(config.logLevel) }, { dryRun })
    const blobs = openBlobs(config.blobs)
    const files = await reconcileBlobs({ db, blobs, clock: () => new Date() }, { dryRun, force: values.force ?? false })
    console.log(describe({ ...done, ...files }, dryRun))
    return 0
  } finally {
    await temporal.connection.close()
    await db.destroy()
  }
}

if (import.meta.main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    const isExpected = error instanceof ConfigError
    console.error(
      isExpected ? error.message : `Reconciliation failed: ${error instanceof Error ? error.message : String(error)}`,
    )
    process.exitCode = 1
  }
}
