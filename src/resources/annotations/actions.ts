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
import type { Action, Resource } from '../legacy/define.ts'
import { FieldError } from '../engine/field-error.ts'
import { Url, type Row } from '../legacy/fields.ts'
import { parseBoolean } from '../legacy/filters.ts'
import { resolveReferences } from '../legacy/references.ts'
import { load } from '../legacy/verbs.ts'
import { noContent, ok, type Answer, type Caller, type Request } from '../engine/request.ts'
import { can } from '../access.ts'

const Seconds = Type.Optional(Type.Number({ minimum: 0 }))
/** `processing_duration` in bodies; `time_spent` is the older name of `time_spent_overall`. */
export const DurationParts = Type.Object(
  Object.fromEntries([...DURATION_PARTS, 'time_spent'].map((part) => [part, Seconds])),
)

/** Ids behind the URLs of one key of the body; 400 under that key. */
export async function idsIn(caller: Caller, collection: string, key: string, urls: string[]): Promise<number[]> {
  try {
    return await resolveReferences(collection, urls, caller)
  } catch (error) {
    if (error instanceof FieldError) throw invalid({ [key]: [error.message] })
    throw error
  }
}

async function copy(request: Request, resource: Resource): Promise<Answer> {
  const row = await load(resource, request)
  const { target_queue, target_status } = request.body as { target_queue: string; target_status?: Status | null }
  if (target_status && !COPY_TARGETS.includes(target_status))
    throw invalid({ target_status: [`"${target_status}" is not a valid choice.`] })
  const [queue_id] = await idsIn(request, 'queues', 'target_queue', [target_queue])
  const id = await copyAnnotation(request.deps, request.who, {
    id: row.id as number,
    queue_id: queue_id!,
    target_status: target_status ?? null,
    reimport: parseBoolean(String([request.query.reimport].flat()[0] ?? '')) === true,
    request_id: request.request_id,
  })
  return ok({ annotation: request.urls.of('annotations', id) })
}

interface Assignment {
  annotations: string[]
  assignees: string[]
  note_content?: string
}

async function assign(request: Request): Promise<Answer> {
  const body = request.body as Assignment
  if (body.annotations.length !== 1) throw invalid({ annotations: ['Exactly one annotation is expected.'] })
  const [id] = await idsIn(request, 'annotations', 'annotations', body.annotations)
  const assignees = await idsIn(request, 'users', 'assignees', body.assignees)
  await demandAccess(request, id!, assignees)
  await assignAnnotation(request.deps, request.who, {
    id: id!,
    assignees,
    note: body.note_content ?? '',
    // Approvers without another role that may assign pass on only what is theirs.
    only_assignees: request.who.roles.every((role) => role === 'approver' || role === 'viewer'),
    request_id: request.request_id,
  })
  return noContent
}

/** Nobody is assigned what they cannot see. */
async function demandAccess({ db }: Caller, annotation_id: number, user_ids: number[]): Promise<void> {
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

async function purge(request: Request): Promise<Answer> {
  const body = request.body as { annotations?: string[]; queue?: string }
  if (!body.annotations && !body.queue) throw invalid({ non_field_errors: ['Give annotations, a queue, or both.'] })
  const named = await idsIn(request, 'annotations', 'annotations', body.annotations ?? [])
  const queues = body.queue ? await idsIn(request, 'queues', 'queue', [body.queue]) : []
  const ids = (await request
    .db('annotations')
    .where('status', 'deleted')
    .where((either) => void either.whereIn('id', named).orWhereIn('queue_id', queues))
    .orderBy('id')
    .pluck('id')) as number[]
  await purgeDeleted(request.deps, request.who, ids, request.request_id)
  return { status: 202 }
}

const showDuration = (row: Row, { urls }: Caller) => ({
  annotation: urls.of('annotations', row.id as number),
  ...Object.fromEntries(
    DURATION_PARTS.map((part) => [part, row[part === 'time_spent_overall' ? 'time_spent' : part] as number]),
  ),
})

async function getDuration(request: Request, resource: Resource): Promise<Answer> {
  return ok(showDuration(await load(resource, request), request))
}

async function patchDuration(request: Request, resource: Resource): Promise<Answer> {
  const { id } = await load(resource, request)
  const columns = durationColumns(request.body as ProcessingDuration)
  if (Object.keys(columns).length) await request.db('annotations').where('id', id).update(columns)
  return ok(showDuration(await load(resource, request), request))
}

async function recipients(request: Request): Promise<Answer> {
  const { annotations } = request.body as { annotations: string[] }
  const ids = await idsIn(request, 'annotations', 'annotations', annotations)
  return ok({ results: await suggestRecipients(request.db, ids) })
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
