import type { Knex } from 'knex'

export const config = { transaction: false }

/** A message of a mailbox is stored once for each inbox. */
export async function up(db: Knex): Promise<void> {
  // An interrupted build leaves an invalid index behind.
  await db.raw(`drop index concurrently if exists incoming_messages_source`)
  await db.raw(`
    create unique index concurrently incoming_messages_source on incoming_messages (inbox_id, source_key)
      where source_key is not null
  `)
}
