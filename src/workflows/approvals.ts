/** The approvals of an annotation, as its lifecycle starts and signals them. */
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common'
import { getExternalWorkflowHandle, isCancellation, ParentClosePolicy, startChild } from '@temporalio/workflow'
import type { LifecycleState } from '../rules/temporal/lifecycle.ts'
import { approvalWorkflowId } from '../rules/temporal/workflow-ids.ts'
import { summarizeApproval } from '../rules/temporal/workflow-summary.ts'
import { lookSignal, searchAttributes, type AnnotationLifecycleInput, type Workflows } from './contract.ts'

export class Approvals {
  #current: number | undefined
  /** `current` is the approval that an earlier run of the lifecycle has followed. */
  constructor(current: number | undefined) {
    this.#current = current
  }

  /** For the next run of the lifecycle. */
  get input(): Pick<AnnotationLifecycleInput, 'approval'> {
    return this.#current === undefined ? {} : { approval: this.#current }
  }

  /** Starts the approval of this state, or makes it read the database; an approval that is over ends by itself. */
  async follow(state: LifecycleState): Promise<void> {
    const wanted = state.approval?.run_id
    const before = this.#current
    this.#current = wanted
    if (before !== undefined && (await signal(before)) && before === wanted) return
    if (wanted !== undefined) await start(state, wanted)
  }
}

/** Returns false if the workflow is not running. */
async function signal(run_id: number): Promise<boolean> {
  try {
    await getExternalWorkflowHandle(approvalWorkflowId(run_id)).signal(lookSignal)
    return true
  } catch (error) {
    if (isCancellation(error)) throw error
    return false
  }
}

async function start({ file, annotation_id, queue, ...state }: LifecycleState, run_id: number): Promise<void> {
  try {
    await startChild<Workflows['approval']>('approval', {
      workflowId: approvalWorkflowId(run_id),
      args: [{ run_id }],
      // A continued lifecycle, and one that an operator terminates, leave the approval running.
      parentClosePolicy: ParentClosePolicy.ABANDON,
      typedSearchAttributes: [
        { key: searchAttributes.organization, value: state.organization_id },
        { key: searchAttributes.queue, value: state.queue_id },
        { key: searchAttributes.annotation, value: annotation_id },
        { key: searchAttributes.status, value: 'pending' },
        ...(file === null ? [] : [{ key: searchAttributes.file, value: file }]),
      ],
      staticSummary: summarizeApproval({ file: file ?? `annotation ${annotation_id}`, queue }),
    })
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    await signal(run_id)
  }
}
