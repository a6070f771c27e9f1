import { ApiError, conflictStatus, forbidden } from '../../errors.ts'
import type { AnnotationAssignee, RowOf } from '../../models/index.ts'
import type { Status } from '../../rules/annotations/status.ts'
import { assertMove } from '../annotations/status/decide.ts'
import { lockAnnotation, type LockedAnnotation } from '../annotations/status/lock.ts'
import { moveLocked, type Mover } from '../annotations/status/move.ts'
import { nameOf } from '../annotations/status/conflict.ts'
import { writeEvents } from '../outbox/events.ts'
import { transact, type Transactor, type Tx } from '../outbox/transaction.ts'
import { writeAudit } from '../requests/audit.ts'
import { valuesDigest } from './approved-values.ts'
import { approvalFacts } from './choose-workflow.ts'
import { partOf, type Part } from './delegations.ts'
import { dutiesAt } from './four-eyes.ts'
import { approversOf, enterNextStep, isApprovedByAll, pendingRun, recordActivity } from './steps.ts'

/** An approval by a user; `admin` is true if the user may approve without being assigned. */
interface Approval {
  admin: boolean
  /** Why an administrator overrides the separation of duties. */
  reason?: string
  request_id?: string | null
}

/**
 * Approves the current step of an annotation. A step of mode `any` is completed by it; one of mode `all` when all its assignees have
 * approved. An administrator who is not assigned completes the step. Returns the new status: `in_workflow` while approvals are missing.
 * Throws 409 unless the annotation is in approval, or if the user has approved the step already, and 403 unless the user may approve it. An
 * administrator may also approve against the separation of duties of the workflow, with a reason: without one, 403 `reason_required`.
 */
export const approveAnnotation = (
  deps: Transactor,
  who: Mover & { user_id: number },
  id: number,
  { admin, reason = '', request_id = null }: Approval,
): Promise<Status> =>
  transact(deps, async (tx) => {
    const row = await lockAnnotation(tx, id)
    await assertMove(tx, who, row, 'approve', { more_steps: true })
    const part = await assertApprover(tx, row, who, admin)
    const isAssigned = part !== null
    const run = await pendingRun(tx, id)
    if (!run?.current_step_id) throw conflictStatus('No approval of the annotation is in progress.')
    await assertSameValues(tx, run)
    const current = { ...run, current_step_id: run.current_step_id }
    const approvers = await approversOf(tx, current)
    if (approvers.includes(who.user_id)) throw conflictStatus('You have already approved this step.')
    const { on_behalf_of = null } = part ?? {}
    if (on_behalf_of !== null && approvers.includes(on_behalf_of))
      throw conflictStatus(`${await nameOf(tx, on_behalf_of)} has already approved this step.`)
    const override = await overrideOf(tx, current, {
      who,
      part: on_behalf_of ?? who.user_id,
      isAssigned,
      admin,
      reason: reason.trim(),
    })
    if (on_behalf_of !== null) await auditDelegate(tx, id, on_behalf_of)
    await recordActivity(tx, run, 'approved', {
      step_id: current.current_step_id,
      user_id: who.user_id,
      on_behalf_of,
      note: override,
    })
    const isCompleted = run.mode !== 'all' || !isAssigned || (await isApprovedByAll(tx, current))
    return isCompleted
      ? completeStep(tx, who, row, current, request_id)
      : noteApproval(tx, who, row, { run: run.id, completed: false }, request_id)
  })

/** Throws 409 if the values are not those with which the approval was started. */
export async function assertSameValues(
  tx: Tx,
  { annotation_id, started_values }: { annotation_id: number; started_values: string | null },
): Promise<void> {
  if (started_values !== null && started_values !== (await valuesDigest(tx, annotation_id)))
    throw conflictStatus(
      'The values have changed since the approval was started. Reset it, and confirm the annotation again.',
    )
}

/**
 * Throws 403 unless the user is an administrator, an assigned approver, or a delegate of one. Returns whose part of the step the user takes:
 * `on_behalf_of` null for their own; null if they are not assigned.
 */
async function assertApprover(
  tx: Tx,
  row: LockedAnnotation,
  who: Mover & { user_id: number },
  admin: boolean,
): Promise<Part | null> {
  const part = await partOf(tx, row, who.user_id)
  if (!admin && (!part || !who.roles?.includes('approver')))
    throw forbidden(
      await nameAssignees(tx, row.id, 'Only approvers to whom the annotation is assigned may approve it.'),
    )
  return part
}

/** The audit log says for whom a delegate approved. */
async function auditDelegate(tx: Tx, object_id: number, user_id: number): Promise<void> {
  const details = { approved_for: await nameOf(tx, user_id) }
  await writeAudit(tx, [{ object_type: 'annotation', object_id, action: 'update', details }])
}

interface Approver {
  who: { user_id: number }
  /** Whose part of the step the user takes. */
  part: number
  isAssigned: boolean
  admin: boolean
  reason: string
}

/**
 * Returns the reason if the approval needs one, and records it in the audit log; else ''. Throws 403 if the user may not approve the step, or
 * `reason_required` if an administrator needs a reason for it.
 */
async function overrideOf(
  tx: Tx,
  run: { id: number; workflow_id: number; annotation_id: number; current_step_id: number },
  { who, part, isAssigned, admin, reason }: Approver,
): Promise<string> {
  const { barred, isSeparated } = await dutiesAt(tx, run, run.current_step_id)
  const duty = barred.get(who.user_id)
  const isForOthers = isSeparated && admin && (await isOthersStep(tx, run, { part, isAssigned }))
  if (duty === undefined && !isForOthers) return ''
  const why = duty ? `You have${duty.slice('has'.length)}.` : 'The step is assigned to others.'
  if (!admin) throw forbidden(`${why} Another user has to approve it.`)
  if (!reason) throw new ApiError(403, 'reason_required', `${why} Administrators may approve it with a reason.`)
  const object = { object_type: 'annotation', object_id: run.annotation_id } as const
  await writeAudit(tx, [{ ...object, action: 'update', details: { approved_although: why, reason } }])
  return reason
}

/** Whether a step has other approvers. The assignees in its definition count, because an administrator can reassign the annotation first. */
async function isOthersStep(
  tx: Tx,
  run: { annotation_id: number; current_step_id: number },
  { part, isAssigned }: Pick<Approver, 'part' | 'isAssigned'>,
): Promise<boolean> {
  const own = await tx('workflow_step_assignees')
    .where('workflow_step_id', run.current_step_id)
    .pluck<number[]>('user_id')
  if (own.length > 0) return !own.includes(part)
  const assigned = await tx<RowOf<AnnotationAssignee>>('annotation_assignees')
    .where('annotation_id', run.annotation_id)
    .first('user_id')
  return assigned !== undefined && !isAssigned
}

/** Adds the names of the assignees to a sentence, at most five. */
export async function nameAssignees(tx: Tx, annotation_id: number, sentence: string): Promise<string> {
  const ids = await tx<RowOf<AnnotationAssignee>>('annotation_assignees')
    .where({ annotation_id })
    .orderBy('user_id')
    .limit(5)
    .pluck('user_id')
  const names: string[] = []
  for (const user_id of ids) names.push(await nameOf(tx, user_id))
  return names.length > 0 ? `${sentence} It is assigned to ${names.join(', ')}.` : sentence
}

type CurrentRun = NonNullable<Awaited<ReturnType<typeof pendingRun>>> & { current_step_id: number }

/** Completes the current step: enters the next one, or ends the approval. Returns the status of the annotation. */
export async function completeStep(
  tx: Tx,
  who: Mover,
  row: LockedAnnotation,
  run: CurrentRun,
  request_id: string | null,
): Promise<Status> {
  await recordActivity(tx, run, 'step_completed', { step_id: run.current_step_id })
  const waits = await enterNextStep(tx, run, await approvalFacts(tx, row.id))
  if (waits) return noteApproval(tx, who, row, { run: run.id, completed: true }, request_id)
  return (await moveLocked(tx, who, row, 'approve', { request_id })).to
}

async function noteApproval(
  tx: Tx,
  who: Mover,
  { id, organization_id, queue_id, status, now }: LockedAnnotation,
  data: { run: number; completed: boolean },
  request_id: string | null,
): Promise<Status> {
  await tx('annotations').where({ id }).update({ modified_at: now, modified_by: who.user_id })
  await writeEvents(tx, [
    {
      kind: 'annotation.approved',
      organization_id,
      queue_id,
      annotation_id: id,
      data,
      actor_id: who.user_id,
      request_id,
    },
  ])
  return status
}
