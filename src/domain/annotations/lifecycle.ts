/** The data that the workflow of an annotation reads: its state, the moves to show, and the next work. */
import type { Knex } from 'knex'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { Annotation, raw, User } from '../../models/index.ts'
import { describeMove, type LifecycleState, type Move } from '../../rules/lifecycle.ts'
import { annotationWorkflowId } from '../../rules/workflow-ids.ts'
import { shorten } from '../../rules/workflow-summary.ts'
import type { LifecycleWork, Work } from '../../workflows/contract.ts'
import { finishDelivery, pendingEvents, type DeliveryKey, type PendingEvent } from '../outbox/deliveries.ts'
import { isActedOn } from '../outbox/events.ts'

type WithState = Pick<Deps, 'db' | 'config'>

/** Temporal rejects a longer summary of a step. */
const LINE_BYTES = 200
/** Annotations usually have few assignees; a summary has no space for more. */
const MAX_ASSIGNEES = 10

interface Found {
  id: number
  organization_id: number
  queue_id: number
  upload_id: number | null
  status: LifecycleState['status']
  messages: { type: string; content: string }[]
  queue_name: string
  file: string
  reviewer: string | null
  since: string | null
  modified_at: string
  assignees: string[] | null
}

/** Returns the state of annotations by id, as operators see it. Deleted annotations are missing. */
export async function lifecycleStates(
  { db, config }: WithState,
  ids: readonly number[],
): Promise<Map<number, LifecycleState>> {
  const rows = await Annotation.query(db)
    .alias('a')
    .joinRelated('[queue as q, document as d]')
    .leftJoinRelated('modifier as m')
    .whereIn('a.id', [...ids])
    .select(
      'a.id',
      'a.organization_id',
      'a.queue_id',
      'a.upload_id',
      'a.status',
      'a.messages',
      'a.modified_at',
      'q.name as queue_name',
      'd.original_file_name as file',
      'm.username as reviewer',
      raw(
        `(select max(e.created_at) from events e where e.annotation_id = a.id and e.kind = 'annotation_status.changed') as since`,
      ),
      raw(
        `(select array_agg(u.username order by u.username) from annotation_assignees s join users u on u.id = s.user_id
           where s.annotation_id = a.id) as assignees`,
      ),
    )
    .castTo<Found[]>()
  return new Map(rows.map((row) => [row.id, stateOf(row, config)]))
}

function stateOf(row: Found, config: Config): LifecycleState {
  const isFailed = row.status === 'failed_import' || row.status === 'failed_export'
  return {
    annotation_id: row.id,
    organization_id: row.organization_id,
    queue_id: row.queue_id,
    queue: row.queue_name,
    upload_id: row.upload_id,
    file: config.temporal.fileNames ? row.file : null,
    status: row.status,
    since: row.since ?? row.modified_at,
    reviewer: row.status === 'reviewing' ? row.reviewer : null,
    assignees: (row.assignees ?? []).slice(0, MAX_ASSIGNEES),
    failure: isFailed ? (row.messages.find(({ type }) => type === 'error')?.content ?? null) : null,
    url: `${baseUrl(config)}/v1/annotations/${row.id}`,
  }
}

/** Returns the public address of the service; without PUBLIC_BASE_URL, the address it listens on. */
export const baseUrl = ({ publicBaseUrl, host, port }: Config): string =>
  publicBaseUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}/api`

/** Returns the state of one annotation. Rejects if it was deleted. */
export async function lifecycleState(deps: WithState, id: number): Promise<LifecycleState> {
  const state = (await lifecycleStates(deps, [id])).get(id)
  if (!state) throw new Error(`Annotation ${id} no longer exists.`)
  return state
}

/** Reads the state, the moves to show and the next work of an annotation. Changes nothing. */
export async function look(deps: WithState, annotation_id: number): Promise<LifecycleWork> {
  const { db } = deps
  const [state, events] = await Promise.all([
    lifecycleStates(deps, [annotation_id]).then((found) => found.get(annotation_id)),
    pendingEvents(db, 'lifecycle', annotationWorkflowId(annotation_id)),
  ])
  const names = await usernames(db, events)
  const request = events.find((event): event is WorkEvent => isStillWanted(event, state))
  // The work itself finishes the event that requests it; all other events are shown.
  const moves = events
    .filter((event) => event !== request)
    .map((event) => ({ step: stepOf(event), line: shorten(describeMove(moveOf(event, names)), LINE_BYTES) }))
  return {
    state: state ?? removedState(deps.config, annotation_id, events.at(-1)),
    moves,
    work: request ? workOf(request) : null,
  }
}

const stepOf = ({ id, consumer, annotation_id }: PendingEvent) => ({
  annotation_id: annotation_id!,
  event_id: id,
  consumer,
})

type WorkEvent = Extract<PendingEvent, { kind: 'annotation_status.changed' | 'annotation.reopened' }>

/** Returns true if the event requests work that is still wanted, which ends when the annotation changes its status. */
function isStillWanted(event: PendingEvent, state: LifecycleState | undefined): event is WorkEvent {
  if (event.kind !== 'annotation_status.changed' && event.kind !== 'annotation.reopened') return false
  return isActedOn(event) && state?.status === event.data.to
}

function workOf(event: WorkEvent): Work {
  return { ...stepOf(event), do: event.data.to === 'importing' ? 'import' : 'export' }
}

async function usernames(db: Knex, events: PendingEvent[]): Promise<Map<number, string>> {
  const ids = events.flatMap(({ actor_id }) => actor_id ?? [])
  if (ids.length === 0) return new Map()
  const users = await User.query(db).whereIn('id', ids).select('id', 'username')
  return new Map(users.map(({ id, username }) => [id, username]))
}

function moveOf(event: PendingEvent, names: Map<number, string>): Move {
  const by = event.actor_id === null ? null : (names.get(event.actor_id) ?? `user ${event.actor_id}`)
  switch (event.kind) {
    case 'annotation_status.changed':
      return { kind: event.kind, from: event.data.from, to: event.data.to, by }
    case 'annotation.reopened':
      return { kind: event.kind, to: event.data.to, by }
    case 'annotation.assigned':
      return { kind: event.kind, assignees: event.data.assignees, by }
    case 'annotation.moved':
      return { kind: event.kind, ...event.data, by }
    case 'annotation.removed':
      return { kind: event.kind, by }
    default:
      // `pendingEvents` rejects all other kinds; a new kind needs its own line here.
      throw new Error(`The lifecycle of annotations cannot show an event of kind "${event.kind}".`)
  }
}

/** The final state of an annotation whose row was deleted. */
const removedState = (config: Config, annotation_id: number, event: PendingEvent | undefined): LifecycleState => ({
  annotation_id,
  organization_id: event?.organization_id ?? 0,
  queue_id: event?.queue_id ?? 0,
  queue: 'a deleted queue',
  upload_id: event?.upload_id ?? null,
  file: null,
  status: 'removed',
  since: event?.created_at ?? new Date(0).toISOString(),
  reviewer: null,
  assignees: [],
  failure: null,
  url: `${baseUrl(config)}/v1/annotations/${annotation_id}`,
})

/** Finishes the delivery of a move that was shown. Idempotent. */
export async function noteMove({ db }: Pick<Deps, 'db'>, key: DeliveryKey): Promise<void> {
  await finishDelivery(db, key)
}
