/** Repeats a finished call of a hook with its id and its payload; only the access token is new. */
import type { Deps } from '../../../deps.ts'
import { conflictStatus, notFound } from '../../../errors.ts'
import { HookRun, type Hook, type RowOf } from '../../../models/index.ts'
import { withToken } from '../../../rules/hooks/redact.ts'
import { redeliveryWorkflowId } from '../../../rules/temporal/workflow-ids.ts'
import type { HookCall } from '../../../workflows/contract.ts'
import { writeEvents } from '../../outbox/events.ts'
import { transact, type Transactor } from '../../outbox/transaction.ts'
import { seal } from '../../requests/secrets.ts'
import { PAYLOAD, thaw, tokenOf } from './payload.ts'
import { pendingCalls } from './plan.ts'

/**
 * Requests that a call is repeated. Throws 404 for a call of another hook, and 409 if it is not finished, if its payload was purged, or if
 * the hook is inactive.
 */
export async function requestRedelivery(
  deps: Transactor & Pick<Deps, 'config'>,
  hook: RowOf<Hook>,
  uuid: string,
  by: { actor_id: number; request_id: string },
): Promise<void> {
  await transact(deps, async (tx) => {
    const run = await HookRun.query(tx).findOne({ uuid, hook_id: hook.id }).forUpdate()
    if (!run) throw notFound('Hook run')
    if (!hook.active) throw conflictStatus('The hook is not active.')
    if (run.finished_at === null) throw conflictStatus('The call is not finished.')
    if (run.sealed_payload === null) throw conflictStatus('The payload of the call is no longer stored.')
    const token = await tokenOf(tx, hook)
    const body = withToken(thaw(deps, run.sealed_payload), token?.key ?? null)
    await HookRun.query(tx)
      .findById(run.id)
      .patch({
        status: 'waiting',
        attempts: 0,
        finished_at: null,
        poll_url: null,
        poll_until: null,
        token_id: token?.id ?? null,
        sealed_payload: seal(deps.config, PAYLOAD, body),
      })
    const { organization_id, queue_id } = run
    await writeEvents(tx, [
      { kind: 'hook.redelivery_requested', organization_id, queue_id, data: { run: run.id }, ...by },
    ])
  })
}

/** Returns the call if it still has to be made; otherwise finishes the event that requested it. */
export async function planRedelivery({ db }: Pick<Deps, 'db'>, run_id: number): Promise<HookCall[]> {
  const calls = await pendingCalls(db, (runs) => void runs.where('r.id', run_id))
  if (calls.length === 0)
    await db('deliveries')
      .where({ workflow_id: redeliveryWorkflowId(run_id), consumer: 'redelivery', state: 'pending' })
      .update({ state: 'done', finished_at: db.fn.now() })
  return calls
}
