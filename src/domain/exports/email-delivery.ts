/** The end of deliveries by email, which is known only when the mail server has answered. */
import { ExportDelivery } from '../../models/index.ts'
import type { Tx } from '../outbox/transaction.ts'

/** Marks the delivery whose file is in this email as failed, because the mail server did not accept it. */
export async function failDeliveryOfEmail(tx: Tx, email_id: number, reason: string): Promise<void> {
  await ExportDelivery.query(tx).where({ email_id, status: 'sent' }).patch({ status: 'failed', error: reason })
}
