import type { Deps } from '../deps.ts'
import { lockAnnotation, moveLocked } from './annotations/move.ts'
import { nextWork } from './annotations/next-event.ts'
import { markHandled } from './events.ts'
import type { Settled } from './imports/finish-import.ts'

/**
 * Ends an export: `exported`, or `failed_export` with the reason in the annotation's messages. Who confirmed it exported it.
 * Idempotent by event: the second run finds the event handled and changes nothing. Answers the status it has then and what comes next.
 */
export async function finishExport(
  deps: Pick<Deps, 'db'>,
  { annotation_id, event_id }: { annotation_id: number; event_id: number },
  failure: string | null = null,
): Promise<Settled> {
  const status = await deps.db.transaction(async (trx) => {
    const locked = await lockAnnotation(trx, annotation_id)
    const isFirst = await markHandled(trx, event_id)
    if (!isFirst || locked.status !== 'exporting') return locked.status
    const event = (await trx('events').where({ id: event_id }).first('actor_id')) as { actor_id: number | null }
    const actor = { user_id: null, organization_id: locked.organization_id }
    const moved = await moveLocked(trx, actor, locked, failure === null ? 'export_succeeded' : 'export_failed', {
      changes:
        failure === null
          ? { exported_by: event.actor_id }
          : { messages: JSON.stringify([{ id: 'all', type: 'error', content: failure.slice(0, 4096) }]) },
    })
    return moved.to
  })
  return { status, next: await nextWork(deps.db, annotation_id) }
}
