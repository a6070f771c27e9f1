import type { Knex } from 'knex'

/** The first call of a connector's `validate` after an import has the parameter `initial`. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`alter table annotations add column connector_validated boolean not null default false`)
}
