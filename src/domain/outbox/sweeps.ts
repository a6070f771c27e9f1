/** The work of the schedules. Each sweep is one or more guarded statements, safe to repeat and to run concurrently. */
import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import type { Sweep } from '../../workflows/contract.ts'
import { endExpiredReviews } from '../annotations/review/end-expired.ts'
import { fillIdentities } from '../annotations/duplicates/identities.ts'
import { purgeExpired } from '../annotations/removal/purge.ts'
import { createMonths, removeOldChanges } from '../annotations/content/value-change-months.ts'
import { deleteOldPreviews, forgetFailedSearches } from '../deletion/preview.ts'
import { releaseExpired, remindAdministrators } from '../approvals/sweep-approvals.ts'
import { deleteExpiredDownloads } from '../documents/downloads.ts'
import { deleteAbandonedFiles } from '../documents/pending-files.ts'
import { planDueDeliveries } from '../exports/plan-deliveries.ts'
import { failInterruptedCalls } from '../hooks/delivery/interrupted.ts'
import { deleteExpiredTasks } from '../intake/tasks.ts'
import { pollMailboxes } from '../mail/mailboxes.ts'
import { deleteExpiredCredentials } from '../people/credentials.ts'
import { removeOldAuditLogs, sealAuditDays } from '../requests/audit-days.ts'
import { deleteOld, RETENTION } from './retention.ts'
import { deleteExpiredKeys } from '../requests/idempotency.ts'

type Sweeper = Pick<Deps, 'db' | 'blobs' | 'signals' | 'config' | 'clock' | 'log'>

/** What the sweep `expired` does, in this order. */
const EXPIRED: Record<string, (deps: Sweeper) => Promise<unknown>> = {
  'Idempotency-Keys': ({ db }) => deleteExpiredKeys(db),
  'tokens and sessions': ({ db }) => deleteExpiredCredentials(db),
  'previews of deletions': (deps) => deleteOldPreviews(deps),
  'searches of failed deletions': (deps) => forgetFailedSearches(deps),
  downloads: ({ db }) => deleteExpiredDownloads(db),
  'files of interrupted requests': (deps) => deleteAbandonedFiles(deps),
  tasks: ({ db }) => deleteExpiredTasks(db),
  events: ({ db, config }) => deleteOldEvents(db, config.eventsKeptDays),
  'calls of interrupted requests': ({ db }) => failInterruptedCalls(db),
  'remains of interrupted writes': ({ blobs }) => blobs.deleteRemains(),
  'approvers of expired memberships': (deps) => releaseExpired(deps),
  // After the release, which leaves steps without an approver.
  'approvals without approver': (deps) => remindAdministrators(deps),
  ...Object.fromEntries(
    RETENTION.map((kept) => [kept.table, ({ db, config }: Sweeper) => deleteOld(db, kept, config)]),
  ),
  'identities of documents of earlier releases': ({ db }) => fillIdentities(db),
  'months of value changes': (deps) => createMonths(deps),
  'value changes': ({ db }) => removeOldChanges({ db }),
  // Last, because the days of large organizations take minutes; before the removal, so that the chain has all days.
  'days of audit logs': (deps) => sealAuditDays(deps),
  'audit logs': (deps) => removeOldAuditLogs(deps),
}

/** Runs a sweep and returns the number of rows changed. A failing sweep does not prevent the others from running. */
export async function runSweep(deps: Sweeper, sweep: Sweep): Promise<number> {
  if (sweep === 'reviews') return endExpiredReviews(deps)
  if (sweep === 'lifetimes') return purgeExpired(deps)
  if (sweep === 'mailboxes') return pollMailboxes(deps)
  if (sweep === 'exports') return planDueDeliveries(deps)
  const failures: unknown[] = []
  let count = 0
  for (const [what, work] of Object.entries(EXPIRED)) {
    try {
      count += Number(await work(deps)) || 0
    } catch (error) {
      deps.log.warn({ err: error }, `the sweep of ${what} failed`)
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return count
}

/** Rows per statement. */
const BATCH = 5_000

/** Deletes events past their retention that no consumer still has to process, with their deliveries. Returns their number. */
export async function deleteOldEvents(db: Knex, keptDays: number): Promise<number> {
  for (let count = 0; ;) {
    const old = db('events')
      .select('id')
      .whereRaw('created_at < now() - make_interval(days => ?)', [keptDays])
      .whereNotExists(db('deliveries as d').whereRaw('d.event_id = events.id').where('d.state', 'pending'))
      .limit(BATCH)
    const deleted = await db('events').whereIn('id', old).delete()
    count += deleted
    if (deleted < BATCH) return count
  }
}
