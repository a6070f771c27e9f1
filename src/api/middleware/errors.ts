/** The only catch in the request path: converts errors to `{detail, code}`, and internal errors to a 500 and a log line. */
import type { Context, Next } from 'koa'
import { ApiError, badRequest, hasLostRace, isDatabaseUnavailable, unavailable } from '../../errors.ts'
import type { Log } from '../../log.ts'

interface DriverError extends Error {
  code?: string
  constraint?: string
  column?: string
  detail?: string
  status?: number
  /** The driver's error wrapped by Objection. */
  nativeError?: DriverError
}

/** A null character: valid JSON, but not storable in text and JSON columns of PostgreSQL. */
const NOT_STORABLE = ['22021', '22P05']
const FOREIGN_KEY_VIOLATION = '23503'
const UNIQUE_VIOLATION = '23505'
/** The statement or the transaction exceeded its limit in time. */
const TOO_LONG = ['57014', '25P03']

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
      // A file that the database refers to but the store has lost requires attention from the operator.
      if (known.status >= 500 || (error as Error).name === 'BlobNotFound')
        log.error(
          { err: error, request_id: ctx.state.request_id, method: ctx.method, path: ctx.state.logged_path },
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
    return new ApiError(400, 'bad_request', `${field}: This value is already in use.`, {
      [field]: ['This value is already in use.'],
    })
  }
  if (NOT_STORABLE.includes(error.code ?? '')) return badRequest('Text must not contain null characters.')
  if (error.name === 'BlobNotFound') return new ApiError(404, 'not_found', 'The file is no longer stored.')
  if (TOO_LONG.includes(error.code ?? ''))
    return unavailable('The request took too long; narrow it down or try again later.')
  if (hasLostRace(error)) return unavailable('Another request was changing the same objects; repeat this one.', 1)
  if (error.name === 'BlobUnavailable' || isDatabaseUnavailable(error))
    return unavailable('A part of the service is unavailable; try again later.')
  return new ApiError(500, 'error', 'Internal error; try again later.')
}
