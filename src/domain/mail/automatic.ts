/** Emails that rules send: composed from a template or from the texts of the rule. */
import { randomBytes, randomUUID } from 'node:crypto'
import { baseUrl } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { badRequest } from '../../errors.ts'
import { composeMessage, type Message } from '../../mail/message.ts'
import { Annotation, EmailTemplate, Inbox, Organization } from '../../models/index.ts'
import {
  addressees,
  escapeHtml,
  fillPlaceholders,
  MAX_RECIPIENTS,
  withoutRepeats,
  type Recipient,
} from '../../rules/mail/template.ts'
import { headerText, plainText } from '../../rules/mail/email.ts'
import { documentKey } from '../documents/stored-file.ts'
import { placeholderValues } from './email-templates.ts'
import { emailKey } from './emails.ts'
import type { OutgoingEmail } from './send.ts'

/** Maximum size of the attachment in bytes; most mail servers reject larger messages. */
const MAX_ATTACHED = 20 * 1024 * 1024

/** The email of a rule: a template of a queue, or its own texts. */
export type RuleEmail =
  | { email_template: number; attach_document?: boolean }
  | { to: string[]; cc?: string[]; bcc?: string[]; subject: string; body: string }

type WithBlobs = Pick<Deps, 'db' | 'config' | 'blobs'>

interface Texts extends Record<'to' | 'cc' | 'bcc', readonly Recipient[]> {
  subject: string
  html: string
  template_id: number | null
}

/**
 * Composes an email about an annotation and stores the message; `storeOutgoing` then queues it. Throws 400 if it has no recipient, too many
 * recipients, or an attachment that is too large.
 */
export async function composeAutomatic(
  deps: WithBlobs,
  annotation_id: number,
  given: RuleEmail,
): Promise<OutgoingEmail> {
  const { db, config, blobs } = deps
  const annotation = await Annotation.query(db)
    .findById(annotation_id)
    .withGraphFetched('[document, email]')
    .throwIfNotFound()
  const { organization_id, queue_id, document, email } = annotation
  const texts = await textsOf(db, given)
  const { values, annotators } = await placeholderValues(db, {
    organization_id,
    annotation_ids: [annotation_id],
    document_ids: [],
    parent: email ? { subject: email.subject, from: email.from_email } : null,
    senders: email?.from_email ? [email.from_email] : [],
    app_url: baseUrl(config).replace(/\/api$/, ''),
    urlOf: (id) => `${baseUrl(config)}/v1/annotations/${id}`,
    user_id: null,
  })
  const people = (recipients: readonly Recipient[]) =>
    withoutRepeats(recipients.flatMap((one) => addressees(one, values, annotators)))
  const [to, cc, bcc] = [people(texts.to), people(texts.cc), people(texts.bcc)]
  const total = to.length + cc.length + bcc.length
  if (total === 0) throw badRequest('The email has no recipient.')
  if (total > MAX_RECIPIENTS) throw badRequest(`An email may have at most ${MAX_RECIPIENTS} recipients.`)
  const html = fillPlaceholders(texts.html, values, escapeHtml)
  const inbox = await Inbox.query(db).findOne({ queue_id })
  const { name } = await Organization.query(db).findById(organization_id).throwIfNotFound()
  const attached = 'attach_document' in given && given.attach_document === true && document ? [document] : []
  if (attached.some(({ size }) => Number(size) > MAX_ATTACHED)) throw badRequest('The document has more than 20 MB.')
  const message: Message = {
    message_id: `<${randomUUID()}@${config.mailDomain}>`,
    from: { email: inbox?.email ?? `no-reply@${config.mailDomain}`, name: headerText(name) },
    to,
    cc,
    bcc,
    subject: headerText(fillPlaceholders(texts.subject, values)),
    text: plainText(html),
    html,
    in_reply_to: email?.message_id ?? null,
    automatic: 'auto-generated',
    attachments: await Promise.all(
      attached.map(async ({ original_file_name, mime_type, s3_name }) => ({
        filename: original_file_name,
        contentType: mime_type,
        content: await blobs.get(documentKey(s3_name)),
      })),
    ),
  }
  const s3_name = randomBytes(16).toString('hex')
  const raw = await composeMessage(message)
  await blobs.put(emailKey(s3_name), raw, { contentType: 'message/rfc822' })
  return {
    message,
    s3_name,
    size: raw.length,
    queue_id,
    inbox_id: inbox?.id ?? null,
    parent_id: email?.queue_id === queue_id ? email.id : null,
    email_template_id: texts.template_id,
    labels: ['automatic_status_changed_info'],
    document_ids: attached.map(({ id }) => id),
    related_annotation_ids: [annotation_id],
    related_document_ids: [],
    reset: false,
    automated: true,
  }
}

async function textsOf(db: Deps['db'], given: RuleEmail): Promise<Texts> {
  if ('email_template' in given) {
    const template = await EmailTemplate.query(db).findById(given.email_template)
    if (!template) throw badRequest('The email template no longer exists.')
    const { id, to, cc, bcc, subject, message } = template
    return { to, cc, bcc, subject, html: message, template_id: id }
  }
  const recipients = (list: readonly string[] = []) => list.map((email): Recipient => ({ email }))
  const { to, cc, bcc, subject, body } = given
  return {
    to: recipients(to),
    cc: recipients(cc),
    bcc: recipients(bcc),
    subject,
    html: body,
    template_id: null,
  }
}
