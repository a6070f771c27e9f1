import { Context } from '@temporalio/activity'

const HEARTBEAT_MS = 4_000

/**
 * Sends heartbeats while `work` runs, so that Temporal reschedules the activity within seconds after its worker was killed. Without details
 * for the next attempt, short work sends none.
 */
export async function withHeartbeat<T>(work: () => Promise<T>, details?: unknown): Promise<T> {
  const context = Context.current()
  const beat = () => context.heartbeat(details)
  if (details !== undefined) beat()
  const clock = setInterval(beat, HEARTBEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(clock)
  }
}
