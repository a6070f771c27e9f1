import { Note } from '../../models/index.ts'
import { transact, type Transactor } from '../outbox/transaction.ts'
import { rowsOf } from '../rows.ts'

export const noteRows = rowsOf(Note)

export const deleteNote = (deps: Transactor, id: number): Promise<void> =>
  transact(deps, (tx) => noteRows.delete(tx, id))
