/** Writes approval workflows and their steps. */
import { Workflow, WorkflowStep, type RowOf } from '../../models/index.ts'
import type { Tx } from '../outbox/transaction.ts'
import { rowsOf, type Writer } from '../rows.ts'
import { claimOrdering } from './approval-workflows.ts'

type Step = RowOf<WorkflowStep>

export const workflowRows = rowsOf(Workflow)
const stepRows = rowsOf(WorkflowStep)

/** Creates a step. Throws 400 if the workflow has another step at this position. */
export async function createStep(
  tx: Tx,
  writer: Writer,
  step: Partial<Step> & Pick<Step, 'workflow_id' | 'ordering'>,
): Promise<number> {
  const { workflow_id, ordering } = step
  await claimOrdering(tx, { id: null, workflow_id, ordering })
  return stepRows.create(tx, writer, step)
}

/** Changes a step. Throws 400 if its workflow has another step at the new position. */
export async function updateStep(tx: Tx, writer: Writer, row: Step, changes: Partial<Step>): Promise<void> {
  const { id, workflow_id, ordering } = { ...row, ...changes }
  // A confirmation that has chosen the workflow holds a lock until its run exists.
  await tx('workflows').whereIn('id', [row.workflow_id, workflow_id]).orderBy('id').forUpdate().select('id')
  await claimOrdering(tx, { id, workflow_id, ordering })
  await stepRows.update(tx, writer, id, changes)
}
