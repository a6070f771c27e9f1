import { conflictStatus, forbidden, invalid } from '../../../errors.ts'
import { writeEvents, type Actor } from '../../outbox/events.ts'
import { transact, type Transactor, type Tx } from '../../outbox/transaction.ts'
import { completeStep, assertSameValues } from '../../approvals/approve.ts'
import { excludedAt } from '../../approvals/eligible.ts'
import { isApprovedByAll, pendingRun, recordActivity } from '../../approvals/steps.ts'
import { lockAnnotation, type LockedAnnotation } from '../status/lock.ts'
import { noteRows } from '../notes.ts'
import type { AnnotationAssignee, RowOf } from '../../../models/index.ts'
import type { Id } from '../../../rules/access/ids.ts'

/**
 * Replaces the assignees of an annotation with these users, and stores the note unless it is empty. With `only_assignees`, throws 403 unless
 * the caller is an assignee. Throws 409 if the annotation has been purged.
 */
export const assignAnnotation = (
  deps: Transactor,
  who: Actor,
  request: {
    id: Id<'annotations'>
    assignees: number[]
    note: string
    only_assignees: boolean
    admin: boolean
    request_id: string | null
  },
): Promise<void> =>
  transact(deps, async (tx) => {
    const { id, note, request_id } = request
    const row = await lockAnnotation(tx, id)
    if (row.status === 'purged') throw conflictStatus('The annotation has been purged.')
    const before = await tx<RowOf<AnnotationAssignee>>('annotation_assignees')
      .where('annotation_id', id)
      .pluck('user_id')
    if (request.only_assignees && !before.includes(who.user_id!))
      throw forbidden('Only assignees may reassign the annotation.')
    const assignees = [...new Set(request.assignees)]
    if (row.status === 'in_workflow' && !request.admin) assertOwnAssignment(who, before, assignees)
    await tx('annotation_assignees').where('annotation_id', id).delete()
    if (assignees.length)
      await tx('annotation_assignees').insert(assignees.map((user_id) => ({ annotation_id: id, user_id })))
    const now = tx.fn.now()
    await tx('annotations').where({ id }).update({ assigned_at: now, modified_at: now, modified_by: who.user_id })
    if (row.status === 'in_workflow') await reassignStep(tx, who, row, assignees, request)
    if (note.trim()) await noteRows.create(tx, who, { annotation_id: id, type: 'assignment', content: note })
    await writeEvents(tx, [
      {
        organization_id: row.organization_id,
        queue_id: row.queue_id,
        annotation_id: id,
        kind: 'annotation.assigned',
        data: { before, assignees, note },
        actor_id: who.user_id,
        request_id,
      },
    ])
  })

/** In an approval, only administrators unassign others: an assignee could complete a step of mode `all` alone. Throws 403. */
function assertOwnAssignment({ user_id }: Actor, before: readonly number[], after: readonly number[]): void {
  if (!before.includes(user_id!))
    throw forbidden('During an approval, only its assignees and administrators may reassign the annotation.')
  if (before.some((id) => id !== user_id && !after.includes(id)))
    throw forbidden('Only administrators may remove other assignees from an approval.')
}

/**
 * Records the change of approvers; the step is completed if all users who remain assigned have approved it. Throws 400 for users who may not
 * approve it.
 */
async function reassignStep(
  tx: Tx,
  who: Actor,
  row: LockedAnnotation,
  assignees: number[],
  { note, request_id, admin }: { note: string; request_id: string | null; admin: boolean },
): Promise<void> {
  const run = await pendingRun(tx, row.id)
  if (!run?.current_step_id) return
  const current = { ...run, current_step_id: run.current_step_id }
  // The annotation would wait for them indefinitely.
  const excluded = await excludedAt(tx, current, run.current_step_id, assignees)
  if (excluded.size > 0) {
    // Roles of others are known to administrators only.
    const named = admin ? [...excluded.values()].join(', ') : `users ${[...excluded.keys()].join(', ')}`
    throw invalid({ assignees: [`Cannot approve: ${named}.`] })
  }
  await recordActivity(tx, run, 'reassigned', { step_id: run.current_step_id, user_id: who.user_id, note, assignees })
  if (run.mode !== 'all' || assignees.length === 0 || !(await isApprovedByAll(tx, current))) return
  await assertSameValues(tx, run)
  await completeStep(tx, who, row, current, request_id)
}
