import type { Knex } from 'knex'

export const config = { transaction: false }

/**
 * Counts messages for the storage of an organization. Emails of before have no size: a received one has that of its message for as long as
 * that is kept.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter table emails add column if not exists size bigint')
  // An interrupted build leaves an invalid index behind.
  await db.raw('drop index concurrently if exists incoming_messages_stored')
  await db.raw(`
    create index concurrently incoming_messages_stored on incoming_messages (organization_id)
      where s3_name is not null
  `)
}
