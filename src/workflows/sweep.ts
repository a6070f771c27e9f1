import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common'
import { ParentClosePolicy, setCurrentDetails, startChild } from '@temporalio/workflow'
import { describeNextDeletions } from '../rules/deletion/next-deletions.ts'
import { exportDeliveryWorkflowId } from '../rules/temporal/workflow-ids.ts'
import { batches } from './activities.ts'
import { searchAttributes } from './contract.ts'
import type { ExportDeliveryInput, Sweep, Workflows } from './contract.ts'

/** Runs a sweep; started by a Temporal Schedule. That of the lifetimes shows what it will delete next, that of exports starts deliveries. */
export async function sweep({ sweep }: { sweep: Sweep }): Promise<void> {
  const result = await batches.sweep(sweep)
  // Workers of earlier releases return only the number.
  if (typeof result === 'number') return
  for (const delivery of result.deliveries ?? []) await start(delivery)
  if (result.next) setCurrentDetails(`Deleted now: ${result.count}\n\n${describeNextDeletions(result.next)}`)
}

/** Starts the workflow of a delivery, unless it runs. */
async function start(input: ExportDeliveryInput): Promise<void> {
  try {
    await startChild<Workflows['deliverExport']>('deliverExport', {
      workflowId: exportDeliveryWorkflowId(input.delivery_id),
      args: [input],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      staticSummary: `Delivery ${input.delivery_id} of an export profile`,
      typedSearchAttributes: [
        { key: searchAttributes.organization, value: input.organization_id },
        { key: searchAttributes.queue, value: input.queue_id },
        { key: searchAttributes.status, value: 'pending' },
      ],
    })
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}
