/** Checks that run customers' schemas and patterns, in a thread with limits; organizations take turns. */
import { join } from 'node:path'
import type { UserCheckName, UserCheckTypes } from './children/user-checks-thread.ts'
import { openCheckThread } from './check-thread.ts'

/** For whom a check runs. */
interface Tenant {
  organization_id: number
}

export interface UserChecks {
  /**
   * Runs one check of src/sandbox/children/user-checks-thread.ts. Throws `ApiError`: 400 on `field` if it exceeds a limit, 429 if too many
   * checks of the organization wait, 503 if too many of all organizations wait, if the thread cannot start or if `close` was called.
   */
  run<Name extends UserCheckName>(
    tenant: Tenant,
    field: string,
    name: Name,
    ...args: Parameters<UserCheckTypes[Name]>
  ): Promise<ReturnType<UserCheckTypes[Name]>>
  close(): Promise<void>
}

/** Processor time, far more than valid input needs: a schema of 5,000 nodes takes a fifth of this. */
const TIME_LIMIT_MS = 1_000
/** Checks of one organization that may wait. */
const MAX_WAITING = 20
/** Checks of all organizations that may wait: a bound on the memory that their arguments occupy, 10 MB each at most. */
const MAX_WAITING_IN_ALL = 500
const MEMORY_MB = 128
const SCRIPT = join(import.meta.dirname, 'children', 'user-checks-thread.ts')

/** Returns the checks; the thread starts with the first one. The options are for tests. */
export function openUserChecks({
  timeLimitMs = TIME_LIMIT_MS,
  memoryMb = MEMORY_MB,
  script = SCRIPT,
} = {}): UserChecks {
  const thread = openCheckThread<UserCheckTypes>({
    script,
    timeLimitMs,
    memoryMb,
    waitingPerLane: MAX_WAITING,
    waiting: MAX_WAITING_IN_ALL,
    texts: {
      tooCostly: 'Checking this takes too much time or memory.',
      busyLane: 'Too many checks of the organization are waiting.',
      busy: 'Too many checks are waiting; try again later.',
      broken: 'Schemas and patterns cannot be checked now; try again later.',
    },
  })
  return {
    run: ({ organization_id }, field, name, ...args) => thread.run(`${organization_id}`, field, name, ...args),
    close: () => thread.close(),
  }
}
