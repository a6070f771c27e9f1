/** Decides about a move of a locked row by the table of moves (`src/rules/annotations/status.ts`), and words the refusal. */
import type { Knex } from 'knex'
import { conflictStatus } from '../../../errors.ts'
import { mayMove } from '../../../rules/annotations/status.ts'
import type { AllowedMove, MoveAnswer, MoveContext, Trigger } from '../../../rules/annotations/status.ts'
import type { Actor } from '../../outbox/events.ts'
import { statusConflict } from './conflict.ts'
import type { LockedAnnotation } from './lock.ts'

/** A user with roles, or the service itself. */
export interface Mover extends Actor {
  roles?: readonly string[]
}

const isAdmin = ({ roles = [] }: Mover) => roles.includes('admin') || roles.includes('organization_group_admin')

/** Returns whether the user may move the row, and to which status. */
export const decideMove = (
  who: Mover,
  row: LockedAnnotation,
  trigger: Trigger,
  context: MoveContext = {},
): MoveAnswer =>
  mayMove(row.status, trigger, {
    caller: who.user_id,
    admin: isAdmin(who),
    modifier: row.modifier_id,
    status_before_review: row.status_before_review,
    use_confirmed_state: row.use_confirmed_state,
    ...context,
  })

/** Throws 409 `conflict_status` if the table does not allow the move. It names the other user who prevents it. */
export async function assertMove(
  db: Knex,
  who: Mover,
  row: LockedAnnotation,
  trigger: Trigger,
  context?: MoveContext,
): Promise<AllowedMove> {
  const answer = decideMove(who, row, trigger, context)
  if (answer.allowed) return answer
  if (answer.why === 'undecided') throw conflictStatus(answer.reason)
  throw await statusConflict(db, answer.reason, row, who.user_id)
}
