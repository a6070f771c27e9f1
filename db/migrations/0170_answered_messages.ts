import type { Knex } from 'knex'

/** The message that a received email answers, for emails that are stored before the one they answer. */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter table emails add column in_reply_to text')
}
