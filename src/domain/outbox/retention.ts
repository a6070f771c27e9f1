/** Rows that are kept for a fixed or configured time (the table "Retention" in docs/production.md). */
import type { Knex } from 'knex'
import type { Config } from '../../config.ts'
import { IS_APPLIED } from '../queues/schema-versions.ts'

interface Kept {
  table: string
  /** Condition of the rows to delete, as SQL; `?` is the number of days of the setting. */
  past: string
  days?: (config: Config) => number
}

/** The API shows calls of hooks for seven days (contract 19.25), and emails sent from a template for 90 (22.34). */
export const RETENTION: readonly Kept[] = [
  { table: 'hook_logs', past: `start < now() - interval '7 days'` },
  { table: 'hook_runs', past: `started_at < now() - interval '7 days'` },
  { table: 'rule_executions', past: `created_at < now() - interval '90 days'` },
  { table: 'email_template_sendings', past: `sent_at < now() - interval '90 days'` },
  // Longer than the mail server is retried, and than the links in the letters are valid.
  { table: 'letters', past: `created_at < now() - interval '7 days'` },
  // Emails are kept; this is how their messages arrived, and what recognises repetitions.
  { table: 'incoming_messages', past: `finished_at < now() - interval '400 days'` },
  // A change of a schema can be undone for 30 days; its version is kept as long as content is in it.
  { table: 'schema_changes', past: `made_at < now() - interval '30 days' and ${IS_APPLIED}` },
  {
    table: 'schema_versions',
    past: `created_at < now() - interval '1 day'
      and not exists (select from annotations a where a.schema_version_id = schema_versions.id)
      and not exists (select from schema_changes c where c.version_id = schema_versions.id)
      and not exists (select from schema_reshapes r where r.version_id = schema_versions.id)`,
  },
  {
    table: 'usage_records',
    past: 'created_at < now() - make_interval(days => ?)',
    days: ({ usageKeptDays }) => usageKeptDays,
  },
]

/** Rows per statement. */
const BATCH = 5_000

/** Deletes the rows of a table past their retention, in batches that hold locks only briefly. Returns their number. */
export async function deleteOld(db: Knex, { table, past, days }: Kept, config: Config): Promise<number> {
  const values = days ? [days(config)] : []
  for (let count = 0; ;) {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `delete from ${table} where ctid in (select ctid from ${table} where ${past} limit ${BATCH} for update skip locked)`,
      values,
    )
    count += rowCount
    if (rowCount < BATCH) return count
  }
}
