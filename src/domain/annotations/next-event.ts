import type { Knex } from 'knex'
import type { PendingWork } from '../../workflows/contract.ts'
import { markHandled } from '../outbox/events.ts'

/**
 * The oldest event of the annotation that still needs work; null when there is none. Events that were overtaken (the
 * annotation has moved on since, or is gone) are closed on the way.
 */
export async function nextWork(db: Knex, annotationId: number): Promise<PendingWork | null> {
  for (;;) {
    const event = (await db('events as e')
      .leftJoin('annotations as a', 'a.id', 'e.annotation_id')
      .where({ 'e.annotation_id': annotationId, 'e.needs_work': true })
      .whereNull('e.handled_at')
      .orderBy('e.id')
      .first('e.id', 'a.status', db.raw(`e.data->>'to' as wanted`))) as
      { id: number; status: string | null; wanted: string } | undefined
    if (!event) return null
    if (event.status === event.wanted && (event.wanted === 'importing' || event.wanted === 'exporting')) {
      return { event_id: event.id, status: event.wanted }
    }
    await markHandled(db, event.id)
  }
}
