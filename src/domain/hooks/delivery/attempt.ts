/** One attempt to call a hook: claims the call, sends the frozen payload, and stores the result with its effects in one transaction. */
import type { Deps } from '../../../deps.ts'
import { Hook, HookRun, type RowOf } from '../../../models/index.ts'
import { mayAnswerLater } from '../../../rules/hooks/events.ts'
import { nextPoll, nextStep, type CallRules, type NextStep } from '../../../rules/hooks/retries.ts'
import { configOf, type HookConfig } from '../config.ts'
import { claim, type Claimed } from './claim.ts'
import { callHookOnce, pollHook, type Exchange } from './exchange.ts'
import { MAX_PAYLOAD, type Present } from './payload.ts'
import { endCall, finishAttempt, OVERTAKEN, unfinished, type Finished } from './finish.ts'
import { shareOf, type Share } from './shares.ts'

type Row = RowOf<HookRun>

/** Interactive events wait for the response; they ignore the hook's own limits. */
export const INTERACTIVE_TIMEOUT_MS = 30_000
/** A function is usually built within seconds. */
const BUILDING = { status: 'waiting', reason: 'The function is being built.', again_in_ms: 2_000 } as const
const BUSY = {
  status: 'waiting',
  reason: 'The organization has too many calls in progress.',
  again_in_ms: 1_000,
} as const

/** Interrupted attempts do not count, unless the call itself may be what ends the process. */
const MAX_INTERRUPTIONS = 5

const DELETED = { status: 'cancelled', reason: 'The hook or the object of the event was deleted.' } as const

export interface AttemptOptions {
  /** Someone waits for the response: the limit of time is fixed, and a failed call is not repeated. */
  interactive?: boolean
  signal?: AbortSignal
}

/**
 * Makes one attempt of a planned call. Idempotent by call: a finished call is not repeated. An attempt whose process died is repeated with
 * the same id and the same bytes, because its effect is unknown. Throws internal errors, and the reason of `signal`.
 */
export async function attemptCall(
  deps: Deps,
  present: Present,
  run_id: number,
  options: AttemptOptions = {},
): Promise<Finished> {
  const run = await HookRun.query(deps.db).findById(run_id)
  if (!run) return unfinished(DELETED)
  if (run.status !== 'waiting' && run.status !== 'running') return finishedBefore(run)
  const hook = await Hook.query(deps.db).findById(run.hook_id).throwIfNotFound()
  if (!hook.active) return endCall(deps, run, hook, 'cancelled', 'The hook was deactivated.')
  if (hook.type === 'function' && hook.status === 'failed')
    return endCall(deps, run, hook, 'failed', 'The function could not be built.')
  const share = hook.type === 'function' && hook.status === 'pending' ? 'pending' : await shareOf(hook.organization_id)
  const wait = share === 'pending' ? BUILDING : share === null ? BUSY : null
  if (wait && options.interactive) return endCall(deps, run, hook, 'failed', wait.reason)
  if (wait || share === null || share === 'pending') return unfinished(wait ?? BUSY)
  try {
    return await attempt(deps, present, run, hook, share, options)
  } finally {
    share.release()
  }
}

/** Ends a call whose attempts end in internal errors, so that the work that waits for it continues. Idempotent by call. */
export async function failCall(deps: Deps, run_id: number): Promise<Finished> {
  const run = await HookRun.query(deps.db).findById(run_id)
  const hook = run ? await Hook.query(deps.db).findById(run.hook_id) : undefined
  if (!run || !hook) return unfinished(DELETED)
  if (run.finished_at !== null) return finishedBefore(run)
  return endCall(deps, run, hook, 'failed', 'The hook could not be called because of an internal error.')
}

const finishedBefore = ({ status, response }: Row): Finished => ({
  attempt: {
    status: status === 'completed' || status === 'cancelled' ? status : 'failed',
    ...(response?.status_code ? { status_code: response.status_code } : {}),
  },
  answer: response,
  response: undefined,
})

async function attempt(
  deps: Deps,
  present: Present,
  run: Row,
  hook: RowOf<Hook>,
  share: Share,
  { interactive = false, signal }: AttemptOptions,
): Promise<Finished> {
  const config = configOf(hook, deps.config)
  const claimed = await claim(deps, present, run, hook, share)
  if (claimed === 'gone') return endCall(deps, run, hook, 'cancelled', 'The object of the event was deleted.')
  if (claimed === 'large')
    return endCall(deps, run, hook, 'failed', `The payload has more than ${MAX_PAYLOAD} characters.`)
  if (claimed === 'taken') return unfinished(OVERTAKEN)
  if (claimed === 'busy') return interactive ? endCall(deps, run, hook, 'failed', BUSY.reason) : unfinished(BUSY)
  const { body, attempts, interruptions, poll } = claimed
  const request = {
    uuid: run.uuid,
    at: deps.clock(),
    timeout_ms: interactive ? INTERACTIVE_TIMEOUT_MS : Math.max(1, config.timeout_s ?? 30) * 1000,
    ...(signal ? { signal } : {}),
  }
  const exchange = poll
    ? await pollHook(deps, config, poll.url, request)
    : await callHookOnce(deps, hook, config, { ...request, body })
  const next = judge(exchange, {
    deps,
    run,
    hook,
    config,
    attempts: attempts - Math.min(interruptions, MAX_INTERRUPTIONS),
    poll,
    interactive,
  })
  return finishAttempt(deps, { run, hook, config, attempts, body, exchange, next, wasPoll: poll !== null })
}

interface Circumstances {
  deps: Deps
  run: Row
  hook: RowOf<Hook>
  config: HookConfig
  /** Attempts that count, including this one. */
  attempts: number
  poll: Claimed['poll']
  interactive: boolean
}

function judge(
  { outcome }: Exchange,
  { deps, run, hook, config, attempts, poll, interactive }: Circumstances,
): NextStep {
  const rules: CallRules = {
    attempt: attempts,
    retry_count: config.retry_count ?? 4,
    retry_on_any_non_2xx: config.retry_on_any_non_2xx ?? false,
    interactive,
    deferrable: hook.type === 'webhook' && mayAnswerLater([`${run.event}.${run.action}`]),
  }
  const max_polling_time_s = config.max_polling_time_s ?? 300
  const polling = { max_polling_time_s, development: deps.config.mode === 'embedded' }
  if (!poll) return nextStep(outcome, rules, polling)
  const elapsed_ms = max_polling_time_s * 1000 - (Date.parse(poll.until) - deps.clock().getTime())
  return nextPoll(
    outcome,
    { ...polling, elapsed_ms, retry_after_polling_failure: config.retry_after_polling_failure ?? true },
    rules,
  )
}
