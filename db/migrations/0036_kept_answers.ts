import type { Knex } from 'knex'

/** Stored responses name the objects they are about, so that they can be erased with them. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`alter table idempotency_keys add column subjects text[]`)
}
