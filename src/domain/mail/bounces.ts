/** Notifications that an email was not delivered (RFC 3464), shown in the metadata of that email. */
import { Email, raw } from '../../models/index.ts'
import type { DeliveryReport } from '../../sandbox/email-types.ts'
import type { Tx } from '../outbox/transaction.ts'

/**
 * Finds the sent email that a notification is about, and records in its metadata why a recipient did not get it. Returns its id; null if
 * the queue did not send it. Notifications about delays and successes change nothing.
 */
export async function noteBounce(
  tx: Tx,
  queue_id: number,
  { action, status, recipient, message_id }: DeliveryReport,
): Promise<number | null> {
  if (!message_id) return null
  const email = await Email.query(tx).findOne({ queue_id, message_id, type: 'outgoing' }).forUpdate()
  if (!email) return null
  const { id, to, cc, bcc } = email
  const wasSent = [...to, ...cc, ...bcc].some((one) => one.email.toLowerCase() === recipient.toLowerCase())
  if (action === 'failed' && wasSent) {
    const bounced = JSON.stringify({ bounced: { recipient, status } })
    await Email.query(tx)
      .findById(id)
      .patch({ metadata: raw('metadata || ?::jsonb', [bounced]) })
  }
  return id
}
