/** The only catch in the request path: what went wrong becomes `{detail, code}`; what is not for clients becomes a 500 and a log line. */
import type { Context, Next } from 'koa'
import { ApiError, badRequest, unavailable } from '../../errors.ts'
import type { Log } from '../../log.ts'

interface DriverError extends Error {
  code?: string
  constraint?: string
  column?: string
  detail?: string
  status?: number
  /** The driver's error inside an error of Objection. */
  nativeError?: DriverError
}

/** A zero character: valid JSON, but no text or JSON column of the database takes it. */
const NOT_STORABLE = ['22021', '22P05']
const FOREIGN_KEY_VIOLATION = '23503'
const UNIQUE_VIOLATION = '23505'
/** Codes of a database that cannot be reached or is just starting, stopping or full: come back later. */
const AWAY = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|57P0\d|53\d{3}|08\d{3})$/

export function errors(log: Log) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined) throw new ApiError(404, 'not_found', 'Not found.')
      if ((ctx.status === 405 || ctx.status === 501) && !ctx.body)
        answer(ctx, new ApiError(405, 'method_not_allowed', `Method ${ctx.method} is not allowed here.`))
    } catch (error) {
      const { nativeError = error } = error as DriverError
      const known = asApiError(nativeError as DriverError)
      // A file that the database knows and the store has lost is the operator's to look into.
      if (known.status >= 500 || (error as Error).name === 'BlobNotFound')
        log.error(
          { err: error, request_id: ctx.state.request_id, method: ctx.method, path: ctx.path },
          'request failed',
        )
      answer(ctx, known)
    }
  }
}

function answer(ctx: Context, error: ApiError): void {
  ctx.status = error.status
  ctx.set(error.headers)
  ctx.body = { detail: error.message, code: error.code, ...error.extra }
}

function asApiError(error: DriverError): ApiError {
  if (error instanceof ApiError) return error
  if (error.code === FOREIGN_KEY_VIOLATION) {
    const by = /from table "(\w+)"/.exec(error.detail ?? '')?.[1]
    return new ApiError(
      409,
      'conflict_referenced',
      by ? `The object is still referenced by ${by}.` : 'The object is still referenced.',
    )
  }
  if (error.code === UNIQUE_VIOLATION) {
    const field = /Key \((?:lower\()?(?:[\w]+, )*(\w+)/.exec(error.detail ?? '')?.[1] ?? 'non_field_errors'
    return new ApiError(400, 'bad_request', `${field}: This value is taken already.`, {
      [field]: ['This value is taken already.'],
    })
  }
  if (NOT_STORABLE.includes(error.code ?? '')) return badRequest('Text must not contain null characters.')
  if (error.name === 'BlobNotFound') return new ApiError(404, 'not_found', 'The file is not stored any more.')
  if (error.name === 'BlobUnavailable' || AWAY.test(error.code ?? '') || error.name === 'KnexTimeoutError') {
    return unavailable('A part of the service is not available; try again later.')
  }
  return new ApiError(500, 'error', 'Something went wrong on our side; try again later.')
}
