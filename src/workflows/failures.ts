import { ActivityFailure, ApplicationFailure, isCancellation } from '@temporalio/workflow'
import { ApplicationFailureCategory } from '@temporalio/common'

/**
 * Runs `work`, and `giveUp` when it fails. Failures that pass are retried by the activities for as long as it takes, so one that arrives here
 * would come back every time.
 */
export async function orElse<T>(work: () => Promise<T>, giveUp: (error: unknown) => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isCancellation(error)) throw error
    return giveUp(error)
  }
}

/** The innermost message: what failed, without the chain of reports around it. */
export function reasonOf(error: unknown): string {
  let inner = error
  while (inner instanceof ActivityFailure && inner.cause) inner = inner.cause
  return inner instanceof Error ? inner.message : String(inner)
}

/** Ends a workflow as failed because a person has to look; expected, so no error in the logs. */
export const endAsFailed = (type: string, message: string): ApplicationFailure =>
  ApplicationFailure.create({ type, message, nonRetryable: true, category: ApplicationFailureCategory.BENIGN })
