import { Type } from 'typebox'
import { describeAttachment } from '../../export/file-name.ts'
import { auditReads } from '../../domain/requests/audit-reads.ts'
import { setAnswers, updateEmail } from '../../domain/mail/email-rows.ts'
import { emailKey } from '../../domain/mail/emails.ts'
import { notFound, type FieldErrors } from '../../errors.ts'
import { Email, type RowOf } from '../../models/index.ts'
import { cutBody, EMAIL_LABELS } from '../../rules/mail/email.ts'
import { allowed, assignedQueues, can } from '../access.ts'
import { defineResource, nullsLast, type CheckContext } from '../framework/define.ts'
import { makers, neverNull, Url, type FieldBuilder } from '../framework/fields.ts'
import type { Input } from '../framework/input.ts'
import { filtered } from '../framework/query.ts'
import { ok, type Answer, type Caller, type Request } from '../framework/request.ts'
import { fileAnswer } from '../file-answers.ts'
import { addressees, annotationCounts, countsOf, recipientFilter, sender, unanswered } from './email-fields.ts'
import { importAction } from './import.ts'
import { sendAction } from './send.ts'

const readOnly = { readOnly: true }
const TYPES = ['incoming', 'outgoing']

const body =
  (description: string): FieldBuilder =>
  (name, model) => ({
    ...makers.text(description, { default: '' })(name, model),
    accept: (value) => ({ [name]: cutBody(value as string) }),
  })

/** SQL conditions for the counts of incoming emails. */
const COUNTS = {
  total: 'true',
  no_documents: 'not exists (select 1 from email_documents ed where ed.email_id = emails.id)',
  recent_with_no_documents_not_replied: unanswered('emails'),
  rejected: `emails.labels @> '["rejected"]'`,
  recent_with_filtered_out_documents: `emails.filtered_out_document_count > 0 and emails.created_at > now() - interval '14 days'`,
}
const count = (description: string) => Type.Integer({ description })
const Counts = Type.Object({
  incoming: Type.Object(
    {
      total: count('All incoming emails.'),
      no_documents: count('Emails without documents.'),
      recent_with_no_documents_not_replied: count('Emails of the last 14 days without documents and without a reply.'),
      rejected: count('Rejected emails.'),
      recent_with_filtered_out_documents: count(
        'Emails of the last 14 days with files that the filters of the inbox rejected.',
      ),
    },
    { description: 'Counts of incoming emails.' },
  ),
})

export const emails = defineResource(Email, {
  path: 'emails',
  singular: 'email',
  description: 'A message received by an inbox or sent from a queue.',
  verbs: ['list', 'retrieve', 'replace', 'update'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    labels: f.json(Type.Array(Type.String({ enum: [...EMAIL_LABELS] })), 'Labels from a fixed list.', {
      default: [],
      example: ['reply'],
    }),
    queue: f.ref('URL of the queue that received or sent it.', readOnly),
    inbox: neverNull(
      f.ref('URL of the inbox that received it, or of the queue that sent it; empty if none.', readOnly),
    ),
    parent: f.ref('URL of the email that it replies to; null if none.', { nullable: true, default: null }),
    email_thread: f.ref('URL of its thread.', readOnly),
    children: f.refs('URLs of its replies.', {
      default: [],
      write: (id, ids, { db }) => setAnswers(db, id, ids),
    }),
    documents: f.refs('URLs of the documents created from its files.', { readOnly: true, visible: true }),
    created_at: f.createdAt(),
    last_thread_email_created_at: f.time('Time of the last email of its thread, UTC.'),
    subject: f.text('Subject line of the email.', { default: '', max: 1000 }),
    from: sender('Sender; with an empty address if unknown.'),
    to: f.json(addressees('Recipients.'), 'Recipients.', readOnly),
    cc: f.json(addressees('Cc recipients.'), 'Cc recipients.', readOnly),
    bcc: f.json(addressees('Bcc recipients.'), 'Bcc recipients.', readOnly),
    body_text_plain: body('Text of the email, truncated to 4 kB.'),
    body_text_html: body('Text of the email as HTML, truncated to 4 kB.'),
    metadata: (name, model) => ({ ...f.metadata()(name, model), example: { reference: 'A-17' } }),
    type: f.oneOf(TYPES, 'Whether it was received (`incoming`) or sent (`outgoing`).', readOnly),
    annotation_counts: annotationCounts('id'),
    annotations: f.refs('URLs of the annotations created from its files.', { readOnly: true, visible: true }),
    related_annotations: f.refs('URLs of the annotations it is about.', { readOnly: true, visible: true }),
    related_documents: f.refs('URLs of the documents it is about.', { readOnly: true, visible: true }),
    creator: f.ref('URL of the user who sent it; null for received emails.', { readOnly: true, nullable: true }),
    filtered_out_document_count: f.integer('Number of its files that the filters of the inbox rejected.', readOnly),
    content: f.computed('URL of the raw message (`message/rfc822`).', Url, ({ id }, { urls }) =>
      urls.of('emails', id, '/content'),
    ),
  }),
  filters: (by) => ({
    id: by.ids(),
    ...by.moments('created_at', 'last_thread_email_created_at'),
    subject: by.text(),
    queue: by.ref(),
    inbox: by.ref(),
    documents: by.refs(),
    from__email: by.text('from_email'),
    from__name: by.text('from_name'),
    to: recipientFilter('emails."to"'),
    type: by.oneOf(TYPES),
    email_thread: by.ref(),
    has_documents: by.bool('exists (select 1 from email_documents ed where ed.email_id = emails.id)'),
  }),
  ordering: {
    id: 'bigint',
    created_at: 'timestamptz',
    last_thread_email_created_at: 'timestamptz',
    subject: 'text',
    queue: { sql: 'emails.queue_id', type: 'bigint' },
    inbox: nullsLast('emails.inbox_id', 'bigint'),
    from__email: nullsLast('emails.from_email', 'text'),
    from__name: nullsLast('emails.from_name', 'text'),
  },
  visible: assignedQueues('queue_id'),
  may: allowed('emails'),
  check: checkEmail,
  save: { update: ({ id }, { columns }, { db, who }) => updateEmail(db, who, id, columns) },
  actions: [
    sendAction,
    importAction,
    {
      method: 'get',
      path: 'counts',
      summary: 'Count incoming emails by kind; the filters of the list apply.',
      may: can('read'),
      responds: { status: 200, body: Counts },
      handle: countEmails,
    },
  ],
  itemActions: [
    {
      method: 'get',
      path: 'content',
      summary: 'Download the raw message.',
      may: can('read'),
      responds: { status: 200, body: 'message/rfc822' },
      handle: readContent,
    },
  ],
})

/** Checks that an email replies to an email of the same queue, and never to itself, directly or through other emails. */
async function checkEmail(
  { columns, ids }: Input<Email>,
  { row, caller }: CheckContext<Email>,
): Promise<FieldErrors | null> {
  if (!row) return null
  const { db } = caller
  const { parent_id = row.parent_id } = columns
  const below = ids.children ?? []
  const elsewhere = (some: number[]) => Email.query(db).whereIn('id', some).whereNot('queue_id', row.queue_id).first()
  if (columns.parent_id && (await elsewhere([columns.parent_id])))
    return { parent: ['The email belongs to another queue.'] }
  if (await elsewhere(below)) return { children: ['An email belongs to another queue.'] }
  const above = await withAncestors(parent_id, caller)
  if (above.has(row.id)) return { parent: ['An email cannot be a reply to itself.'] }
  if (below.some((child) => child === row.id || above.has(child)))
    return { children: ['An email cannot be a reply to itself.'] }
  return null
}

/** Returns the ids of this email, of the email it replies to, and so on up to the first email of the conversation. */
async function withAncestors(id: number | null, { db }: Caller): Promise<Set<number>> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `with recursive up(id) as (
       select ?::bigint union select e.parent_id from emails e join up on e.id = up.id where e.parent_id is not null)
     select id from up`,
    [id],
  )
  return new Set(rows.map((one) => one.id))
}

async function countEmails(request: Request): Promise<Answer> {
  const [incoming] = await filtered(emails, request)
    .where('emails.type', 'incoming')
    .select(countsOf(request.db, COUNTS))
  return ok({ incoming })
}

async function readContent({ db, deps }: Request, { id, s3_name }: RowOf<Email>): Promise<Answer> {
  if (!s3_name) throw notFound('Email content')
  await auditReads(db, [{ object_type: 'email', object_id: id, action: 'download' }])
  return fileAnswer(await deps.blobs.stream(emailKey(s3_name)), {
    type: 'message/rfc822',
    disposition: describeAttachment(`email-${id}.eml`),
  })
}
