import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import type { Deps } from '../deps.ts'
import { describeOutage, detailOf } from '../domain/readiness/index.ts'
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

/** Attempts during an outage are repeated every few seconds; each reason is a warning once in this time. */
const QUIET_MS = 60_000

/** The errors of activities that `openFailureLog` has logged, which the SDK reports again. */
export const loggedFailures = new WeakSet<object>()

/**
 * Returns a function that logs failed attempts: refusals as one line, since they are results; what passes as a sentence, once a minute;
 * everything else with its stack trace.
 */
export function openFailureLog(log: Deps['log']): (error: unknown, failure: unknown, context: object) => void {
  const warned = new Map<string, number>()
  return (error, failure, context) => {
    for (const one of [error, failure]) if (typeof one === 'object' && one !== null) loggedFailures.add(one)
    if (failure instanceof ApplicationFailure && failure.category === ApplicationFailureCategory.BENIGN)
      return log.info({ ...context, reason: failure.message }, 'activity refused')
    if (!isPassing(error)) return log.warn({ ...context, err: error }, 'activity failed')
    const { sentence } = describeOutage(error, 'an activity failed')
    const isNew = performance.now() - (warned.get(sentence) ?? -Infinity) > QUIET_MS
    if (isNew) warned.set(sentence, performance.now())
    log[isNew ? 'warn' : 'debug']({ ...context, detail: detailOf(error) }, sentence)
  }
}
