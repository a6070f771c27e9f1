import { setTimeout as wait } from 'node:timers/promises'
import { isGrpcServiceError } from '@temporalio/client'
import type { Deps } from '../deps.ts'
import { findLost, MANY, restoreLost, START, startAgain } from '../domain/outbox/restore.ts'
import { reopenAnnotations } from '../domain/outbox/reopen.ts'
import { ensureSchedules, schedulesExist } from '../domain/outbox/schedules.ts'
import { prepareNamespace } from '../provision/temporal-namespace.ts'
import { openTemporalConnection } from '../temporal-connection.ts'

/** Between two calls that notice an outage. A server that is restarted with an older state takes longer to start. */
const PING_MS = 2_000
const PING_TIMEOUT_MS = 5_000
/** Between two comparisons of a part of the open work with Temporal, while nothing indicates a loss. */
const COMPARE_MS = 10_000
/** The second restoration after a loss finds the annotations that changed too recently for the first. */
const AGAIN_MS = 20_000
const MAX_PAUSE_MS = 10_000

/** gRPC status codes. */
const NOT_FOUND = 5
const UNAVAILABLE = 14
const hasCode = (error: unknown, code: number): boolean => isGrpcServiceError(error) && error.code === code

interface Restorer {
  stop(): Promise<void>
}

/**
 * Restores what Temporal has lost, until stopped: its namespace, the schedules, workflows with pending deliveries and the lifecycles of open
 * annotations. It restores everything after its start and after an outage, if the namespace is missing or is another one than before, and as
 * soon as a comparison finds a schedule or many workflows missing. A few missing workflows are started by themselves. Any number of
 * restorers may run. With each comparison it also continues imports and exports that have no pending event in the database.
 */
export function startRestorer(deps: Deps): Restorer {
  const { config, log } = deps
  const { namespace, retentionDays } = config.temporal
  const connection = openTemporalConnection(config.temporal, { retries: false })
  const stopping = new AbortController()
  const pause = (ms: number) => wait(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  /** Times at which everything is restored, in milliseconds of a clock that is never set back, like `comparedAt`. */
  let due = [performance.now()]
  let known: string | undefined
  let after = START
  let comparedAt = performance.now()

  const suspect = (reason: string) => {
    // Logged once per loss.
    if (due.length < 2) log.warn({ reason }, 'Temporal may have lost workflows; restoring them')
    due = [performance.now(), performance.now() + AGAIN_MS]
  }

  /** Returns the id of the namespace; null if Temporal does not know it. */
  const ping = () =>
    connection.withDeadline(Date.now() + PING_TIMEOUT_MS, async () => {
      try {
        const { namespaceInfo } = await connection.workflowService.describeNamespace({ namespace })
        return namespaceInfo?.id ?? ''
      } catch (error) {
        if (hasCode(error, NOT_FOUND)) return null
        if (hasCode(error, UNAVAILABLE)) suspect('Temporal was unavailable')
        throw error
      }
    })

  const restore = async () => {
    const [first] = due
    await ensureSchedules(deps)
    await reopen()
    const started = await restoreLost(deps)
    // A loss noticed in the meantime has set new times.
    if (due[0] === first) due = due.slice(1)
    if (started > 0) log.warn({ started }, 'lifecycles that Temporal had lost were started again')
  }

  /** Repeated with each comparison: a worker of the previous release may run too, and leave imports without an event. */
  const reopen = async () => {
    const reopened = await reopenAnnotations(deps)
    if (reopened.length > 0) log.warn({ annotations: reopened.length }, 'imports or exports without an event continue')
  }

  const compare = async () => {
    comparedAt = performance.now()
    await reopen()
    if (!(await schedulesExist(deps))) suspect('a schedule is missing')
    const { lost, next } = await findLost(deps, after)
    after = next
    if (lost.length === MANY) suspect(`${lost.join(', ')} are not running`)
    else if (lost.length > 0) {
      await startAgain(deps, lost)
      log.warn({ workflows: lost }, 'workflows that were not running were started again')
    }
  }

  const step = async () => {
    const id = await ping()
    if (id === null) {
      suspect(`the namespace ${namespace} does not exist`)
      await prepareNamespace(connection, namespace, retentionDays)
      return
    }
    if (known !== undefined && id !== known) suspect('the namespace was created again')
    known = id
    if (due.length > 0 && due[0]! <= performance.now()) await restore()
    else if (comparedAt + COMPARE_MS <= performance.now()) await compare()
  }

  const run = async () => {
    for (let failures = 0; !stopping.signal.aborted;) {
      try {
        await step()
        failures = 0
        await pause(PING_MS)
      } catch (error) {
        failures++
        log.debug({ err: error }, 'Temporal cannot be compared with the database; retrying')
        await pause(Math.min(PING_MS * failures, MAX_PAUSE_MS))
      }
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
      await connection.close()
    },
  }
}
