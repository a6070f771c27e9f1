import type { Knex } from 'knex'

export const config = { transaction: false }

/** Attempts that ended with their process: they do not count as attempts that the hook has failed. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`alter table hook_runs add column if not exists interruptions integer not null default 0`)
}
