/** Log lines about the organizations and users with the most work. */
import type { Log } from '../log.ts'
import { ledger as ofProcess, processorMs, type Ledger } from '../work/ledger.ts'

const EVERY_MS = 60_000
/** Lines per minute. */
const LINES = 10
/** One percent of a processor, or 50 MB: less is of no interest to operators. */
const MIN_MS = 600
const MIN_BYTES = 50_000_000

/** Logs what the organizations and users with the most processor time have used in the last minute. */
export function logWork(log: Log, ledger: Ledger = ofProcess): void {
  for (const { organization_id, user_id, used } of ledger.top(LINES)) {
    if (processorMs(used) < MIN_MS && used.bytes_in + used.bytes_out < MIN_BYTES) continue
    const rounded = Object.fromEntries(Object.entries(used).map(([kind, amount]) => [kind, Math.round(amount)]))
    const of = { organization: organization_id, ...(user_id === undefined ? {} : { user: user_id }) }
    log.info({ ...of, ...rounded }, 'work of the last minute')
  }
}

/** Logs it every minute until the returned function is called. */
export function startWorkLog(log: Log): () => void {
  const timer = setInterval(() => logWork(log), EVERY_MS).unref()
  return () => clearInterval(timer)
}
