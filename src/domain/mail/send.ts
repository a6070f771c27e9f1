/** Emails sent by users: stored as undelivered, and queued if a mail server is configured. */
import type { Deps } from '../../deps.ts'
import type { Message } from '../../mail/message.ts'
import { transact } from '../outbox/transaction.ts'
import { recordSending } from './email-templates.ts'
import { assertAllowance, joinThread, storeEmail, type NewEmail } from './emails.ts'
import { queueEmail } from './outgoing.ts'

type Stored = Pick<
  NewEmail,
  | 'queue_id'
  | 'inbox_id'
  | 'parent_id'
  | 'email_template_id'
  | 's3_name'
  | 'size'
  | 'labels'
  | 'document_ids'
  | 'related_annotation_ids'
  | 'related_document_ids'
>

export interface OutgoingEmail extends Stored {
  message: Message
  /** Whether annotations that already have a thread move to the thread of this email. */
  reset: boolean
  /** True if a rule sends it; false by default. */
  automated?: boolean
}

/** Stores an email whose message is already in the blob store. Returns its id. Throws 403 if the organization has reached its limit. */
export const storeOutgoing = (
  deps: Pick<Deps, 'db' | 'signals' | 'config'>,
  { organization_id, user_id }: { organization_id: number; user_id: number | null },
  { message, reset, automated = false, ...email }: OutgoingEmail,
): Promise<number> =>
  transact(deps, async (tx) => {
    await assertAllowance(tx, organization_id, deps.config.emailsPerDay)
    const { message_id, subject, from, to, cc, bcc, text, html } = message
    const { id, email_thread_id } = await storeEmail(tx, {
      ...email,
      organization_id,
      creator_id: user_id,
      type: 'outgoing',
      message_id,
      subject,
      from,
      to,
      cc,
      bcc,
      body_text_plain: text,
      body_text_html: html,
      metadata: { delivered: false },
    })
    await joinThread(tx, email_thread_id, email.related_annotation_ids, reset)
    if (email.email_template_id !== null) await recordSending(tx, email.email_template_id, automated)
    if (deps.config.smtp) await queueEmail(tx, { id, organization_id, queue_id: email.queue_id })
    return id
  })
