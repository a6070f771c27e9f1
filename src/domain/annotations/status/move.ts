import type { Knex } from 'knex'
import { conflictStatus } from '../../../errors.ts'
import { columnsOf, FOLLOWS_SCHEMA, mayMove } from '../../../rules/annotations/status.ts'
import type { MoveAnswer, MoveContext, Status, Trigger } from '../../../rules/annotations/status.ts'
import type { Consumer } from '../../../rules/outbox/events.ts'
import { ruleEventsOf } from '../../../rules/automation-rules/life-events.ts'
import { approvedValues, CLEARED } from '../../approvals/approved-values.ts'
import { startRun } from '../../approvals/steps.ts'
import { statusChanged, writeEvents } from '../../outbox/events.ts'
import type { Actor, NewEvent } from '../../outbox/events.ts'
import { forgetLessons } from '../../learning/forget.ts'
import { followSchema } from '../../queues/reshape.ts'
import { transact, type Transactor, type Tx } from '../../outbox/transaction.ts'
import { approvalOf, isOutdated } from './approval-of.ts'
import { assertAllValid, assertValid } from '../review/assert-valid.ts'
import { rulesRequested } from '../../automation-rules/requests.ts'
import { isUnconfirmed } from './confirmable.ts'
import { statusConflict } from './conflict.ts'
import { lockAnnotation, lockAnnotations, type LockedAnnotation } from './lock.ts'

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
 * Moves one annotation by a row of the status table, in one transaction with its event. Rejects with 404 if it does not exist, with 409
 * `conflict_status` if the table does not allow the move, and with 400 if the move confirms data that has errors (`assertValid`).
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

/** Throws 409 `conflict_status` if the table does not allow the move. It names the other user who prevents it. */
export async function assertMove(
  db: Knex,
  who: Mover,
  row: LockedAnnotation,
  trigger: Trigger,
  context?: MoveContext,
): Promise<MoveAnswer & { allowed: true }> {
  const answer = mayMove(row.status, trigger, contextOf(row, who, context))
  if (!answer.allowed) throw await statusConflict(db, answer.reason, row, who.user_id)
  return answer
}

/** Like `moveAnnotation`, for a row that the caller's transaction has already locked. */
export async function moveLocked(
  tx: Tx,
  who: Mover,
  row: LockedAnnotation,
  trigger: Trigger,
  { context, changes = {}, request_id, informs, also = [] }: MoveOptions = {},
): Promise<Moved> {
  const approval = await approvalOf(tx, row, trigger, context)
  const unconfirmed = trigger === 'cancel' && (await isUnconfirmed(tx, row))
  const answer = await assertMove(tx, who, row, trigger, {
    ...context,
    workflows_enabled: approval !== null,
    outdated: await isOutdated(tx, row, approval),
    unconfirmed,
  })
  // In this order: a move that needs no approval is not prevented by a broken condition.
  if (approval && 'undecided' in approval && answer.to === 'in_workflow') throw conflictStatus(approval.undecided)
  const moved: Moved = { annotation_id: row.id, from: row.status, to: answer.to, event_id: null }
  // Restarting one's own review, or a PATCH that repeats the status, changes nothing and writes no event.
  if (row.status === answer.to) {
    if (Object.keys(changes).length > 0) await tx('annotations').where({ id: row.id }).update(changes)
    return moved
  }
  if (answer.confirms) await assertValid(tx, row.id)
  await updateStatus(tx, [row], answer, who, changes)
  const by = { actor_id: who.user_id, request_id: request_id ?? null }
  const event = statusChanged(row, { from: row.status, to: answer.to }, by)
  const events = ruleEventsOf({ trigger, from: row.status, ...answer })
  const requests = await rulesRequested(tx, [row.id], events)
  const [event_id = null] = await writeEvents(tx, [event, ...also, ...requests], informs ? { informs } : {})
  if (!approval || 'undecided' in approval || answer.to !== 'in_workflow') return { ...moved, event_id }
  const waits = await startRun(tx, row, approval.workflow_id, approval.facts, who.user_id)
  if (waits) return { ...moved, event_id }
  // All steps were automatic or do not apply.
  const service = { user_id: null, organization_id: row.organization_id }
  const next = await moveLocked(tx, service, { ...row, status: answer.to }, 'approve', {
    ...(informs ? { informs } : {}),
    request_id: request_id ?? null,
  })
  return { ...next, from: row.status }
}

/**
 * Moves those of the annotations that the table allows to move, and skips the others. Returns the moved ones. All moves have the same
 * target. Throws 400 and moves none if the move confirms data of any of them that has errors.
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
    const approvals = new Map<number, Pick<MoveContext, 'workflows_enabled' | 'outdated'>>()
    for (const row of rows) {
      const approval = await approvalOf(tx, row, trigger, context)
      approvals.set(row.id, { workflows_enabled: approval !== null, outdated: await isOutdated(tx, row, approval) })
    }
    const allowed = rows.flatMap((row) => {
      const answer = mayMove(row.status, trigger, contextOf(row, who, { ...context, ...approvals.get(row.id) }))
      return answer.allowed && answer.to !== row.status ? [{ row, answer }] : []
    })
    const first = allowed[0]
    if (!first) return []
    const { to } = first.answer
    const same = allowed.filter(({ answer }) => answer.to === to)
    const movable = same.map(({ row }) => row)
    await assertAllValid(
      tx,
      same.flatMap(({ row, answer }) => (answer.confirms ? [row.id] : [])),
    )
    await updateStatus(tx, movable, first.answer, who, changes)
    const by = { actor_id: who.user_id, request_id: request_id ?? null }
    const moved = movable.map((row) => row.id)
    // All moves of one call have the same trigger, and none of them ends an import.
    const events = ruleEventsOf({ trigger, from: movable[0]!.status, ...first.answer })
    await writeEvents(tx, [
      ...movable.map((row) => statusChanged(row, { from: row.status, to }, by)),
      ...(await rulesRequested(tx, moved, events)),
    ])
    return moved
  })
}

async function updateStatus(
  tx: Tx,
  rows: LockedAnnotation[],
  { to, sets, unmodified }: MoveAnswer & { allowed: true },
  who: Mover,
  changes: Record<string, unknown> = {},
): Promise<void> {
  const { now, status } = rows[0]!
  await tx('annotations')
    .whereRaw('id = any(?::bigint[])', [rows.map((row) => row.id)])
    .update({
      status: to,
      // A move by the service itself does not change the last modifier.
      ...(who.user_id === null ? {} : { modified_by: who.user_id }),
      ...(unmodified ? {} : { modified_at: now }),
      ...columnsOf(sets, { now, caller: who.user_id, from: status }),
      ...(CLEARED.includes(to) ? { approved_values: approvedValues(tx, rows) } : {}),
      ...changes,
    })
  const ids = rows.map(({ id }) => id)
  if (UNLEARNED.includes(to)) await forgetLessons(tx, ids)
  if (FOLLOWS_SCHEMA.includes(to)) await followSchema(tx, ids)
}

/** Nothing is learned from these. An annotation that is reviewed again replaces its lesson when it is confirmed. */
const UNLEARNED: readonly Status[] = ['deleted', 'rejected', 'purged']
