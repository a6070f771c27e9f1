import type { Deps } from '../../deps.ts'
import { Delivery, Event } from '../../models/index.ts'
import { failedSave, type SaveOutcome } from '../../rules/connector-answer.ts'
import type { Outcome, Step } from '../../workflows/contract.ts'
import { finishDelivery } from '../outbox/deliveries.ts'
import { transact } from '../outbox/transaction.ts'
import { lifecycleState, look } from './lifecycle.ts'
import { lockAnnotation, moveLocked } from './move.ts'

type WithState = Pick<Deps, 'db' | 'signals' | 'config'>

/** What an export comes to; `messages` null leaves those of the annotation. */
interface ExportOutcome extends Omit<SaveOutcome, 'messages'> {
  messages: SaveOutcome['messages'] | null
}

/** Is the annotation still waiting for the export that this delivery asks for? */
export async function isExporting(
  { db }: Pick<Deps, 'db'>,
  { annotation_id, event_id, consumer }: Step,
): Promise<boolean> {
  const found = await Delivery.query(db)
    .findOne({ event_id, consumer, state: 'pending' })
    .whereExists(db('annotations').where({ id: annotation_id, status: 'exporting' }))
  return found !== undefined
}

/**
 * Ends an export where nothing else takes part in it. Where the queue has a connector, changes nothing and answers `call_connector`: that must be
 * called first, and then ends the export. Idempotent by delivery.
 */
export async function exportOrAsk(deps: WithState, step: Step): Promise<Outcome> {
  const asks = await deps
    .db('annotations as a')
    .join('queues as q', 'q.id', 'a.queue_id')
    .where('a.id', step.annotation_id)
    .whereNotNull('q.connector_id')
    .first('a.id')
  if (asks && (await isExporting(deps, step))) return { state: null, work: null, call_connector: true }
  return finishExport(deps, step, { failed: false, messages: null })
}

/** For internal errors; the annotation gets a general sentence. */
export const failExport = (deps: WithState, step: Step): Promise<Outcome> =>
  finishExport(deps, step, failedSave('The export failed because of an internal error.'))

/**
 * Ends an export: `exported`, or `failed_export` with the reason in the annotation's messages. The person who confirmed it exported it.
 * Idempotent by delivery: the second run finds it finished and changes nothing. Answers the state it has then and what comes next.
 */
export async function finishExport(deps: WithState, step: Step, { failed, messages }: ExportOutcome): Promise<Outcome> {
  const { annotation_id, event_id } = step
  const isDone = await transact(deps, async (tx) => {
    const locked = await lockAnnotation(tx, annotation_id)
    const isFirst = await finishDelivery(tx, step)
    if (!isFirst || locked.status !== 'exporting') return false
    const { actor_id } = await Event.query(tx).findById(event_id).throwIfNotFound()
    const actor = { user_id: null, organization_id: locked.organization_id }
    // Messages of an earlier failed export no longer apply, even where the connector has been removed since.
    const kept = tx.raw(`case when export_failed_at is null then messages else '[]' end`)
    await moveLocked(tx, actor, locked, failed ? 'export_failed' : 'export_succeeded', {
      changes: {
        messages: messages ? JSON.stringify(messages) : kept,
        ...(failed ? {} : { exported_by: actor_id }),
      },
      informs: 'lifecycle',
    })
    return true
  })
  if (isDone) return { state: await lifecycleState(deps, annotation_id), work: null }
  const { state, work } = await look(deps, annotation_id)
  return { state: state.status === 'removed' ? null : state, work }
}
