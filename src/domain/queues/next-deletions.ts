import type { Knex } from 'knex'
import type { NextDeletions } from '../../rules/deletion/next-deletions.ts'

/** How far an announcement looks ahead. */
const AHEAD = `interval '24 hours'`

/** Queues in the announcement of a sweep. */
const MAX_QUEUES = 20

/** The queues with a lifetime and, of each, the documents that are due soon: an index has both in order of the arrival. */
export const announced = (db: Knex) =>
  db('queues as q')
    .joinRaw(
      `cross join lateral (
        select count(*)::integer as count, min(a.arrived_at) as arrived_at from annotations a
          where a.queue_id = q.id and a.status <> 'purged' and a.arrived_at <= now() + ${AHEAD} - q.document_lifetime) as due`,
    )
    .whereNotNull('q.document_lifetime')
    .select<NextDeletions[]>(
      'q.id as queue_id',
      'q.name as queue',
      db.raw('extract(epoch from q.document_lifetime)::float8 as lifetime_s'),
      'due.count',
      db.raw(`now() + ${AHEAD} as until`),
      // What is due already is deleted by the next sweep.
      db.raw(`case when due.count > 0 then greatest(due.arrived_at + q.document_lifetime, now()) end as first_at`),
    )

/** Returns what the lifetime of a queue will delete in the next 24 hours; null for a queue without a lifetime. */
export const nextDeletions = async (db: Knex, queue_id: number): Promise<NextDeletions | null> =>
  (await announced(db).where('q.id', queue_id).first()) ?? null

/** Returns the same for the queues with the most documents to be deleted, for operators. */
export const nextDeletionsOfAll = (db: Knex): Promise<NextDeletions[]> =>
  announced(db).where('due.count', '>', 0).orderBy('due.count', 'desc').orderBy('q.id').limit(MAX_QUEUES)
