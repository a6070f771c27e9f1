import { setHandler } from '@temporalio/workflow'
import { quick } from './activities.ts'
import { lookSignal } from './contract.ts'

/** Counts the usage of all documents imported since the last run, in batches. */
export async function countUsage(): Promise<void> {
  let signalled = false
  setHandler(lookSignal, () => {
    signalled = true
  })
  for (let isMore = true; isMore || signalled;) {
    signalled = false
    isMore = await quick.countUsage()
  }
}
