/** Ends the work on a received message. */
import type { Deps } from '../../deps.ts'
import { mailsReceived } from '../../metrics/registry.ts'
import { Delivery, IncomingMessage, raw } from '../../models/index.ts'
import { IGNORED, type MailOutcome } from '../../rules/mail/incoming.ts'
import { incomingEmailWorkflowId } from '../../rules/temporal/workflow-ids.ts'
import { transact, type Tx } from '../outbox/transaction.ts'
import { emailKey } from './emails.ts'

/** Finishes a message that becomes no email: its raw text is removed, and its task fails with the reason. Idempotent by message. */
export async function finishIncoming(
  deps: Pick<Deps, 'db' | 'blobs' | 'signals'>,
  email_id: number,
  outcome: MailOutcome,
): Promise<void> {
  await transact(deps, async (tx) => {
    const message = await IncomingMessage.query(tx).findById(email_id).forUpdate()
    if (message?.state === 'received') {
      if (message.s3_name !== null) await deps.blobs.delete(emailKey(message.s3_name))
      await closeIncoming(tx, email_id, outcome)
    }
    await finishReceived(tx, email_id)
  })
}

/** Marks a locked message as finished, forgets what is stored about it elsewhere, and closes its task. */
export async function closeIncoming(
  tx: Tx,
  email_id: number,
  outcome: MailOutcome,
  upload_id: number | null = null,
): Promise<void> {
  await IncomingMessage.query(tx)
    .findById(email_id)
    .patch({
      state: 'finished',
      outcome,
      s3_name: null,
      upload_id,
      envelope: {},
      metadata: {},
      values: {},
      finished_at: raw('now()'),
    })
  mailsReceived.inc({ outcome })
  const detail = IGNORED[outcome]
  await tx('tasks')
    .where({ email_id, status: 'running' })
    .update(detail ? { status: 'failed', detail, code: outcome } : { status: 'succeeded' })
  await finishReceived(tx, email_id)
}

/** Finishes the delivery of the message, even if the message was removed with its queue. */
const finishReceived = (tx: Tx, email_id: number) =>
  Delivery.query(tx)
    .patch({ state: 'done', finished_at: raw('now()') })
    .where({ workflow_id: incomingEmailWorkflowId(email_id), consumer: 'inbound', state: 'pending' })
