import type { Knex } from 'knex'

/** Why the deletion of a queue has failed. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`alter table queues add column deletion_error text`)
}
