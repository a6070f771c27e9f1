/** `webhooks` and `hooks` of a queue: two names for one list. */
import { HookQueue, type Queue } from '../../models/index.ts'
import type { CheckContext } from '../framework/define.ts'
import type { Values } from '../framework/fields.ts'
import { idFromUrl } from '../framework/urls.ts'

/**
 * Keeps one of the two names in `values`. Clients that PUT whole objects send both but change only one of them, which is the one that
 * differs from the stored list; `webhooks` is compared before `hooks`.
 */
export async function chooseHooks(
  { webhooks, hooks, ...values }: Values,
  { row, full, caller }: CheckContext<Queue>,
): Promise<Values> {
  if (webhooks === undefined && hooks === undefined) return row && full ? { ...values, hooks: [] } : values
  if (hooks === undefined) return { ...values, webhooks }
  if (webhooks === undefined) return { ...values, hooks }
  const stored = row ? await HookQueue.query(caller.db).where('queue_id', row.id) : []
  const before = new Set(stored.map(({ hook_id }) => hook_id))
  const sent = new Set((webhooks as unknown[]).map((url) => idFromUrl('hooks', url)))
  const same = sent.size === before.size && [...sent].every((id) => id !== null && before.has(id))
  return same ? { ...values, hooks } : { ...values, webhooks }
}
