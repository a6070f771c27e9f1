import { quick } from './activities.ts'

/** Ends reviews that have rested too long, in all queues; started by a schedule. */
export async function sweepReviews(): Promise<void> {
  await quick.endExpiredReviews()
}
