/** GET /annotations/{id}/events and /queues/{id}/events: changes as they happen, so that clients need not poll. */
import { Type } from 'typebox'
import type { Subject } from '../../domain/live/channels.ts'
import type { LiveEvent } from '../../domain/live/read.ts'
import { personStill } from '../../domain/people/still-valid.ts'
import { ApiError } from '../../errors.ts'
import { can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { visibleRows } from '../framework/query.ts'
import { resourceAt } from '../framework/registry.ts'
import { ok, type Answer, type Caller, type Request } from '../framework/request.ts'
import type { Urls } from '../framework/urls.ts'
import { whoIs } from '../who.ts'
import { streamEvents } from './stream.ts'

/** Streams of one user in this process: some tabs of a browser and some programs. */
const MAX_STREAMS = 20
const streams = new Map<number, number>()

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Compression would hold events back until a block is full.
  'Cache-Control': 'no-store, no-transform',
  // nginx collects answers otherwise.
  'X-Accel-Buffering': 'no',
}

const DESCRIPTION =
  'Server-sent events: `annotation_status.changed`, `annotation_content.changed`, `annotation.assigned`, ' +
  '`annotation.reviewer_changed`, `annotation.labels_changed`, ' +
  '`annotation.moved`, `annotation.imported` and `annotation.removed` as they happen; `open` first, and `resync` if the client has to ' +
  'read the objects again. Comments keep the connection open; it ends after five minutes, or when access ends.'

export const liveEvents = (kind: Subject['kind']): Action<{ id: number }> => ({
  method: 'get',
  path: 'events',
  summary: `Send the changes of ${kind === 'queue' ? 'the annotations of a queue' : 'an annotation'} as they happen.`,
  may: can('read'),
  query: {
    last_event_id: Type.String({
      description:
        'Id of the last event that the client has received, for clients that cannot send the header `Last-Event-ID`.',
    }),
  },
  responds: { status: 200, description: DESCRIPTION, type: 'text/event-stream', body: Type.Ref('LiveEvent') },
  handle: (request, { id }) => Promise.resolve(open(request, { kind, id })),
})

function open(request: Request, subject: Subject): Answer {
  const { deps, who, urls, query } = request
  const { user_id } = who
  const count = streams.get(user_id) ?? 0
  if (count >= MAX_STREAMS) {
    const message = `A user may have at most ${MAX_STREAMS} open event streams.`
    throw new ApiError(429, 'rate_limited', message, {}, { 'Retry-After': '15' })
  }
  streams.set(user_id, count + 1)
  const given = query.last_event_id
  const body = streamEvents({
    db: deps.db,
    channels: deps.channels,
    subject,
    lastId: request.header('Last-Event-ID') || (typeof given === 'string' ? given : ''),
    show: (event) => shown(event, urls),
    mayContinue: () => maySee(request, subject),
    onEnd: () => {
      const left = streams.get(user_id)! - 1
      if (left) streams.set(user_id, left)
      else streams.delete(user_id)
    },
  })
  return ok(body, HEADERS)
}

/**
 * Whether the caller of a request could send it again. Reads roles, organization and memberships as they are now: those of the beginning may
 * have ended.
 */
export async function maySee(request: Caller & Pick<Request, 'credential'>, { kind, id }: Subject): Promise<boolean> {
  const { db, who, credential } = request
  const person = await personStill(db, who.user_id, credential)
  if (!person) return false
  const resource = resourceAt(kind === 'queue' ? 'queues' : 'annotations')
  const column = `${resource.table}.id`
  const rows = visibleRows(resource, { ...request, who: whoIs(person) })
  return (await rows.where(column, id).first(column)) !== undefined
}

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [])

/** The event with URLs instead of ids. */
function shown({ kind, data, ...event }: LiveEvent, urls: Urls): Record<string, unknown> {
  const { annotation_id, queue_id, actor_id, created_at, request_id } = event
  const facts: Record<string, unknown> = Object(data)
  return {
    event: kind,
    timestamp: created_at,
    annotation: urls.maybe('annotations', annotation_id),
    queue: urls.maybe('queues', queue_id),
    user: urls.maybe('users', actor_id),
    request_id,
    ...(kind === 'annotation_status.changed' ? { status: facts.to, previous_status: facts.from } : {}),
    ...(kind === 'annotation.assigned'
      ? { assignees: numbers(facts.assignees).map((id) => urls.of('users', id)) }
      : {}),
    ...(kind === 'annotation.reviewer_changed'
      ? { reviewer: urls.maybe('users', facts.reviewer === null ? null : Number(facts.reviewer)) }
      : {}),
    ...(kind === 'annotation.moved' ? { previous_queue: urls.of('queues', Number(facts.from_queue)) } : {}),
    ...(kind === 'annotation.labels_changed'
      ? {
          added: numbers(facts.added).map((id) => urls.of('labels', id)),
          removed: numbers(facts.removed).map((id) => urls.of('labels', id)),
        }
      : {}),
  }
}
