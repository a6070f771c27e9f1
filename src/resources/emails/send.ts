/** POST emails/send (filled-gaps 8.6): checks the request, makes the message, keeps it, and queues it for the mail server. */
import { randomBytes, randomUUID } from 'node:crypto'
import { Type, type TSchema } from 'typebox'
import { invalid } from '../../errors.ts'
import { recordSending } from '../../domain/mail/email-templates.ts'
import { demandAllowance, emailKey, joinThread, storeEmail } from '../../domain/mail/emails.ts'
import { queueEmail } from '../../domain/mail/outgoing.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import { documentKey } from '../../domain/documents/stored-file.ts'
import { composeMessage, type Message } from '../../mail/message.ts'
import {
  addressees,
  checkRecipients,
  escapeHtml,
  fillPlaceholders,
  MAX_RECIPIENTS,
  withoutRepeats,
  type Addressee,
  type Recipient,
} from '../../rules/email-template.ts'
import { EMAIL_LABELS, headerText, plainText } from '../../rules/email.ts'
import type { Row } from '../legacy/fields.ts'
import { answerWith, type Answer, type Caller, type Request } from '../engine/request.ts'
import { Recipients, textsIn, valuesFor } from './render.ts'
import { idsIn } from '../rules/triggers.ts'

const reference = (collection: string): TSchema => ({ ...Type.String(), 'x-references': collection })
const nullable = (schema: TSchema) => Type.Optional(Type.Union([schema, Type.Null()]))
const references = (collection: string) => nullable(Type.Array(reference(collection), { maxItems: 500 }))

export const SendBody = Type.Object({
  to: nullable(Recipients),
  cc: nullable(Recipients),
  bcc: nullable(Recipients),
  queue: reference('queues'),
  template_values: nullable(Type.Record(Type.String(), Type.Unknown())),
  related_annotations: references('annotations'),
  related_documents: references('documents'),
  attachments: nullable(Type.Object({ documents: references('documents') })),
  parent_email: nullable(reference('emails')),
  reset_related_annotations_email_thread: Type.Optional(Type.Boolean()),
  labels: nullable(Type.Array(Type.String({ enum: [...EMAIL_LABELS] }))),
  email_template: nullable(reference('email_templates')),
})

interface Asked {
  to?: Recipient[] | null
  cc?: Recipient[] | null
  bcc?: Recipient[] | null
  queue: string
  template_values?: Record<string, unknown> | null
  related_annotations?: string[] | null
  related_documents?: string[] | null
  attachments?: { documents?: string[] | null } | null
  parent_email?: string | null
  reset_related_annotations_email_thread?: boolean
  labels?: string[] | null
  email_template?: string | null
}

/** Bytes of all attachments together; more is refused by most mail servers. */
const MAX_ATTACHED = 20 * 1024 * 1024

export async function sendEmail(request: Request): Promise<Answer> {
  const asked = request.body as unknown as Asked
  const found = await resolve(asked, request)
  const { to, cc, bcc, subject, html } = await texts(asked, found, request)
  const message: Message = {
    message_id: `<${randomUUID()}@${request.config.mailDomain}>`,
    from: await senderOf(found.queue, request),
    to,
    cc,
    bcc,
    subject,
    text: plainText(html),
    html,
    in_reply_to: (found.parent?.message_id as string | null | undefined) ?? null,
    attachments: await attached(found.attachment_ids, request),
  }
  const raw = await composeMessage(message)
  const s3_name = randomBytes(16).toString('hex')
  await request.deps.blobs.put(emailKey(s3_name), raw, { contentType: 'message/rfc822' })
  const id = await keep(asked, found, message, s3_name, request).catch(async (error: unknown) => {
    await request.deps.blobs.delete(emailKey(s3_name))
    throw error
  })
  const url = request.urls.of('emails', id)
  return answerWith(201, { url }, { Location: url })
}

interface Found {
  queue: Row
  parent: Row | null
  template: Row | null
  annotation_ids: number[]
  document_ids: number[]
  attachment_ids: number[]
}

async function resolve(asked: Asked, caller: Caller): Promise<Found> {
  const { db } = caller
  const one = async (name: string, collection: string, url: string | null | undefined): Promise<Row | null> => {
    if (!url) return null
    const [id] = await idsIn(name, collection, [url], caller)
    return (await db(collection).where('id', id).first()) as Row
  }
  const queue = await one('queue', 'queues', asked.queue)
  if (!queue) throw invalid({ queue: ['This field may not be blank.'] })
  const parent = await one('parent_email', 'emails', asked.parent_email)
  if (parent && parent.queue_id !== queue.id) throw invalid({ parent_email: ['The email belongs to another queue.'] })
  const template = await one('email_template', 'email_templates', asked.email_template)
  if (template && template.queue_id !== queue.id)
    throw invalid({ email_template: ['The email template belongs to another queue.'] })
  const many = (name: string, collection: string, urls: string[] | null | undefined) =>
    idsIn(name, collection, urls ?? [], caller)
  return {
    queue,
    parent,
    template,
    annotation_ids: await many('related_annotations', 'annotations', asked.related_annotations),
    document_ids: await many('related_documents', 'documents', asked.related_documents),
    attachment_ids: await many('attachments', 'documents', asked.attachments?.documents),
  }
}

/** Recipients, subject and message with all placeholders filled in. */
async function texts(asked: Asked, { template }: Found, caller: Caller) {
  const lists = { to: asked.to ?? [], cc: asked.cc ?? [], bcc: asked.bcc ?? [] }
  const faults = checkRecipients(lists)
  if (faults) throw invalid(faults)
  const own = textsIn(asked.template_values ?? {})
  const subject = own.get('subject') ?? (template?.subject as string | undefined)
  const html = own.get('message') ?? (template?.message as string | undefined)
  if (subject === undefined || html === undefined) {
    const missing = { ...(subject === undefined ? { subject: 1 } : {}), ...(html === undefined ? { message: 1 } : {}) }
    const sentences = Object.keys(missing).map((name) => [name, ['This field is required.']])
    throw invalid({ template_values: Object.fromEntries(sentences) as object })
  }
  const { values, annotators } = await valuesFor(
    {
      parent_email: asked.parent_email ?? null,
      annotation_list: asked.related_annotations ?? [],
      document_list: asked.related_documents ?? [],
    },
    caller,
  )
  for (const [name, text] of own) values.set(name, [text])
  const people = (recipients: Recipient[]): Addressee[] =>
    withoutRepeats(recipients.flatMap((recipient) => addressees(recipient, values, annotators)))
  const [to, cc, bcc] = [people(lists.to), people(lists.cc), people(lists.bcc)]
  const total = to.length + cc.length + bcc.length
  if (total === 0) throw invalid({ to: ['At least one recipient is required in to, cc and bcc together.'] })
  if (total > MAX_RECIPIENTS)
    throw invalid({ to: [`At most ${MAX_RECIPIENTS} recipients are allowed in to, cc and bcc together.`] })
  return {
    to,
    cc,
    bcc,
    subject: headerText(fillPlaceholders(subject, values)),
    html: fillPlaceholders(html, values, escapeHtml),
  }
}

/** The queue's inbox, so that answers come back to it; without one an address that nobody reads. */
async function senderOf(queue: Row, { db, config }: Request): Promise<Addressee> {
  const inbox = (await db('inboxes').where('queue_id', queue.id).first('email')) as { email: string } | undefined
  const { name } = (await db('organizations').where('id', queue.organization_id).first('name')) as { name: string }
  return { email: inbox?.email ?? `no-reply@${config.mailDomain}`, name: headerText(name) }
}

async function attached(ids: number[], { db, deps }: Request): Promise<Message['attachments']> {
  const documents = (await db('documents').whereIn('id', ids).orderBy('id')) as Row[]
  if (documents.some((document) => !document.has_content))
    throw invalid({ attachments: { documents: ['A document has no file.'] } })
  const size = documents.reduce((sum, document) => sum + Number(document.size), 0)
  if (size > MAX_ATTACHED)
    throw invalid({ attachments: { documents: ['Attachments must not exceed 20 MB in total.'] } })
  return Promise.all(
    documents.map(async (document) => ({
      filename: document.original_file_name as string,
      contentType: document.mime_type as string,
      content: await deps.blobs.get(documentKey(document.s3_name as string)),
    })),
  )
}

/** Writes the email as not delivered yet, and queues it where there is a mail server. */
function keep(asked: Asked, found: Found, message: Message, s3_name: string, { deps, who }: Request): Promise<number> {
  return transact(deps, async (trx) => {
    await demandAllowance(trx, who.organization_id, deps.config.emailsPerDay)
    const inbox = (await trx('inboxes').where('queue_id', found.queue.id).first('id')) as { id: number } | undefined
    const { id, email_thread_id } = await storeEmail(trx, {
      organization_id: who.organization_id,
      queue_id: found.queue.id as number,
      inbox_id: inbox?.id ?? null,
      parent_id: (found.parent?.id as number | undefined) ?? null,
      type: 'outgoing',
      message_id: message.message_id,
      subject: message.subject,
      from: message.from,
      to: message.to,
      cc: message.cc,
      bcc: message.bcc,
      body_text_plain: message.text,
      body_text_html: message.html,
      labels: [...new Set(asked.labels ?? [])],
      metadata: NOT_DELIVERED,
      email_template_id: (found.template?.id as number | undefined) ?? null,
      s3_name,
      creator_id: who.user_id,
      document_ids: found.attachment_ids,
      related_annotation_ids: found.annotation_ids,
      related_document_ids: found.document_ids,
    })
    const reset = asked.reset_related_annotations_email_thread ?? false
    await joinThread(trx, email_thread_id, found.annotation_ids, reset)
    if (found.template) await recordSending(trx, found.template.id as number, false)
    if (deps.config.smtp)
      await queueEmail(trx, { id, organization_id: who.organization_id, queue_id: found.queue.id as number })
    return id
  })
}

const NOT_DELIVERED = { delivered: false }
