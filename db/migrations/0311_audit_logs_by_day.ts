import type { Knex } from 'knex'

/** `create index concurrently` does not run in a transaction. */
export const config = { transaction: false }

/** Finds the records of a day. */
export async function up(db: Knex): Promise<void> {
  // An interrupted build leaves an invalid index behind.
  await db.raw('drop index concurrently if exists audit_logs_day')
  await db.raw(`create index concurrently audit_logs_day on audit_logs (organization_id, "timestamp", id)`)
}
