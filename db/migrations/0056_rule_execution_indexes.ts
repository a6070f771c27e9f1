import type { Knex } from 'knex'

/** `create index concurrently` does not run in a transaction. */
export const config = { transaction: false }

/** By name: the column of the filter. */
const COLUMNS = {
  rule_executions_request: 'request_id',
  rule_executions_by_rule: 'rule_id',
  rule_executions_by_queue: 'queue_id',
  rule_executions_by_annotation: 'annotation_id',
  rule_executions_by_result: 'execution_result',
}

/** Indexes for the filters of `GET /rules_execution_logs`. */
export async function up(db: Knex): Promise<void> {
  for (const [name, column] of Object.entries(COLUMNS)) {
    // An interrupted build leaves an invalid index of this name.
    await db.raw(`drop index concurrently if exists ${name}`)
    await db.raw(`create index concurrently ${name} on rule_executions (organization_id, ${column}, id)`)
  }
}
