/** Requests the deletion of queues. */
import { conflictStatus } from '../../errors.ts'
import { writeEvents, type Actor } from '../outbox/events.ts'
import { transact, type Transactor } from '../outbox/transaction.ts'
import { writeAudit } from '../requests/audit.ts'
import type { Queue, RowOf } from '../../models/index.ts'

/**
 * Requests the deletion of a queue after `seconds`. Imports stop immediately, and the queue is removed from its workspace. Throws 409 if it
 * is already being deleted.
 */
export async function requestQueueDeletion(
  deps: Transactor,
  who: Actor,
  queue_id: number,
  seconds: number,
): Promise<void> {
  await transact(deps, async (tx) => {
    const [queue] = await tx<RowOf<Queue>>('queues')
      .where('id', queue_id)
      .whereIn('status', ['active', 'deletion_failed'])
      .update({
        status: 'deletion_requested',
        deletion_error: null,
        delete_after: tx.raw('now() + make_interval(secs => ?)', [seconds]),
        workspace_id: null,
        modified_by: who.user_id,
        modified_at: tx.fn.now(),
      })
      .returning('organization_id')
    if (!queue) throw conflictStatus('The queue is already being deleted.')
    await writeAudit(tx, [{ object_type: 'queue', object_id: queue_id, action: 'delete' }])
    await writeEvents(tx, [
      {
        organization_id: queue.organization_id,
        queue_id,
        kind: 'queue.deletion_requested',
        actor_id: who.user_id,
        data: {},
      },
    ])
  })
}
