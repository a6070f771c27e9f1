import { batches } from './activities.ts'
import type { Sweep } from './contract.ts'

/** Runs a sweep; started by a Temporal Schedule. */
export async function sweep({ sweep }: { sweep: Sweep }): Promise<void> {
  await batches.sweep(sweep)
}
