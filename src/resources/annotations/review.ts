/** Actions that move one annotation through its review. */
import { Type, type Static } from 'typebox'
import type { Deps } from '../../deps.ts'
import { approveAnnotation } from '../../domain/approvals/approve.ts'
import { rejectAnnotation } from '../../domain/annotations/review/reject.ts'
import {
  cancelAnnotation,
  confirmAnnotation,
  assertConfirmable,
  deleteAnnotation,
  postponeAnnotation,
  startAnnotation,
} from '../../domain/annotations/review/review.ts'
import { badRequest, invalid } from '../../errors.ts'
import type { Annotation, RowOf } from '../../models/index.ts'
import { isStatus } from '../../rules/annotations/status.ts'
import { admins, can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { Url } from '../framework/fields.ts'
import { noContent, ok, type Answer, type Request } from '../framework/request.ts'
import { Duration } from './durations.ts'
import { callContentHooks } from './extensions.ts'

type Row = RowOf<Annotation>

const Body = Type.Object({ processing_duration: Duration })
const ConfirmBody = Type.Object({
  processing_duration: Duration,
  skip_workflows: Type.Optional(
    Type.Boolean({ description: 'Whether to skip the approval workflows, if the queue allows it.' }),
  ),
})
const RejectBody = Type.Object({
  processing_duration: Duration,
  note_content: Type.Optional(
    Type.Union([Type.String({ maxLength: 4096 }), Type.Null()], {
      description: 'Reason of the rejection, at most 4096 characters; stored as a note unless it is empty.',
    }),
  ),
  automatically_rejected: Type.Optional(
    Type.Boolean({ description: 'Whether an extension decided, and not the user; false by default.' }),
  ),
})

async function reject(request: Request<Static<typeof RejectBody>>, { id }: Row): Promise<Answer> {
  const { deps, who, urls, request_id, body } = request
  const note = await rejectAnnotation(deps, who, id, {
    note: body.note_content ?? '',
    automatically_rejected: body.automatically_rejected ?? false,
    admin: admins(who),
    processing_duration: body.processing_duration ?? null,
    request_id,
  })
  return ok({ status: 'rejected', note: urls.maybe('notes', note) })
}

const ApproveBody = Type.Object({
  reason: Type.Optional(
    Type.Union([Type.String({ maxLength: 4096 }), Type.Null()], {
      description:
        'Why an administrator overrides the separation of duties of the workflow; required for such an approval.',
    }),
  ),
})

async function approve(request: Request<Static<typeof ApproveBody>>, { id }: Row): Promise<Answer> {
  const { deps, who, request_id, body } = request
  const reason = body.reason ?? ''
  return ok({ status: await approveAnnotation(deps, who, id, { admin: admins(who), reason, request_id }) })
}

/** The domain function behind an action. */
type Move = (deps: Deps, ...parameters: DropFirst<Parameters<typeof confirmAnnotation>>) => Promise<unknown>
type DropFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never

/** Calls the hooks of `annotation_content.confirm` first. An error message of one of them refuses the confirmation. */
const confirmWithHooks: Move = async (deps, who, id, options) => {
  await assertConfirmable(deps, who, id)
  const messages = await callContentHooks(deps, id, 'confirm')
  const error = messages.find(({ type }) => type === 'error')
  if (error) throw badRequest(error.content, { messages })
  return confirmAnnotation(deps, who, id, options)
}

const move = (
  path: string,
  summary: string,
  act: Move,
  body: typeof Body | typeof ConfirmBody = Body,
): Action<Row> => ({
  method: 'post',
  path,
  summary,
  may: can('review'),
  body,
  example: () => ({ processing_duration: { time_spent_active: 21.5, time_spent_overall: 30 } }),
  responds: { status: 204, body: null },
  handle: async ({ deps, who, request_id, body }: Request<Static<typeof ConfirmBody>>, { id }) => {
    await act(deps, who, id, { ...body, request_id })
    return noContent
  },
})

async function start(request: Request<{ statuses?: string[] }>, { id }: Row): Promise<Answer> {
  const { deps, who, urls, request_id, body } = request
  const { statuses } = body
  const wrong = statuses?.find((status) => !isStatus(status))
  if (wrong !== undefined) throw invalid({ statuses: [`"${wrong}" is not a valid choice.`] })
  const moved = await startAnnotation(deps, who, id, {
    ...(statuses ? { statuses: statuses.filter(isStatus) } : {}),
    request_id,
  })
  return ok({ annotation: urls.of('annotations', id), session_timeout: moved.session_timeout })
}

export const lifecycleActions: Action<Row>[] = [
  {
    method: 'post',
    path: 'start',
    summary: 'Start the review of the annotation by the caller.',
    may: can('review'),
    body: Type.Object({
      statuses: Type.Optional(
        Type.Array(Type.String(), {
          description:
            'Statuses from which to start: by default `to_review`, `postponed` and `confirmed`; list `exported`, `rejected` or `failed_export` to review such an annotation again.',
        }),
      ),
    }),
    example: () => ({ statuses: ['to_review', 'postponed'] }),
    responds: {
      status: 200,
      body: Type.Object({
        annotation: { ...Url, description: 'URL of the annotation.' },
        session_timeout: Type.String({
          description: 'Period of inactivity after which the review ends, as `HH:MM:SS`.',
        }),
      }),
    },
    handle: start,
  },
  move(
    'confirm',
    'Confirm the annotation, which finishes the review, unless a hook or the validation of the data reports an error.',
    confirmWithHooks,
    ConfirmBody,
  ),
  move('cancel', 'End the review without a result.', cancelAnnotation),
  move('postpone', 'Postpone the annotation.', postponeAnnotation),
  {
    method: 'post',
    path: 'approve',
    summary: 'Approve the current step of the approval of the annotation.',
    may: can('approve'),
    body: ApproveBody,
    example: () => ({}),
    responds: {
      status: 200,
      body: Type.Object({
        status: Type.String({ description: 'New status; `in_workflow` while further approvals are required.' }),
      }),
    },
    handle: approve,
  },
  {
    method: 'post',
    path: 'reject',
    summary: 'Reject the annotation, with a note.',
    may: can('reject'),
    body: RejectBody,
    example: () => ({ note_content: 'The order number is missing.' }),
    responds: {
      status: 200,
      body: Type.Object({
        status: Type.String({ description: 'Always `rejected`.' }),
        note: Type.Union([Url, Type.Null()], { description: 'URL of the note; null if none was sent.' }),
      }),
    },
    handle: reject,
  },
  move('delete', 'Move the annotation to the bin.', deleteAnnotation),
]
