/** The steps of an approval. Every function runs in a transaction that has locked the annotation. */
import {
  WorkflowActivity,
  WorkflowStep,
  type AnnotationAssignee,
  type RowOf,
  type WorkflowActivityAssignee,
  type WorkflowRun,
} from '../../models/index.ts'
import { isUndecided, judgeAny, type Facts } from '../../rules/conditions/index.ts'
import type { Tx } from '../outbox/transaction.ts'
import { excludedAt } from './eligible.ts'

export type Run = Pick<
  RowOf<WorkflowRun>,
  'id' | 'organization_id' | 'workflow_id' | 'annotation_id' | 'required_steps'
>
type Action = RowOf<WorkflowActivity>['action']

interface ActivityDetails {
  step_id?: number | null
  note?: string
  user_id?: number | null
  /** The approver for whom the user acts as a delegate. */
  on_behalf_of?: number | null
  assignees?: readonly number[]
}

const NO_APPROVER = 'The step has no eligible approver. An administrator must approve it or assign other users'

/** Records an activity of a run. */
export async function recordActivity(
  tx: Tx,
  run: Run,
  action: Action,
  { step_id = null, note = '', user_id = null, on_behalf_of = null, assignees = [] }: ActivityDetails = {},
): Promise<void> {
  const [row] = await tx<RowOf<WorkflowActivity>>('workflow_activities')
    .insert({
      organization_id: run.organization_id,
      workflow_run_id: run.id,
      workflow_id: run.workflow_id,
      workflow_step_id: step_id,
      annotation_id: run.annotation_id,
      action,
      note,
      created_by: user_id,
      on_behalf_of,
    })
    .returning('id')
  if (assignees.length)
    await tx<RowOf<WorkflowActivityAssignee>>('workflow_activity_assignees').insert(
      assignees.map((assignee) => ({ workflow_activity_id: row!.id, user_id: assignee })),
    )
}

/** Starts a run and enters its first step. Returns false if no step waits for anyone: the run is approved. */
export async function startRun(
  tx: Tx,
  annotation: { id: number; organization_id: number },
  workflow_id: number,
  facts: readonly Facts[],
  user_id: number | null,
): Promise<boolean> {
  const { id: annotation_id, organization_id } = annotation
  const steps = await stepsOf(tx, { workflow_id, required_steps: null })
  const required_steps = steps.filter((step) => step.mode !== 'auto' && applies(step, facts)).map(({ id }) => id)
  const [row] = await tx<RowOf<WorkflowRun>>('workflow_runs')
    .insert({
      organization_id,
      workflow_id,
      annotation_id,
      required_steps,
      started_values: tx.raw('values_digest(?)', [annotation_id]),
    })
    .returning('id')
  const run = { id: row!.id, organization_id, workflow_id, annotation_id, required_steps }
  await recordActivity(tx, run, 'workflow_started', { user_id })
  return enterNextStep(tx, run, facts)
}

const stepsOf = (tx: Tx, { workflow_id, required_steps }: Pick<Run, 'workflow_id' | 'required_steps'>) =>
  WorkflowStep.query(tx)
    .where({ workflow_id })
    .orWhereRaw('id = any(?::bigint[])', [required_steps ?? []])
    .orderBy('ordering')
    .orderBy('id')
    .select('id', 'mode', 'condition')

const applies = ({ condition }: Pick<WorkflowStep, 'condition'>, facts: readonly Facts[]): boolean =>
  judgeAny(condition, facts) !== false

/**
 * Enters the first step that has not been completed and whose condition is met, and assigns the annotation to its approvers. Steps of mode
 * `auto` are completed immediately. Returns false if none is left: the run is approved.
 *
 * The steps may have changed since the run was started. Whatever the change, no step is skipped that applied at the start: not by another
 * position, condition or mode, nor by moving it to another workflow. A step whose condition cannot be evaluated is entered: a person decides.
 */
export async function enterNextStep(tx: Tx, run: Run, facts: readonly Facts[]): Promise<boolean> {
  const completed = new Set(await completedSteps(tx, run))
  for (const { id: step_id, mode, condition } of await stepsOf(tx, run)) {
    if (completed.has(step_id)) continue
    const isRequired = run.required_steps?.includes(step_id) ?? false
    const verdict = judgeAny(condition, facts)
    if (verdict === false && !isRequired) continue
    const notes = isUndecided(verdict) ? [`The condition of the step cannot be evaluated: ${verdict.reason}.`] : []
    if (isRequired && (verdict === false || mode === 'auto'))
      notes.push('The step was changed, but applied when the approval was started.')
    if (mode === 'auto' && !isRequired) {
      await recordActivity(tx, run, 'step_started', { step_id })
      await recordActivity(tx, run, 'step_completed', { step_id })
      continue
    }
    const all = await tx('workflow_step_assignees')
      .where('workflow_step_id', step_id)
      .orderBy('user_id')
      .pluck<number[]>('user_id')
    // Only eligible approvers are assigned; without any, the step waits for an administrator.
    const excluded = await excludedAt(tx, run, step_id, all)
    const assignees = all.filter((id) => !excluded.has(id))
    if (excluded.size > 0)
      notes.push(`${assignees.length > 0 ? 'Not assigned' : NO_APPROVER}: ${[...excluded.values()].join(', ')}.`)
    await tx<RowOf<WorkflowRun>>('workflow_runs')
      .where({ id: run.id })
      .update({ current_step_id: step_id, step_started_at: tx.raw('now()'), reminded_at: null, reminders: 0 })
    await assignTo(tx, run.annotation_id, assignees)
    await tx('annotations').where({ id: run.annotation_id }).update({ assigned_at: tx.fn.now() })
    await recordActivity(tx, run, 'step_started', { step_id, note: notes.join(' '), assignees })
    return true
  }
  await close(tx, run, 'approved')
  await recordActivity(tx, run, 'workflow_completed')
  return false
}

const completedSteps = (tx: Tx, run: Run): Promise<number[]> =>
  tx<RowOf<WorkflowActivity>>('workflow_activities')
    .where({ workflow_run_id: run.id, action: 'step_completed' })
    .whereNotNull('workflow_step_id')
    .pluck<number[]>('workflow_step_id')

/** Returns the run of an annotation that is waiting for approval, with its current step. */
export const pendingRun = async (
  tx: Tx,
  annotation_id: number,
): Promise<
  | (Run & { current_step_id: number | null; mode: RowOf<WorkflowStep>['mode'] | null; started_values: string | null })
  | undefined
> =>
  tx('workflow_runs as r')
    .leftJoin('workflow_steps as s', 's.id', 'r.current_step_id')
    .where({ 'r.annotation_id': annotation_id, 'r.workflow_status': 'pending' })
    .first(
      'r.id',
      'r.organization_id',
      'r.workflow_id',
      'r.annotation_id',
      'r.current_step_id',
      'r.required_steps',
      'r.started_values',
      's.mode',
    )

/** Returns the users who have approved the current step, both delegates and those for whom they did it. */
export async function approversOf(tx: Tx, run: { id: number; current_step_id: number }): Promise<number[]> {
  const rows = await approvalsOf(tx, run)
  return rows.flatMap(({ created_by, on_behalf_of }) => [created_by, on_behalf_of].filter((id) => id !== null))
}

const approvalsOf = (tx: Tx, run: { id: number; current_step_id: number }) =>
  WorkflowActivity.query(tx)
    .where({ workflow_run_id: run.id, workflow_step_id: run.current_step_id, action: 'approved' })
    .select('created_by', 'on_behalf_of')

/**
 * Returns true if a step of mode `all` has the approval of every active assignee, and of at least one user. A delegate's approval is that of
 * the approver alone, also if the delegate is assigned afterwards.
 */
export async function isApprovedByAll(tx: Tx, run: Run & { current_step_id: number }): Promise<boolean> {
  const approvals = await approvalsOf(tx, run)
  const approvers = approvals.map(({ created_by, on_behalf_of }) => on_behalf_of ?? created_by)
  const assignees = await tx('annotation_assignees as s')
    .join('users as u', 'u.id', 's.user_id')
    .where({ 's.annotation_id': run.annotation_id, 'u.is_active': true })
    .pluck<number[]>('s.user_id')
  return approvers.length > 0 && assignees.every((id) => approvers.includes(id))
}

/**
 * Ends the pending run of an annotation with an activity about its current step. The annotation has no assignees afterwards. Returns the
 * id of the run; null if there is none.
 */
export async function endRun(
  tx: Tx,
  annotation_id: number,
  end: {
    status: 'rejected' | 'in_review'
    action: Action
    note: string
    user_id: number | null
    on_behalf_of?: number | null
  },
): Promise<number | null> {
  const run = await pendingRun(tx, annotation_id)
  if (!run) return null
  await close(tx, run, end.status)
  const { action, note, user_id, on_behalf_of = null } = end
  await recordActivity(tx, run, action, { step_id: run.current_step_id, note, user_id, on_behalf_of })
  return run.id
}

async function close(tx: Tx, run: Run, workflow_status: RowOf<WorkflowRun>['workflow_status']): Promise<void> {
  await tx<RowOf<WorkflowRun>>('workflow_runs')
    .where({ id: run.id })
    .update({ workflow_status, current_step_id: null, step_started_at: null })
  await assignTo(tx, run.annotation_id, [])
}

/** Replaces the assignees of an annotation. */
async function assignTo(tx: Tx, annotation_id: number, assignees: readonly number[]): Promise<void> {
  await tx<RowOf<AnnotationAssignee>>('annotation_assignees').where({ annotation_id }).delete()
  if (assignees.length)
    await tx<RowOf<AnnotationAssignee>>('annotation_assignees').insert(
      assignees.map((user_id) => ({ annotation_id, user_id })),
    )
}
