import type { Knex } from 'knex'

/** `create index concurrently` does not run in a transaction. */
export const config = { transaction: false }

/** By table: the column that the hourly sweep compares with the retention. */
const COLUMNS = {
  tasks: 'expires_at',
  document_downloads: 'expires_at',
  password_resets: 'expires_at',
  hook_logs: 'start',
  hook_runs: 'started_at',
  rule_executions: 'created_at',
  email_template_sendings: 'sent_at',
  letters: 'created_at',
  usage_records: 'created_at',
}

/** Indexes for deleting old rows without reading whole tables. */
export async function up(db: Knex): Promise<void> {
  for (const [table, column] of Object.entries(COLUMNS)) {
    // An interrupted build leaves an invalid index of this name.
    await db.raw(`drop index concurrently if exists ${table}_kept`)
    await db.raw(`create index concurrently ${table}_kept on ${table} (${column})`)
  }
}
