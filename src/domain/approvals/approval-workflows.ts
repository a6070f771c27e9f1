/** Approval workflows: what may be deleted, and the reset of a run. */
import type { Knex } from 'knex'
import { conflictStatus, invalid, notFound, referenced } from '../../errors.ts'
import { moveAnnotation, type Mover } from '../annotations/status/move.ts'
import { inTransaction, transact, type Transactor } from '../outbox/transaction.ts'
import { endRun } from './steps.ts'
import { auditRow } from '../requests/audit.ts'
import { WorkflowRun, type QueueWorkflow, type RowOf, type WorkflowActivity } from '../../models/index.ts'

/**
 * Ends a pending run and returns the annotation to review, without assignees. The note is stored in the activity. Throws 409 if the run has
 * ended or the annotation is not in approval.
 */
export const resetWorkflowRun = (
  deps: Transactor,
  who: Mover,
  request: { run_id: number; note: string; request_id: string | null },
): Promise<void> =>
  transact(deps, async (tx) => {
    const run = await WorkflowRun.query(tx).findById(request.run_id)
    if (!run) throw notFound('Workflow run')
    // The annotation is locked first, as in every other move; the second of two concurrent calls finds that the run has ended.
    await moveAnnotation(tx, who, run.annotation_id, 'reset_workflow', {
      request_id: request.request_id,
    })
    const ended = await endRun(tx, run.annotation_id, {
      status: 'in_review',
      action: 'pushed_back',
      note: request.note,
      user_id: who.user_id,
    })
    if (ended !== request.run_id) throw conflictStatus('The workflow run has ended.')
  })

/**
 * Checks that the position of a step is unique in its workflow; throws 400 if another step has it. Locks the workflow until the transaction
 * ends.
 */
export async function claimOrdering(
  db: Knex,
  step: { id: number | null; workflow_id: number; ordering: number },
): Promise<void> {
  await db('workflows').where('id', step.workflow_id).forUpdate().select('id')
  const other = await db('workflow_steps')
    .where({ workflow_id: step.workflow_id, ordering: step.ordering })
    .whereNot('id', step.id ?? 0)
    .first('id')
  if (other) throw invalid({ ordering: ['Another step of the workflow has this ordering.'] })
}

/** Deletes a workflow with its steps. Throws 409 while a queue uses it or a run exists. */
export const deleteWorkflow = (db: Knex, id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    await tx('workflows').where({ id }).forUpdate().select('id')
    const queues = await tx<RowOf<QueueWorkflow>>('queue_workflows')
      .where('workflow_id', id)
      .orderBy('queue_id')
      .pluck('queue_id')
    if (queues.length) throw referenced(`The workflow is used by queues: ${queues.join(', ')}.`)
    const run = await tx<RowOf<WorkflowRun>>('workflow_runs').where('workflow_id', id).orderBy('id').first('id')
    if (run) throw referenced(`The workflow is used by workflow run ${run.id}.`)
    await tx('workflow_steps').where('workflow_id', id).delete()
    await tx('workflows').where({ id }).delete()
    await auditRow(tx, 'workflows', { action: 'delete', id })
  })

/** Deletes a step. Throws 409 while a pending run is at this step or has yet to enter it, or an activity of a run refers to it. */
export const deleteStep = (db: Knex, id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    // A confirmation that has chosen the workflow holds a lock until its run exists.
    await tx('workflows')
      .whereIn('id', tx('workflow_steps').where({ id }).select('workflow_id'))
      .forUpdate()
      .select('id')
    await tx('workflow_steps').where({ id }).forUpdate().select('id')
    const run = await tx<RowOf<WorkflowRun>>('workflow_runs')
      .where('workflow_status', 'pending')
      .whereRaw('(current_step_id = ? or ? = any(required_steps))', [id, id])
      .orderBy('id')
      .first('id')
    if (run) throw referenced(`The workflow step is used by workflow run ${run.id}.`)
    const activity = await tx<RowOf<WorkflowActivity>>('workflow_activities')
      .where('workflow_step_id', id)
      .orderBy('id')
      .first('id')
    if (activity) throw referenced(`The workflow step is used by workflow activity ${activity.id}.`)
    await tx('workflow_steps').where({ id }).delete()
    await auditRow(tx, 'workflow_steps', { action: 'delete', id })
  })
