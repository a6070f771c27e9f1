import type { Knex } from 'knex'

/** When the current step of an approval began, and the reminders sent since then. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table workflow_runs
      add column step_started_at timestamptz,
      add column reminded_at timestamptz,
      add column reminders integer not null default 0
  `)
}
