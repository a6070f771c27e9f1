import type { Deps } from '../../deps.ts'
import { Delivery, Event } from '../../models/index.ts'
import { failedSave, type SaveOutcome } from '../../rules/connector-answer.ts'
import type { Outcome, Step } from '../../workflows/contract.ts'
import { finishDelivery } from '../outbox/deliveries.ts'
import { transact } from '../outbox/transaction.ts'
import { lifecycleState, look } from './lifecycle.ts'
import { lockAnnotation, moveLocked } from './move.ts'

type WithState = Pick<Deps, 'db' | 'signals' | 'config'>

/** The result of an export. `messages` null keeps the messages of the annotation. */
interface ExportOutcome extends Omit<SaveOutcome, 'messages'> {
  messages: SaveOutcome['messages'] | null
}

/** Returns true if the annotation is still waiting for the export that this delivery requests. */
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
 * Finishes an export that involves no connector. If the queue has a connector, changes nothing and returns `call_connector`: the connector
 * must be called first, and its response then finishes the export. Idempotent by delivery.
 */
export async function exportOrCallConnector(deps: WithState, step: Step): Promise<Outcome> {
  const connector = await deps
    .db('annotations as a')
    .join('queues as q', 'q.id', 'a.queue_id')
    .where('a.id', step.annotation_id)
    .whereNotNull('q.connector_id')
    .first('a.id')
  if (connector && (await isExporting(deps, step))) return { state: null, work: null, call_connector: true }
  return finishExport(deps, step, { failed: false, messages: null })
}

/** For internal errors; the annotation gets a general message. */
export const failExport = (deps: WithState, step: Step): Promise<Outcome> =>
  finishExport(deps, step, failedSave('The export failed because of an internal error.'))

/**
 * Finishes an export with `exported`, or with `failed_export` and the reason in the annotation's messages. The exporter is the user who
 * confirmed the annotation. Idempotent by delivery: a repeated run finds the delivery finished and changes nothing. Returns the new state
 * and the next work.
 */
export async function finishExport(deps: WithState, step: Step, { failed, messages }: ExportOutcome): Promise<Outcome> {
  const { annotation_id, event_id } = step
  const isDone = await transact(deps, async (tx) => {
    const locked = await lockAnnotation(tx, annotation_id)
    const isFirst = await finishDelivery(tx, step)
    if (!isFirst || locked.status !== 'exporting') return false
    const { actor_id } = await Event.query(tx).findById(event_id).throwIfNotFound()
    const actor = { user_id: null, organization_id: locked.organization_id }
    // Messages of an earlier failed export no longer apply, even if the connector has been removed since.
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
