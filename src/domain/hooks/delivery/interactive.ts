/** Events for which somebody waits: the hooks run inside the request. */
import { randomUUID } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import type { HookMessage } from '../../../rules/hooks/answers.ts'
import type { HookCall } from '../../../workflows/contract.ts'
import { transact } from '../../outbox/transaction.ts'
import { attemptCall } from './attempt.ts'
import type { Finished } from './finish.ts'
import type { Present } from './payload.ts'
import { planCalls, type Occasion } from './plan.ts'

/** Causes of events that no other process continues. */
export const INTERACTIVE = 'interactive:'

/**
 * Calls the hooks that listen to an event, each after the hooks that it waits for, and returns their messages. Operations are stored before
 * the successors are called. A call that fails is one error message; nothing is repeated.
 */
export async function callInteractive(
  deps: Deps,
  present: Present,
  occasion: Omit<Occasion, 'cause'>,
): Promise<HookMessage[]> {
  const cause = `${INTERACTIVE}${randomUUID()}`
  const { calls } = await transact(deps, (tx) => planCalls(tx, { ...occasion, cause }))
  const finished = await inOrder(calls, ({ run_id }) => attemptCall(deps, present, run_id, { interactive: true }))
  return finished.flatMap(({ answer }) => answer?.messages ?? [])
}

/** Runs the calls, each after those that it waits for. */
async function inOrder(calls: readonly HookCall[], call: (one: HookCall) => Promise<Finished>): Promise<Finished[]> {
  const started = new Map<number, Promise<Finished>>()
  for (const one of calls)
    started.set(
      one.run_id,
      Promise.all(one.after.map((run) => started.get(run))).then(() => call(one)),
    )
  return Promise.all(started.values())
}
