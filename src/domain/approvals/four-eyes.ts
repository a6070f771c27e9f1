/**
 * Separation of duties: a user cannot approve an annotation that they confirmed, nor more than one of its steps, unless the workflow permits
 * it.
 */
import type { Annotation, RowOf, Workflow, WorkflowActivity } from '../../models/index.ts'
import type { Tx } from '../outbox/transaction.ts'

export interface Position {
  id: number
  workflow_id: number
  annotation_id: number
}

/** What a user has done with the annotation before. */
export type Duty = 'has confirmed the annotation' | 'has approved an earlier step of the annotation'

export interface Duties {
  /** Who may not approve this step, by their ids. */
  barred: ReadonlyMap<number, Duty>
  /** The workflow separates duties in some way. */
  isSeparated: boolean
}

/** Returns who may not approve a step of a run. `step_id` is the step, whose own approvals do not count as earlier ones. */
export async function dutiesAt(tx: Tx, run: Position, step_id: number): Promise<Duties> {
  const workflow = (await tx<RowOf<Workflow>>('workflows')
    .where('id', run.workflow_id)
    .first('confirmer_may_approve', 'approver_may_repeat'))!
  const barred = new Map<number, Duty>()
  if (!workflow.approver_may_repeat) {
    const earlier = await tx<RowOf<WorkflowActivity>>('workflow_activities')
      .where({ workflow_run_id: run.id, action: 'approved' })
      .whereNot('workflow_step_id', step_id)
      .select('created_by', 'on_behalf_of')
    // A delegate counts, and so does the approver for whom the delegate did it.
    for (const id of earlier.flatMap((one) => [one.created_by, one.on_behalf_of]))
      if (id !== null) barred.set(id, 'has approved an earlier step of the annotation')
  }
  if (!workflow.confirmer_may_approve) {
    const row = await tx<RowOf<Annotation>>('annotations').where('id', run.annotation_id).first('confirmed_by')
    if (row?.confirmed_by) barred.set(row.confirmed_by, 'has confirmed the annotation')
  }
  return { barred, isSeparated: !workflow.approver_may_repeat || !workflow.confirmer_may_approve }
}
