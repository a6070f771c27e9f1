import type { Knex } from 'knex'
import { Rule, Schema, type RowOf } from '../../models/index.ts'
import type { Tx } from '../outbox/transaction.ts'
import { rowsOf, type Writer } from '../rows.ts'

const rows = rowsOf(Rule)

/** Creates a rule in the organization of the writer. */
export const createRule = (tx: Tx, writer: Writer, columns: Partial<RowOf<Rule>>): Promise<number> =>
  rows.create(tx, writer, { ...columns, organization_id: writer.organization_id })

export const updateRule = rows.update
export const deleteRule = rows.delete

/** Returns the schemas to which a rule with this schema and these queues applies. */
export async function linkedSchemas(
  db: Knex,
  schema_id: number | null,
  queues: readonly number[],
): Promise<Pick<Schema, 'id' | 'content'>[]> {
  return Schema.query(db)
    .whereIn('id', db('queues').whereIn('id', queues).whereNotNull('schema_id').select('schema_id'))
    .orWhere('id', schema_id ?? 0)
    .orderBy('id')
    .select('id', 'content')
}
