import type { Logger, LogLevel, LogMetadata } from '@temporalio/common'
import { Runtime } from '@temporalio/worker'
import { loggedFailures } from '../activities/failures.ts'
import { explainTemporal } from '../domain/readiness/index.ts'
import type { Log } from '../log.ts'

/** The module of the SDK that repeats calls. While Temporal does not answer, it warns several times a second. */
const RETRIES = 'temporalio_client::retry'
/** Warnings of `RETRIES` are logged once in this time. */
const QUIET_MS = 60_000

/** Forwards the SDK's messages to the service's log, in its format. */
export function sdkLogger(log: Log): Logger {
  let warnedAt = -Infinity
  const writeRetry = (message: string, detail: string) => {
    const isNew = performance.now() - warnedAt > QUIET_MS
    if (isNew) warnedAt = performance.now()
    const reason = detail.includes('code: Unavailable') ? `: ${explainTemporal(undefined)}` : ''
    log[isNew ? 'warn' : 'debug']({ call: message, detail }, `calls of Temporal fail; trying again${reason}`)
  }
  const write = (level: LogLevel, message: string, meta: LogMetadata = {}) => {
    const { error, ...rest } = meta as { error?: unknown; target?: unknown }
    if (rest.target === RETRIES) return writeRetry(message, String(error))
    // The SDK logs every start and stop of a worker at info, which is too detailed for operators.
    const quieter = { TRACE: 'trace', DEBUG: 'trace', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const
    if (isResult(message, error)) return log.debug({ ...plain(rest), reason: (error as Error).message }, message)
    const context = { ...plain(rest), ...(error === undefined ? {} : { err: error }) }
    log[isExpected(message, error) ? 'debug' : quieter[level]](context, message)
  }
  return {
    log: write,
    trace: (message, meta) => write('TRACE', message, meta),
    debug: (message, meta) => write('DEBUG', message, meta),
    info: (message, meta) => write('INFO', message, meta),
    warn: (message, meta) => write('WARN', message, meta),
    error: (message, meta) => write('ERROR', message, meta),
  }
}

/**
 * Returns true for a workflow that ended as failed because that is its result, such as a document that cannot be imported: users see the
 * reason. Workflows throw ApplicationFailures only for this; the error arrives from another thread as a copy without its class.
 */
const isResult = (message: string, error: unknown): boolean =>
  message === 'Workflow failed' && error instanceof Error && /^ApplicationFailure: /.test(error.stack ?? '')

/** Returns true for messages about what happens by design. */
const isExpected = (message: string, error: unknown): boolean =>
  // Workers that serve only documents or hooks have no workflows.
  message.startsWith('No workflows registered') ||
  // A call that reports the stop of a worker to the server, which is cancelled by the end of the stop itself.
  /^shutdown_worker rpc errored during worker shutdown: Status \{ code: Cancelled/.test(message) ||
  // `createActivities` has logged it.
  (message === 'Activity failed' && typeof error === 'object' && error !== null && loggedFailures.has(error))

/** Converts bigint values, which JSON cannot represent. */
const plain = (meta: LogMetadata) =>
  Object.fromEntries(
    Object.entries(meta).map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value]),
  )

let installed = false

/** Configures the process-wide part of the SDK, once. The entry point of the process handles signals. */
export function installRuntime(log: Log): void {
  if (installed) return
  installed = true
  Runtime.install({
    logger: sdkLogger(log),
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
  })
}
