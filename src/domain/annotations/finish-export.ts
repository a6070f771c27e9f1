import type { Deps } from '../../deps.ts'
import { failedSave, type SaveOutcome } from '../../rules/connector-answer.ts'
import { lockAnnotation, moveLocked } from './move.ts'
import { nextWork } from './next-event.ts'
import { markHandled } from '../outbox/events.ts'
import type { ImportStep, Settled } from '../intake/finish-import.ts'

/** What an export comes to; `messages` null leaves those of the annotation. */
interface ExportOutcome extends Omit<SaveOutcome, 'messages'> {
  messages: SaveOutcome['messages'] | null
}

/**
 * Where nothing else takes part in an export, ends it. Where the queue has a connector, changes nothing and answers
 * `call_connector`: that must be asked first, and then ends the export. Idempotent by event.
 */
export async function exportOrAsk(deps: Pick<Deps, 'db'>, step: ImportStep): Promise<Settled> {
  const asks = await deps
    .db('annotations as a')
    .join('queues as q', 'q.id', 'a.queue_id')
    .join('events as e', 'e.annotation_id', 'a.id')
    .where({ 'a.id': step.annotation_id, 'a.status': 'exporting', 'e.id': step.event_id })
    .whereNull('e.handled_at')
    .whereNotNull('q.connector_id')
    .first('a.id')
  if (asks) return { status: 'exporting', next: null, call_connector: true }
  return finishExport(deps, step, { failed: false, messages: null })
}

/** For faults of ours; a general sentence stands for them. */
export const failExport = (deps: Pick<Deps, 'db'>, step: ImportStep): Promise<Settled> =>
  finishExport(deps, step, failedSave('The export failed because of an internal error.'))

/**
 * Ends an export: `exported`, or `failed_export` with the reason in the annotation's messages. Who confirmed it exported it.
 * Idempotent by event: the second run finds the event handled and changes nothing. Answers the status it has then and what comes next.
 */
export async function finishExport(
  deps: Pick<Deps, 'db'>,
  { annotation_id, event_id }: ImportStep,
  { failed, messages }: ExportOutcome,
): Promise<Settled> {
  const status = await deps.db.transaction(async (trx) => {
    const locked = await lockAnnotation(trx, annotation_id)
    const isFirst = await markHandled(trx, event_id)
    if (!isFirst || locked.status !== 'exporting') return locked.status
    const event = (await trx('events').where({ id: event_id }).first('actor_id')) as { actor_id: number | null }
    const actor = { user_id: null, organization_id: locked.organization_id }
    // What an earlier export failed of is over, even where the connector has been taken away since.
    const kept = trx.raw(`case when export_failed_at is null then messages else '[]' end`)
    const moved = await moveLocked(trx, actor, locked, failed ? 'export_failed' : 'export_succeeded', {
      changes: {
        messages: messages ? JSON.stringify(messages) : kept,
        ...(failed ? {} : { exported_by: event.actor_id }),
      },
    })
    return moved.to
  })
  return { status, next: await nextWork(deps.db, annotation_id) }
}
