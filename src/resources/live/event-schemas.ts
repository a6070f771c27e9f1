/** The component of the OpenAPI document that describes one server-sent event. */
import { Type } from 'typebox'
import { LIVE_KINDS } from '../../domain/live/read.ts'
import { STATUSES } from '../../rules/annotations/moves.ts'
import { orNull, Time, urlOf } from '../framework/fields.ts'

const described = (schema: object, description: string) =>
  Type.Optional(Type.Unsafe<unknown>({ ...schema, description }))
const status = Type.String({ enum: [...STATUSES] })

/** Keys of `open` and `resync` have no values: their data is an empty object. */
export const LiveEvent = Type.Object(
  {
    event: Type.String({ enum: ['open', 'resync', ...LIVE_KINDS], description: 'Kind of the event.' }),
    id: Type.String({ description: 'Position in the stream, for `Last-Event-ID`.' }),
    data: Type.Object(
      {
        event: described(
          Type.String({ enum: [...LIVE_KINDS] }),
          'Kind of the event, as in the field of the same name.',
        ),
        timestamp: described(Time, 'Time of the event, UTC.'),
        annotation: described(orNull(urlOf('annotations')), 'URL of the annotation.'),
        queue: described(orNull(urlOf('queues')), 'URL of its queue; null if none.'),
        user: described(orNull(urlOf('users')), 'URL of the user who caused it; null for the service itself.'),
        request_id: described(orNull(Type.String()), 'Id of the request that caused it; null if none.'),
        status: described(status, 'The new status, for `annotation_status.changed`.'),
        previous_status: described(orNull(status), 'The status before, for `annotation_status.changed`.'),
        assignees: described(Type.Array(urlOf('users')), 'URLs of the assigned users, for `annotation.assigned`.'),
        reviewer: described(
          orNull(urlOf('users')),
          'URL of the reviewer, for `annotation.reviewer_changed`; null if none.',
        ),
        previous_queue: described(urlOf('queues'), 'URL of the queue before, for `annotation.moved`.'),
        added: described(Type.Array(urlOf('labels')), 'URLs of the added labels, for `annotation.labels_changed`.'),
        removed: described(Type.Array(urlOf('labels')), 'URLs of the removed labels, for `annotation.labels_changed`.'),
      },
      { description: 'What happened, as JSON; an empty object for `open` and `resync`.' },
    ),
  },
  { description: 'One server-sent event. The body is a sequence of them, in the format of the HTML standard.' },
)
