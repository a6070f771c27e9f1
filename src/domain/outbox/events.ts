/** Events: written in the transaction of the change they record, and delivered to each of their consumers. */
import type { Delivery, Event, RowOf } from '../../models/index.ts'
import type { Status } from '../../rules/annotations/status.ts'
import { CONSUMERS, routesOf, type AnyEvent, type Consumer, type EventOf } from '../../rules/outbox/events.ts'
import { planStatusCalls } from '../hooks/delivery/plan.ts'
import type { Change } from '../live/announcer.ts'
import { inBatches } from '../in-batches.ts'
import { auditMoves, isAudited, writeAudit, type AuditEntry, type ServiceMove } from '../requests/audit.ts'
import { noteEvents, type NewDelivery, type Tx } from './transaction.ts'

/** The user who acts, or the service itself (`user_id` null). Objects with more keys are accepted too. */
export interface Actor {
  user_id: number | null
  organization_id: number
}

interface Origin {
  actor_id?: number | null
  request_id?: string | null
}
export type NewEvent = AnyEvent & Origin

interface WriteOptions {
  /**
   * The consumer that the writer notifies itself, because it runs in that consumer's workflow or starts it next. Its deliveries are not
   * signalled, and deliveries that request no work are not written.
   */
  informs?: Consumer
}

/** Status changes that require work by a workflow, like the events of other kinds below; all others are only displayed. */
const ACTED_ON: readonly Status[] = ['importing', 'exporting']
export const isActedOn = (event: AnyEvent): boolean =>
  event.kind === 'annotation.reopened' ||
  event.kind === 'upload.created' ||
  (event.kind === 'annotation_status.changed' && ACTED_ON.includes(event.data.to))

/** Time for the notified workflow to start; afterwards the dispatcher signals it. */
const INFORMED_GRACE = '1 minute'

/** Writes events with their deliveries. Returns the ids of the events, in order. Their workflows are signalled after the commit. */
export async function writeEvents(
  tx: Tx,
  events: readonly NewEvent[],
  { informs }: WriteOptions = {},
): Promise<number[]> {
  if (events.length === 0) return []
  await writeAudit(tx, events.flatMap(auditOf))
  if (!isAudited()) await auditMoves(tx, events.flatMap(moveOf))
  const rows = await inBatches(events, (batch) =>
    tx<RowOf<Event>>('events')
      .insert(batch.map((event) => ({ ...event })))
      .returning('id'),
  )
  const called = await planCalls(tx, events, rows)
  const deliveries = events.flatMap((event, index) =>
    routesOf(event)
      .filter(({ consumer }) => consumer !== 'hooks' || called.has(rows[index]!.id))
      .filter(({ consumer }) => consumer !== informs || isActedOn(event))
      .map((route): NewDelivery => ({
        ...route,
        event_id: rows[index]!.id,
        annotation_id: event.annotation_id ?? null,
        requestsWork: isActedOn(event),
      })),
  )
  if (deliveries.length > 0) await insertDeliveries(tx, deliveries, informs)
  noteEvents(
    tx,
    events.map(changeOf),
    deliveries.filter(({ consumer }) => consumer !== informs && !CONSUMERS[consumer].inBatches),
  )
  return rows.map(({ id }) => id)
}

/** What live channels are woken: those of the annotation and its queue, also of the queue that it has left. */
const changeOf = (event: NewEvent): Change => ({
  annotation_id: event.annotation_id ?? null,
  queue_ids: [event.queue_id ?? null, event.kind === 'annotation.moved' ? event.data.from_queue : null].filter(
    (id) => id !== null,
  ),
})

/** Plans the calls of hooks about changed statuses. Returns the ids of the events for which hooks are called. */
async function planCalls(tx: Tx, events: readonly NewEvent[], rows: readonly { id: number }[]): Promise<Set<number>> {
  const ids = events.flatMap((event, index) =>
    routesOf(event).some(({ consumer }) => consumer === 'hooks') ? [rows[index]!.id] : [],
  )
  return ids.length > 0 ? planStatusCalls(tx, ids) : new Set()
}

const insertDeliveries = (tx: Tx, deliveries: NewDelivery[], informs?: Consumer) =>
  inBatches(deliveries, async (batch) => {
    await tx<RowOf<Delivery>>('deliveries').insert(
      batch.map(({ event_id, consumer, workflow_id }) => ({
        event_id,
        consumer,
        workflow_id,
        ...(consumer === informs ? { signal_at: tx.raw(`now() + interval '${INFORMED_GRACE}'`) } : {}),
      })),
    )
    return []
  })

/** The moves that the service makes outside of requests. */
const moveOf = (event: NewEvent): ServiceMove[] =>
  auditOf(event).map((entry) => ({
    ...entry,
    organization_id: event.organization_id,
    actor_id: event.actor_id ?? null,
    request_id: event.request_id ?? null,
  }))

/** Status changes also belong in the audit log. */
const auditOf = ({ kind, annotation_id, data }: NewEvent): AuditEntry[] =>
  kind === 'annotation_status.changed' && annotation_id && data.from
    ? [{ object_type: 'annotation', object_id: annotation_id, action: 'update-status', details: { ...data } }]
    : []

/** Returns the event of an annotation that moves to another status. `from` is null if the annotation has just been created. */
export function statusChanged(
  annotation: { id: number; organization_id: number; queue_id: number; upload_id: number | null },
  data: EventOf<'annotation_status.changed'>['data'],
  by: Origin = {},
): NewEvent {
  return {
    organization_id: annotation.organization_id,
    queue_id: annotation.queue_id,
    upload_id: annotation.upload_id,
    annotation_id: annotation.id,
    kind: 'annotation_status.changed',
    data,
    ...by,
  }
}
