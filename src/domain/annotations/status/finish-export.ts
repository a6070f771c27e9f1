import type { Deps } from '../../../deps.ts'
import { Annotation, Delivery, Event } from '../../../models/index.ts'
import { failedSave, type SaveOutcome } from '../../../rules/hooks/connector-answer.ts'
import type { HookCall, Outcome, Step } from '../../../workflows/contract.ts'
import { answersOf } from '../../hooks/delivery/answers.ts'
import { planCalls } from '../../hooks/delivery/plan.ts'
import { finishDelivery } from '../../outbox/deliveries.ts'
import { transact, type Tx } from '../../outbox/transaction.ts'
import { lifecycleState, look } from './lifecycle.ts'
import { isExportOutdated } from './approval-of.ts'
import { lockAnnotation } from './lock.ts'
import { moveLocked } from './move.ts'

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
 * Finishes an export that involves no hooks and no connector. If hooks listen to it, returns their calls, which must be finished first; if
 * one of them failed or reported an error, the export fails. If the queue has a connector, changes nothing and returns `call_connector`: the
 * connector must be called first, and its response then finishes the export. Idempotent by delivery.
 */
export async function exportOrCallConnector(deps: WithState, step: Step): Promise<Outcome> {
  if (await transact(deps, (tx) => isUnapproved(tx, step))) return finishExport(deps, step, failedSave(UNAPPROVED))
  const calls = await transact(deps, (tx) => planExportCalls(tx, step))
  if (calls.length > 0) return { state: null, work: null, calls }
  const connector = await deps
    .db('annotations as a')
    .join('queues as q', 'q.id', 'a.queue_id')
    .where('a.id', step.annotation_id)
    .whereNotNull('q.connector_id')
    .first('a.id')
  const { messages } = await answersOf(deps.db, causeOf(step))
  const isRefused = messages.some(({ type }) => type === 'error')
  if (connector && !isRefused && (await isExporting(deps, step)))
    return { state: null, work: null, call_connector: true }
  return finishExport(deps, step, { failed: false, messages: null })
}

const UNAPPROVED =
  'The document was not exported: its values have changed since they were approved. Confirm it again in a review.'

/** Whether the values are not those that were approved. Content is locked during the export, but a change of the schema converts it. */
async function isUnapproved(tx: Tx, step: Step): Promise<boolean> {
  return (await isExporting({ db: tx }, step)) && isExportOutdated(tx, await lockAnnotation(tx, step.annotation_id))
}

const causeOf = ({ event_id }: Step) => `annotation_content.export:${event_id}`

/** Plans the calls of the hooks that listen to the export, and returns those that are not finished. Idempotent by event. */
async function planExportCalls(tx: Tx, step: Step): Promise<HookCall[]> {
  if (!(await isExporting({ db: tx }, step))) return []
  const { annotation_id, event_id } = step
  const { organization_id, queue_id } = await Annotation.query(tx).findById(annotation_id).throwIfNotFound()
  const { calls } = await planCalls(tx, {
    cause: causeOf(step),
    event: 'annotation_content',
    action: 'export',
    organization_id,
    queue_id,
    annotation_id,
    event_id,
    facts: { status: 'exporting', previous_status: 'exporting' },
  })
  return calls
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
    const { messages: ofHooks } = await answersOf(tx, causeOf(step))
    const isFailed = failed || ofHooks.some(({ type }) => type === 'error')
    // Messages of an earlier failed export no longer apply, even if the connector has been removed since.
    const kept = tx.raw(`case when export_failed_at is null then messages else '[]' end`)
    await moveLocked(tx, actor, locked, isFailed ? 'export_failed' : 'export_succeeded', {
      changes: {
        messages: messages || ofHooks.length ? JSON.stringify([...ofHooks, ...(messages ?? [])]) : kept,
        ...(isFailed ? {} : { exported_by: actor_id }),
      },
      informs: 'lifecycle',
    })
    return true
  })
  if (isDone) return { state: await lifecycleState(deps, annotation_id), work: null }
  const { state, work } = await look(deps, annotation_id)
  return { state: state.status === 'removed' ? null : state, work }
}
