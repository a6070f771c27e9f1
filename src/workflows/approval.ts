import {
  allHandlersFinished,
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import { describeApproval, type ApprovalState } from '../rules/temporal/approval.ts'
import { quick } from './activities.ts'
import { approvalQuery, lookSignal, searchAttributes, type ApprovalInput, type Workflows } from './contract.ts'

/** Without a signal, the database is read this often. */
const MAX_WAIT_MS = 24 * 60 * 60 * 1000

/**
 * Follows the approval of one annotation until it ends: shows for whom it waits and since when, and sends reminders. The decisions are
 * made in the database, by the requests of the approvers; the lifecycle of the annotation signals each of them.
 */
export async function approval({ run_id }: ApprovalInput): Promise<void> {
  let state: ApprovalState | null = null
  let unseen = false
  setHandler(approvalQuery, () => state)
  setHandler(lookSignal, () => {
    unseen = true
  })
  for (;;) {
    unseen = false
    const found = await quick.lookAtApproval(run_id)
    if (found) show(found.state)
    if (found?.state.status !== 'pending') {
      if (!found && state) show({ ...(state as ApprovalState), status: 'removed', waiting_for: [] })
      if (!unseen) return
      continue
    }
    if (found.remind_in_ms === 0) {
      await quick.remindApprovers(run_id)
      continue
    }
    await condition(() => unseen, Math.min(found.remind_in_ms ?? MAX_WAIT_MS, MAX_WAIT_MS))
    if (workflowInfo().continueAsNewSuggested) {
      await condition(allHandlersFinished)
      await continueAsNew<Workflows['approval']>({ run_id })
    }
  }

  function show(next: ApprovalState): void {
    const isShown = JSON.stringify(next) === JSON.stringify(state)
    state = next
    if (isShown) return
    setCurrentDetails(describeApproval(next))
    const isPending = next.status === 'pending'
    upsertSearchAttributes([
      { key: searchAttributes.status, value: next.status },
      { key: searchAttributes.queue, value: next.queue_id },
      { key: searchAttributes.waitingFor, value: isPending ? next.waiting_for : null },
      { key: searchAttributes.waitingSince, value: isPending && next.since ? new Date(next.since) : null },
    ])
  }
}
