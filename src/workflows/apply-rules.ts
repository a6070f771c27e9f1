import { setHandler } from '@temporalio/workflow'
import { quick } from './activities.ts'
import { lookSignal, type ApplyRulesInput } from './contract.ts'

/** Performs the actions of rules that follow the moves of an annotation, in the order of the moves. */
export async function applyRules({ annotation_id }: ApplyRulesInput): Promise<void> {
  let signalled = false
  setHandler(lookSignal, () => {
    signalled = true
  })
  for (let isMore = true; isMore || signalled;) {
    signalled = false
    isMore = await quick.applyRules(annotation_id)
  }
}
