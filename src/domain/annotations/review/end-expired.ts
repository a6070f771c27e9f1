import type { Deps } from '../../../deps.ts'
import { transact } from '../../outbox/transaction.ts'
import { moveAllowed } from '../status/move.ts'
import type { Annotation, RowOf } from '../../../models/index.ts'

/** Annotations per transaction. */
const BATCH = 200

/**
 * Returns annotations to `to_review` whose review has been idle for longer than the `session_timeout` of their queue. Starting the review
 * and changing the annotation reset the timer, by the clock of the database. Concurrent runs share the work. Returns the number of annotations moved.
 */
export async function endExpiredReviews(deps: Pick<Deps, 'db' | 'signals'>): Promise<number> {
  let count = 0
  for (;;) {
    const { found, moved } = await transact(deps, async (tx) => {
      const expired = await tx('annotations as a')
        .join('queues as q', 'q.id', 'a.queue_id')
        .where('a.status', 'reviewing')
        .whereRaw('greatest(a.assigned_at, a.modified_at) + q.session_timeout <= now()')
        .orderBy('a.id')
        .limit(BATCH)
        // A row locked by another transaction belongs to an active review.
        .forNoKeyUpdate('a')
        .skipLocked()
        .select<Pick<RowOf<Annotation>, 'id' | 'organization_id'>[]>('a.id', 'a.organization_id')
      const byOrganization = Map.groupBy(expired, ({ organization_id }) => organization_id)
      let moved = 0
      for (const [organization_id, rows] of byOrganization) {
        const ids = rows.map(({ id }) => id)
        moved += (await moveAllowed(tx, { user_id: null, organization_id }, ids, 'session_timeout')).length
      }
      return { found: expired.length, moved }
    })
    count += moved
    if (found < BATCH) return count
  }
}
