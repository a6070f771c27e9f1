/** Interactive calls whose process ended: no other process continues them. */
import type { Knex } from 'knex'
import { INTERACTIVE } from './interactive.ts'

/** Longer than a request with several hooks in a chain takes. */
const AGE = '10 minutes'

/** Marks them as failed. Returns their number. */
export const failInterruptedCalls = (db: Knex): Promise<number> =>
  db('hook_runs')
    .whereLike('cause', `${INTERACTIVE}%`)
    .whereIn('status', ['waiting', 'running'])
    .whereRaw(`started_at < now() - interval '${AGE}'`)
    // A workflow repeats the call because an administrator requested it.
    .whereNotExists(
      db('deliveries as d')
        .join('events as e', 'e.id', 'd.event_id')
        .where({ 'd.consumer': 'redelivery', 'd.state': 'pending' })
        .whereRaw(`e.data->>'run' = hook_runs.id::text`),
    )
    .update({ status: 'failed', finished_at: db.fn.now() })
