import type { Knex } from 'knex'

export const config = { transaction: false }

/** Finds the annotations of a queue whose `document_lifetime` has passed or will pass soon, and counts them without reading the others. */
export async function up(db: Knex): Promise<void> {
  // An interrupted build leaves an invalid index behind.
  await db.raw('drop index concurrently if exists annotations_queue_arrived')
  await db.raw(
    `create index concurrently annotations_queue_arrived on annotations (queue_id, arrived_at) where status <> 'purged'`,
  )
}
