import { Type } from 'typebox'
import { columns, defineResource, nullsLast, type Resource } from '../legacy/define.ts'
import { f, fieldsOf, type Row } from '../legacy/fields.ts'
import { by, moments } from '../legacy/filters.ts'
import { filtered } from '../engine/query.ts'
import { ok, type Answer, type Request } from '../engine/request.ts'
import { allowed, assignedQueues, can } from '../access.ts'
import { annotationCounts, sender, unanswered } from './email-fields.ts'

const UNANSWERED = `exists (select 1 from emails root where root.id = email_threads.root_email_id and ${unanswered('root')})`
const COUNTS = {
  total: 'true',
  with_replies: 'email_threads.has_replies',
  with_new_replies: 'email_threads.has_new_replies',
  recent_with_no_documents_not_replied: UNANSWERED,
}

export const emailThreads = defineResource({
  path: 'email_threads',
  singular: 'email thread',
  table: 'email_threads',
  description: 'An email and what answers it.',
  verbs: ['list', 'retrieve', 'replace', 'update'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    organization: f.ref('organizations', { readOnly: true }),
    queue: f.ref('queues', { readOnly: true }),
    root_email: f.ref('emails', { readOnly: true, nullable: true }),
    has_replies: f.bool({ readOnly: true }),
    has_new_replies: f.bool({ default: false }),
    root_email_read: f.bool({ default: false }),
    created_at: f.time(),
    last_email_created_at: f.time(),
    subject: f.text({ readOnly: true }),
    from: sender(),
    labels: f.loaded(Type.Array(Type.String()), async (rows, { db }) => {
      const found = (await db('emails')
        .whereIn(
          'email_thread_id',
          rows.map((row) => row.id),
        )
        .joinRaw('cross join lateral jsonb_array_elements_text(emails.labels) as one(label)')
        .groupBy('email_thread_id')
        .select('email_thread_id', db.raw('array_agg(distinct label order by label) as labels'))) as Row[]
      const byThread = new Map(found.map((row) => [row.email_thread_id as number, row.labels as string[]]))
      return (row) => byThread.get(row.id as number) ?? []
    }),
    annotation_counts: annotationCounts('email_thread_id'),
  }),
  filters: {
    id: by.ids('email_threads.id'),
    has_root_email: by.bool('email_threads.root_email_id is not null'),
    has_replies: by.bool('email_threads.has_replies'),
    queue: by.ids('email_threads.queue_id'),
    has_new_replies: by.bool('email_threads.has_new_replies'),
    ...moments('email_threads', ['created_at', 'last_email_created_at']),
    recent_with_no_documents_not_replied: by.bool(UNANSWERED),
  },
  ordering: {
    ...columns('email_threads', {
      id: 'bigint',
      created_at: 'timestamptz',
      last_email_created_at: 'timestamptz',
      subject: 'text',
    }),
    from__email: nullsLast('email_threads.from_email', 'text'),
    from__name: nullsLast('email_threads.from_name', 'text'),
    queue: { sql: 'email_threads.queue_id', type: 'bigint' },
  },
  visible: assignedQueues('queue_id'),
  may: allowed('emails'),
  actions: [
    {
      method: 'get',
      path: 'counts',
      summary: 'How many threads there are of several kinds; the filters of the list apply.',
      may: can('read'),
      responds: {
        status: 200,
        body: Type.Object(Object.fromEntries(Object.keys(COUNTS).map((name) => [name, Type.Integer()]))),
      },
      handle: countThreads,
    },
  ],
})

async function countThreads(request: Request, resource: Resource): Promise<Answer> {
  const { db } = request
  const [counts] = (await filtered(resource, request).select(
    Object.entries(COUNTS).map(([name, condition]) => db.raw(`count(*) filter (where ${condition})::int as ${name}`)),
  )) as Row[]
  return ok(counts)
}
