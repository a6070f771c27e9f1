/** Hooks that keep failing: counted, logged, shown as a metric, and reported by email if the operator wants it. */
import type { Deps } from '../../../deps.ts'
import { baseUrl } from '../../../config.ts'
import { FAILING, hookResults } from '../../../metrics/registry.ts'
import { Hook, User, type RowOf } from '../../../models/index.ts'
import { queueLetter } from '../../mail/outgoing.ts'
import type { Tx } from '../../outbox/transaction.ts'

type Reporter = Pick<Deps, 'config' | 'log'>

/** Counts the failed calls of a hook in a row, and reports it when they reach the limit; a success starts again from zero. */
export async function noteResult(deps: Reporter, tx: Tx, { id, type }: RowOf<Hook>, failed: boolean): Promise<void> {
  hookResults.inc({ type, result: failed ? 'failed' : 'completed' })
  if (!failed) {
    await tx('hooks').where({ id }).where('failures', '>', 0).update({ failures: 0 })
    return
  }
  await tx('hooks').where({ id }).increment('failures', 1)
  const hook = await Hook.query(tx).findById(id)
  if (hook?.failures === FAILING) await report(deps, tx, hook)
}

async function report({ config, log }: Reporter, tx: Tx, hook: Hook): Promise<void> {
  log.error({ hook: hook.id, organization: hook.organization_id, failures: hook.failures }, 'a hook keeps failing')
  const recipient = config.hookFailureEmails ? (hook.modified_by ?? hook.created_by) : null
  const user = recipient === null ? undefined : await User.query(tx).findById(recipient)
  if (!user?.email || !user.is_active) return
  await queueLetter({ db: tx, signals: { send: () => undefined }, config }, hook.organization_id, {
    to: user.email,
    subject: `The hook "${hook.name}" keeps failing`,
    text: [
      `The last ${hook.failures} calls of the hook "${hook.name}" failed.`,
      `Its log has the reasons: ${baseUrl(config)}/v1/hooks/logs?hook=${hook.id}`,
      'A call that failed can be repeated with POST hooks/{id}/redeliver.',
    ].join('\n\n'),
  })
}
