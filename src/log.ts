/** The log of a process: JSON lines on standard error, without contents of documents and without secrets. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

export type Log = Logger

/** The request on whose behalf code runs. */
export interface RequestScope {
  request_id: string
  /** Number of its database queries so far, and of those that write, except for the keys of idempotent requests. */
  queries: number
  writes: number
}
export const requestScope = new AsyncLocalStorage<RequestScope>()

/**
 * Logs rejections of promises that no code awaits, with the request that caused them, instead of ending the process: one request must not
 * end the others. Returns a function that removes the listener.
 */
export function logUnhandledRejections(log: Log): () => void {
  const listener = (err: unknown) =>
    log.error({ err, request_id: requestScope.getStore()?.request_id }, 'unhandled rejection')
  process.on('unhandledRejection', listener)
  return () => void process.off('unhandledRejection', listener)
}

/**
 * Opens a log of JSON lines on standard error (standard output is for the output of commands). Secrets are redacted by name, and values
 * are removed from errors of the database.
 */
export function openLog(
  level: string,
  name = 'sheaf',
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log {
  return pino(
    {
      name,
      level,
      redact: { paths: REDACTED, censor: '[hidden]' },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    destination,
  )
}

const SECRETS = [
  'password',
  'user_password',
  'token',
  'key',
  'secret',
  'authorization',
  'create_key',
  'one_time_token',
  'old_password',
  'new_password1',
  'new_password2',
]
const REDACTED = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/** PostgreSQL repeats values in these: rows, keys and parameters, which may be texts of documents or data of users. */
const WITH_VALUES = ['detail', 'where', 'hint', 'internalQuery', 'bindings', 'parameters']
const MAX_DEPTH = 4

interface LoggedError {
  type: string
  message: string
  stack?: string
  [name: string]: unknown
}

/** Returns what is logged of an error: no values of rows, and of causes the same. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : { type: typeof error }
  const { name, message, stack, cause } = error
  const own: Record<string, unknown> = { ...error }
  const clean = 'severity' in own && 'routine' in own ? withoutValues : (text: string) => text
  const logged: LoggedError = { type: name, message: clean(message), ...(stack ? { stack: clean(stack) } : {}) }
  for (const [key, value] of Object.entries(own))
    if (!WITH_VALUES.includes(key) && (typeof value === 'string' || typeof value === 'number'))
      logged[key] = typeof value === 'string' ? clean(value) : value
  for (const [key, value] of Object.entries({ cause, nativeError: own['nativeError'] }))
    if (value !== undefined && depth < MAX_DEPTH) logged[key] = describeError(value, depth + 1)
  // Objection repeats the message of the driver.
  if (own['nativeError'] !== undefined) {
    logged.message = withoutValues(logged.message)
    if (logged.stack) logged.stack = withoutValues(logged.stack)
  }
  return logged
}

/** `invalid input syntax for type bigint: "abc"` repeats a value; names of tables and columns come before a colon. */
const withoutValues = (text: string): string => text.replace(/: "(?:[^"\n]|"(?!\s*(?:\n|$)))*"?/g, ': "…"')
