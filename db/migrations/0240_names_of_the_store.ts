import type { Knex } from 'knex'

export const config = { transaction: false }

/** Hooks keep the name of the store that their client wrote. */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter table hooks drop constraint if exists hooks_extension_source_check')
  await db.raw(`
    alter table hooks add constraint hooks_extension_source_check
      check (extension_source in ('custom', 'svc_store', 'rossum_store')) not valid
  `)
  await db.raw('alter table hooks validate constraint hooks_extension_source_check')
}
