/** Reads the events of an object in the order in which their transactions became visible. */
import type { Knex } from 'knex'
import type { Event, RowOf } from '../../models/index.ts'
import type { EventKind } from '../../rules/outbox/events.ts'
import type { Subject } from './channels.ts'

/** The events that channels send. Others concern only the service itself. */
export const LIVE_KINDS = [
  'annotation_status.changed',
  'annotation_content.changed',
  'annotation.assigned',
  'annotation.reviewer_changed',
  'annotation.labels_changed',
  'annotation.moved',
  'annotation.removed',
  'annotation.imported',
] as const satisfies readonly EventKind[]

/** The position of an event: its transaction, and its id within that. */
export interface Position {
  xact: string
  id: number
}

export type LiveEvent = Omit<RowOf<Event>, 'xact'> & Position

export interface Batch {
  events: LiveEvent[]
  /** An older transaction is still open: events that are written already become visible with its end. */
  isHeldBack: boolean
}

/** Events per read. */
export const BATCH = 200

/** Returns the position after all events that are visible now. */
export async function currentPosition(db: Knex): Promise<Position> {
  const { rows } = await db.raw<{ rows: { xact: string }[] }>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as xact`,
  )
  return { xact: rows[0]!.xact, id: 0 }
}

/** Whether the position is one of this database: after the restore of a backup, earlier positions can lie in its future. */
export async function isKnown(db: Knex, { xact }: Position): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { known: boolean }[] }>(
    `select ?::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) as known`,
    [xact],
  )
  return rows[0]!.known
}

/**
 * Returns the events of an object after a position, at most `BATCH`. Only events of transactions that are older than all open ones: a
 * transaction that commits later cannot add an event before them.
 */
export async function eventsAfter(db: Knex, subject: Subject, { xact, id }: Position): Promise<Batch> {
  const { rows } = await db.raw<{ rows: (LiveEvent & { is_safe: boolean })[] }>(
    `select *, xact::text as xact, xact < pg_snapshot_xmin(pg_current_snapshot()) as is_safe
       from (${OF[subject.kind].map((condition) => `(${NEXT.replace('$condition', condition)})`).join(' union all ')}) as found
      order by found.xact, id limit :limit`,
    { object_id: subject.id, xact, id, kinds: [...LIVE_KINDS], limit: BATCH },
  )
  const events = rows.filter(({ is_safe }) => is_safe)
  return { events, isHeldBack: events.length < rows.length }
}

const NEXT = `
  select * from events
   where $condition and kind = any(:kinds) and xact is not null and (xact, id) > (:xact::xid8, :id::bigint)
   order by xact, id limit :limit`

/** Conditions that an index serves. A queue also has the events of annotations that were moved out of it. */
const OF: Record<Subject['kind'], string[]> = {
  annotation: ['annotation_id = :object_id'],
  queue: ['queue_id = :object_id', `kind = 'annotation.moved' and data->>'from_queue' = :object_id::text`],
}
