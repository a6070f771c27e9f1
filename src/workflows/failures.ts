import { ActivityFailure, ApplicationFailure, isCancellation } from '@temporalio/workflow'
import { ApplicationFailureCategory } from '@temporalio/common'

/**
 * Runs `work`, and `giveUp` if it fails. The activities retry transient errors without limit, so an error that arrives here would repeat on
 * every attempt.
 */
export async function orElse<T>(work: () => Promise<T>, giveUp: (error: unknown) => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isCancellation(error)) throw error
    return giveUp(error)
  }
}

/** Returns the innermost message: the cause, without the chain of failures around it. */
export function reasonOf(error: unknown): string {
  let inner = error
  while (inner instanceof ActivityFailure && inner.cause) inner = inner.cause
  return inner instanceof Error ? inner.message : String(inner)
}

/** Ends a workflow as failed because a user has to act. Expected, so not logged as an error. */
export const endAsFailed = (type: string, message: string): ApplicationFailure =>
  ApplicationFailure.create({ type, message, nonRetryable: true, category: ApplicationFailureCategory.BENIGN })
