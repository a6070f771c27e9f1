import type { Knex } from 'knex'

/** `create index concurrently` does not run in a transaction. */
export const config = { transaction: false }

/** Finds the records of a request. */
export async function up(db: Knex): Promise<void> {
  // An interrupted build leaves an invalid index behind.
  await db.raw('drop index concurrently if exists audit_logs_request')
  await db.raw(
    `create index concurrently audit_logs_request on audit_logs (organization_id, (content ->> 'request_id'), id)`,
  )
}
