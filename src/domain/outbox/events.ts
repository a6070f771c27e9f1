/** Events: written in the transaction of the change they record, and delivered to each of their consumers. */
import type { Delivery, Event, RowOf } from '../../models/index.ts'
import type { Status } from '../../rules/annotation-status.ts'
import { CONSUMERS, routesOf, type AnyEvent, type Consumer, type EventOf } from '../../rules/events.ts'
import { writeAudit, type AuditEntry } from '../requests/audit.ts'
import { noteDeliveries, type NewDelivery, type Tx } from './transaction.ts'

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

/** Status changes that require work by a workflow; all others are only displayed. */
const ACTED_ON: readonly Status[] = ['importing', 'exporting']
export const isActedOn = (event: AnyEvent): boolean =>
  event.kind === 'annotation.reopened' ||
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
  const rows = await tx<RowOf<Event>>('events')
    .insert(events.map((event) => ({ ...event })))
    .returning('id')
  const deliveries = events.flatMap((event, index) =>
    routesOf(event)
      .filter(({ consumer }) => consumer !== informs || isActedOn(event))
      .map((route): NewDelivery => ({
        ...route,
        event_id: rows[index]!.id,
        annotation_id: event.annotation_id ?? null,
        requestsWork: isActedOn(event),
      })),
  )
  if (deliveries.length > 0) await insertDeliveries(tx, deliveries, informs)
  noteDeliveries(
    tx,
    deliveries.filter(({ consumer }) => consumer !== informs && !CONSUMERS[consumer].inBatches),
  )
  return rows.map(({ id }) => id)
}

const insertDeliveries = (tx: Tx, deliveries: NewDelivery[], informs?: Consumer) =>
  tx<RowOf<Delivery>>('deliveries').insert(
    deliveries.map(({ event_id, consumer, workflow_id }) => ({
      event_id,
      consumer,
      workflow_id,
      ...(consumer === informs ? { signal_at: tx.raw(`now() + interval '${INFORMED_GRACE}'`) } : {}),
    })),
  )

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
