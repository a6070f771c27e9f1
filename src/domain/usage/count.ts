import type { Deps } from '../../deps.ts'

/** Documents per transaction. */
const BATCH = 1000

/**
 * Converts pending events of imported documents to usage rows, at the time of the import. A document that is read again is counted again.
 * Returns whether there may be more. Idempotent by event: rows and finished deliveries are written by one statement. Waits for deliveries
 * that the dispatcher has locked to record a signal: no further signal would follow for those that were skipped.
 */
export async function countUsage({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { n: number }[] }>(
    `with due as (
       select event_id from deliveries where consumer = 'usage' and state = 'pending'
        order by event_id limit ? for update),
     done as (
       update deliveries set state = 'done', finished_at = now()
        where consumer = 'usage' and event_id in (select event_id from due) returning event_id),
     counted as (
       insert into usage_records (organization_id, queue_id, annotation_id, billable, learning, pages, created_at)
       select e.organization_id, q.id, e.annotation_id, (e.data->>'billable')::boolean, (e.data->>'learning')::boolean,
              (e.data->>'pages')::integer, e.created_at
         from done join events e on e.id = done.event_id left join queues q on q.id = e.queue_id)
     select count(*) as n from done`,
    [BATCH],
  )
  return Number(rows[0]!.n) === BATCH
}
