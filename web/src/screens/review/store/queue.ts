/** Runs tasks one after the other: changes of the content, and reads of it, must not overtake each other. */
export interface TaskQueue {
  /** Runs a task after those before it. A failed task does not stop the next. */
  add<T>(task: () => Promise<T>): Promise<T>
  /** Waits until no task is left. */
  idle(): Promise<void>
}

export function createQueue(): TaskQueue {
  let last: Promise<unknown> = Promise.resolve()
  let count = 0
  return {
    add: (task) => {
      count += 1
      const result = last.then(task)
      last = result.catch(() => undefined).finally(() => (count -= 1))
      return result
    },
    idle: async () => {
      while (count) await last
    },
  }
}
