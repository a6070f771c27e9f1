import type { Logger, LogLevel, LogMetadata } from '@temporalio/common'
import { Runtime } from '@temporalio/worker'
import type { Log } from '../log.ts'

/** Forwards the SDK's messages to the service's log, in its format. */
export function sdkLogger(log: Log): Logger {
  const write = (level: LogLevel, message: string, meta: LogMetadata = {}) => {
    const { error, ...rest } = meta as { error?: unknown }
    // The SDK logs every start and stop of a worker at info, which is too detailed for operators.
    const quieter = { TRACE: 'trace', DEBUG: 'trace', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const
    // Workers that serve only documents or hooks have no workflows by design.
    const isExpected = message.startsWith('No workflows registered')
    log[isExpected ? 'debug' : quieter[level]](
      { ...plain(rest), ...(error === undefined ? {} : { err: error }) },
      message,
    )
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
