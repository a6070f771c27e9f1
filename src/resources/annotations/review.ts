/** The actions that move one annotation through its review (filled-gaps 4.3). */
import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import {
  cancelAnnotation,
  confirmAnnotation,
  deleteAnnotation,
  postponeAnnotation,
  startAnnotation,
  type Moved,
} from '../../domain/annotations/review.ts'
import { isStatus, type Status } from '../../rules/annotation-status.ts'
import type { Action, Resource } from '../legacy/define.ts'
import { Url, type Values } from '../legacy/fields.ts'
import { load } from '../legacy/verbs.ts'
import { noContent, ok, type Answer, type Request } from '../engine/request.ts'
import { can } from '../access.ts'
import { DurationParts } from './actions.ts'

export function lifecycleActions(): Action[] {
  const Duration = Type.Optional(DurationParts)
  const Body = Type.Object({ processing_duration: Duration })
  const verb = (
    path: string,
    summary: string,
    move: (request: Request, id: number, body: Values) => Promise<Moved>,
    body = Body,
  ): Action => ({
    method: 'post',
    path: `:id/${path}`,
    summary,
    may: can('review'),
    body,
    responds: { status: 204, body: null },
    handle: async (request, resource) => {
      const row = await load(resource, request)
      await move(request, row.id as number, {
        ...(request.body as Values),
        request_id: request.request_id,
      })
      return noContent
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
      ({ deps, who }, id, body) => confirmAnnotation(deps, who, id, body),
      Type.Object({
        processing_duration: Duration,
        skip_workflows: Type.Optional(Type.Boolean()),
      }),
    ),
    verb('cancel', 'End the review without a result.', ({ deps, who }, id, body) =>
      cancelAnnotation(deps, who, id, body),
    ),
    verb('postpone', 'Put the annotation aside.', ({ deps, who }, id, body) => postponeAnnotation(deps, who, id, body)),
    verb('delete', 'Move the annotation to the bin.', ({ deps, who }, id, body) =>
      deleteAnnotation(deps, who, id, body),
    ),
  ]
}

async function start(request: Request, resource: Resource): Promise<Answer> {
  const row = await load(resource, request)
  const { statuses } = request.body as { statuses?: string[] }
  const wrong = statuses?.find((status) => !isStatus(status))
  if (wrong !== undefined) throw invalid({ statuses: [`"${wrong}" is not a valid choice.`] })
  const moved = await startAnnotation(request.deps, request.who, row.id as number, {
    ...(statuses ? { statuses: statuses as Status[] } : {}),
    request_id: request.request_id,
  })
  return ok({ annotation: request.urls.of('annotations', row.id as number), session_timeout: moved.session_timeout })
}
