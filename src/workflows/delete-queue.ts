import {
  ActivityFailure,
  allHandlersFinished,
  condition,
  ContinueAsNew,
  continueAsNew,
  defineSignal,
  isCancellation,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import { batches, quick } from './activities.ts'
import { LOOK, searchAttributes } from './contract.ts'
import type { DeleteQueueInput } from './contract.ts'

/** Imports and exports under way take seconds; what takes longer is not asked about all the time. */
const MAX_PAUSE_MS = 60_000

/**
 * A queue from the request for its deletion to its end: sleeps until its time has come, waits for what is in motion, removes the rest
 * in batches. What comes back every time ends it as `deletion_failed`. A signal makes it look at the database again.
 */
export async function deleteQueue({ queue_id }: DeleteQueueInput): Promise<void> {
  let told = false
  setHandler(defineSignal(LOOK), () => {
    told = true
  })
  const look = () => {
    told = false
    return quick.beginQueueDeletion(queue_id)
  }
  const startAnew = async () => {
    await condition(allHandlersFinished)
    await continueAsNew<typeof deleteQueue>({ queue_id })
  }
  let wait: number | null
  do {
    wait = await look()
    if (wait) await condition(() => told, Math.ceil(wait))
    if (wait && workflowInfo().continueAsNewSuggested) await startAnew()
  } while (wait || (wait === null && told))
  if (wait === null) return

  upsertSearchAttributes([{ key: searchAttributes.status, value: 'deletion_in_progress' }])
  try {
    for (let pauses = 0; ;) {
      const step = await batches.removeQueueBatch(queue_id)
      if (step === 'gone') return
      if (step === 'more') pauses = 0
      else await condition(() => told, Math.min(500 * 2 ** pauses++, MAX_PAUSE_MS))
      told = false
      if (workflowInfo().continueAsNewSuggested) await startAnew()
    }
  } catch (error) {
    if (isCancellation(error) || error instanceof ContinueAsNew) throw error
    await quick.failQueueDeletion({ queue_id, reason: reasonOf(error) })
    upsertSearchAttributes([{ key: searchAttributes.status, value: 'deletion_failed' }])
  }
}

/** The innermost message: what failed, without who reported it. */
function reasonOf(error: unknown): string {
  let inner = error
  while (inner instanceof ActivityFailure && inner.cause) inner = inner.cause
  return inner instanceof Error ? inner.message : String(inner)
}
