/** Actions on annotations beside their review: copy, assign, purge, time spent, recipients (filled-gaps 4.3). */
import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import { DURATION_PARTS, durationColumns, type ProcessingDuration } from '../../domain/annotations/review.ts'
import { assignAnnotation } from '../../domain/annotations/assign.ts'
import { copyAnnotation } from '../../domain/annotations/copy.ts'
import { purgeDeleted } from '../../domain/annotations/purge.ts'
import { suggestRecipients } from '../../domain/annotations/recipients.ts'
import { COPY_TARGETS } from '../../rules/annotation-copy.ts'
import type { Status } from '../../rules/annotation-status.ts'
import type { Action, Resource } from '../engine/define.ts'
import { FieldError } from '../engine/field-error.ts'
import { Url, type Row } from '../engine/fields.ts'
import { parseBoolean } from '../engine/filters.ts'
import { resolveReferences } from '../engine/references.ts'
import { load } from '../engine/verbs.ts'
import type { Ctx, State } from '../../api/state.ts'
import { can } from '../access.ts'

const Seconds = Type.Optional(Type.Number({ minimum: 0 }))
/** `processing_duration` in bodies; `time_spent` is the older name of `time_spent_overall`. */
export const DurationParts = Type.Object(
  Object.fromEntries([...DURATION_PARTS, 'time_spent'].map((part) => [part, Seconds])),
)

/** Ids behind the URLs of one key of the body; 400 under that key. */
export async function idsIn(state: State, collection: string, key: string, urls: string[]): Promise<number[]> {
  try {
    return await resolveReferences(collection, urls, state)
  } catch (error) {
    if (error instanceof FieldError) throw invalid({ [key]: [error.message] })
    throw error
  }
}

async function copy(ctx: Ctx, resource: Resource): Promise<void> {
  const row = await load(resource, ctx)
  const { target_queue, target_status } = ctx.request.body as { target_queue: string; target_status?: Status | null }
  if (target_status && !COPY_TARGETS.includes(target_status))
    throw invalid({ target_status: [`"${target_status}" is not a valid choice.`] })
  const [queue_id] = await idsIn(ctx.state, 'queues', 'target_queue', [target_queue])
  const id = await copyAnnotation(ctx.state.deps, ctx.state.who, {
    id: row.id as number,
    queue_id: queue_id!,
    target_status: target_status ?? null,
    reimport: parseBoolean(String([ctx.query.reimport].flat()[0] ?? '')) === true,
    request_id: ctx.state.request_id,
  })
  ctx.status = 200
  ctx.body = { annotation: ctx.state.urls.of('annotations', id) }
}

interface Assignment {
  annotations: string[]
  assignees: string[]
  note_content?: string
}

async function assign(ctx: Ctx): Promise<void> {
  const { state } = ctx
  const body = ctx.request.body as Assignment
  if (body.annotations.length !== 1) throw invalid({ annotations: ['Exactly one annotation is expected.'] })
  const [id] = await idsIn(state, 'annotations', 'annotations', body.annotations)
  const assignees = await idsIn(state, 'users', 'assignees', body.assignees)
  await demandAccess(state, id!, assignees)
  await assignAnnotation(state.deps, state.who, {
    id: id!,
    assignees,
    note: body.note_content ?? '',
    // Approvers without another role that may assign pass on only what is theirs.
    only_assignees: state.who.roles.every((role) => role === 'approver' || role === 'viewer'),
    request_id: state.request_id,
  })
  ctx.status = 204
}

/** Nobody is assigned what they cannot see. */
async function demandAccess({ db }: State, annotation_id: number, user_ids: number[]): Promise<void> {
  const able = (await db('users')
    .whereIn('users.id', user_ids)
    .where('users.is_active', true)
    .where(
      (either) =>
        void either
          .whereIn(
            'users.id',
            db('user_groups')
              .join('groups', 'groups.id', 'user_groups.group_id')
              .whereIn('groups.name', ['admin', 'organization_group_admin'])
              .select('user_groups.user_id'),
          )
          .orWhereIn(
            'users.id',
            db('user_queues')
              .join('annotations', 'annotations.queue_id', 'user_queues.queue_id')
              .where('annotations.id', annotation_id)
              .select('user_queues.user_id'),
          ),
    )
    .pluck('users.id')) as number[]
  const unable = user_ids.find((id) => !able.includes(id))
  if (unable !== undefined) throw invalid({ assignees: [`User ${unable} has no access to the annotation's queue.`] })
}

async function purge(ctx: Ctx): Promise<void> {
  const { state } = ctx
  const body = ctx.request.body as { annotations?: string[]; queue?: string }
  if (!body.annotations && !body.queue) throw invalid({ non_field_errors: ['Give annotations, a queue, or both.'] })
  const named = await idsIn(state, 'annotations', 'annotations', body.annotations ?? [])
  const queues = body.queue ? await idsIn(state, 'queues', 'queue', [body.queue]) : []
  const ids = (await state
    .db('annotations')
    .where('status', 'deleted')
    .where((either) => void either.whereIn('id', named).orWhereIn('queue_id', queues))
    .orderBy('id')
    .pluck('id')) as number[]
  await purgeDeleted(state.deps, state.who, ids, state.request_id)
  ctx.status = 202
}

const showDuration = (row: Row, { urls }: State) => ({
  annotation: urls.of('annotations', row.id as number),
  ...Object.fromEntries(
    DURATION_PARTS.map((part) => [part, row[part === 'time_spent_overall' ? 'time_spent' : part] as number]),
  ),
})

async function getDuration(ctx: Ctx, resource: Resource): Promise<void> {
  ctx.body = showDuration(await load(resource, ctx), ctx.state)
}

async function patchDuration(ctx: Ctx, resource: Resource): Promise<void> {
  const { id } = await load(resource, ctx)
  const columns = durationColumns(ctx.request.body as ProcessingDuration)
  if (Object.keys(columns).length) await ctx.state.db('annotations').where('id', id).update(columns)
  ctx.body = showDuration(await load(resource, ctx), ctx.state)
}

async function recipients(ctx: Ctx): Promise<void> {
  const { annotations } = ctx.request.body as { annotations: string[] }
  const ids = await idsIn(ctx.state, 'annotations', 'annotations', annotations)
  ctx.body = { results: await suggestRecipients(ctx.state.db, ids) }
}

const Urls = Type.Array(Type.String())
const Duration = Type.Object({
  annotation: Url,
  ...Object.fromEntries(DURATION_PARTS.map((part) => [part, Type.Number()])),
})

export const sideActions: Action[] = [
  {
    method: 'post',
    path: ':id/copy',
    summary: 'Copy the annotation into a queue; `?reimport=true` extracts the copy anew.',
    may: can('import'),
    query: { reimport: Type.Boolean() },
    body: Type.Object({
      target_queue: Type.String(),
      target_status: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
    responds: { status: 200, body: Type.Object({ annotation: Url }) },
    handle: copy,
  },
  {
    method: 'post',
    path: 'assign',
    summary: 'Set who is to work on an annotation.',
    may: can('assign'),
    body: Type.Object({
      annotations: Urls,
      assignees: Urls,
      note_content: Type.Optional(Type.String({ maxLength: 4096 })),
    }),
    responds: { status: 204, body: null },
    handle: assign,
  },
  {
    method: 'post',
    path: 'purge_deleted',
    summary: 'Remove the data of annotations in the bin for good: those named, those of a queue, or both.',
    may: can('purge'),
    body: Type.Object({ annotations: Type.Optional(Urls), queue: Type.Optional(Type.String()) }),
    responds: { status: 202, body: null },
    handle: purge,
  },
  {
    method: 'post',
    path: 'suggested_recipients',
    summary: 'Who an email about the annotations might go to, by the sources their queues name.',
    may: can('read'),
    body: Type.Object({ annotations: Urls }),
    responds: {
      status: 200,
      body: Type.Object({
        results: Type.Array(Type.Object({ source: Type.String(), email: Type.String(), name: Type.String() })),
      }),
    },
    handle: recipients,
  },
  {
    method: 'get',
    path: ':id/processing_duration',
    summary: 'How long people worked on the annotation, in seconds.',
    may: can('read'),
    responds: { status: 200, body: Duration },
    handle: getDuration,
  },
  {
    method: 'patch',
    path: ':id/processing_duration',
    summary: 'Change the time spent; only what is sent.',
    may: can('review'),
    body: DurationParts,
    responds: { status: 200, body: Duration },
    handle: patchDuration,
  },
]
