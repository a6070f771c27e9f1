import type { Deps } from '../deps.ts'
import type { Status } from '../rules/annotation-status.ts'
import { lockAnnotation, moveLocked } from './annotations/move.ts'
import { markHandled } from './events.ts'
import { wake } from './runs.ts'

/**
 * Ends an export: `exported`, or `failed_export` with the reason in the annotation's messages. Who confirmed it exported it.
 * Idempotent by event: the second run finds the event handled and changes nothing. Answers the status it has then.
 */
export async function finishExport(
  deps: Deps,
  { annotation_id, event_id }: { annotation_id: number; event_id: number },
  failure: string | null = null,
): Promise<Status> {
  const { status, event_ids } = await deps.db.transaction(async (trx) => {
    const locked = await lockAnnotation(trx, annotation_id)
    const event = (await trx('events').where({ id: event_id }).first('handled_at', 'actor_id')) as {
      handled_at: string | null
      actor_id: number | null
    }
    await markHandled(trx, event_id)
    if (event.handled_at || locked.status !== 'exporting') return { status: locked.status, event_ids: [] }
    const actor = { user_id: null, organization_id: locked.organization_id }
    const moved = await moveLocked(trx, actor, locked, failure === null ? 'export_succeeded' : 'export_failed', {
      changes:
        failure === null
          ? { exported_by: event.actor_id }
          : { messages: JSON.stringify([{ id: 'all', type: 'error', content: failure.slice(0, 4096) }]) },
    })
    return { status: moved.to, event_ids: moved.event_ids }
  })
  await wake(deps, event_ids)
  return status
}
