import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import { ApiError, hasLostRace, isDatabaseUnavailable } from '../errors.ts'

/** Further errors of the network, and of a blob store that is unreachable or full. */
const PASSING_NET = /^(BlobUnavailable$|ECONN|UND_ERR|TimeoutError|NetworkingError)/

/** Attempts at an operation that fails with an unexpected error, in case the cause is transient. */
const TRIES = 5

interface ErrorShape {
  code?: unknown
  name?: unknown
  /** The driver's error, with its code, wrapped by Objection. */
  nativeError?: unknown
  $metadata?: { httpStatusCode?: number }
}

/** Returns true for errors that disappear when a server becomes available again. Such work is retried without limit. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500
  const { code, name, nativeError, $metadata }: ErrorShape = typeof error === 'object' && error !== null ? error : {}
  if (nativeError instanceof Error) return isPassing(nativeError)
  const status = $metadata?.httpStatusCode
  if (status !== undefined && (status >= 500 || status === 429)) return true
  if (typeof code === 'string' && PASSING_NET.test(code)) return true
  if (typeof name === 'string' && PASSING_NET.test(name)) return true
  return hasLostRace(error) || isDatabaseUnavailable(error)
}

/**
 * Returns the error that an activity throws. Transient errors stay retryable. Rejections (4xx) and errors that repeat on every attempt
 * become non-retryable, so that no workflow retries forever. Takes the caught error and the number of the attempt, starting at 1.
 */
export function toFailure(error: unknown, attempt: number): unknown {
  if (error instanceof ApplicationFailure || isPassing(error)) return error
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  if (error instanceof ApiError) {
    return ApplicationFailure.create({
      message,
      type: error.code,
      nonRetryable: true,
      category: ApplicationFailureCategory.BENIGN,
    })
  }
  if (attempt < TRIES) return error
  return ApplicationFailure.create({
    message,
    type: name,
    nonRetryable: true,
    cause: error instanceof Error ? error : undefined,
  })
}
