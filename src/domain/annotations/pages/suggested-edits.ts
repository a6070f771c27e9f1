import { SuggestedEdit } from '../../../models/index.ts'
import { transact, type Transactor } from '../../outbox/transaction.ts'
import { rowsOf } from '../../rows.ts'

export const suggestedEditRows = rowsOf(SuggestedEdit)

export const deleteSuggestedEdit = (deps: Transactor, id: number): Promise<void> =>
  transact(deps, (tx) => suggestedEditRows.delete(tx, id))
