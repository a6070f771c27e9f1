import { continueAsNew, setHandler, workflowInfo } from '@temporalio/workflow'
import { documents } from './activities.ts'
import { lookSignal, type LearnInput, type Workflows } from './contract.ts'

/** Learns from the annotations of a queue that users have confirmed, in the order of their confirmation. */
export async function learn({ queue_id }: LearnInput): Promise<void> {
  let signalled = false
  setHandler(lookSignal, () => {
    signalled = true
  })
  for (let isMore = true; isMore || signalled;) {
    signalled = false
    isMore = await documents.learn(queue_id)
    // Thousands of confirmations at once are more than one history holds.
    if (isMore && workflowInfo().continueAsNewSuggested) await continueAsNew<Workflows['learn']>({ queue_id })
  }
}
