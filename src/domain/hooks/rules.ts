import { Rule, type RowOf } from '../../models/index.ts'
import type { Tx } from '../outbox/transaction.ts'
import { rowsOf, type Writer } from '../rows.ts'

const rows = rowsOf(Rule)

/** Creates a rule in the organization of the writer. */
export const createRule = (tx: Tx, writer: Writer, columns: Partial<RowOf<Rule>>): Promise<number> =>
  rows.create(tx, writer, { ...columns, organization_id: writer.organization_id })

export const updateRule = rows.update
export const deleteRule = rows.delete
