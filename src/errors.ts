/** An error that is no fault of the program. Commands print its message, which is for the user, without a stack. */
export class ExpectedError extends Error {}

/** The only error whose message is returned to clients. All other errors become a 500 and a log line. */
export class ApiError extends ExpectedError {
  readonly status: number
  readonly code: string
  /** Additional keys of the response body: field errors (`{name: ['…']}`), `url` of a 429, `messages`, … */
  readonly extra: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(status: number, code: string, message: string, extra: object = {}, headers: Record<string, string> = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.extra = extra as Record<string, unknown>
    this.headers = headers
  }
}

/** Errors of fields: values are lists of sentences, or nested objects and lists that mirror the input. */
export type FieldErrors = { [field: string]: unknown }

/** Returns the first sentence in a tree of field errors with its path, for `detail` in the body. */
function firstSentence(errors: unknown, path: string): string | undefined {
  if (typeof errors === 'string') return path ? `${path}: ${errors}` : errors
  if (Array.isArray(errors)) {
    for (const [index, item] of errors.entries()) {
      const found = firstSentence(item, typeof item === 'string' ? path : `${path}[${index}]`)
      if (found) return found
    }
  } else if (errors && typeof errors === 'object') {
    for (const [key, value] of Object.entries(errors)) {
      const found = firstSentence(value, key === 'non_field_errors' ? path : path ? `${path}.${key}` : key)
      if (found) return found
    }
  }
  return undefined
}

export const invalid = (fields: FieldErrors) =>
  new ApiError(400, 'bad_request', firstSentence(fields, '') ?? 'Invalid input.', fields)
export const badRequest = (message: string, extra: object = {}) => new ApiError(400, 'bad_request', message, extra)
export const unauthenticated = (message = 'Invalid token.') =>
  new ApiError(401, 'authentication_failed', message, {}, { 'WWW-Authenticate': 'Bearer' })
export const forbidden = (message = 'You do not have permission to perform this action.') =>
  new ApiError(403, 'access_forbidden', message)
export const notFound = (what = 'Object') => new ApiError(404, 'not_found', `${what} not found.`)
export const conflictStatus = (message: string) => new ApiError(409, 'conflict_status', message)
export const referenced = (message: string) => new ApiError(409, 'conflict_referenced', message)
export const preconditionFailed = (message = 'The object has changed since it was read.') =>
  new ApiError(412, 'precondition_failed', message)
export const tooLarge = (message: string) => new ApiError(413, 'payload_too_large', message)
export const unavailable = (message: string, retryAfterSeconds = 5) =>
  new ApiError(503, 'service_unavailable', message, {}, { 'Retry-After': String(retryAfterSeconds) })

/** Codes of PostgreSQL: a serialization failure, or a deadlock that it ended. */
const LOST_RACE = ['40001', '40P01']

/** Returns true if PostgreSQL ended a transaction because of another one. The same statements succeed when repeated. */
export function hasLostRace(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, nativeError } = error as Error & { code?: unknown; nativeError?: unknown }
  // Objection wraps the driver's error.
  return (typeof code === 'string' && LOST_RACE.includes(code)) || hasLostRace(nativeError)
}

/** Codes of the network and of PostgreSQL: unreachable, starting, stopping, out of connections or full. */
const UNAVAILABLE =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|57P0\d|53\d{3}|08\d{3}|58\d{3})$/

/** pg and knex report a lost connection, and a wait for one that took too long, without a code. */
const LOST =
  /Connection terminated|Connection ended|is not queryable|Timeout acquiring a connection|^timeout expired$|Query read timeout/

/** Returns true if the database did not do what was asked because it, or the network, is unavailable. It may be asked again later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, name, message }: { code?: unknown; name: string; message: string } = error
  return (typeof code === 'string' && UNAVAILABLE.test(code)) || name === 'KnexTimeoutError' || LOST.test(message)
}

/** SQLSTATE: five characters (PostgreSQL 18, appendix A). */
const SQLSTATE = /^[0-9A-Z]{5}$/

/** Returns the code of an error of the system, a driver or the database (`ENOENT`, `28P01`), if it has one. */
export const codeOfError = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Returns true for an error that the database or its driver reported. */
export const isDatabaseError = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || SQLSTATE.test(codeOfError(error) ?? '')
