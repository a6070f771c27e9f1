/** `webhooks` and `hooks` of a queue: two names of one list (filled-gaps 6.1). */
import { f, type Row, type Values } from '../engine/fields.ts'
import { idFromUrl } from '../engine/urls.ts'
import type { Caller } from '../engine/request.ts'

export const HOOKS_OF_QUEUE = { table: 'hook_queues', own: 'queue_id', other: 'hook_id' }

/** No default: what a PUT without either of them means is for `chooseHooks` to say. */
export const queueHooks = f.refs('hooks', HOOKS_OF_QUEUE)

/**
 * Leaves one of the two names in `values`. Clients that PUT whole objects send both, and mean the one they changed: that is the
 * one which differs from what is stored, `webhooks` before `hooks`.
 */
export async function chooseHooks(values: Values, row: Row | null, full: boolean, { db }: Caller): Promise<void> {
  if (values.webhooks === undefined && values.hooks === undefined) {
    if (row && full) values.hooks = []
    return
  }
  if (values.webhooks === undefined || values.hooks === undefined) return
  const stored = row ? await db('hook_queues').where('queue_id', row.id).select('hook_id') : []
  const before = new Set(stored.map((pair) => pair.hook_id as number))
  const sent = new Set((values.webhooks as unknown[]).map((url) => idFromUrl('hooks', url)))
  const same = sent.size === before.size && [...sent].every((id) => id !== null && before.has(id))
  delete values[same ? 'webhooks' : 'hooks']
}
