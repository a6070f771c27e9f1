import { setCurrentDetails } from '@temporalio/workflow'
import { describeNextDeletions } from '../rules/next-deletions.ts'
import { batches } from './activities.ts'
import type { Sweep } from './contract.ts'

/** Runs a sweep; started by a Temporal Schedule. That of the lifetimes shows what it will delete next. */
export async function sweep({ sweep }: { sweep: Sweep }): Promise<void> {
  const result = await batches.sweep(sweep)
  // Workers of earlier releases return only the number.
  if (typeof result === 'number' || !result.next) return
  setCurrentDetails(`Deleted now: ${result.count}\n\n${describeNextDeletions(result.next)}`)
}
