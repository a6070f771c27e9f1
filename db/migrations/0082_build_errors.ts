import type { Knex } from 'knex'

/** Why the function of a hook could not be built. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`alter table hooks add column build_error text`)
}
