/** The thread's side of src/sandbox/check-thread.ts. */
import { parentPort } from 'node:worker_threads'

export interface CheckJob {
  name: string
  /** JSON. */
  args: unknown[]
}

/** The answer to a job: its result, or the failure of the check itself. */
export type CheckReply = { result: unknown } | { failure: 'too_costly' } | { failure: 'broken'; message: string }

/** Answers the jobs of the parent with these checks, whose arguments and results are JSON. */
export function answerChecks(checks: Record<string, (...args: never[]) => unknown>): void {
  const reply = ({ name, args }: CheckJob): CheckReply => {
    try {
      return { result: (checks[name] as (...given: unknown[]) => unknown)(...args) }
    } catch (error) {
      // A stack overflow.
      if (error instanceof RangeError) return { failure: 'too_costly' }
      return { failure: 'broken', message: String((error as Error).stack) }
    }
  }
  parentPort?.on('message', (job: CheckJob) => parentPort!.postMessage(reply(job)))
  parentPort?.postMessage('ready')
}
