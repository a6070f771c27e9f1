import { Type } from 'typebox'
import { notFound, type FieldErrors } from '../../errors.ts'
import { describeAttachment } from '../../export/file-name.ts'
import { emailKey } from '../../domain/mail/emails.ts'
import { cutBody, EMAIL_LABELS } from '../../rules/email.ts'
import { columns, defineResource, nullsLast, type Resource } from '../legacy/define.ts'
import { f, fieldsOf, Url, type Row, type Values } from '../legacy/fields.ts'
import { by, moments } from '../legacy/filters.ts'
import { filtered } from '../engine/query.ts'
import { load } from '../legacy/verbs.ts'
import { fileAnswer, ok, type Answer, type Caller, type Request } from '../engine/request.ts'
import { allowed, assignedQueues, can } from '../access.ts'
import {
  Addressees,
  annotationCounts,
  cameWith,
  children,
  pairedWith,
  recipientFilter,
  sender,
  unanswered,
} from './email-fields.ts'
import { SendBody, sendEmail } from './send.ts'
import { idsIn } from '../rules/triggers.ts'

const body = () => (name: string) => ({
  ...f.text({ default: '' })(name),
  accept: (value: unknown) => ({ [name]: cutBody(value as string) }),
})
const recipients = () => f.json(Addressees, { readOnly: true })
const Counts = Type.Object({
  incoming: Type.Object(
    Object.fromEntries(
      [
        'total',
        'no_documents',
        'recent_with_no_documents_not_replied',
        'rejected',
        'recent_with_filtered_out_documents',
      ].map((name) => [name, Type.Integer()]),
    ),
  ),
})

export const emails = defineResource({
  path: 'emails',
  singular: 'email',
  table: 'emails',
  description: 'A message that came to an inbox or was sent from a queue.',
  verbs: ['list', 'retrieve', 'replace', 'update'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    queue: f.ref('queues', { readOnly: true }),
    inbox: f.ref('inboxes', { readOnly: true, nullable: true }),
    parent: f.ref('emails', { nullable: true, default: null }),
    email_thread: f.ref('email_threads', { readOnly: true }),
    children: children(),
    documents: pairedWith('documents', 'email_documents', 'document_id'),
    created_at: f.time(),
    last_thread_email_created_at: f.time(),
    subject: f.text({ default: '', max: 1000 }),
    from: sender(),
    to: recipients(),
    cc: recipients(),
    bcc: recipients(),
    body_text_plain: body(),
    body_text_html: body(),
    metadata: f.metadata(),
    type: f.oneOf(['incoming', 'outgoing'], { readOnly: true }),
    annotation_counts: annotationCounts('id'),
    annotations: cameWith(),
    related_annotations: pairedWith('annotations', 'email_related_annotations', 'annotation_id'),
    related_documents: pairedWith('documents', 'email_related_documents', 'document_id'),
    creator: f.ref('users', { readOnly: true, nullable: true }),
    filtered_out_document_count: f.integer({ readOnly: true }),
    labels: f.json(Type.Array(Type.String({ enum: [...EMAIL_LABELS] })), { default: [] }),
    content: f.computed(Url, (row, { urls }) => urls.of('emails', row.id as number, '/content')),
  }),
  filters: {
    id: by.ids('emails.id'),
    ...moments('emails', ['created_at', 'last_thread_email_created_at']),
    subject: by.text('emails.subject'),
    queue: by.ids('emails.queue_id'),
    inbox: by.ids('emails.inbox_id'),
    documents: by.pairs('emails.id', { table: 'email_documents', own: 'email_id', other: 'document_id' }),
    from__email: by.text('emails.from_email'),
    from__name: by.text('emails.from_name'),
    to: recipientFilter('emails."to"'),
    type: by.oneOf('emails.type', ['incoming', 'outgoing']),
    email_thread: by.ids('emails.email_thread_id'),
    has_documents: by.bool('exists (select 1 from email_documents ed where ed.email_id = emails.id)'),
  },
  ordering: {
    ...columns('emails', {
      id: 'bigint',
      created_at: 'timestamptz',
      last_thread_email_created_at: 'timestamptz',
      subject: 'text',
    }),
    queue: { sql: 'emails.queue_id', type: 'bigint' },
    inbox: nullsLast('emails.inbox_id', 'bigint'),
    from__email: nullsLast('emails.from_email', 'text'),
    from__name: nullsLast('emails.from_name', 'text'),
  },
  visible: assignedQueues('queue_id'),
  may: allowed('emails'),
  check: checkEmail,
  actions: [
    {
      method: 'post',
      path: 'send',
      summary: 'Send an email from a queue, with documents, about annotations.',
      may: can('send_email'),
      body: SendBody,
      responds: { status: 201, body: Type.Object({ url: Url }) },
      handle: sendEmail,
    },
    {
      method: 'get',
      path: 'counts',
      summary: 'How many incoming emails there are of several kinds; the filters of the list apply.',
      may: can('read'),
      responds: { status: 200, body: Counts },
      handle: countEmails,
    },
    {
      method: 'get',
      path: ':id/content',
      summary: 'The raw message.',
      may: can('read'),
      responds: { status: 200, body: 'message/rfc822' },
      handle: sendContent,
    },
  ],
})

/** An email answers another of its queue, and never itself, not by way of others either. */
async function checkEmail(
  values: Values,
  { row, caller }: { row: Row | null; caller: Caller },
): Promise<FieldErrors | null> {
  const { db } = caller
  const id = row!.id as number
  const parents = values.parent ? await idsIn('parent', 'emails', [values.parent], caller) : []
  const below = values.children ? await idsIn('children', 'emails', values.children, caller) : []
  const elsewhere = async (ids: number[]) =>
    db('emails').whereIn('id', ids).whereNot('queue_id', row!.queue_id).first('id')
  if (await elsewhere(parents)) return { parent: ['The email belongs to another queue.'] }
  if (await elsewhere(below)) return { children: ['An email belongs to another queue.'] }
  const above = values.parent === undefined ? ([row!.parent_id].filter((one) => one !== null) as number[]) : parents
  const { rows } = (await db.raw(
    `with recursive up(id) as (
       select unnest(?::bigint[]) union select e.parent_id from emails e join up on e.id = up.id where e.parent_id is not null)
     select id from up`,
    [above],
  )) as { rows: { id: number }[] }
  const ancestors = new Set(rows.map((one) => one.id))
  if (ancestors.has(id)) return { parent: ['An email cannot answer itself.'] }
  if (below.some((child) => child === id || ancestors.has(child)))
    return { children: ['An email cannot answer itself.'] }
  return null
}

async function countEmails(request: Request, resource: Resource): Promise<Answer> {
  const { db } = request
  const without = 'not exists (select 1 from email_documents ed where ed.email_id = emails.id)'
  const count = (name: string, condition: string) => db.raw(`count(*) filter (where ${condition})::int as ${name}`)
  const [incoming] = (await filtered(resource, request)
    .where('emails.type', 'incoming')
    .select(
      count('total', 'true'),
      count('no_documents', without),
      count('recent_with_no_documents_not_replied', unanswered('emails')),
      count('rejected', `emails.labels @> '["rejected"]'`),
      count(
        'recent_with_filtered_out_documents',
        `emails.filtered_out_document_count > 0 and emails.created_at > now() - interval '14 days'`,
      ),
    )) as Row[]
  return ok({ incoming })
}

async function sendContent(request: Request, resource: Resource): Promise<Answer> {
  const row = await load(resource, request)
  if (!row.s3_name) throw notFound('Email content')
  const stream = await request.deps.blobs.stream(emailKey(row.s3_name as string))
  return fileAnswer(stream, {
    type: 'message/rfc822',
    disposition: describeAttachment(`email-${row.id as number}.eml`),
  })
}
