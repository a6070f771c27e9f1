import { Context } from '@temporalio/activity'

const HEARTBEAT_MS = 4_000

/** Reports to the server that the work goes on, so that work of a worker that was killed starts again elsewhere within seconds. */
export async function withHeartbeat<T>(work: () => Promise<T>, details?: unknown): Promise<T> {
  const context = Context.current()
  const beat = () => context.heartbeat(details)
  beat()
  const clock = setInterval(beat, HEARTBEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(clock)
  }
}
