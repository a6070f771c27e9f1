import type { Knex } from 'knex'

export const config = { transaction: false }

/** Finds the annotations that a workflow imports or exports, so that workers can look for those that no workflow knows. */
export async function up(db: Knex): Promise<void> {
  // An interrupted build leaves an invalid index behind.
  await db.raw('drop index concurrently if exists annotations_in_work')
  await db.raw(
    `create index concurrently annotations_in_work on annotations (id) where status in ('importing', 'exporting')`,
  )
}
