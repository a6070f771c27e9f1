/** Writes triggers and delete recommendations. */
import { DeleteRecommendation, Trigger, type RowOf } from '../../models/index.ts'
import type { Tx } from '../outbox/transaction.ts'
import { rowsOf, type Writer } from '../rows.ts'

const triggers = rowsOf(Trigger)
export const createTrigger = triggers.create
export const updateTrigger = triggers.update

const recommendations = rowsOf(DeleteRecommendation)
/** Creates a delete recommendation in the organization of the writer. */
export const createRecommendation = (
  tx: Tx,
  writer: Writer,
  columns: Partial<RowOf<DeleteRecommendation>>,
): Promise<number> => recommendations.create(tx, writer, { ...columns, organization_id: writer.organization_id })
export const updateRecommendation = recommendations.update
export const deleteRecommendation = recommendations.delete
