/** Deliveries of events. The workflow of the consumer reads them in order, and the transaction that does the work finishes them. */
import type { Knex } from 'knex'
import type { Delivery, RowOf } from '../../models/index.ts'
import { CONSUMERS, isEventKind, type AnyEvent, type Consumer } from '../../rules/events.ts'

/** Identifies one delivery. */
export interface DeliveryKey {
  event_id: number
  consumer: Consumer
}

/** An event that a consumer has not finished. */
export type PendingEvent = AnyEvent & {
  id: number
  consumer: Consumer
  attempts: number
  actor_id: number | null
  created_at: string
}

/**
 * Returns the events that a workflow's consumer has not finished, oldest first. Throws if an event has an unknown kind, or a kind that the
 * consumer does not subscribe to. Such an event stays pending and is reported until a release that supports it handles it.
 */
export async function pendingEvents(
  db: Knex,
  consumer: Consumer,
  workflow_id: string,
  limit = 50,
): Promise<PendingEvent[]> {
  const rows = await db('deliveries as d')
    .join('events as e', 'e.id', 'd.event_id')
    .where({ 'd.workflow_id': workflow_id, 'd.state': 'pending', 'd.consumer': consumer })
    .orderBy('d.event_id')
    .limit(limit)
    .select<PendingEvent[]>('e.*', 'd.consumer', 'd.attempts')
  for (const { id, kind } of rows) {
    if (!isEventKind(kind)) throw new Error(`Event ${id} has the unknown kind "${String(kind)}".`)
    if (!CONSUMERS[consumer].kinds.includes(kind))
      throw new Error(`Event ${id} of kind "${kind}" is not for the consumer "${consumer}".`)
  }
  return rows
}

/**
 * Marks a delivery as done, in the transaction that does its work. Returns false if it was finished before. Only a caller that gets true
 * does the work, so that it happens once.
 */
export async function finishDelivery(db: Knex, { event_id, consumer }: DeliveryKey): Promise<boolean> {
  const changed = await db<RowOf<Delivery>>('deliveries')
    .where({ event_id, consumer, state: 'pending' })
    .update({ state: 'done', finished_at: db.fn.now() })
  return changed > 0
}

/** Marks a delivery as failed after its last attempt. */
export async function failDelivery(db: Knex, { event_id, consumer }: DeliveryKey): Promise<void> {
  await db<RowOf<Delivery>>('deliveries')
    .where({ event_id, consumer, state: 'pending' })
    .update({ state: 'failed', finished_at: db.fn.now() })
}

/** Counts an attempt. Returns false if there was one before, or if the delivery is finished. */
export async function beginFirstAttempt(db: Knex, { event_id, consumer }: DeliveryKey): Promise<boolean> {
  const changed = await db<RowOf<Delivery>>('deliveries')
    .where({ event_id, consumer, state: 'pending', attempts: 0 })
    .update({ attempts: 1 })
  return changed > 0
}

/** Duration of a dispatcher's claim on a workflow: no other dispatcher signals the workflow in the meantime. */
const LEASE = '30 seconds'
/** A delivery still pending this long after the signal is signalled again, in case Temporal has lost the workflow. */
const FORGOTTEN = '1 hour'

/**
 * Returns the ids of workflows with pending deliveries that are due for a signal, claimed for this caller in a transaction of its own. Any
 * number of callers share the work.
 */
export async function claimDue(db: Knex, limit: number): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { workflow_id: string }[] }>(
    `update deliveries set signal_at = now() + interval '${LEASE}'
      where (event_id, consumer) in (
        select event_id, consumer from deliveries
         where state = 'pending' and signal_at <= now()
         order by signal_at limit ? for update skip locked)
      returning workflow_id`,
    [limit],
  )
  return [...new Set(rows.map(({ workflow_id }) => workflow_id))]
}

/**
 * Records that workflows were signalled: their pending deliveries become due again only after an hour. Skips rows that a workflow is just
 * finishing, because waiting for them could cause a deadlock.
 */
export async function noteSignalled(db: Knex, workflowIds: readonly string[]): Promise<void> {
  await setDue(db, workflowIds, `now() + interval '${FORGOTTEN}'`)
}

/** Makes the pending deliveries of workflows due immediately. */
export async function makeDue(db: Knex, workflowIds: readonly string[]): Promise<void> {
  await setDue(db, workflowIds, 'now()')
}

async function setDue(db: Knex, workflowIds: readonly string[], moment: string): Promise<void> {
  if (workflowIds.length === 0) return
  await db.raw(
    `update deliveries set signal_at = ${moment}
      where (event_id, consumer) in (
        select event_id, consumer from deliveries
         where state = 'pending' and workflow_id = any(?) order by event_id for update skip locked)`,
    [[...workflowIds]],
  )
}
