import {
  allHandlersFinished,
  condition,
  ContinueAsNew,
  continueAsNew,
  isCancellation,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import { describeDeletion } from '../rules/deletion/progress.ts'
import { batches, quick } from './activities.ts'
import { lookSignal, searchAttributes } from './contract.ts'
import type { DeletionInput, Workflows } from './contract.ts'
import { endAsFailed, reasonOf } from './failures.ts'

/** Imports and exports in progress take seconds; longer ones are polled at increasing intervals. */
const MAX_PAUSE_MS = 60_000

/**
 * Deletes what a confirmed deletion request has found, in batches, and last documents that were being imported or exported. The details show the
 * progress. An error that repeats on every attempt ends the workflow as failed; another confirmation starts it again for the rest.
 */
export async function deleteOnRequest({ deletion_id }: DeletionInput): Promise<void> {
  let signalled = false
  setHandler(lookSignal, () => {
    signalled = true
  })
  try {
    for (let pauses = 0; ;) {
      signalled = false
      const progress = await batches.deleteFoundBatch(deletion_id)
      if (progress === null) {
        // A confirmation that arrived meanwhile.
        if (signalled) continue
        return
      }
      setCurrentDetails(describeDeletion(progress))
      if (progress.left === 0) upsertSearchAttributes([{ key: searchAttributes.status, value: 'finished' }])
      if (!progress.waits) pauses = 0
      else await condition(() => signalled, Math.min(500 * 2 ** pauses++, MAX_PAUSE_MS))
      if (workflowInfo().continueAsNewSuggested) {
        await condition(allHandlersFinished)
        await continueAsNew<Workflows['deleteOnRequest']>({ deletion_id })
      }
    }
  } catch (error) {
    if (isCancellation(error) || error instanceof ContinueAsNew) throw error
    const reason = reasonOf(error)
    await quick.failDeletion({ deletion_id, reason })
    upsertSearchAttributes([{ key: searchAttributes.status, value: 'failed' }])
    throw endAsFailed('deletion_failed', reason)
  }
}
