/** What has happened to a document, and its approval, as far as the API reports it. */
import type { Annotation, WorkflowActivity, WorkflowRun, WorkflowStep } from '../../../api/types.ts'

export type Moment =
  | 'created'
  | 'assigned'
  | 'confirmed'
  | 'automated'
  | 'exported'
  | 'exportFailed'
  | 'rejected'
  | 'rejectedByRule'
  | 'deleted'
  | 'purged'
  | 'changed'

export interface HistoryEntry {
  moment: Moment
  at: string
  /** URL of the user; null if the service did it, or if the API does not name the user. */
  by: string | null
}

/** Returns the times of an annotation, the earliest first. The last change is listed only if it is later than all others. */
export function historyOf(annotation: Annotation): HistoryEntry[] {
  const { automated, automatically_rejected } = annotation
  const times: [Moment, string | null, string | null][] = [
    ['created', annotation.created_at, annotation.creator],
    ['assigned', annotation.assigned_at, null],
    [automated ? 'automated' : 'confirmed', annotation.confirmed_at, automated ? null : annotation.confirmed_by],
    ['exportFailed', annotation.export_failed_at, null],
    ['exported', annotation.exported_at, annotation.exported_by],
    [automatically_rejected ? 'rejectedByRule' : 'rejected', annotation.rejected_at, annotation.rejected_by],
    ['deleted', annotation.deleted_at, annotation.deleted_by],
    ['purged', annotation.purged_at, annotation.purged_by],
  ]
  const entries = times
    .flatMap(([moment, at, by]): HistoryEntry[] => (at === null ? [] : [{ moment, at, by }]))
    .sort((one, other) => one.at.localeCompare(other.at))
  const { modified_at, modified_by } = annotation
  if (modified_by !== null && modified_at > entries.at(-1)!.at)
    entries.push({ moment: 'changed', at: modified_at, by: modified_by })
  return entries
}

export type StepState = 'done' | 'current' | 'ahead' | 'rejected' | 'skipped'

export interface ApprovalStep {
  step: WorkflowStep
  state: StepState
  /** URLs of the users who are or were asked. */
  assignees: readonly string[]
  /** Approvals and rejections of this step. */
  decisions: readonly WorkflowActivity[]
}

/** Returns the steps of a run in order, with who was asked and who has decided. */
export function approvalSteps(
  run: WorkflowRun,
  steps: readonly WorkflowStep[],
  activities: readonly WorkflowActivity[],
): ApprovalStep[] {
  const own = activities.filter(({ workflow_run }) => workflow_run === run.url)
  const hasEnded = run.current_step === null
  return [...steps]
    .sort((one, other) => one.ordering - other.ordering)
    .map((step) => {
      const found = own.filter(({ workflow_step }) => workflow_step === step.url)
      const actions = found.map(({ action }) => action)
      const asked = found.findLast(({ action }) => action === 'step_started' || action === 'reassigned')
      return {
        step,
        state: stateOfStep(step.url === run.current_step, actions, hasEnded),
        assignees: asked?.assignees ?? step.assignees,
        decisions: found.filter(({ action }) => action === 'approved' || action === 'rejected'),
      }
    })
}

function stateOfStep(isCurrent: boolean, actions: readonly WorkflowActivity['action'][], hasEnded: boolean): StepState {
  if (isCurrent) return 'current'
  if (actions.includes('rejected')) return 'rejected'
  if (actions.includes('step_completed')) return 'done'
  return hasEnded ? 'skipped' : 'ahead'
}
