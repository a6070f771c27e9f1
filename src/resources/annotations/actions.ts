/** Actions on annotations outside the review: copy, assign, purge, suggest recipients. */
import { Type, type Static } from 'typebox'
import { assignAnnotation } from '../../domain/annotations/review/assign.ts'
import { copyAnnotation } from '../../domain/annotations/copy.ts'
import { purgeDeleted } from '../../domain/annotations/removal/purge.ts'
import { suggestRecipients } from '../../domain/mail/suggested-recipients.ts'
import { invalid } from '../../errors.ts'
import { Annotation, User, type RowOf } from '../../models/index.ts'
import { COPY_TARGETS } from '../../rules/annotations/copy.ts'
import { admins, can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { Url } from '../framework/fields.ts'
import { parseBoolean } from '../framework/filters.ts'
import { referencesIn } from '../framework/relations.ts'
import { noContent, ok, type Answer, type Caller, type Request } from '../framework/request.ts'

const urls = (collection: string, description: string) =>
  Type.Array(Type.Unsafe<string>({ type: 'string', 'x-references': collection }), { description })
const url = (collection: string, description: string) =>
  Type.Unsafe<string>({ type: 'string', 'x-references': collection, description })

const CopyBody = Type.Object({
  target_queue: url('queues', 'URL of the queue that receives the copy.'),
  target_status: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description:
        'Status of the copy. If omitted or null, the copy has the status of the original. A copy that would be confirmed or exported needs valid data and skips no approval of its queue.',
    }),
  ),
})

async function copy(request: Request<Static<typeof CopyBody>>, { id }: RowOf<Annotation>): Promise<Answer> {
  const { target_queue, target_status } = request.body
  const status = COPY_TARGETS.find((one) => one === target_status) ?? null
  if (target_status && !status) throw invalid({ target_status: [`"${target_status}" is not a valid choice.`] })
  const [queue_id] = await referencesIn('queues', target_queue, ['target_queue'], request)
  const made = await copyAnnotation(request.deps, request.who, {
    id,
    queue_id: queue_id!,
    target_status: status,
    reimport: parseBoolean([request.query.reimport].flat()[0] ?? '') === true,
    request_id: request.request_id,
  })
  return ok({ annotation: request.urls.of('annotations', made) })
}

export const copyAction: Action<RowOf<Annotation>> = {
  method: 'post',
  path: 'copy',
  summary: 'Copy the annotation to a queue. `?reimport=true` extracts the data again.',
  may: can('import'),
  query: {
    reimport: Type.Boolean({ description: 'If `true`, extracts the data again instead of copying it.' }),
  },
  body: CopyBody,
  example: (url) => ({ target_queue: url('queues', 2) }),
  responds: { status: 200, body: Type.Object({ annotation: { ...Url, description: 'URL of the copy.' } }) },
  handle: copy,
}

const AssignBody = Type.Object({
  annotations: urls('annotations', 'URL of the annotation; exactly one entry.'),
  assignees: urls('users', 'URLs of the users to assign; they replace the current assignees.'),
  note_content: Type.Optional(
    Type.Union([Type.String({ maxLength: 4096 }), Type.Null()], {
      description:
        'Note for the assignees, at most 4096 characters; stored as a note of the annotation unless it is empty.',
    }),
  ),
})

async function assign(request: Request<Static<typeof AssignBody>>): Promise<Answer> {
  const { body } = request
  if (body.annotations.length !== 1) throw invalid({ annotations: ['Exactly one annotation is expected.'] })
  const [id] = await referencesIn('annotations', body.annotations, ['annotations'], request)
  const assignees = await referencesIn('users', body.assignees, ['assignees'], request)
  await assertAccess(request, id!, assignees)
  await assignAnnotation(request.deps, request.who, {
    id: id!,
    assignees,
    note: body.note_content ?? '',
    // Users whose only roles are approver and viewer may only reassign annotations that are assigned to them.
    only_assignees: request.who.roles.every((role) => role === 'approver' || role === 'viewer'),
    admin: admins(request.who),
    request_id: request.request_id,
  })
  return noContent
}

/** Throws 400 for assignees who cannot see the annotation: inactive users, and non-administrators without access to its queue. */
async function assertAccess({ db }: Caller, annotation_id: number, user_ids: number[]): Promise<void> {
  const able = await User.query(db)
    .findByIds(user_ids)
    .where('users.is_active', true)
    .where((either) => {
      void either
        .whereExists(User.relatedQuery('groups').whereIn('groups.name', ['admin', 'organization_group_admin']))
        .orWhereExists(
          User.relatedQuery('queues').whereIn(
            'queues.id',
            Annotation.query(db).findById(annotation_id).select('queue_id'),
          ),
        )
    })
    .select('users.id')
  const unable = user_ids.find((id) => !able.some((user) => user.id === id))
  if (unable !== undefined) throw invalid({ assignees: [`User ${unable} has no access to the annotation's queue.`] })
}

const PurgeBody = Type.Object({
  annotations: Type.Optional(urls('annotations', 'URLs of annotations in the bin; other annotations are ignored.')),
  queue: Type.Optional(url('queues', 'URL of a queue whose bin to empty.')),
})

async function purge(request: Request<Static<typeof PurgeBody>>): Promise<Answer> {
  const { annotations, queue } = request.body
  if (!annotations && !queue) throw invalid({ non_field_errors: ['Specify annotations, a queue, or both.'] })
  const named = await referencesIn('annotations', annotations, ['annotations'], request)
  const queues = queue ? await referencesIn('queues', queue, ['queue'], request) : []
  const found = await Annotation.query(request.db)
    .where('status', 'deleted')
    .where((either) => void either.whereIn('id', named).orWhereIn('queue_id', queues))
    .orderBy('id')
    .select('id')
  await purgeDeleted(
    request.deps,
    request.who,
    found.map(({ id }) => id),
    request.request_id,
  )
  return { status: 202 }
}

export const Recipients = Type.Object({
  results: Type.Array(
    Type.Object({
      source: Type.String({ description: 'Source of the address.' }),
      email: Type.String({ description: 'Email address.' }),
      name: Type.String({ description: 'Name of the recipient; empty if unknown.' }),
    }),
    { description: 'Recipients; each address appears once per source.' },
  ),
})
const RecipientsBody = Type.Object({ annotations: urls('annotations', 'URLs of the annotations.') })

async function recipients(request: Request<Static<typeof RecipientsBody>>): Promise<Answer> {
  const ids = await referencesIn('annotations', request.body.annotations, ['annotations'], request)
  return ok({ results: await suggestRecipients(request.db, { annotation_ids: ids }) })
}

export const sideActions: Action[] = [
  {
    method: 'post',
    path: 'assign',
    summary: 'Set the assignees of an annotation.',
    may: can('assign'),
    body: AssignBody,
    example: (url) => ({
      annotations: [url('annotations')],
      assignees: [url('users')],
      note_content: 'Please check the total.',
    }),
    responds: { status: 204, body: null },
    handle: assign,
  },
  {
    method: 'post',
    path: 'purge_deleted',
    summary:
      'Permanently remove the data of annotations in the bin: listed annotations, all annotations of a queue, or both.',
    may: can('purge'),
    body: PurgeBody,
    example: (url) => ({ annotations: [url('annotations')] }),
    responds: { status: 202, body: null },
    handle: purge,
  },
  {
    method: 'post',
    path: 'suggested_recipients',
    summary:
      'List suggested recipients of an email about the annotations, from the sources configured in their queues.',
    may: can('send_email'),
    body: RecipientsBody,
    example: (url) => ({ annotations: [url('annotations')] }),
    responds: { status: 200, body: Recipients },
    handle: recipients,
  },
]
