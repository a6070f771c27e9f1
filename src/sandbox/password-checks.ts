/**
 * Estimates of passwords, in a thread of their own: one takes tens of milliseconds, and callers without a login can ask for it. The queue of
 * customers' schemas is another one, so that strangers delay no user who is logged in.
 */
import { join } from 'node:path'
import type { Known } from '../rules/access/passwords.ts'
import type { PasswordCheckTypes } from './children/password-checks-thread.ts'
import { openCheckThread } from './check-thread.ts'

export interface PasswordChecks {
  /**
   * Returns the reasons for which a password is rejected, as `errorsOfPassword`. `caller` is the organization or the address that asks: callers
   * take turns. Throws `ApiError`: 400 on `field` if the estimate exceeds a limit, 429 if too many of the caller wait, 503 if too many of all
   * callers wait or the service stops.
   */
  errors(caller: string, field: string, password: string, known?: Known): Promise<string[]>
  /** Returns strength and advice, as `scorePassword`; throws as `errors`, about the field `password`. */
  score(caller: string, password: string, known?: Known): Promise<{ score: number; messages: string[] }>
  close(): Promise<void>
}

/** Processor time. An estimate takes 36 to 78 ms, and the length of what is estimated is limited. */
const TIME_LIMIT_MS = 1_000
/** Estimates of one caller that may wait: more than a person who types causes. */
const MAX_WAITING = 5
/** Estimates of all callers that may wait: those of some seconds. */
const MAX_WAITING_IN_ALL = 60
/** The word lists need 60 MB. */
const MEMORY_MB = 192
const SCRIPT = join(import.meta.dirname, 'children', 'password-checks-thread.ts')

/** Returns the checks; the thread starts with the first one and ends after a minute without work. The options are for tests. */
export function openPasswordChecks({ script = SCRIPT, waiting = MAX_WAITING_IN_ALL } = {}): PasswordChecks {
  const thread = openCheckThread<PasswordCheckTypes>({
    script,
    timeLimitMs: TIME_LIMIT_MS,
    memoryMb: MEMORY_MB,
    waitingPerLane: MAX_WAITING,
    waiting,
    texts: {
      tooCostly: 'Estimating this password takes too much time.',
      busyLane: 'Too many passwords of this caller are being checked.',
      busy: 'Too many passwords are being checked; try again later.',
      broken: 'Passwords cannot be checked now; try again later.',
    },
  })
  return {
    errors: (caller, field, password, known = {}) => thread.run(caller, field, 'errors', password, known),
    score: (caller, password, known = {}) => thread.run(caller, 'password', 'score', password, known),
    close: () => thread.close(),
  }
}
