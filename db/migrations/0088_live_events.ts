import type { Knex } from 'knex'

export const config = { transaction: false }

/**
 * The transaction that wrote an event: live channels send events in the order of their transactions, because ids are assigned before the
 * commit. Events from before this migration have none and are not sent.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`alter table events add column if not exists xact xid8`)
  await db.raw(`alter table events alter column xact set default pg_current_xact_id()`)
  // An interrupted build leaves an invalid index behind.
  await db.raw(`drop index concurrently if exists events_queue`)
  await db.raw(`create index concurrently events_queue on events (queue_id, xact, id) where xact is not null`)
  await db.raw(`drop index concurrently if exists events_moved`)
  await db.raw(`
    create index concurrently events_moved on events ((data->>'from_queue'), xact, id) where kind = 'annotation.moved'
  `)
}
