/** Repeats requests that the service refused only because there were too many. */
import { ApiError } from '../../api/client.ts'

const MAX_REPEATS = 8

export const wait = (ms: number, abort?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (abort?.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    abort?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

/** Sends a request; after 429 again when the service allows it. */
export async function patiently<T>(send: () => Promise<T>, abort?: AbortSignal): Promise<T> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await send()
    } catch (error) {
      const isThrottled = error instanceof ApiError && error.status === 429
      if (!isThrottled || repeats >= MAX_REPEATS || abort?.aborted) throw error
      await wait((error.retryAfter ?? 2) * 1000, abort)
    }
  }
}
