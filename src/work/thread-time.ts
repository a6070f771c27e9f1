/**
 * Attributes the processor time of the thread that answers requests to those who caused it. Code of a request passes checkpoints: its
 * statements, their answers, and its beginning and end. The time between two checkpoints belongs to the one who passes the second, and the time
 * from the last one to the end of a turn of the event loop to the one who passed it, because that code still runs for the same request.
 */
import { ledger, type Ledger } from './ledger.ts'
import { beneficiary, type Beneficiary } from './on-behalf.ts'

/** Milliseconds of processor time that this thread has used. */
const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export interface ThreadClock {
  /** A request begins, whose caller is not known yet: the time so far belongs to the one who passed the last checkpoint. */
  begin(): void
  /** Counts the time since the last checkpoint for whom the code runs on behalf; for none before the caller is known. */
  checkpoint(): void
  /** The time since the last checkpoint belongs to no request, such as that of a worker in the same process. */
  skip(): void
}

/** `used` returns milliseconds of processor time; `atEndOfTurn` calls its argument when the event loop has handled what is ready. */
export function openThreadClock(
  target: Ledger = ledger,
  used: () => number = threadMs,
  atEndOfTurn: (end: () => void) => void = (end) => void setImmediate(end),
): ThreadClock {
  let last = used()
  let current: Beneficiary | undefined
  let isScheduled = false

  const countFor = (owner: Beneficiary | undefined) => {
    const now = used()
    target.add(owner, 'thread_ms', now - last)
    last = now
  }
  const pass = (next: Beneficiary | undefined) => {
    current = next
    if (isScheduled) return
    isScheduled = true
    atEndOfTurn(() => {
      isScheduled = false
      countFor(current)
      current = undefined
    })
  }
  return {
    begin() {
      countFor(current)
      pass(undefined)
    },
    checkpoint() {
      const owner = beneficiary()
      countFor(owner)
      pass(owner)
    },
    skip() {
      countFor(undefined)
      pass(undefined)
    },
  }
}

/** The clock of this thread. */
export const threadClock = openThreadClock()
