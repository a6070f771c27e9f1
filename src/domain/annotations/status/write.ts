/** Writes decided moves: the columns, what follows from the new status, and the events. */
import { columnsOf, FOLLOWS_SCHEMA } from '../../../rules/annotations/status.ts'
import type { AllowedMove, Status, Trigger } from '../../../rules/annotations/status.ts'
import { ruleEventsOf } from '../../../rules/automation-rules/life-events.ts'
import type { Consumer } from '../../../rules/outbox/events.ts'
import { approvedValues, CLEARED } from '../../approvals/approved-values.ts'
import { rulesRequested } from '../../automation-rules/requests.ts'
import { forgetLessons } from '../../learning/forget.ts'
import { statusChanged, writeEvents } from '../../outbox/events.ts'
import type { NewEvent } from '../../outbox/events.ts'
import type { Tx } from '../../outbox/transaction.ts'
import { followSchema } from '../../queues/reshape.ts'
import type { Mover } from './decide.ts'
import type { LockedAnnotation } from './lock.ts'

export interface WriteOptions {
  /** Further columns of the annotation to set with the move. */
  changes?: Record<string, unknown> | undefined
  request_id?: string | null | undefined
  /** The consumer whose workflow makes the move, and which therefore needs no signal. */
  informs?: Consumer | undefined
  /** Further events to write in the same transaction as the event of the move. */
  also?: NewEvent[] | undefined
}

/**
 * Moves locked rows, at least one, by the same trigger to the same status. Returns the ids of the events: first those of the moves, in the
 * order of the rows.
 */
export async function writeMoves(
  tx: Tx,
  who: Mover,
  rows: readonly LockedAnnotation[],
  trigger: Trigger,
  move: AllowedMove,
  { changes = {}, request_id = null, informs, also = [] }: WriteOptions = {},
): Promise<number[]> {
  await updateStatus(tx, who, rows, move, changes)
  const by = { actor_id: who.user_id, request_id }
  const ids = rows.map(({ id }) => id)
  // Of several rows none ends an import, so that the events of rules are the same for all.
  const requests = await rulesRequested(tx, ids, ruleEventsOf({ trigger, from: rows[0]!.status, ...move }))
  const changed = rows.map((row) => statusChanged(row, { from: row.status, to: move.to }, by))
  return writeEvents(tx, [...changed, ...also, ...requests], informs ? { informs } : {})
}

async function updateStatus(
  tx: Tx,
  who: Mover,
  rows: readonly LockedAnnotation[],
  { to, sets, unmodified }: AllowedMove,
  changes: Record<string, unknown>,
): Promise<void> {
  const { now, status } = rows[0]!
  const ids = rows.map(({ id }) => id)
  await tx('annotations')
    .whereRaw('id = any(?::bigint[])', [ids])
    .update({
      status: to,
      // A move by the service itself does not change the last modifier.
      ...(who.user_id === null ? {} : { modified_by: who.user_id }),
      ...(unmodified ? {} : { modified_at: now }),
      ...columnsOf(sets, { now, caller: who.user_id, from: status }),
      ...(CLEARED.includes(to) ? { approved_values: approvedValues(tx, rows) } : {}),
      ...changes,
    })
  if (UNLEARNED.includes(to)) await forgetLessons(tx, ids)
  if (FOLLOWS_SCHEMA.includes(to)) await followSchema(tx, ids)
}

/** Nothing is learned from these. An annotation that is reviewed again replaces its lesson when it is confirmed. */
const UNLEARNED: readonly Status[] = ['deleted', 'rejected', 'purged']
