import type { Knex } from 'knex'

export const config = { transaction: false }

/** Finds messages past their retention. */
export async function up(db: Knex): Promise<void> {
  // An interrupted build leaves an invalid index behind.
  await db.raw(`drop index concurrently if exists incoming_messages_finished`)
  await db.raw(`
    create index concurrently incoming_messages_finished on incoming_messages (finished_at)
      where finished_at is not null
  `)
}
