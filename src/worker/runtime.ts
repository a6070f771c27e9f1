import type { Logger, LogLevel, LogMetadata } from '@temporalio/common'
import { Runtime } from '@temporalio/worker'
import type { Log } from '../log.ts'

/** The SDK's messages in our log, in our format. */
export function sdkLogger(log: Log): Logger {
  const write = (level: LogLevel, message: string, meta: LogMetadata = {}) => {
    const { error, ...rest } = meta as { error?: unknown }
    // The SDK greets at info whenever a worker starts or stops; that is detail to an operator.
    const quieter = { TRACE: 'trace', DEBUG: 'trace', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const
    // Workers for documents have none, on purpose.
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

/** Numbers may be bigint there, which JSON cannot write. */
const plain = (meta: LogMetadata) =>
  Object.fromEntries(
    Object.entries(meta).map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value]),
  )

let installed = false

/** Sets the process-wide part of the SDK up, once. Signals are handled by the program that started the process. */
export function installRuntime(log: Log): void {
  if (installed) return
  installed = true
  Runtime.install({
    logger: sdkLogger(log),
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
  })
}
