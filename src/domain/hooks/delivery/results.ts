/** What an attempt means: for the annotation, for the log, and for operators. Pure. */
import type { Hook, HookRun, RowOf } from '../../../models/index.ts'
import { failedAnswer, readAnswer, type HookAnswer, type HookMessage } from '../../../rules/hooks/answers.ts'
import type { NextStep } from '../../../rules/hooks/retries.ts'
import type { HookAttempt } from '../../../workflows/contract.ts'
import type { HookConfig } from '../config.ts'
import type { Exchange } from './exchange.ts'
import type { LogEntry } from './log.ts'

export interface Attempt {
  run: RowOf<HookRun>
  hook: RowOf<Hook>
  config: HookConfig
  /** Attempts made so far, including this one. */
  attempts: number
  body: string
  exchange: Exchange
  next: NextStep
  wasPoll: boolean
}

export const statusOf = ({ outcome }: Exchange): number | null => ('status' in outcome ? outcome.status : null)

export const reasonOf = ({ exchange: { outcome } }: Attempt): string =>
  'status' in outcome ? `The hook responded with status ${outcome.status}.` : outcome.message

/** Reads the response. A call that failed without one is an error message about the whole document. */
export function answerOf({ run, exchange, next, wasPoll }: Attempt): HookAnswer {
  const { outcome } = exchange
  if ('failure' in outcome) {
    const answer = failedAnswer(outcome.message)
    const line = outcome.line ?? null
    if (line !== null)
      for (const message of answer.messages) message.detail = { ...message.detail, traceback_line_number: line }
    return answer
  }
  // The deferred response has status 201; any other outcome of a poll is a failure of polling.
  if (wasPoll && next.do === 'failed')
    return failedAnswer(`Polling ended without a response (status ${outcome.status}).`)
  return readAnswer(run.event, run.action, outcome)
}

/** Adds which hook sent a message, for the users who see it. */
export const withDetail = (message: HookMessage, { run, hook }: Pick<Attempt, 'run' | 'hook'>): HookMessage => ({
  ...message,
  detail: {
    hook_id: hook.id,
    hook_name: hook.name,
    request_id: run.request_id,
    timestamp: new Date().toISOString().replace('Z', '000Z'),
    is_exception: false,
    ...message.detail,
  },
})

/** Returns the state, level and message of the log record; `isForgotten`: without content, because the annotation was purged. */
export function describe(
  made: Attempt,
  problems: readonly string[],
  isForgotten = false,
): Pick<LogEntry, 'status' | 'level' | 'message'> {
  const { next, attempts } = made
  const more = isForgotten ? '' : problems.join(' ')
  const reason = isForgotten ? `${shortReason(made)}.` : reasonOf(made)
  switch (next.do) {
    case 'done':
      return {
        status: 'completed',
        level: more ? 'WARNING' : 'INFO',
        message: more || `Completed in attempt ${attempts}.`,
      }
    case 'poll':
      return { status: 'waiting', level: 'INFO', message: 'The response is not ready yet.' }
    case 'retry': {
      const message = `Attempt ${attempts} failed: ${reason} The next attempt is in ${next.after_ms / 1000} s.`
      return { status: 'failed', level: 'WARNING', message }
    }
    case 'failed':
      return {
        status: 'failed',
        level: 'ERROR',
        message: [`Attempt ${attempts} failed: ${reason}`, more].filter(Boolean).join(' '),
      }
  }
}

/** Returns what operators see in Temporal: no content. */
export function resultOf(made: Attempt): HookAttempt {
  const { next, exchange } = made
  const status_code = statusOf(exchange)
  const common = { ms: exchange.ms, ...(status_code === null ? {} : { status_code }) }
  if (next.do === 'done') return { status: 'completed', ...common }
  if (next.do === 'failed') return { status: 'failed', ...common, reason: shortReason(made) }
  return {
    status: next.do === 'poll' ? 'polling' : 'retry',
    ...common,
    reason: shortReason(made),
    again_in_ms: next.after_ms,
  }
}

/** Operators see the kind of the failure. What a function says about it may contain content of the document. */
const shortReason = ({ exchange: { outcome } }: Attempt): string =>
  'status' in outcome ? `status ${outcome.status}` : outcome.failure
