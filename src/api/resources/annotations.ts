import { Type } from 'typebox'
import { conflictStatus, invalid } from '../../errors.ts'
import {
  cancelAnnotation,
  changeStatus,
  confirmAnnotation,
  deleteAnnotation,
  postponeAnnotation,
  startAnnotation,
  type Moved,
} from '../../domain/annotations.ts'
import { moveToQueue } from '../../domain/annotations/move-to-queue.ts'
import { wake } from '../../domain/runs.ts'
import { isStatus, STATUSES, type Status } from '../../rules/annotation-status.ts'
import { defineResource, type Action, type Resource } from '../resource/define.ts'
import { f, fieldsOf, Url, type Row, type Values } from '../resource/fields.ts'
import { filtersIn, valuesOf } from '../resource/query.ts'
import { group } from '../resource/references.ts'
import { idFromFilter } from '../resource/urls.ts'
import { columnsOf } from '../resource/validate.ts'
import { load, patch } from '../resource/verbs.ts'
import type { Ctx, State } from '../state.ts'
import { admins, allowed, assignedQueues, can } from './access.ts'
import { contentActions } from './annotation-content.ts'
import { COUNTED_FILTERS, filters, orderingKeys, sideloads } from './annotation-list.ts'

const person = (column: string) => f.ref('users', { readOnly: true, nullable: true, column })
const moment = () => f.time({ nullable: true })
const pairs = (table: string, other: string) => ({ table, own: 'annotation_id', other })

export const annotations = defineResource({
  path: 'annotations',
  singular: 'annotation',
  table: 'annotations',
  description: 'A document in a queue with its extracted data.',
  verbs: ['list', 'retrieve', 'update'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    status: f.oneOf(STATUSES),
    document: f.ref('documents', { readOnly: true }),
    queue: f.ref('queues'),
    schema: f.ref('schemas', { readOnly: true }),
    relations: f.refs(
      'relations',
      { table: 'relation_annotations', own: 'annotation_id', other: 'relation_id' },
      { readOnly: true },
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
    messages: f.json(Type.Array(Type.Record(Type.String(), Type.Unknown())), { nullable: true }),
    content: f.computed(Url, (row, { urls }) => urls.of('annotations', row.id as number, '/content')),
    suggested_edit: f.constant(Type.Union([Url, Type.Null()]), null),
    time_spent: f.number({ min: 0 }),
    metadata: f.metadata(),
    automated: f.bool({ readOnly: true }),
    related_emails: f.constant(Type.Array(Url), []),
    email: f.ref('emails', { readOnly: true, nullable: true }),
    automation_blocker: f.loaded(Type.Union([Url, Type.Null()]), async (rows, { db, urls }) => {
      const found = await db('automation_blockers')
        .whereIn(
          'annotation_id',
          rows.map((row) => row.id),
        )
        .select('id', 'annotation_id')
      const blocker = group(found, 'annotation_id', (item) => urls.of('automation_blockers', item.id as number))
      return (row) => blocker(row)[0] ?? null
    }),
    email_thread: f.ref('email_threads', { readOnly: true, nullable: true }),
    has_email_thread_with_replies: f.constant(Type.Boolean(), false),
    has_email_thread_with_new_replies: f.constant(Type.Boolean(), false),
    organization: f.ref('organizations', { readOnly: true }),
    automatically_rejected: f.bool({ readOnly: true }),
    prediction: f.json(Type.Record(Type.String(), Type.Unknown()), { readOnly: true, nullable: true }),
    assignees: f.refs('users', pairs('annotation_assignees', 'user_id'), { readOnly: true }),
    labels: f.refs('labels', pairs('annotation_labels', 'label_id')),
    restricted_access: f.bool({ readOnly: true }),
    training_enabled: f.bool(),
    einvoice: f.bool({ readOnly: true }),
  }),
  filters,
  ordering: orderingKeys,
  visible: (query, state) => {
    assignedQueues('annotations', 'queue_id')(query, state)
  },
  may: allowed('annotations'),
  total: countedTotal,
  save: { update: updateAnnotation },
  sideloads,
  actions: [...lifecycleActions(), ...contentActions],
})

/** The total from the queues' counters when the list is narrowed by queue and status alone, else null. */
async function countedTotal(ctx: Ctx): Promise<number | null> {
  if (filtersIn(annotations, ctx).some((name) => !COUNTED_FILTERS.includes(name))) return null
  const { db } = ctx.state
  const query = db('queue_counts').join('queues', 'queues.id', 'queue_counts.queue_id')
  assignedQueues('queues', 'id')(query, ctx.state)
  const queues = valuesOf(ctx.query, 'queue').map(idFromFilter)
  if (queues.length) void query.whereIn('queues.id', queues as number[])
  const statuses = valuesOf(ctx.query, 'status')
  if (statuses.some((status) => !isStatus(status)) || queues.includes(null)) return null
  const row = (await query
    .joinRaw('cross join lateral jsonb_each_text(queue_counts.counts) as c(status, n)')
    .modify((q) => void (statuses.length && q.whereIn('c.status', statuses)))
    .select(db.raw('sum(c.n::bigint) as n'))
    .first()
    .then((found: Row | undefined) => found)) as { n: string | null } | undefined
  return Number(row?.n ?? 0)
}

/** PATCH: moves by status and queue go through the domain, the rest are columns; all of it happens or nothing. */
async function updateAnnotation(row: Row, values: Values, state: State): Promise<() => Promise<void>> {
  const { status, queue, rir_poll_id, ...plain } = values
  if (row.status === 'purged') throw conflictStatus('The annotation has been purged.')
  // `rir_poll_id` is writable only as null beside `status: importing`; `modifier` only by administrators.
  if (!admins(state.who)) delete plain.modifier
  const event_ids = await state.db.transaction(async (trx) => {
    const inside = { ...state, db: trx }
    await patch(annotations, row, plain, inside, { modified_at: trx.fn.now(), modified_by: state.who.user_id })
    if (queue !== undefined) {
      const { queue_id } = await columnsOf({ queue: annotations.fields.queue! }, { queue }, inside)
      await moveToQueue(
        trx,
        state.deps.blobs,
        { ...state.who, admin: admins(state.who) },
        row.id as number,
        queue_id as number,
      )
    }
    if (status === undefined || status === row.status) return []
    const moved = await changeStatus(trx, state.who, row.id as number, status as Status, {
      ...(rir_poll_id === null ? { rir_poll_id: null } : {}),
      request_id: state.request_id,
    })
    return moved.event_ids
  })
  return () => wake(state.deps, event_ids)
}

function lifecycleActions(): Action[] {
  const Duration = Type.Optional(
    Type.Object({
      time_spent_active: Type.Optional(Type.Number({ minimum: 0 })),
      time_spent_overall: Type.Optional(Type.Number({ minimum: 0 })),
      time_spent: Type.Optional(Type.Number({ minimum: 0 })),
    }),
  )
  const Body = Type.Object({ processing_duration: Duration })
  const verb = (
    path: string,
    summary: string,
    move: (state: State, id: number, body: Values) => Promise<Moved>,
    body = Body,
  ): Action => ({
    method: 'post',
    path: `:id/${path}`,
    summary,
    may: can('review'),
    body,
    responds: { status: 204, body: null },
    handle: async (ctx, resource) => {
      const row = await load(resource, ctx)
      const moved = await move(ctx.state, row.id as number, {
        ...(ctx.request.body as Values),
        request_id: ctx.state.request_id,
      })
      await wake(ctx.state.deps, moved.event_ids)
      ctx.status = 204
    },
  })
  return [
    {
      method: 'post',
      path: ':id/start',
      summary: 'Open the annotation for review by the caller.',
      may: can('review'),
      body: Type.Object({ statuses: Type.Optional(Type.Array(Type.String())) }),
      responds: { status: 200, body: Type.Object({ annotation: Url, session_timeout: Type.String() }) },
      handle: start,
    },
    verb(
      'confirm',
      'Finish the review.',
      ({ db, who }, id, body) => confirmAnnotation(db, who, id, body),
      Type.Object({
        processing_duration: Duration,
        skip_workflows: Type.Optional(Type.Boolean()),
      }),
    ),
    verb('cancel', 'End the review without a result.', ({ db, who }, id, body) => cancelAnnotation(db, who, id, body)),
    verb('postpone', 'Put the annotation aside.', ({ db, who }, id, body) => postponeAnnotation(db, who, id, body)),
    verb('delete', 'Move the annotation to the bin.', ({ db, who }, id, body) => deleteAnnotation(db, who, id, body)),
  ]
}

async function start(ctx: Ctx, resource: Resource): Promise<void> {
  const row = await load(resource, ctx)
  const { statuses } = ctx.request.body as { statuses?: string[] }
  const wrong = statuses?.find((status) => !isStatus(status))
  if (wrong !== undefined) throw invalid({ statuses: [`"${wrong}" is not a valid choice.`] })
  const moved = await startAnnotation(ctx.state.db, ctx.state.who, row.id as number, {
    ...(statuses ? { statuses: statuses as Status[] } : {}),
    request_id: ctx.state.request_id,
  })
  await wake(ctx.state.deps, moved.event_ids)
  ctx.status = 200
  ctx.body = { annotation: ctx.state.urls.of('annotations', row.id as number), session_timeout: moved.session_timeout }
}
