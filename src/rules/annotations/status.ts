/** Decides whether an annotation may change its status, and which columns the move sets. The table is in moves.ts. */
import { MOVES, type Column, type MoveContext, type Sets, type Status, type Trigger } from './moves.ts'

export { EXPORTABLE, isStatus, MOVES, STATUSES } from './moves.ts'
export type { Column, MoveContext, Sets, Status, Trigger } from './moves.ts'

/** `POST …/start` without `statuses` starts annotations in these. */
export const START_STATUSES: readonly Status[] = ['to_review', 'reviewing', 'postponed', 'confirmed']
/** Statuses in which the content is read-only for every role. */
export const CONTENT_LOCKED: readonly Status[] = ['in_workflow', 'exporting', 'purged', 'deleted']
/**
 * Content in these statuses gets the new structure when its schema changes. In all others it stays in the version with which it was
 * confirmed or ended.
 */
export const FOLLOWS_SCHEMA: readonly Status[] = [
  'created',
  'importing',
  'failed_import',
  'to_review',
  'reviewing',
  'postponed',
]
/** Statuses of annotations that no user or automation has confirmed since their last review. */
const NOT_CONFIRMED: readonly Status[] = ['to_review', 'reviewing', 'postponed']

export type MoveAnswer =
  /** `confirms`: only possible if the data is valid. */
  | { allowed: true; to: Status; sets: Sets; unmodified?: true; confirms?: true }
  /**
   * `purged` and `status`: the status does not allow it. `held`: another user reviews it. `undecided`: it is not known whether an approval is
   * needed. `reason` is a sentence for the client.
   */
  | { allowed: false; why: 'purged' | 'status' | 'held' | 'undecided'; reason: string }
export type AllowedMove = Extract<MoveAnswer, { allowed: true }>

/**
 * Decides whether `trigger` may move an annotation in status `from`, and to which status. A PATCH to the current status is allowed and
 * changes nothing, because clients send whole objects back.
 */
export function mayMove(from: Status, trigger: Trigger, context: MoveContext = {}): MoveAnswer {
  const answer = byTable(from, trigger, context)
  // In this order: a move that needs no approval is not prevented by a broken condition.
  return answer.allowed && answer.to === 'in_workflow' && context.undecided !== undefined
    ? { allowed: false, why: 'undecided', reason: context.undecided }
    : answer
}

function byTable(from: Status, trigger: Trigger, context: MoveContext): MoveAnswer {
  if (from === 'purged') return { allowed: false, why: 'purged', reason: 'The annotation has been purged.' }
  if (trigger === 'patch' && context.to === from) return { allowed: true, to: from, sets: {} }
  for (const move of MOVES) {
    if (move.trigger !== trigger || !move.from.includes(from)) continue
    const to = move.choose ? move.choose(context, from) : (context.to ?? move.to[0]!)
    if (!move.to.includes(to)) continue
    if (trigger === 'start' && !(context.statuses ?? START_STATUSES).includes(from)) continue
    if (move.skipsApproval && context.workflows_enabled && NOT_CONFIRMED.includes(from))
      return { allowed: false, why: 'status', reason: 'The annotation requires an approval: confirm it in a review.' }
    if (move.skipsApproval && context.outdated)
      return {
        allowed: false,
        why: 'status',
        reason: 'The values have changed since they were approved: confirm the annotation again in a review.',
      }
    if (from === 'reviewing' && move.by && !holds(move.by, context)) return refuseHeld(trigger)
    return {
      allowed: true,
      to,
      sets: move.sets ?? {},
      ...(move.unmodified ? { unmodified: true } : {}),
      ...(move.confirms && NOT_CONFIRMED.includes(from) ? { confirms: true } : {}),
    }
  }
  return { allowed: false, why: 'status', reason: refusal(from, trigger, context) }
}

const holds = (by: 'self' | 'holder', { caller, modifier, admin }: MoveContext) =>
  (caller != null && caller === modifier) || (by === 'holder' && admin === true)

const refuseHeld = (trigger: Trigger): MoveAnswer => ({
  allowed: false,
  why: 'held',
  reason:
    trigger === 'confirm'
      ? 'Document is not being annotated by you.'
      : 'The annotation is being reviewed by another user.',
})

function refusal(from: Status, trigger: Trigger, { to, statuses }: MoveContext): string {
  if (trigger === 'confirm' || trigger === 'cancel') return 'Document is not being annotated.'
  if (trigger === 'patch') return `The status cannot change from ${from} to ${to}.`
  // Clients of the screen list these statuses; for others the rule is not evident.
  if (trigger === 'start' && !statuses && mayMove(from, 'start', { statuses: [from] }).allowed)
    return `An annotation in status ${from} does not allow this action unless \`statuses\` lists ${from}.`
  return `An annotation in status ${from} does not allow this action.`
}

/** Returns the columns of a move with their values, without `status`. `now` is an ISO 8601 time. */
export function columnsOf(sets: Sets, values: { now: string; caller: number | null; from: Status }) {
  const resolve = (value: Sets[Column]) =>
    value === 'now' || value === 'caller' || value === 'from' ? values[value] : (value ?? null)
  return Object.fromEntries(Object.entries(sets).map(([column, value]) => [column, resolve(value)])) as Partial<
    Record<Column, string | number | boolean | null>
  >
}
