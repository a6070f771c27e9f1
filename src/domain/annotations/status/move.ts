/**
 * Moves annotations between statuses. Each move is, in this order: lock the row (lock.ts), read what the move depends on (facts.ts), decide
 * by the table of moves (decide.ts), validate the data if the move confirms it, write (write.ts), and start the approval if one is needed.
 */
import type { AllowedMove, MoveContext, Status, Trigger } from '../../../rules/annotations/status.ts'
import { startRun } from '../../approvals/steps.ts'
import { transact, type Transactor, type Tx } from '../../outbox/transaction.ts'
import { assertAllValid, assertValid } from '../review/assert-valid.ts'
import { assertMove, decideMove, type Mover } from './decide.ts'
import { gatherFacts } from './facts.ts'
import { lockAnnotation, lockAnnotations, type LockedAnnotation } from './lock.ts'
import { writeMoves, type WriteOptions } from './write.ts'

export type { Mover } from './decide.ts'

export interface MoveOptions extends WriteOptions {
  context?: MoveContext
}

export interface Moved {
  annotation_id: number
  from: Status
  to: Status
  /** Null if nothing changed. */
  event_id: number | null
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

/** Like `moveAnnotation`, for a row that the caller's transaction has already locked. */
export async function moveLocked(
  tx: Tx,
  who: Mover,
  row: LockedAnnotation,
  trigger: Trigger,
  { context: given, ...write }: MoveOptions = {},
): Promise<Moved> {
  const { context, approval } = await gatherFacts(tx, row, trigger, given)
  const move = await assertMove(tx, who, row, trigger, context)
  // Restarting one's own review, or a PATCH that repeats the status, changes nothing and writes no event.
  if (row.status === move.to) return unmoved(tx, row, write)
  if (move.confirms) await assertValid(tx, row.id)
  const [event_id = null] = await writeMoves(tx, who, [row], trigger, move, write)
  const moved: Moved = { annotation_id: row.id, from: row.status, to: move.to, event_id }
  if (move.to !== 'in_workflow' || !approval || 'undecided' in approval) return moved
  const waits = await startRun(tx, row, approval.workflow_id, approval.facts, who.user_id)
  return waits ? moved : approveAtOnce(tx, row, write)
}

/** Sets the columns of a move that leads to the present status. */
async function unmoved(tx: Tx, { id, status }: LockedAnnotation, { changes = {} }: WriteOptions): Promise<Moved> {
  if (Object.keys(changes).length > 0) await tx('annotations').where({ id }).update(changes)
  return { annotation_id: id, from: status, to: status, event_id: null }
}

/** Ends an approval that has just been started: all its steps were automatic or do not apply. */
async function approveAtOnce(tx: Tx, row: LockedAnnotation, { request_id, informs }: WriteOptions): Promise<Moved> {
  const service = { user_id: null, organization_id: row.organization_id }
  const started: LockedAnnotation = { ...row, status: 'in_workflow' }
  const move = await assertMove(tx, service, started, 'approve')
  const [event_id = null] = await writeMoves(tx, service, [started], 'approve', move, { request_id, informs })
  return { annotation_id: row.id, from: row.status, to: move.to, event_id }
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
  { context: given, changes, request_id }: Pick<MoveOptions, 'context' | 'changes' | 'request_id'> = {},
): Promise<number[]> {
  return transact(deps, async (tx) => {
    const allowed: { row: LockedAnnotation; move: AllowedMove }[] = []
    for (const row of await lockAnnotations(tx, ids)) {
      const { context } = await gatherFacts(tx, row, trigger, given)
      const move = decideMove(who, row, trigger, context)
      if (move.allowed && move.to !== row.status) allowed.push({ row, move })
    }
    const [first] = allowed
    if (!first) return []
    const same = allowed.filter(({ move }) => move.to === first.move.to)
    const confirmed = same.flatMap(({ row, move }) => (move.confirms ? [row.id] : []))
    await assertAllValid(tx, confirmed)
    const rows = same.map(({ row }) => row)
    await writeMoves(tx, who, rows, trigger, first.move, { changes, request_id })
    return rows.map(({ id }) => id)
  })
}
