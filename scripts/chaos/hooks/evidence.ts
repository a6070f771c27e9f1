/** Reads from the database what the receiver should have received. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Wanted } from './checks.ts'

/** Returns the changes of status, for each hook. */
export async function wantedOf(db: Knex, hook_ids: readonly number[]): Promise<Wanted[]> {
  const { rows } = await db.raw<{ rows: Wanted[] }>(
    `select e.id as event_id, e.annotation_id, h.id as hook_id, e.data->>'from' as from, e.data->>'to' as to,
            r.uuid, r.status, coalesce(r.attempts, 0) as attempts,
            (select count(*) from hook_logs l where l.uuid = r.uuid) as logged,
            (select count(*) from hook_logs l where l.uuid = r.uuid and l.message like '%without a result%') as interrupted
       from events e cross join hooks h left join hook_runs r on r.event_id = e.id and r.hook_id = h.id
      where e.kind = 'annotation_status.changed' and e.data->>'from' is not null and h.id = any(?::bigint[])
      order by e.id`,
    [[...hook_ids]],
  )
  return rows
}

export interface OpenCalls {
  calls: number
  deliveries: number
}

export async function openCalls(db: Knex): Promise<OpenCalls> {
  const { rows } = await db.raw<{ rows: OpenCalls[] }>(
    `select (select count(*) from hook_runs where status in ('waiting', 'running')) as calls,
            (select count(*) from deliveries where state = 'pending') as deliveries`,
  )
  return rows[0]!
}

/** Waits until no call and no delivery is open, at most `patienceMs`. Returns what is left. */
export async function callsEnded(db: Knex, patienceMs: number): Promise<OpenCalls> {
  for (const end = performance.now() + patienceMs; ; await wait(250)) {
    const left = await openCalls(db)
    if ((left.calls === 0 && left.deliveries === 0) || performance.now() > end) return left
  }
}
