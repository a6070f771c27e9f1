import { Note } from '../../models/index.ts'
import type { Id } from '../../rules/access/ids.ts'
import { transact, type Transactor } from '../outbox/transaction.ts'
import { rowsOf } from '../rows.ts'

export const noteRows = rowsOf(Note)

export const deleteNote = (deps: Transactor, id: Id<'notes'>): Promise<void> =>
  transact(deps, (tx) => noteRows.delete(tx, id))
