import type { Knex } from 'knex'

export const config = { transaction: false }

/** An annotation has at most one approval at a time. */
export async function up(db: Knex): Promise<void> {
  // An interrupted build leaves an invalid index behind.
  await db.raw('drop index concurrently if exists workflow_runs_pending')
  await db.raw(
    `create unique index concurrently workflow_runs_pending on workflow_runs (annotation_id) where workflow_status = 'pending'`,
  )
}
