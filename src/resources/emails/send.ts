/** `POST /emails/send`: checks the request, composes the message, stores it, and queues it for the mail server. */
import { randomBytes, randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { assertStorage } from '../../domain/documents/storage.ts'
import { documentKey } from '../../domain/documents/stored-file.ts'
import { emailKey } from '../../domain/mail/emails.ts'
import { storeOutgoing } from '../../domain/mail/send.ts'
import { invalid } from '../../errors.ts'
import { composeMessage, type Message } from '../../mail/message.ts'
import { Document, Email, EmailTemplate, Inbox, Organization, Queue } from '../../models/index.ts'
import {
  escapeHtml,
  fillPlaceholders,
  MAX_RECIPIENTS,
  type Addressee,
  type Recipient,
} from '../../rules/mail/template.ts'
import { EMAIL_LABELS, headerText, plainText } from '../../rules/mail/email.ts'
import { can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { Url } from '../framework/fields.ts'
import { referencesIn } from '../framework/relations.ts'
import type { ResourcePath } from '../framework/registry.ts'
import { answerWith, type Answer, type Caller, type Request } from '../framework/request.ts'
import { Recipients } from './recipient-schemas.ts'
import { filledIn, optional, reference, textsIn } from './render.ts'

const references = (collection: string) => Type.Array(reference(collection), { maxItems: 500 })

interface Body {
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

export const sendAction: Action = {
  method: 'post',
  path: 'send',
  summary: 'Send an email from a queue, optionally about annotations and with documents attached.',
  may: can('send_email'),
  body: Type.Object({
    to: optional(Recipients, 'Recipients: `{email, name?}` or `{type, value}`.'),
    cc: optional(Recipients, 'Cc recipients, in the same form as `to`.'),
    bcc: optional(Recipients, 'Bcc recipients, in the same form as `to`.'),
    queue: { ...reference('queues'), description: 'URL of the queue that sends the email.' },
    template_values: optional(
      Type.Record(Type.String(), Type.Unknown()),
      'Values of placeholders by name; `subject` and `message` are required without a template.',
    ),
    related_annotations: optional(references('annotations'), 'URLs of the annotations that the email is about.'),
    related_documents: optional(references('documents'), 'URLs of the documents that the email is about.'),
    attachments: optional(
      Type.Object({ documents: optional(references('documents'), 'URLs of the documents whose files to attach.') }),
      'Files to attach, at most 20 MB in total.',
    ),
    parent_email: optional(reference('emails'), 'URL of the email to reply to.'),
    reset_related_annotations_email_thread: Type.Optional(
      Type.Boolean({ description: 'Whether annotations that already have a thread move to the thread of this email.' }),
    ),
    labels: optional(Type.Array(Type.String({ enum: [...EMAIL_LABELS] })), 'Labels from a fixed list.'),
    email_template: optional(reference('email_templates'), 'URL of the template of the email.'),
  }),
  example: (url) => ({
    queue: url('queues'),
    to: [{ email: 'supplier@example.com', name: 'Supplier' }],
    template_values: { subject: 'Your invoice', message: '<p>The total is missing.</p>' },
    related_annotations: [url('annotations')],
  }),
  responds: { status: 201, body: Type.Object({ url: { ...Url, description: 'URL of the email.' } }) },
  handle: sendEmail,
}

/** Maximum total size of the attachments in bytes; most mail servers reject larger messages. */
const MAX_ATTACHED = 20 * 1024 * 1024

async function sendEmail(request: Request<Body>): Promise<Answer> {
  const { body, deps, who } = request
  await assertStorage(deps, who.organization_id)
  const found = await resolve(body, request)
  const { html, ...composed } = await texts(body, found, request)
  const inbox = await Inbox.query(request.db).findOne('queue_id', found.queue.id)
  const message: Message = {
    message_id: `<${randomUUID()}@${request.config.mailDomain}>`,
    from: await senderOf(found.queue, inbox, request),
    ...composed,
    text: plainText(html),
    html,
    in_reply_to: found.parent?.message_id ?? null,
    attachments: await attached(found.attachment_ids, request),
  }
  const s3_name = randomBytes(16).toString('hex')
  const raw = await composeMessage(message)
  await deps.blobs.put(emailKey(s3_name), raw, { contentType: 'message/rfc822' })
  try {
    const id = await storeOutgoing(deps, who, {
      message,
      s3_name,
      size: raw.length,
      queue_id: found.queue.id,
      inbox_id: inbox?.id ?? null,
      parent_id: found.parent?.id ?? null,
      email_template_id: found.template?.id ?? null,
      labels: [...new Set(body.labels ?? [])],
      document_ids: found.attachment_ids,
      related_annotation_ids: found.annotation_ids,
      related_document_ids: found.document_ids,
      reset: body.reset_related_annotations_email_thread ?? false,
    })
    const url = request.urls.of('emails', id)
    return answerWith(201, { url }, { Location: url })
  } catch (error) {
    await deps.blobs.delete(emailKey(s3_name))
    throw error
  }
}

interface Found {
  queue: Queue
  parent: Email | undefined
  template: EmailTemplate | undefined
  annotation_ids: number[]
  document_ids: number[]
  attachment_ids: number[]
}

/** Loads the objects that the body refers to. */
async function resolve(body: Body, caller: Caller): Promise<Found> {
  const { db } = caller
  const idsIn = (name: string, collection: ResourcePath, urls: string | string[] | null | undefined) =>
    referencesIn(collection, urls || [], [name], caller)
  const one = async (name: string, collection: ResourcePath, url: string | null | undefined) =>
    (await idsIn(name, collection, url))[0] ?? 0
  const queue = await Queue.query(db).findById(await one('queue', 'queues', body.queue))
  if (!queue) throw invalid({ queue: ['This field may not be blank.'] })
  const parent = await Email.query(db).findById(await one('parent_email', 'emails', body.parent_email))
  if (parent && parent.queue_id !== queue.id) throw invalid({ parent_email: ['The email belongs to another queue.'] })
  const template_id = await one('email_template', 'email_templates', body.email_template)
  const template = await EmailTemplate.query(db).findById(template_id)
  if (template && template.queue_id !== queue.id)
    throw invalid({ email_template: ['The email template belongs to another queue.'] })
  return {
    queue,
    parent,
    template,
    annotation_ids: await idsIn('related_annotations', 'annotations', body.related_annotations),
    document_ids: await idsIn('related_documents', 'documents', body.related_documents),
    attachment_ids: await idsIn('attachments', 'documents', body.attachments?.documents),
  }
}

/** Returns recipients, subject and message with all placeholders replaced. */
async function texts(
  body: Body,
  { template }: Found,
  caller: Caller,
): Promise<Record<'to' | 'cc' | 'bcc', Addressee[]> & { subject: string; html: string }> {
  const own = textsIn(body.template_values ?? {})
  const lists = { to: body.to ?? [], cc: body.cc ?? [], bcc: body.bcc ?? [] }
  const about = {
    parent_email: body.parent_email,
    annotation_list: body.related_annotations,
    document_list: body.related_documents,
  }
  const subject = own.get('subject') ?? template?.subject
  const html = own.get('message') ?? template?.message
  if (subject === undefined || html === undefined) {
    const required = ['This field is required.']
    throw invalid({
      template_values: {
        ...(subject === undefined ? { subject: required } : {}),
        ...(html === undefined ? { message: required } : {}),
      },
    })
  }
  const { people, values } = await filledIn(lists, own, about, caller)
  const total = Object.values(people).flat().length
  if (total === 0) throw invalid({ to: ['At least one recipient is required in to, cc and bcc together.'] })
  if (total > MAX_RECIPIENTS)
    throw invalid({ to: [`At most ${MAX_RECIPIENTS} recipients are allowed in to, cc and bcc together.`] })
  return {
    ...people,
    subject: headerText(fillPlaceholders(subject, values)),
    html: fillPlaceholders(html, values, escapeHtml),
  }
}

/** Returns the inbox of the queue, which receives the replies, or a no-reply address for a queue without an inbox. */
async function senderOf(queue: Queue, inbox: Inbox | undefined, { db, config }: Request<Body>): Promise<Addressee> {
  const { name } = await Organization.query(db).findById(queue.organization_id).throwIfNotFound()
  return { email: inbox?.email ?? `no-reply@${config.mailDomain}`, name: headerText(name) }
}

async function attached(ids: number[], { db, deps }: Request<Body>): Promise<Message['attachments']> {
  const documents = await Document.query(db).findByIds(ids).orderBy('id')
  if (documents.some(({ has_content }) => !has_content))
    throw invalid({ attachments: { documents: ['A document has no file.'] } })
  const size = documents.reduce((sum, document) => sum + Number(document.size), 0)
  if (size > MAX_ATTACHED)
    throw invalid({ attachments: { documents: ['Attachments must not exceed 20 MB in total.'] } })
  return Promise.all(
    documents.map(async ({ original_file_name, mime_type, s3_name }) => ({
      filename: original_file_name,
      contentType: mime_type,
      content: await deps.blobs.get(documentKey(s3_name)),
    })),
  )
}
