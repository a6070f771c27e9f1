/** The data that the workflow of an annotation reads: its state, the moves to show, and the next work. */
import type { Knex } from 'knex'
import { baseUrl, type Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import { Annotation, raw, User } from '../../../models/index.ts'
import { describeMove, type LifecycleState, type Move } from '../../../rules/temporal/lifecycle.ts'
import { annotationWorkflowId } from '../../../rules/temporal/workflow-ids.ts'
import { shorten } from '../../../rules/temporal/workflow-summary.ts'
import type { HookCall, LifecycleWork, Work } from '../../../workflows/contract.ts'
import { pendingCalls } from '../../hooks/delivery/plan.ts'
import { notifyOfMove } from '../../mail/move-notices.ts'
import {
  finishDelivery,
  PENDING_EVENTS,
  pendingEvents,
  type DeliveryKey,
  type PendingEvent,
} from '../../outbox/deliveries.ts'
import { isActedOn } from '../../outbox/events.ts'
import { transact } from '../../outbox/transaction.ts'

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
  approval: LifecycleState['approval']
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
      raw(
        `case when a.status = 'in_workflow' then
           (select json_build_object('run_id', r.id, 'workflow', w.name, 'step', t.name)
              from workflow_runs r join workflows w on w.id = r.workflow_id
              left join workflow_steps t on t.id = r.current_step_id
             where r.annotation_id = a.id and r.workflow_status = 'pending' order by r.id desc limit 1) end as approval`,
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
    ...(row.approval ? { approval: row.approval } : {}),
  }
}

/** Returns the state of one annotation. Rejects if it was deleted. */
export async function lifecycleState(deps: WithState, id: number): Promise<LifecycleState> {
  const state = (await lifecycleStates(deps, [id])).get(id)
  if (!state) throw new Error(`Annotation ${id} no longer exists.`)
  return state
}

/** Reads the state, the moves to show and the next work of an annotation. Changes nothing. */
export async function look(deps: WithState, annotation_id: number): Promise<LifecycleWork> {
  const { db } = deps
  // The events first: a state that is older than an event would make the work it requests look outdated.
  const events = await pendingEvents(db, 'lifecycle', annotationWorkflowId(annotation_id))
  const state = (await lifecycleStates(deps, [annotation_id])).get(annotation_id)
  const { calls, over, hasMore } = await hookCalls(db, annotation_id)
  const names = await usernames(db, events)
  const request = events.find((event): event is WorkEvent => isStillWanted(event, state))
  // The work itself finishes the event that requests it; all other events are shown.
  const moves = events
    .filter((event) => event !== request)
    .map((event) => ({ step: stepOf(event), line: shorten(describeMove(moveOf(event, names)), LINE_BYTES) }))
  return {
    state: state ?? removedState(deps.config, annotation_id, events.at(-1)),
    moves: [...moves, ...over],
    work: request ? workOf(request) : null,
    ...(calls.length ? { calls } : {}),
    ...(hasMore ? { more_calls: true } : {}),
    ...(events.length < PENDING_EVENTS ? {} : { more: true }),
  }
}

/** Returns the unfinished calls of hooks about the status, and the events of which none is left because the hooks were deleted. */
async function hookCalls(
  db: Knex,
  annotation_id: number,
): Promise<{ calls: HookCall[]; over: LifecycleWork['moves']; hasMore: boolean }> {
  const events = await pendingEvents(db, 'hooks', annotationWorkflowId(annotation_id))
  if (events.length === 0) return { calls: [], over: [], hasMore: false }
  const ids = events.map(({ id }) => id)
  const causes = ids.map((id) => `annotation_status.changed:${id}`)
  const calls = await pendingCalls(db, (runs) => void runs.whereIn('r.cause', causes))
  const open = await db('hook_runs')
    .whereIn('cause', causes)
    .whereIn('status', ['waiting', 'running'])
    .select<{ event_id: number }[]>('event_id')
  const over = events.filter(({ id }) => !open.some(({ event_id }) => event_id === id))
  return {
    calls,
    over: over.map((event) => ({ step: stepOf(event), line: 'There is no hook left to call' })),
    hasMore: events.length === PENDING_EVENTS,
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
    case 'annotation.reviewer_changed':
      return { kind: event.kind, reviewer: event.data.reviewer, by }
    case 'annotation.approved':
      return { kind: event.kind, completed: event.data.completed, by }
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

/** Finishes the delivery of a move that was shown, and notifies the recipient of the queue if its settings say so. Idempotent. */
export async function noteMove(deps: Pick<Deps, 'db' | 'signals' | 'config'>, key: DeliveryKey): Promise<void> {
  await transact(deps, async (tx) => {
    if (await finishDelivery(tx, key)) await notifyOfMove(deps, tx, key.event_id)
  })
}
