/** Lets a process wait at its start for a database that is unreachable or not migrated. */
import { setTimeout as wait } from 'node:timers/promises'
import { detailOf, explainDatabase } from './domain/readiness/index.ts'
import { isDatabaseUnavailable } from './errors.ts'
import type { Log } from './log.ts'

/** Codes of a database that is not set up yet: it or its tables do not exist. */
const NOT_SET_UP: readonly unknown[] = ['3D000', '42P01']
const MAX_PAUSE_MS = 10_000
const PATIENCE_MS = 5 * 60_000

/**
 * Runs `work`, again while the database is not ready: PostgreSQL, the set-up and this process start in any order. Logs each new reason.
 * Rejects with the last error after `patienceMs`, and immediately with every other error, such as a wrong password.
 */
export async function retryUntilDatabaseReady<T>(
  work: () => Promise<T>,
  log: Log,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const end = performance.now() + patienceMs
  let logged = ''
  for (let pauseMs = 250; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isNotReady(error) || performance.now() + pauseMs > end) throw error
      const sentence = explainDatabase(error)
      if (sentence !== logged)
        log.warn({ detail: detailOf(error) }, `the database is not ready; trying again: ${sentence}`)
      logged = sentence
      await wait(pauseMs)
    }
  }
}

const isNotReady = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || (error instanceof Error && 'code' in error && NOT_SET_UP.includes(error.code))
