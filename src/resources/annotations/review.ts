/** Actions that move one annotation through its review. */
import { Type, type Static } from 'typebox'
import {
  cancelAnnotation,
  confirmAnnotation,
  deleteAnnotation,
  postponeAnnotation,
  startAnnotation,
} from '../../domain/annotations/review.ts'
import { invalid } from '../../errors.ts'
import type { Annotation, RowOf } from '../../models/index.ts'
import { isStatus } from '../../rules/annotation-status.ts'
import { can } from '../access.ts'
import type { Action } from '../engine/define.ts'
import { Url } from '../engine/fields.ts'
import { noContent, ok, type Answer, type Request } from '../engine/request.ts'
import { Duration } from './durations.ts'

type Row = RowOf<Annotation>

const Body = Type.Object({ processing_duration: Duration })
const ConfirmBody = Type.Object({
  processing_duration: Duration,
  skip_workflows: Type.Optional(
    Type.Boolean({ description: 'Whether to skip the approval workflows, if the queue allows it.' }),
  ),
})
/** The domain function behind an action. */
type Move = typeof confirmAnnotation

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
          description: 'Statuses from which to start; by default all statuses that allow a review.',
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
  move('confirm', 'Confirm the annotation, which finishes the review.', confirmAnnotation, ConfirmBody),
  move('cancel', 'End the review without a result.', cancelAnnotation),
  move('postpone', 'Postpone the annotation.', postponeAnnotation),
  move('delete', 'Move the annotation to the bin.', deleteAnnotation),
]
