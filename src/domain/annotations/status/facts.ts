/** What a move depends on beside the status: read before the move is decided. */
import type { MoveContext, Trigger } from '../../../rules/annotations/status.ts'
import type { Tx } from '../../outbox/transaction.ts'
import { approvalOf, isOutdated, type Approval } from './approval-of.ts'
import { isUnconfirmed } from './confirmable.ts'
import type { LockedAnnotation } from './lock.ts'

export interface MoveFacts {
  /** What the table of moves asks about, beside the row and the user. */
  context: MoveContext
  /** The approval that the move starts if it leads to `in_workflow`. */
  approval: Approval
}

/** Reads what a move of a locked row depends on. `given` is what the caller states about it. */
export async function gatherFacts(
  tx: Tx,
  row: LockedAnnotation,
  trigger: Trigger,
  given: MoveContext = {},
): Promise<MoveFacts> {
  const approval = await approvalOf(tx, row, trigger, given)
  const context = {
    ...given,
    workflows_enabled: approval !== null,
    ...(approval && 'undecided' in approval ? { undecided: approval.undecided } : {}),
    outdated: await isOutdated(tx, row, approval),
    unconfirmed: trigger === 'cancel' && (await isUnconfirmed(tx, row)),
  }
  return { context, approval }
}
