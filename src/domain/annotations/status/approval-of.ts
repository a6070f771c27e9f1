/** Whether a move of an annotation needs an approval. */
import type { MoveContext, Trigger } from '../../../rules/annotations/status.ts'
import { isUndecided, type Facts } from '../../../rules/conditions/index.ts'
import { CLEARED, valuesDigest } from '../../approvals/approved-values.ts'
import { approvalFacts, chooseWorkflow } from '../../approvals/choose-workflow.ts'
import type { Tx } from '../../outbox/transaction.ts'
import type { LockedAnnotation } from './lock.ts'

/** Triggers whose result depends on whether the annotation has to be approved. */
const TO_APPROVE: readonly Trigger[] = ['confirm', 'automate', 'rule', 'patch', 'export']

/** The approval workflow that a move starts, with the facts of the annotation; null if none applies to it; or why that is not known. */
export type Approval = { workflow_id: number; facts: Facts[] } | { undecided: string } | null

/** Returns the approval that a move needs. */
export async function approvalOf(
  tx: Tx,
  { id, queue_id, requires_approval }: LockedAnnotation,
  trigger: Trigger,
  context: MoveContext = {},
): Promise<Approval> {
  if (!requires_approval || !TO_APPROVE.includes(trigger) || context.workflows_enabled === false) return null
  const facts = await approvalFacts(tx, id, trigger === 'automate' ? { automated: true } : {})
  const choice = await chooseWorkflow(tx, queue_id, facts)
  if (choice === null) return null
  return isUndecided(choice) ? { undecided: choice.reason } : { workflow_id: choice, facts }
}

/** Returns whether a move to the export would release values that were changed since they were approved, and need an approval. */
export async function isOutdated(
  tx: Tx,
  { id, status, approved_values }: LockedAnnotation,
  approval: Approval,
): Promise<boolean> {
  if (approval === null || approved_values === null || !CLEARED.includes(status)) return false
  return approved_values !== (await valuesDigest(tx, id))
}

/** Returns whether an annotation that is being exported has values that need an approval and were changed since it was given. */
export async function isExportOutdated(tx: Tx, row: LockedAnnotation): Promise<boolean> {
  return isOutdated(tx, row, row.approved_values === null ? null : await approvalOf(tx, row, 'export'))
}

/** Returns why it is not known whether an annotation has to be approved before this move confirms it; null if it is known. */
export async function undecidedApproval(tx: Tx, row: LockedAnnotation, trigger: Trigger): Promise<string | null> {
  const approval = await approvalOf(tx, row, trigger)
  return approval && 'undecided' in approval ? approval.undecided : null
}
