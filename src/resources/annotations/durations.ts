/** Time that users spent on an annotation, in seconds: in the bodies of actions, and as a separate object. */
import { Type } from 'typebox'
import { setTimeSpent } from '../../domain/annotations/annotations.ts'
import {
  DURATION_PARTS,
  durationColumns,
  type DurationPart,
  type ProcessingDuration,
} from '../../domain/annotations/review/review.ts'
import type { Annotation } from '../../models/index.ts'
import { type RowOf } from '../../models/index.ts'
import { can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { Url } from '../framework/fields.ts'
import { ok, type Caller, type Request } from '../framework/request.ts'

const WORDS: Record<DurationPart, string> = {
  time_spent_active: 'Seconds of active work.',
  time_spent_overall: 'Seconds during which the annotation was open.',
  time_spent_edit: 'Seconds spent on editing its pages.',
  time_spent_blockers: 'Seconds spent on automation blockers.',
  time_spent_emails: 'Seconds spent on its emails.',
  time_spent_opening: 'Seconds until the annotation was displayed.',
}
const seconds = (description: string) => Type.Optional(Type.Number({ minimum: 0, description }))
const DurationParts = Type.Unsafe<ProcessingDuration>(
  Type.Object({
    ...Object.fromEntries(DURATION_PARTS.map((part) => [part, seconds(WORDS[part])])),
    time_spent: seconds('Older name of `time_spent_overall`.'),
  }),
)
/** `processing_duration` in the bodies of actions. */
export const Duration = Type.Optional({
  ...DurationParts,
  description: 'Time that the reviewer spent; stored with the annotation.',
})

const Shown = Type.Object({
  annotation: { ...Url, description: 'URL of the annotation.' },
  ...Object.fromEntries(DURATION_PARTS.map((part) => [part, Type.Number({ description: WORDS[part] })])),
})

function show(row: RowOf<Annotation>, { urls }: Caller) {
  const parts = DURATION_PARTS.map((part) => [part, row[part === 'time_spent_overall' ? 'time_spent' : part]])
  return { annotation: urls.of('annotations', row.id), ...Object.fromEntries(parts) }
}

export const durationActions: Action<RowOf<Annotation>>[] = [
  {
    method: 'get',
    path: 'processing_duration',
    summary: 'Retrieve the time that users spent on the annotation, in seconds.',
    may: can('read'),
    responds: { status: 200, body: Shown },
    handle: (request, row) => Promise.resolve(ok(show(row, request))),
  },
  {
    method: 'patch',
    path: 'processing_duration',
    summary: 'Change the time spent; omitted values stay unchanged.',
    may: can('review'),
    body: DurationParts,
    example: () => ({ time_spent_active: 21.5 }),
    responds: { status: 200, body: Shown },
    handle: async (request: Request<ProcessingDuration>, { id }) =>
      ok(show(await setTimeSpent(request.deps, id, durationColumns(request.body)), request)),
  },
]
