import type { Knex } from 'knex'

/** Conditions of executed rules with one result, one set of values and one list of actions for each row of a table. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table rule_executions
      add column trigger_condition text not null default '',
      add column trigger_condition_results jsonb
  `)
}
