import { Type } from 'typebox'
import { updateEmailThread } from '../../domain/mail/email-rows.ts'
import { EmailThread } from '../../models/index.ts'
import { allowed, assignedQueues, can } from '../access.ts'
import { defineResource, nullsLast } from '../framework/define.ts'
import { filtered } from '../framework/query.ts'
import { ok, type Answer, type Request } from '../framework/request.ts'
import { annotationCounts, countsOf, sender, unanswered } from './email-fields.ts'

const UNANSWERED = `exists (select 1 from emails root where root.id = email_threads.root_email_id and ${unanswered('root')})`
const COUNTS = {
  total: 'true',
  with_replies: 'email_threads.has_replies',
  with_new_replies: 'email_threads.has_new_replies',
  recent_with_no_documents_not_replied: UNANSWERED,
}
const readOnly = { readOnly: true }

export const emailThreads = defineResource(EmailThread, {
  path: 'email_threads',
  singular: 'email thread',
  description: 'An email and its replies.',
  verbs: ['list', 'retrieve', 'replace', 'update'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    organization: f.organization(),
    queue: f.ref('URL of its queue.', readOnly),
    root_email: f.ref('URL of its first email; null if none.', { readOnly: true, nullable: true }),
    has_replies: f.bool('Whether it has more than one incoming email.', readOnly),
    has_new_replies: f.bool('Whether it has an unread reply; set it to false once the replies have been read.', {
      default: false,
      example: false,
    }),
    root_email_read: f.bool('Whether its first email has been read.', { default: false }),
    created_at: f.createdAt(),
    last_email_created_at: f.time('Time of its last email, UTC.'),
    subject: f.text('Subject of the first email.', readOnly),
    from: sender('Sender of the first email; with an empty address if unknown.'),
    labels: f.loaded('Labels of all of its emails.', Type.Array(Type.String()), async (rows, { db }) => {
      const ids = rows.map(({ id }) => id)
      const found: { id: number; labels: string[] }[] = await db('emails')
        .whereIn('email_thread_id', ids)
        .joinRaw('cross join lateral jsonb_array_elements_text(emails.labels) as one(label)')
        .groupBy('email_thread_id')
        .select('email_thread_id as id', db.raw('array_agg(distinct label order by label) as labels'))
      const byThread = new Map(found.map(({ id, labels }) => [id, labels]))
      return ({ id }) => byThread.get(id) ?? []
    }),
    annotation_counts: annotationCounts('email_thread_id'),
  }),
  filters: (by) => ({
    id: by.ids(),
    has_root_email: by.bool('email_threads.root_email_id is not null'),
    has_replies: by.bool(),
    queue: by.ref(),
    has_new_replies: by.bool(),
    ...by.moments('created_at', 'last_email_created_at'),
    recent_with_no_documents_not_replied: by.bool(UNANSWERED),
  }),
  ordering: {
    id: 'bigint',
    created_at: 'timestamptz',
    last_email_created_at: 'timestamptz',
    subject: 'text',
    from__email: nullsLast('email_threads.from_email', 'text'),
    from__name: nullsLast('email_threads.from_name', 'text'),
    queue: { sql: 'email_threads.queue_id', type: 'bigint' },
  },
  visible: assignedQueues('queue_id'),
  may: allowed('emails'),
  save: { update: ({ id }, { columns }, { db, who }) => updateEmailThread(db, who, id, columns) },
  actions: [
    {
      method: 'get',
      path: 'counts',
      summary: 'Count threads by kind; the filters of the list apply.',
      may: can('read'),
      responds: {
        status: 200,
        body: Type.Object({
          total: Type.Integer({ description: 'All threads.' }),
          with_replies: Type.Integer({ description: 'Threads with replies.' }),
          with_new_replies: Type.Integer({ description: 'Threads with unread replies.' }),
          recent_with_no_documents_not_replied: Type.Integer({
            description: 'Threads of the last 14 days without documents and without a reply.',
          }),
        }),
      },
      handle: countThreads,
    },
  ],
})

async function countThreads(request: Request): Promise<Answer> {
  const [counts] = await filtered(emailThreads, request).select(countsOf(request.db, COUNTS))
  return ok(counts)
}
