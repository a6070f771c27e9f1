import { Survey } from '../../models/index.ts'
import { transact, type Transactor } from '../outbox/transaction.ts'
import { rowsOf } from '../rows.ts'

export const surveyRows = rowsOf(Survey)

export const deleteSurvey = (deps: Transactor, id: number): Promise<void> =>
  transact(deps, (tx) => surveyRows.delete(tx, id))
