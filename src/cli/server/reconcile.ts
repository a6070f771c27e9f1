/** `sheaf reconcile`: synchronizes Temporal and the blob store with the database, for example after a restore. */
import { openDatabase } from '../../../db/knex.ts'
import { openBlobs, openTemporal } from '../../open-deps.ts'
import { reconcileBlobs, type BlobReconciliation } from '../../domain/outbox/reconcile-blobs.ts'
import { reconcile } from '../../domain/outbox/reconcile.ts'
import type { Reconciliation } from '../../domain/outbox/reconcile.ts'
import { openLog } from '../../log.ts'
import { configureRunning } from './configure.ts'

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

/** Synchronizes the servers that the settings name; with `dryRun`, only returns what it would do. */
export async function synchronize(dryRun: boolean, force: boolean): Promise<Reconciliation & BlobReconciliation> {
  const config = configureRunning()
  const db = openDatabase(config.databaseUrl, { poolMax: 3, name: 'sheaf-reconcile' })
  const temporal = openTemporal(config.temporal)
  try {
    // Reconciliation signals all workflows itself, including those of the events it writes.
    const signals = { send: () => undefined }
    const done = await reconcile({ config, db, temporal, signals, log: openLog(config.logLevel) }, { dryRun })
    const blobs = openBlobs(config.blobs)
    const files = await reconcileBlobs({ db, blobs, clock: () => new Date() }, { dryRun, force })
    return { ...done, ...files }
  } finally {
    await temporal.connection.close()
    await db.destroy()
  }
}
