/** Emails without a file that can be imported: the answer to the sender, and the notification of the queue's recipient. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { baseUrl } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { composeMessage, type Message } from '../../mail/message.ts'
import { Document, Email, EmailTemplate, Inbox, Organization, type Queue, type RowOf } from '../../models/index.ts'
import {
  addressees,
  escapeHtml,
  fillPlaceholders,
  isAddress,
  withoutRepeats,
  type Recipient,
} from '../../rules/mail/template.ts'
import { headerText, plainText } from '../../rules/mail/email.ts'
import { recipientOf } from '../../rules/mail/inbox.ts'
import type { Tx } from '../outbox/transaction.ts'
import { placeholderValues } from './email-templates.ts'
import { emailKey } from './emails.ts'
import { queueLetter } from './outgoing.ts'
import type { OutgoingEmail } from './send.ts'

type Sender = Pick<Deps, 'db' | 'blobs' | 'config' | 'signals' | 'log'>
const TYPE = 'email_with_no_processable_attachments'

/** Answers to one sender and queue in 24 hours; more are a loop between two programs. */
const MAX_ANSWERS = 5

export interface Answer {
  email: OutgoingEmail
}

/**
 * Composes the answer to an email without files that could be imported, if the template is sent automatically. Null if there is a file, or if an answer
 * could start a loop: to programs, to addresses of the service, or to somebody who has had several answers today.
 */
export async function composeAnswer(deps: Sender, email_id: number): Promise<Answer | null> {
  const { db, config, blobs } = deps
  const email = await Email.query(db).findById(email_id)
  if (!email || (await Document.query(db).where({ email_id }).whereNull('attachment_status').select('id').first()))
    return null
  const template = await EmailTemplate.query(db).findOne({ queue_id: email.queue_id, type: TYPE, automate: true })
  if (!template || !(await mayAnswer(db, email, config.mailDomain))) return null
  const message = await messageOf(deps, email, template)
  if (message.to.length + message.cc.length + message.bcc.length === 0) return null
  const s3_name = randomBytes(16).toString('hex')
  const raw = await composeMessage(message)
  await blobs.put(emailKey(s3_name), raw, { contentType: 'message/rfc822' })
  return {
    email: {
      message,
      s3_name,
      size: raw.length,
      queue_id: email.queue_id,
      inbox_id: email.inbox_id,
      parent_id: email.id,
      email_template_id: template.id,
      labels: ['automatic_rejection'],
      document_ids: [],
      related_annotation_ids: [],
      related_document_ids: [],
      reset: false,
      automated: true,
    },
  }
}

async function mayAnswer(db: Knex, email: RowOf<Email>, mailDomain: string): Promise<boolean> {
  const { from_email, queue_id, headers } = email
  if (!from_email || !isAddress(from_email) || headers.automatic) return false
  if (from_email.toLowerCase().endsWith(`@${mailDomain}`)) return false
  if (/^(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)([+.-][^@]*)?@/i.test(from_email)) return false
  const answered = await Email.query(db)
    .where({ queue_id, type: 'outgoing' })
    .whereRaw(`created_at > now() - interval '24 hours'`)
    .whereRaw(`labels @> '["automatic_rejection"]'`)
    .whereRaw(`"to" @> ?::jsonb`, [JSON.stringify([{ email: from_email }])])
    .resultSize()
  return answered < MAX_ANSWERS
}

async function messageOf(
  { db, config }: Sender,
  email: RowOf<Email>,
  template: RowOf<EmailTemplate>,
): Promise<Message> {
  const { organization_id, queue_id, subject, from_email } = email
  const { values, annotators } = await placeholderValues(db, {
    organization_id,
    annotation_ids: [],
    document_ids: [],
    parent: { subject, from: from_email },
    senders: [],
    app_url: baseUrl(config).replace(/\/api$/, ''),
    urlOf: (id) => `${baseUrl(config)}/v1/annotations/${id}`,
    user_id: null,
  })
  const people = (list: readonly Recipient[]) =>
    withoutRepeats(list.flatMap((one) => addressees(one, values, annotators))).filter(
      ({ email: address }) => !address.toLowerCase().endsWith(`@${config.mailDomain}`),
    )
  const html = fillPlaceholders(template.message, values, escapeHtml)
  const inbox = await Inbox.query(db).findOne({ queue_id })
  const { name } = await Organization.query(db).findById(organization_id).throwIfNotFound()
  return {
    message_id: `<${randomUUID()}@${config.mailDomain}>`,
    from: { email: inbox?.email ?? `no-reply@${config.mailDomain}`, name: headerText(name) },
    to: people(template.to),
    cc: people(template.cc),
    bcc: people(template.bcc),
    subject: headerText(fillPlaceholders(template.subject, values)),
    text: plainText(html),
    html,
    in_reply_to: email.message_id,
    automatic: 'auto-replied',
    attachments: [],
  }
}

/** Notifies the recipient in `email_notifications` of the queue of an email without documents, or with rejected files. */
export async function notifyRecipient(
  deps: Sender,
  tx: Tx,
  email: RowOf<Email>,
  { settings }: RowOf<Queue>,
): Promise<void> {
  const given = settings.email_notifications
  const address = recipientOf(given)
  if (!given || !address) return
  const isUnprocessable = email.filtered_out_document_count > 0
  if (!(isUnprocessable ? given.unprocessable_attachments : given.email_with_no_attachments)) return
  const files = await Document.query(tx).where({ email_id: email.id }).orderBy('id').limit(20)
  const lines = files.map(
    ({ original_file_name, attachment_status }) => `- ${original_file_name}: ${attachment_status ?? 'not imported'}`,
  )
  const inbox = email.inbox_id === null ? undefined : await Inbox.query(tx).findById(email.inbox_id)
  await queueLetter({ ...deps, db: tx }, email.organization_id, {
    to: address,
    subject: headerText(`Email without documents: ${email.subject}`).slice(0, 200),
    text: [
      `An email from ${email.from_email ?? 'an unknown sender'} to ${inbox?.email ?? 'an inbox'} contained no file that can be processed.`,
      ...(lines.length > 0 ? ['', 'Files:', ...lines] : []),
      '',
      `${baseUrl(deps.config)}/v1/emails/${email.id}`,
    ].join('\n'),
  })
}
