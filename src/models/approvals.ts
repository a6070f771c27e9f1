import { BaseModel, type Json } from './base.ts'
import type { Annotation } from './annotations.ts'
import type { Organization } from './organizations.ts'
import type { User } from './people.ts'
import type { Queue } from './queues.ts'

export class Workflow extends BaseModel {
  static override tableName = 'workflows'
  static override jsonAttributes = ['condition']

  declare id: number
  declare organization_id: number
  declare name: string
  declare condition: Json
  declare confirmer_may_approve: boolean
  declare approver_may_repeat: boolean

  declare organization?: Organization
  declare queues?: Queue[]
}

export class WorkflowStep extends BaseModel {
  static override tableName = 'workflow_steps'
  static override jsonAttributes = ['condition']

  declare id: number
  declare organization_id: number
  declare workflow_id: number
  declare name: string
  declare condition: Json
  declare type: string
  declare mode: 'any' | 'all' | 'auto'
  declare ordering: number

  declare organization?: Organization
  declare workflow?: Workflow
  declare assignees?: User[]
}

export class WorkflowStepAssignee extends BaseModel {
  static override tableName = 'workflow_step_assignees'
  static override idColumn = ['workflow_step_id', 'user_id']

  declare workflow_step_id: number
  declare user_id: number
}

export class WorkflowRun extends BaseModel {
  static override tableName = 'workflow_runs'

  declare id: number
  declare organization_id: number
  declare workflow_id: number
  declare annotation_id: number
  declare current_step_id: number | null
  declare workflow_status: 'pending' | 'approved' | 'rejected' | 'in_review'
  declare step_started_at: string | null
  declare reminded_at: string | null
  /** Reminders sent about the current step. */
  declare reminders: number
  /** Digest of the values with which the run was started; null in runs of earlier releases. */
  declare started_values: string | null
  /** The steps that applied at the start, in their order; null in runs of earlier releases. */
  declare required_steps: number[] | null

  declare annotation?: Annotation
  declare current_step?: WorkflowStep | null
  declare organization?: Organization
  declare workflow?: Workflow
}

export class WorkflowActivity extends BaseModel {
  static override tableName = 'workflow_activities'

  declare id: number
  declare organization_id: number
  declare workflow_run_id: number
  declare workflow_id: number
  declare workflow_step_id: number | null
  declare annotation_id: number
  declare action:
    | 'workflow_started'
    | 'step_started'
    | 'approved'
    | 'rejected'
    | 'reassigned'
    | 'step_completed'
    | 'workflow_completed'
    | 'pushed_back'
  declare note: string
  declare created_by: number | null
  /** The approver for whom `created_by` approved or rejected as a delegate. */
  declare on_behalf_of: number | null
  declare created_at: string

  declare annotation?: Annotation
  declare created_by_user?: User | null
  declare on_behalf_of_user?: User | null
  declare organization?: Organization
  declare workflow?: Workflow
  declare workflow_run?: WorkflowRun
  declare workflow_step?: WorkflowStep | null
  declare assignees?: User[]
}

export class WorkflowActivityAssignee extends BaseModel {
  static override tableName = 'workflow_activity_assignees'
  static override idColumn = ['workflow_activity_id', 'user_id']

  declare workflow_activity_id: number
  declare user_id: number
}

export class Delegation extends BaseModel {
  static override tableName = 'delegations'

  declare id: number
  declare organization_id: number
  declare user_id: number
  declare delegate_id: number
  declare starts_at: string
  declare ends_at: string
  declare created_by: number | null
  declare created_at: string

  declare organization?: Organization
  declare user?: User
  declare delegate?: User
  declare created_by_user?: User | null
}
