/** Changes of stored emails and of the writable columns of their threads. */
import { Email, EmailThread } from '../../models/index.ts'
import type { Tx } from '../outbox/transaction.ts'
import { rowsOf } from '../rows.ts'

export const updateEmail = rowsOf(Email).update
export const updateEmailThread = rowsOf(EmailThread).update

/** Sets exactly these emails as the answers to the email `id`. */
export async function setAnswers(tx: Tx, id: number, answers: readonly number[]): Promise<void> {
  await Email.query(tx)
    .patch({ parent_id: null })
    .where('parent_id', id)
    .whereNotIn('id', [...answers])
  await Email.query(tx)
    .patch({ parent_id: id })
    .whereIn('id', [...answers])
}
