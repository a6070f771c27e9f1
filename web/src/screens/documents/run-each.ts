/** Runs a request for each of many objects, a few at a time. */

export interface Failure<T> {
  item: T
  error: unknown
}

export interface RunOptions {
  /** Most requests at a time. */
  limit?: number
  onProgress?: (done: number) => void
  /** Starts no further request once it is aborted. */
  abort?: AbortSignal
}

/** Calls `work` for each item and returns the failures, and the items that were not begun. A failure does not end the run. */
export async function runEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  { limit = 4, onProgress, abort }: RunOptions = {},
): Promise<{ failures: Failure<T>[]; skipped: T[] }> {
  const waiting = [...items]
  const failures: Failure<T>[] = []
  let done = 0
  const runner = async (): Promise<void> => {
    while (waiting.length && !abort?.aborted) {
      const item = waiting.shift()!
      try {
        await work(item)
      } catch (error) {
        failures.push({ item, error })
      }
      onProgress?.(++done)
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, runner))
  const order = new Map(items.map((item, index) => [item, index]))
  failures.sort((a, b) => order.get(a.item)! - order.get(b.item)!)
  return { failures, skipped: waiting }
}
