/** Whether an annotation could be confirmed now without a user. */
import type { EventKind } from '../../../rules/outbox/events.ts'
import { valuesDigest } from '../../approvals/approved-values.ts'
import type { Tx } from '../../outbox/transaction.ts'
import { confirmationErrors } from '../review/assert-valid.ts'
import { approvalOf } from './approval-of.ts'
import { lockAnnotation, type LockedAnnotation } from './lock.ts'

/** Returns true if the annotation, which the caller's transaction has locked, has to be approved before it is confirmed. */
export async function needsApproval(tx: Tx, id: number): Promise<boolean> {
  return (await approvalOf(tx, await lockAnnotation(tx, id), 'patch')) !== null
}

/** Returns whether an annotation, which the caller's transaction has locked, can be confirmed without a user. */
export const isConfirmable = async (tx: Tx, id: number): Promise<boolean> =>
  !(await needsApproval(tx, id)) && (await confirmationErrors(tx, id)).length === 0

/**
 * Returns whether confirmed data has lost values during the current review, because the review follows a schema that has changed since, or was
 * changed or moved so that it could not be confirmed now without a user.
 */
export async function isUnconfirmed(
  tx: Tx,
  { id, status, status_before_review, approved_values }: LockedAnnotation,
): Promise<boolean> {
  if (status !== 'reviewing' || status_before_review !== 'confirmed') return false
  const lost = await tx('schema_remains as r')
    .join('schema_changes as c', 'c.id', 'r.change_id')
    .join('annotations as a', 'a.id', 'r.annotation_id')
    .where('a.id', id)
    .whereRaw('c.made_at >= a.confirmed_at')
    .first('a.id')
  if (lost) return true
  const ofKinds = (...kinds: EventKind[]) => tx('events').where({ annotation_id: id }).whereIn('kind', kinds)
  const begin = ofKinds('annotation_status.changed').whereRaw(`data->>'to' = 'reviewing'`).max('id')
  const changed = await ofKinds('annotation_content.changed', 'annotation.moved').where('id', '>', begin).first('id')
  // The start of the review has brought the content to a schema that was changed after the confirmation.
  const reshaped = await tx('annotations as a')
    .join('schema_changes as c', 'c.schema_id', 'a.schema_id')
    .where('a.id', id)
    .whereRaw('c.made_at >= a.confirmed_at')
    .first('a.id')
  const isChanged =
    (changed ?? reshaped) !== undefined ||
    (approved_values !== null && approved_values !== (await valuesDigest(tx, id)))
  return isChanged && !(await isConfirmable(tx, id))
}
