import {
  allHandlersFinished,
  condition,
  ContinueAsNew,
  continueAsNew,
  isCancellation,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import { batches, quick } from './activities.ts'
import { lookSignal, searchAttributes } from './contract.ts'
import type { DeleteQueueInput, Workflows } from './contract.ts'
import { endAsFailed, reasonOf } from './failures.ts'

/** Imports and exports in progress take seconds; longer ones are polled at increasing intervals. */
const MAX_PAUSE_MS = 60_000

/**
 * Deletes a queue: sleeps until the deletion is due, waits for imports and exports in progress, then deletes the queue in batches. An error
 * that repeats on every attempt ends the workflow as `deletion_failed`. A signal makes it read the database again.
 */
export async function deleteQueue({ queue_id }: DeleteQueueInput): Promise<void> {
  let signalled = false
  setHandler(lookSignal, () => {
    signalled = true
  })
  const readDatabase = () => {
    signalled = false
    return quick.beginQueueDeletion(queue_id)
  }
  const startNewRun = async () => {
    await condition(allHandlersFinished)
    await continueAsNew<Workflows['deleteQueue']>({ queue_id })
  }
  let wait: number | null
  do {
    wait = await readDatabase()
    if (wait) await condition(() => signalled, Math.ceil(wait))
    if (wait && workflowInfo().continueAsNewSuggested) await startNewRun()
  } while (wait || (wait === null && signalled))
  if (wait === null) return

  upsertSearchAttributes([{ key: searchAttributes.status, value: 'deletion_in_progress' }])
  try {
    for (let pauses = 0; ;) {
      const step = await batches.removeQueueBatch(queue_id)
      if (step === 'gone') return
      if (step === 'more') pauses = 0
      else await condition(() => signalled, Math.min(500 * 2 ** pauses++, MAX_PAUSE_MS))
      signalled = false
      if (workflowInfo().continueAsNewSuggested) await startNewRun()
    }
  } catch (error) {
    if (isCancellation(error) || error instanceof ContinueAsNew) throw error
    const reason = reasonOf(error)
    await quick.failQueueDeletion({ queue_id, reason })
    upsertSearchAttributes([{ key: searchAttributes.status, value: 'deletion_failed' }])
    throw endAsFailed('deletion_failed', reason)
  }
}
