import type { Knex } from 'knex'

export const config = { transaction: false }

/** Finds the annotations of a queue that were confirmed last. */
export async function up(db: Knex): Promise<void> {
  // An interrupted build leaves an invalid index behind.
  await db.raw('drop index concurrently if exists annotations_queue_confirmed')
  await db.raw(
    'create index concurrently annotations_queue_confirmed on annotations (queue_id, confirmed_at, id) where confirmed_at is not null',
  )
}
