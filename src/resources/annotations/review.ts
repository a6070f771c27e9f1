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
import type { Action, Resource } from '../engine/define.ts'
import { Url, type Values } from '../engine/fields.ts'
import { load } from '../engine/verbs.ts'
import type { Ctx, State } from '../../api/state.ts'
import { can } from '../access.ts'
import { DurationParts } from './actions.ts'

export function lifecycleActions(): Action[] {
  const Duration = Type.Optional(DurationParts)
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
      await move(ctx.state, row.id as number, {
        ...(ctx.request.body as Values),
        request_id: ctx.state.request_id,
      })
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

async function start(ctx: Ctx, resource: Resource): Promise<void> {
  const row = await load(resource, ctx)
  const { statuses } = ctx.request.body as { statuses?: string[] }
  const wrong = statuses?.find((status) => !isStatus(status))
  if (wrong !== undefined) throw invalid({ statuses: [`"${wrong}" is not a valid choice.`] })
  const moved = await startAnnotation(ctx.state.deps, ctx.state.who, row.id as number, {
    ...(statuses ? { statuses: statuses as Status[] } : {}),
    request_id: ctx.state.request_id,
  })
  ctx.status = 200
  ctx.body = { annotation: ctx.state.urls.of('annotations', row.id as number), session_timeout: moved.session_timeout }
}
