/** Plans deliveries of export profiles, on their schedules and on request. A document is in one delivery of a profile at most. */
import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { isDatabaseUnavailable } from '../../errors.ts'
import { ExportDelivery, ExportProfile, Queue, type RowOf } from '../../models/index.ts'
import { destinationOf, isDue } from '../../rules/export-profiles/delivery.ts'
import type { ExportDeliveryInput } from '../../workflows/contract.ts'
import { transact, type Tx } from '../outbox/transaction.ts'
import { writeAudit } from '../requests/audit.ts'
import { deliverable, hasApprovals } from './deliverable.ts'

/** Documents of one delivery; the others are in the next one. */
const MAX_DOCUMENTS = 10_000

/** Plans the deliveries that are due, and returns their number. A profile that fails is logged, and does not stop the others. */
export async function planDueDeliveries(deps: Pick<Deps, 'db' | 'signals' | 'clock' | 'log'>): Promise<number> {
  const { db, clock, log } = deps
  const now = clock()
  const profiles = await ExportProfile.query(db)
    .whereRaw(`delivery->>'cron' is not null`)
    .where('enabled', true)
    .whereExists(Queue.query(db).whereRaw('queues.id = export_profiles.queue_id').where('queues.status', 'active'))
    .orderBy('id')
  let planned = 0
  for (const { id, delivery, delivery_planned_at } of profiles) {
    try {
      if (!delivery || !delivery_planned_at || !isDue(delivery.cron, new Date(delivery_planned_at), now)) continue
      if (await transact(deps, (tx) => planDelivery(tx, id, now, null))) planned++
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      log.warn({ err: error, export_profile: id }, 'the delivery of an export profile was not planned')
    }
  }
  return planned
}

/** Deliveries whose workflows one run of the sweep starts. */
const AT_ONCE = 200
/** After this time, a workflow is started again in case it was lost; one that runs is not affected. */
const STARTED_AGAIN = '5 minutes'

/**
 * Returns the deliveries whose workflows must be started, those of all organizations in turn, so that one with many does not delay the
 * others. Notes that they are started.
 */
export async function pendingDeliveries(db: Knex): Promise<ExportDeliveryInput[]> {
  const { rows } = await db.raw<{ rows: ExportDeliveryInput[] }>(
    `update export_deliveries set started_at = now()
      where status = 'pending' and id in (
        select id from (
          select id, row_number() over (partition by organization_id order by started_at nulls first, id) as turn
            from export_deliveries
           where status = 'pending' and (started_at is null or started_at < now() - ?::interval)
        ) as waiting order by turn, id limit ?)
     returning id as delivery_id, organization_id, queue_id`,
    [STARTED_AGAIN, AT_ONCE],
  )
  return rows
}

/** Plans a delivery of all documents that the profile has not delivered. Returns its id; null if there are none. */
export async function planDelivery(
  tx: Tx,
  profile_id: number,
  now: Date,
  creator_id: number | null,
): Promise<number | null> {
  const profile = await tx<RowOf<ExportProfile>>('export_profiles').where({ id: profile_id }).forUpdate().first('*')
  if (!profile?.delivery || !profile.enabled) return null
  const { organization_id, queue_id, delivery } = profile
  await tx('export_profiles').where({ id: profile_id }).update({ delivery_planned_at: now })
  const unsent = tx('annotations').whereNotExists(
    tx('export_delivery_documents as sent')
      .whereRaw('sent.annotation_id = annotations.id')
      .where('sent.export_profile_id', profile_id),
  )
  const approvals = await hasApprovals(tx, queue_id)
  const ids = await deliverable(unsent, { queue_id, status: delivery.status, approvals })
    .orderBy('annotations.id')
    .limit(MAX_DOCUMENTS)
    .pluck<number[]>('annotations.id')
  if (ids.length === 0) return null
  const { id } = await ExportDelivery.query(tx)
    .insert({
      organization_id,
      queue_id,
      export_profile_id: profile_id,
      profile_name: profile.name,
      destination: destinationOf(delivery),
      planned_at: now.toISOString(),
      documents: ids.length,
      creator_id,
    })
    .returning('id')
  await tx.raw(
    `insert into export_delivery_documents (export_profile_id, annotation_id, export_delivery_id)
     select ?, annotation_id, ? from unnest(?::bigint[]) as annotation_id`,
    [profile_id, id, ids],
  )
  // On request; what the schedule plans is recorded when it is sent.
  const details = { delivery: id, annotations: ids.length, destination: destinationOf(delivery) }
  await writeAudit(tx, [{ object_type: 'export_profile', object_id: profile_id, action: 'export', details }])
  return id
}
