/** Calls of a hook by hand. */
import { randomUUID } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import type { Hook, RowOf } from '../../../models/index.ts'
import { transact } from '../../outbox/transaction.ts'
import type { HookConfig } from '../config.ts'
import { attemptCall, INTERACTIVE_TIMEOUT_MS } from './attempt.ts'
import { callHookOnce } from './exchange.ts'
import { unfinished, type Finished } from './finish.ts'
import type { Present } from './payload.ts'
import { planCallOf, type Occasion } from './plan.ts'
import { shareOf } from './shares.ts'

/** Calls one hook and waits for its response. Nothing is repeated. */
export async function callOnce(
  deps: Deps,
  present: Present,
  hook: RowOf<Hook>,
  occasion: Pick<Occasion, 'cause' | 'event' | 'action' | 'facts'>,
): Promise<Finished> {
  const [call] = await transact(deps, (tx) => planCallOf(tx, hook, occasion))
  if (!call) return unfinished({ status: 'cancelled', reason: 'The hook was deleted.' })
  return attemptCall(deps, present, call.run_id, { interactive: true })
}

export interface Tested {
  response: unknown
  log: string
  status_code: number | null
  error: string | null
}

/** Calls a hook with a payload of the caller. The call is not recorded, and its response has no effect. */
export async function testCall(
  deps: Deps,
  hook: RowOf<Hook>,
  config: HookConfig,
  payload: Record<string, unknown>,
): Promise<Tested> {
  const share = await shareOf(hook.organization_id)
  if (!share) return failed('The organization has too many calls in progress.')
  try {
    const { outcome, output = '' } = await callHookOnce(deps, hook, config, {
      uuid: randomUUID(),
      at: deps.clock(),
      body: JSON.stringify(payload),
      timeout_ms: INTERACTIVE_TIMEOUT_MS,
    })
    if ('failure' in outcome) return { ...failed(outcome.message), log: output }
    const isOk = outcome.status >= 200 && outcome.status < 300
    return {
      response: parsed(outcome.body),
      log: output,
      status_code: hook.type === 'webhook' ? outcome.status : null,
      error: isOk ? null : `The hook responded with status ${outcome.status}.`,
    }
  } finally {
    share.release()
  }
}

const failed = (error: string): Tested => ({ response: null, log: '', status_code: null, error })

function parsed(body: string): unknown {
  if (!body) return null
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
