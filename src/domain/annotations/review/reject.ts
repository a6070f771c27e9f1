import { forbidden } from '../../../errors.ts'
import type { Note, Queue, RowOf } from '../../../models/index.ts'
import type { Id } from '../../../rules/access/ids.ts'
import { nameAssignees } from '../../approvals/approve.ts'
import { partOf, type Part } from '../../approvals/delegations.ts'
import { endRun } from '../../approvals/steps.ts'
import { transact, type Transactor, type Tx } from '../../outbox/transaction.ts'
import { lockAnnotation, type LockedAnnotation } from '../status/lock.ts'
import { moveLocked, type Mover } from '../status/move.ts'
import { noteRows } from '../notes.ts'
import { durationColumns, type ActionOptions } from './review.ts'

export interface Rejection extends ActionOptions {
  /** Text of the note; empty for none. */
  note: string
  /** Whether an extension decided, not the user. */
  automatically_rejected: boolean
  /** True if the caller may reject in an approval without being assigned. */
  admin: boolean
}

/**
 * Rejects an annotation, stores the reason as a note and ends its approval. Returns the id of the note, or null without a text. Throws 403
 * if the queue allows no rejection or if the caller is not an approver of the annotation, and 409 if its status does not allow the move.
 */
export const rejectAnnotation = (
  deps: Transactor,
  who: Mover & { user_id: number },
  id: Id<'annotations'>,
  { note, automatically_rejected, admin, processing_duration, request_id = null }: Rejection,
): Promise<number | null> =>
  transact(deps, async (tx) => {
    const row = await lockAnnotation(tx, id)
    const part = await assertRejection(tx, row, who, admin)
    await moveLocked(tx, who, row, 'reject', {
      changes: { ...durationColumns(processing_duration ?? {}), automatically_rejected },
      request_id,
    })
    if (row.status === 'in_workflow')
      await endRun(tx, id, { status: 'rejected', action: 'rejected', note, user_id: who.user_id, ...part })
    if (!note.trim()) return null
    return noteRows.create(tx, who, { annotation_id: id, type: 'rejection', content: note } satisfies Partial<
      RowOf<Note>
    >)
  })

/** Returns whose part of an approval step the user takes; null for none. */
async function assertRejection(
  tx: Tx,
  row: LockedAnnotation,
  who: Mover & { user_id: number },
  admin: boolean,
): Promise<Part | null> {
  const { id, queue_id, status } = row
  const queue = await tx<RowOf<Queue>>('queues').where('id', queue_id).first('settings')
  if (queue?.settings.rejection_config?.enabled === false) throw forbidden('The queue does not allow rejection.')
  if (status !== 'in_workflow') return null
  const part = await partOf(tx, row, who.user_id)
  if (!admin && (!part || !who.roles?.includes('approver')))
    throw forbidden(await nameAssignees(tx, id, 'Only approvers to whom the annotation is assigned may reject it.'))
  return part
}
