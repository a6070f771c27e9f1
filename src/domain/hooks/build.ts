/** Builds the functions of hooks: compiles them in the sandbox, and stores whether they can be called. */
import type { Deps } from '../../deps.ts'
import { Hook } from '../../models/index.ts'
import { functionWorkflowId } from '../../rules/temporal/workflow-ids.ts'
import { inTransaction } from '../outbox/transaction.ts'
import type { HookInput } from '../../workflows/contract.ts'
import { configOf } from './config.ts'
import { sourceOf } from './delivery/call-function.ts'

const MAX_MESSAGE = 4096

/**
 * Builds the current code of a hook. Idempotent. Code that is changed meanwhile stays `pending`. Rejects if no process could be started,
 * which is not the fault of the code.
 */
export async function buildHookFunction(
  { db, config, functions }: Pick<Deps, 'db' | 'config' | 'functions'>,
  hook_id: number,
): Promise<'ready' | 'failed' | 'gone'> {
  const hook = await Hook.query(db).findById(hook_id)
  if (hook?.type !== 'function') return 'gone'
  const failure = await functions.build(hook, sourceOf(configOf(hook, config)))
  if (failure?.kind === 'unavailable' || failure?.kind === 'crashed') throw new Error(failure.message)
  const status = failure ? 'failed' : 'ready'
  await db('hooks')
    .where({ id: hook_id, status: 'pending' })
    .whereRaw('config = ?::jsonb', [JSON.stringify(hook.config)])
    .update({ status, build_error: failure ? failure.message.slice(0, MAX_MESSAGE) : null })
  return status
}

/** Finishes the events that requested a build. Returns false if the newest code is not built yet. */
export const finishBuild = ({ db }: Pick<Deps, 'db'>, { hook_id }: HookInput): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const hook = await Hook.query(tx).findById(hook_id).forUpdate()
    if (hook?.status === 'pending') return false
    await tx('deliveries')
      .where({ workflow_id: functionWorkflowId(hook_id), consumer: 'functions', state: 'pending' })
      .update({ state: 'done', finished_at: tx.fn.now() })
    return true
  })
