import type { Knex } from 'knex'
import { Type, type TSchema } from 'typebox'
import { isStatus, STATUSES } from '../../rules/annotation-status.ts'
import { defineResource } from '../legacy/define.ts'
import { f, fieldsOf, Url, type Field, type Row } from '../legacy/fields.ts'
import { filtersIn, valuesOf } from '../engine/query.ts'
import { group } from '../legacy/references.ts'
import { idFromFilter } from '../engine/urls.ts'
import type { Request } from '../engine/request.ts'
import { allowed, assignedQueues, can } from '../access.ts'
import { sideActions } from './actions.ts'
import {
  checkAnnotation,
  createAnnotation,
  createOrExport,
  destroyAnnotation,
  replaceAnnotation,
  updateAnnotation,
} from './changes.ts'
import { contentActions } from './content.ts'
import { editActions } from './edit-pages.ts'
import { lifecycleActions } from './review.ts'
import { MOST_HITS } from './word-search.ts'
import { COUNTED_FILTERS, filters, orderingKeys, sideloads } from './list.ts'
import { searchActions } from './search.ts'
import { textActions } from './page-data.ts'
import { usageReportActions } from './usage-report.ts'

const person = (column: string) => f.ref('users', { readOnly: true, nullable: true, column })
const moment = () => f.time({ nullable: true })
const pairs = (table: string, other: string) => ({ table, own: 'annotation_id', other })

/** The one object of another collection that hangs on an annotation, if any. */
const onlyOne = (collection: string) =>
  f.loaded(Type.Union([Url, Type.Null()]), async (rows, { db, urls }) => {
    const found = await db(collection)
      .whereIn(
        'annotation_id',
        rows.map((row) => row.id),
      )
      .select('id', 'annotation_id')
    const url = group(found, 'annotation_id', (item) => urls.of(collection, item.id as number))
    return (row) => url(row)[0] ?? null
  })

/** What its email thread says; false without one. */
const ofThread = (column: 'has_replies' | 'has_new_replies') =>
  f.loaded(Type.Boolean(), async (rows, { db }) => {
    const ids = rows.map((row) => row.email_thread_id as number | null).filter((id) => id !== null)
    const found = new Set((await db('email_threads').whereIn('id', ids).where(column, true).pluck('id')) as number[])
    return (row) => found.has(row.email_thread_id as number)
  })

/** Only for a new annotation, and then part of its content. */
const givenOnce =
  (schema: TSchema, fallback: unknown) =>
  (name: string): Field => ({
    ...f.json(schema, { createOnly: true, default: fallback })(name),
    writeOnly: true,
  })

export const annotations = defineResource({
  path: 'annotations',
  singular: 'annotation',
  table: 'annotations',
  description: 'A document in a queue with its extracted data.',
  verbs: ['list', 'create', 'retrieve', 'replace', 'update', 'destroy'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    status: (name) => ({ ...f.oneOf(STATUSES)(name), requiredToCreate: true }),
    document: (name) => ({ ...f.ref('documents', { required: true, createOnly: true })(name), repeated: true }),
    queue: f.ref('queues', { required: true }),
    schema: f.ref('schemas', { readOnly: true }),
    relations: f.refs(
      'relations',
      { table: 'relation_annotations', own: 'annotation_id', other: 'relation_id' },
      { createOnly: true },
    ),
    pages: f.loaded(Type.Array(Url), async (rows, { db, urls }) => {
      const found = await db('pages')
        .whereIn(
          'annotation_id',
          rows.map((row) => row.id),
        )
        .orderBy('number')
        .select('id', 'annotation_id')
      return group(found, 'annotation_id', (page) => urls.of('pages', page.id as number))
    }),
    creator: person('creator_id'),
    created_at: f.time(),
    arrived_at: f.time(),
    modifier: f.ref('users', { nullable: true }),
    modified_by: person('modified_by'),
    modified_at: f.time(),
    assigned_at: moment(),
    confirmed_at: moment(),
    deleted_at: moment(),
    exported_at: moment(),
    export_failed_at: moment(),
    purged_at: moment(),
    rejected_at: moment(),
    confirmed_by: person('confirmed_by'),
    deleted_by: person('deleted_by'),
    exported_by: person('exported_by'),
    purged_by: person('purged_by'),
    rejected_by: person('rejected_by'),
    rir_poll_id: f.text({ nullable: true }),
    messages: f.json(Type.Array(Type.Record(Type.String(), Type.Unknown())), { nullable: true, default: [] }),
    content: f.computed(Url, (row, { urls }) => urls.of('annotations', row.id as number, '/content')),
    suggested_edit: onlyOne('suggested_edits'),
    time_spent: f.number({ min: 0, default: 0 }),
    metadata: f.metadata(),
    automated: f.bool({ readOnly: true }),
    related_emails: f.refs('emails', pairs('email_related_annotations', 'email_id'), { readOnly: true }),
    email: f.ref('emails', { readOnly: true, nullable: true }),
    automation_blocker: onlyOne('automation_blockers'),
    email_thread: f.ref('email_threads', { readOnly: true, nullable: true }),
    has_email_thread_with_replies: ofThread('has_replies'),
    has_email_thread_with_new_replies: ofThread('has_new_replies'),
    organization: f.ref('organizations', { createOnly: true }),
    automatically_rejected: f.bool({ readOnly: true }),
    prediction: f.json(Type.Record(Type.String(), Type.Unknown()), { readOnly: true, nullable: true }),
    assignees: f.refs('users', pairs('annotation_assignees', 'user_id'), { readOnly: true }),
    labels: f.refs('labels', pairs('annotation_labels', 'label_id'), { default: [] }),
    restricted_access: f.bool({ readOnly: true }),
    training_enabled: f.bool({ default: true }),
    einvoice: f.bool({ readOnly: true }),
    values: givenOnce(Type.Record(Type.String(), Type.Unknown()), {}),
    content_data: givenOnce(Type.Array(Type.Record(Type.String(), Type.Unknown())), []),
  }),
  filters,
  ordering: orderingKeys,
  visible: (query, caller) => {
    assignedQueues('queue_id')(query, caller, 'annotations')
  },
  // Making one is importing; removing one for good is for administrators, everybody else uses the bin.
  may: { ...allowed('annotations'), create: can('import') },
  total: countedTotal,
  check: checkAnnotation,
  save: { create: createAnnotation, update: updateAnnotation, destroy: destroyAnnotation },
  handlers: { create: createOrExport, replace: replaceAnnotation },
  sideloads,
  actions: [
    ...lifecycleActions(),
    ...editActions(),
    ...sideActions,
    ...textActions,
    ...searchActions,
    ...usageReportActions,
    ...contentActions,
  ],
})

/** From the queues' counters when the list is narrowed by queue and status alone; a search counts up to its last hit. */
async function countedTotal(request: Request, rows: () => Knex.QueryBuilder): Promise<number | null> {
  if (request.query.search) {
    const hits = rows().select('annotations.id').limit(MOST_HITS).as('hits')
    return Number(((await request.db.count('* as n').from(hits)) as Row[])[0]!.n)
  }
  if (filtersIn(annotations, request).some((name) => !COUNTED_FILTERS.includes(name))) return null
  const { db } = request
  const query = db('queue_counts').join('queues', 'queues.id', 'queue_counts.queue_id')
  assignedQueues('id')(query, request, 'queues')
  const queues = valuesOf(request.query, 'queue').map(idFromFilter)
  if (queues.length) void query.whereIn('queues.id', queues as number[])
  const workspaces = ['workspace', 'queue__workspace'].map((name) => valuesOf(request.query, name).map(idFromFilter))
  for (const asked of workspaces) if (asked.length) void query.whereIn('queues.workspace_id', asked as number[])
  const statuses = valuesOf(request.query, 'status')
  if (statuses.some((status) => !isStatus(status)) || [queues, ...workspaces].flat().includes(null)) return null
  const row = (await query
    .joinRaw('cross join lateral jsonb_each_text(queue_counts.counts) as c(status, n)')
    .modify((q) => void (statuses.length && q.whereIn('c.status', statuses)))
    .select(db.raw('sum(c.n::bigint) as n'))
    .first()
    .then((found: Row | undefined) => found)) as { n: string | null } | undefined
  return Number(row?.n ?? 0)
}
