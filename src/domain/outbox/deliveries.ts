/** Deliveries of events. The workflow of the consumer reads them in order, and the transaction that does the work finishes them. */
import type { Knex } from 'knex'
import type { Delivery, RowOf } from '../../models/index.ts'
import { CONSUMERS, isEventKind, type AnyEvent, type Consumer } from '../../rules/outbox/events.ts'

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

/** The most that `pendingEvents` returns. */
export const PENDING_EVENTS = 50

/**
 * Returns the events that a workflow's consumer has not finished, oldest first. Throws if an event has an unknown kind, or a kind that the
 * consumer does not subscribe to. Such an event stays pending and is reported until a release that supports it handles it.
 */
export async function pendingEvents(db: Knex, consumer: Consumer, workflow_id: string): Promise<PendingEvent[]> {
  const rows = await db('deliveries as d')
    .join('events as e', 'e.id', 'd.event_id')
    .where({ 'd.workflow_id': workflow_id, 'd.state': 'pending', 'd.consumer': consumer })
    .orderBy('d.event_id')
    .limit(PENDING_EVENTS)
    .select<PendingEvent[]>('e.*', 'd.consumer', 'd.attempts')
  assertKnown(consumer, rows)
  return rows
}

/** A document of an upload that `importUpload` imports, or that could not be imported because of its file type. */
export type UploadedEvent = PendingEvent & { annotation_id: number; state: Delivery['state'] }

/**
 * Returns the events with which the annotations of an upload were created, oldest first, starting after the event `after`. Those that are
 * finished are included. Throws like `pendingEvents`.
 */
export async function uploadedEvents(
  db: Knex,
  upload_id: number,
  { after, limit }: { after: number; limit: number },
): Promise<UploadedEvent[]> {
  const rows = await db('events as e')
    .join('deliveries as d', 'd.event_id', 'e.id')
    .where({ 'e.upload_id': upload_id, 'd.consumer': 'intake' })
    .where('e.id', '>', after)
    .whereNotNull('e.annotation_id')
    .orderBy('e.id')
    .limit(limit)
    .select<UploadedEvent[]>('e.*', 'd.consumer', 'd.attempts', 'd.state')
  assertKnown('intake', rows)
  return rows
}

function assertKnown(consumer: Consumer, rows: readonly PendingEvent[]): void {
  for (const { id, kind } of rows) {
    if (!isEventKind(kind)) throw new Error(`Event ${id} has the unknown kind "${String(kind)}".`)
    if (!CONSUMERS[consumer].kinds.includes(kind))
      throw new Error(`Event ${id} of kind "${kind}" is not for the consumer "${consumer}".`)
  }
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

/** Takes `finishDelivery` back, in the same transaction: the work has to wait for something else. */
export async function reopenDelivery(tx: Knex, { event_id, consumer }: DeliveryKey): Promise<void> {
  await tx<RowOf<Delivery>>('deliveries')
    .where({ event_id, consumer, state: 'done' })
    .update({ state: 'pending', finished_at: null })
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

/** A delivery with the workflow that has to be signalled. */
export interface Due extends DeliveryKey {
  workflow_id: string
}

/** Duration of a dispatcher's claim: no other dispatcher signals for these deliveries in the meantime. */
const LEASE = '30 seconds'
/**
 * Pause until a delivery that is still pending is signalled again: as long as the event is old, within these limits. A long wait, such as
 * for the date of a deletion, costs few signals.
 */
const MIN_PAUSE = '10 minutes'
const MAX_PAUSE = '1 hour'

/**
 * Returns pending deliveries that are due for a signal, claimed for this caller in a transaction of its own. Any number of callers share the
 * work.
 */
export async function claimDue(db: Knex, limit: number): Promise<Due[]> {
  const { rows } = await db.raw<{ rows: Due[] }>(
    `update deliveries set signal_at = now() + interval '${LEASE}'
      where (event_id, consumer) in (
        select event_id, consumer from deliveries
         where state = 'pending' and signal_at <= now()
         order by signal_at limit ? for update skip locked)
      returning event_id, consumer, workflow_id`,
    [limit],
  )
  return rows
}

/**
 * Records that the workflows of these deliveries were signalled after the deliveries had been committed. Other deliveries of the workflows
 * stay due: they may have been committed after the workflow read the database. Skips rows that a workflow is just finishing, because waiting
 * for them could cause a deadlock.
 */
export async function noteSignalled(db: Knex, deliveries: readonly DeliveryKey[]): Promise<void> {
  await setDue(
    db,
    deliveries,
    `now() + greatest(interval '${MIN_PAUSE}', least(interval '${MAX_PAUSE}', now() - events.created_at))`,
  )
}

/** Makes deliveries due immediately if they are pending. */
export async function makeDue(db: Knex, deliveries: readonly DeliveryKey[]): Promise<void> {
  await setDue(db, deliveries, 'now()')
}

async function setDue(db: Knex, deliveries: readonly DeliveryKey[], moment: string): Promise<void> {
  if (deliveries.length === 0) return
  await db.raw(
    `update deliveries set signal_at = ${moment}
       from events
      where events.id = deliveries.event_id and (deliveries.event_id, deliveries.consumer) in (
        select event_id, consumer from deliveries
         where state = 'pending' and (event_id, consumer) in (select * from unnest(?::bigint[], ?::text[]))
         order by event_id for update skip locked)`,
    [deliveries.map(({ event_id }) => event_id), deliveries.map(({ consumer }) => consumer)],
  )
}
