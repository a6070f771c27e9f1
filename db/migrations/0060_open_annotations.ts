import type { Knex } from 'knex'

export const config = { transaction: false }

/** For the check that Temporal still knows the lifecycle of every open annotation (src/domain/outbox/restore.ts). */
export async function up(db: Knex): Promise<void> {
  // An interrupted build leaves an invalid index behind.
  await db.raw('drop index concurrently if exists annotations_open')
  await db.raw(`
    create index concurrently annotations_open on annotations (id)
      where status not in ('importing', 'exported', 'deleted', 'purged', 'failed_import', 'failed_export')
  `)
}
