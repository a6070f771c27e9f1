import { conflictStatus, notFound } from '../../errors.ts'
import { columnsOf, mayMove } from '../../rules/annotation-status.ts'
import type { MoveContext, Sets, Status, Trigger } from '../../rules/annotation-status.ts'
import type { Consumer } from '../../rules/events.ts'
import { statusChanged, writeEvents } from '../outbox/events.ts'
import type { Actor, NewEvent } from '../outbox/events.ts'
import { transact, type Transactor, type Tx } from '../outbox/transaction.ts'

/** A user with roles, or the service itself. */
export interface Mover extends Actor {
  roles?: readonly string[]
}

export interface MoveOptions {
  context?: MoveContext
  /** Further columns of the annotation to set with the move. */
  changes?: Record<string, unknown>
  request_id?: string | null
  /** The consumer whose workflow makes the move, and which therefore needs no signal. */
  informs?: Consumer
  /** Further events to write in the same transaction as the event of the move. */
  also?: NewEvent[]
}

export interface Moved {
  annotation_id: number
  from: Status
  to: Status
  /** Null if nothing changed. */
  event_id: number | null
}

export interface LockedAnnotation {
  id: number
  organization_id: number
  queue_id: number
  upload_id: number | null
  document_id: number
  status: Status
  status_before_review: Status | null
  modifier_id: number | null
  use_confirmed_state: boolean
  /** The time of the transaction. */
  now: string
}

/** Locks annotations in the order of their ids, so that two bulk moves cannot deadlock. */
export async function lockAnnotations(tx: Tx, ids: number[]): Promise<LockedAnnotation[]> {
  return (
    tx('annotations as a')
      .join('queues as q', 'q.id', 'a.queue_id')
      .whereIn('a.id', ids)
      .orderBy('a.id')
      // Not `for update`: inserting rows that refer to an annotation (relations) must not wait for a change of its status.
      .forNoKeyUpdate('a')
      .select<LockedAnnotation[]>(
        'a.id',
        'a.organization_id',
        'a.queue_id',
        'a.upload_id',
        'a.document_id',
        'a.status',
        'a.status_before_review',
        'a.modifier_id',
        'q.use_confirmed_state',
        tx.raw('now() as now'),
      )
  )
}

export async function lockAnnotation(tx: Tx, id: number): Promise<LockedAnnotation> {
  const [row] = await lockAnnotations(tx, [id])
  if (!row) throw notFound('Annotation')
  return row
}

const isAdmin = ({ roles = [] }: Mover) => roles.includes('admin') || roles.includes('organization_group_admin')

function contextOf(row: LockedAnnotation, who: Mover, context: MoveContext = {}): MoveContext {
  return {
    caller: who.user_id,
    admin: isAdmin(who),
    modifier: row.modifier_id,
    status_before_review: row.status_before_review,
    use_confirmed_state: row.use_confirmed_state,
    ...context,
  }
}

/**
 * Moves one annotation by a row of the status table, in one transaction with its event. Rejects with 404 if it does not exist and with 409
 * `conflict_status` if the table does not allow the move.
 */
export async function moveAnnotation(
  deps: Transactor,
  who: Mover,
  id: number,
  trigger: Trigger,
  options: MoveOptions = {},
): Promise<Moved> {
  return transact(deps, async (tx) => moveLocked(tx, who, await lockAnnotation(tx, id), trigger, options))
}

/** Like `moveAnnotation`, for a row that the caller's transaction has already locked. */
export async function moveLocked(
  tx: Tx,
  who: Mover,
  row: LockedAnnotation,
  trigger: Trigger,
  { context, changes = {}, request_id, informs, also = [] }: MoveOptions = {},
): Promise<Moved> {
  const answer = mayMove(row.status, trigger, contextOf(row, who, context))
  if (!answer.allowed) throw conflictStatus(answer.reason)
  const moved: Moved = { annotation_id: row.id, from: row.status, to: answer.to, event_id: null }
  // Restarting one's own review, or a PATCH that repeats the status, changes nothing and writes no event.
  if (row.status === answer.to) {
    if (Object.keys(changes).length > 0) await tx('annotations').where({ id: row.id }).update(changes)
    return moved
  }
  await updateStatus(tx, [row], answer.to, answer.sets, who, changes)
  const by = { actor_id: who.user_id, request_id: request_id ?? null }
  const event = statusChanged(row, { from: row.status, to: answer.to }, by)
  const [event_id = null] = await writeEvents(tx, [event, ...also], informs ? { informs } : {})
  return { ...moved, event_id }
}

/**
 * Moves those of the annotations that the table allows to move, and skips the others. Returns the moved ones. All moves have the same
 * target.
 */
export async function moveAllowed(
  deps: Transactor,
  who: Mover,
  ids: number[],
  trigger: Trigger,
  { context, changes, request_id }: MoveOptions = {},
): Promise<number[]> {
  return transact(deps, async (tx) => {
    const rows = await lockAnnotations(tx, ids)
    const allowed = rows.flatMap((row) => {
      const answer = mayMove(row.status, trigger, contextOf(row, who, context))
      return answer.allowed && answer.to !== row.status ? [{ row, answer }] : []
    })
    const first = allowed[0]
    if (!first) return []
    const { to, sets } = first.answer
    const movable = allowed.filter(({ answer }) => answer.to === to).map(({ row }) => row)
    await updateStatus(tx, movable, to, sets, who, changes)
    const by = { actor_id: who.user_id, request_id: request_id ?? null }
    await writeEvents(
      tx,
      movable.map((row) => statusChanged(row, { from: row.status, to }, by)),
    )
    return movable.map((row) => row.id)
  })
}

async function updateStatus(
  tx: Tx,
  rows: LockedAnnotation[],
  to: Status,
  sets: Sets,
  who: Mover,
  changes: Record<string, unknown> = {},
): Promise<void> {
  const { now, status } = rows[0]!
  await tx('annotations')
    .whereIn(
      'id',
      rows.map((row) => row.id),
    )
    .update({
      status: to,
      // A move by the service itself does not change the last modifier.
      ...(who.user_id === null ? {} : { modified_by: who.user_id }),
      modified_at: now,
      ...columnsOf(sets, { now, caller: who.user_id, from: status }),
      ...changes,
    })
}
