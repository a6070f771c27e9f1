/** Decides after each attempt of a hook's call, and after each poll for a deferred response, what happens next. */

/**
 * Outcome of one request: a status, or why there is none (see src/outgoing). `retry_after_s` is what the answer asks for in `Retry-After`,
 * in seconds.
 */
export type CallOutcome =
  | { status: number; location?: string | null; retry_after_s?: number | null }
  | { failure: 'timeout' | 'unreachable' | 'refused' | 'too_large' }

/** Statuses after which the same request may succeed later. */
const TEMPORARY = [408, 429, 500, 502, 503, 504]
const DELAYS_S = [1, 2, 4, 8]
/** The longest wait that `Retry-After` can ask for, because the document waits as well: as long as polling takes by default. */
export const MAX_RETRY_AFTER_S = 300
const POLL_S = 30
const POLL_IN_DEVELOPMENT_S = 2

export interface CallRules {
  /** Number of attempts made, including the one that has just ended: 1 after the first. */
  attempt: number
  /** Maximum number of attempts after the first. */
  retry_count: number
  retry_on_any_non_2xx: boolean
  /** Someone waits for the response: a failed call is not repeated. */
  interactive: boolean
  /** Whether the event allows a deferred response (`mayAnswerLater`); otherwise 202 is a success like any other 2xx. */
  deferrable: boolean
}

/** `poll`: the receiver accepted the call and will have the response at the `Location` of its answer. */
export type NextStep =
  { do: 'done' } | { do: 'retry'; after_ms: number } | { do: 'poll'; after_ms: number } | { do: 'failed' }

export interface PollRules {
  /** From config; after this time without a response polling has failed. */
  max_polling_time_s: number
  /** Milliseconds since the 202. */
  elapsed_ms: number
  /** Polls every 2 s instead of every 30 s. */
  development: boolean
}

/** The wait that the receiver asks for in milliseconds, within the limit; 0 if it asks for none. */
const askedMs = (outcome: CallOutcome): number =>
  'status' in outcome ? Math.min(Math.max(outcome.retry_after_s ?? 0, 0), MAX_RETRY_AFTER_S) * 1000 : 0

const isSuccess = (status: number) => status >= 200 && status < 300

/** Refused addresses and responses that are too large would fail in the same way again. */
function isTemporary(outcome: CallOutcome): boolean {
  if ('failure' in outcome) return outcome.failure === 'timeout' || outcome.failure === 'unreachable'
  return TEMPORARY.includes(outcome.status)
}

/** The time of the next poll: after the interval, but not after the end of polling, so that a short limit has a poll too. */
function pollAfter(outcome: CallOutcome, { max_polling_time_s, elapsed_ms, development }: PollRules): NextStep | null {
  const left = max_polling_time_s * 1000 - elapsed_ms
  const interval = Math.max((development ? POLL_IN_DEVELOPMENT_S : POLL_S) * 1000, askedMs(outcome))
  return left > 0 ? { do: 'poll', after_ms: Math.min(interval, left) } : null
}

/** Repeats a failed call after 1, 2, 4 or 8 s, or later if the receiver asks for it, as long as attempts are left. */
function retryAfter(outcome: CallOutcome, { attempt, retry_count, interactive }: CallRules): NextStep {
  if (interactive || attempt > retry_count) return { do: 'failed' }
  const delay_ms = DELAYS_S[Math.min(attempt, DELAYS_S.length) - 1]! * 1000
  return { do: 'retry', after_ms: Math.max(delay_ms, askedMs(outcome)) }
}

/** The step after an attempt of the call itself. */
export function nextStep(
  outcome: CallOutcome,
  rules: CallRules,
  polling: Omit<PollRules, 'elapsed_ms'> = { max_polling_time_s: 300, development: false },
): NextStep {
  if ('status' in outcome && isSuccess(outcome.status)) {
    const isDeferred = outcome.status === 202 && outcome.location && rules.deferrable && !rules.interactive
    return (isDeferred && pollAfter(outcome, { ...polling, elapsed_ms: 0 })) || { do: 'done' }
  }
  const mayRetry = isTemporary(outcome) || ('status' in outcome && rules.retry_on_any_non_2xx)
  return mayRetry ? retryAfter(outcome, rules) : { do: 'failed' }
}

/**
 * The step after a poll. 201 has the response as its body; 200 and 202 mean "not yet", like temporary failures. Any other status, and the
 * end of `max_polling_time_s`, is a failure of polling, after which the original call is repeated if `retry_after_polling_failure`.
 */
export function nextPoll(
  outcome: CallOutcome,
  polling: PollRules & { retry_after_polling_failure: boolean },
  rules: CallRules,
): NextStep {
  if ('status' in outcome && outcome.status === 201) return { do: 'done' }
  const isPending = isTemporary(outcome) || ('status' in outcome && [200, 202].includes(outcome.status))
  const next = isPending ? pollAfter(outcome, polling) : null
  return next ?? (polling.retry_after_polling_failure ? retryAfter(outcome, rules) : { do: 'failed' })
}
