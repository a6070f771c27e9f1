import type { Knex } from 'knex'

export const config = { transaction: false }

/** Finds the answers to a message whose email was not stored yet. */
export async function up(db: Knex): Promise<void> {
  // An interrupted build leaves an invalid index behind.
  await db.raw('drop index concurrently if exists emails_without_parent')
  await db.raw(
    'create index concurrently emails_without_parent on emails (queue_id, in_reply_to) where parent_id is null and in_reply_to is not null',
  )
}
