import type { Knex } from 'knex'
import { writeAudit, type AuditEntry } from '../requests/audit.ts'

/** Who does something: a person, or the service itself (`user_id` null). Anything with more keys fits too. */
export interface Actor {
  user_id: number | null
  organization_id: number
}

export interface NewEvent {
  organization_id: number
  kind: string
  queue_id?: number | null
  upload_id?: number | null
  annotation_id?: number | null
  data?: Record<string, unknown>
  actor_id?: number | null
  request_id?: string | null
  /** True when a workflow has something to do about it. */
  needs_work?: boolean
}

/** Statuses whose arrival a workflow acts on. Every other change is only recorded: no workflow starts to do nothing. */
const statusesWithWork: readonly string[] = ['importing', 'exporting']

/** Writes events and answers the ids of those that need work, for `wake` after the transaction. */
export async function writeEvents(db: Knex, events: NewEvent[]): Promise<number[]> {
  if (events.length === 0) return []
  await writeAudit(db, events.flatMap(auditOf))
  const rows = (await db('events')
    .insert(events.map((event) => ({ ...event, data: JSON.stringify(event.data ?? {}) })))
    .returning(['id', 'needs_work'])) as { id: number; needs_work: boolean }[]
  return rows.filter((row) => row.needs_work).map((row) => row.id)
}

/** Changes of status belong into the audit log as well. */
const auditOf = ({ kind, annotation_id, data }: NewEvent): AuditEntry[] =>
  kind === 'annotation_status.changed' && annotation_id && data?.from
    ? [{ object_type: 'annotation', object_id: annotation_id, action: 'update-status', details: { ...data } }]
    : []

/** The event of an annotation that moves to another status; `from` is null when it has just been made. */
export function statusChanged(
  annotation: { id: number; organization_id: number; queue_id: number; upload_id: number | null },
  from: string | null,
  to: string,
  by: { actor_id?: number | null; request_id?: string | null } = {},
): NewEvent {
  return {
    organization_id: annotation.organization_id,
    queue_id: annotation.queue_id,
    upload_id: annotation.upload_id,
    annotation_id: annotation.id,
    kind: 'annotation_status.changed',
    data: { from, to },
    needs_work: statusesWithWork.includes(to),
    ...by,
  }
}

/**
 * Says that what an event asked for is done; part of the transaction that does it. False when it had been done before: whoever
 * gets true does the work, so it happens once.
 */
export async function markHandled(db: Knex, eventId: number): Promise<boolean> {
  const changed = await db('events')
    .where({ id: eventId })
    .whereNull('handled_at')
    // An event can be handled before anybody was told of it; the dispatcher need not look at it any more.
    .update({ handled_at: db.fn.now(), woken_at: db.raw('coalesce(woken_at, now())') })
  return changed > 0
}
