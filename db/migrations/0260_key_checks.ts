import type { Knex } from 'knex'

/** A value sealed with SECRETS_KEY: a process with another key opens nothing, and is refused at its start. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table key_checks (
      id bigint primary key,
      sealed_value bytea not null
    )`)
}
