import { BaseModel, type Json } from './base.ts'
import type { Role } from '../rules/access/permissions.ts'
import type { Group, User } from './people.ts'
import type { Queue, Workspace } from './queues.ts'

export class Organization extends BaseModel {
  static override tableName = 'organizations'
  static override jsonAttributes = ['ui_settings', 'metadata', 'settings', 'internal_info', 'provisioning_roles']

  declare id: number
  declare organization_group_id: number
  declare name: string
  declare ui_settings: Json
  declare metadata: Json
  declare settings: Json
  declare internal_info: Json
  declare is_trial: boolean
  declare trial_expires_at: string | null
  declare oidc_provider: string | null
  declare sandbox: boolean
  declare domain: string | null
  declare creator_id: number | null
  declare created_at: string
  declare modified_by: number | null
  declare modified_at: string
  /** How long records of its audit log are kept. */
  declare audit_log_months: number
  declare provisioning_enabled: boolean
  declare provisioning_roles: Role[]
  declare provisioning_default_role: Role | null
  /** When its administrators were reminded last of approvals without an approver. */
  declare approvals_reminded_at: string | null

  declare creator?: User | null
  declare modified_by_user?: User | null
  declare organization_group?: OrganizationGroup
  declare provisioned_queues?: Queue[]
  declare workspaces?: Workspace[]
  declare users?: User[]
}

export class OrganizationGroup extends BaseModel {
  static override tableName = 'organization_groups'
  static override jsonAttributes = ['features', 'usage']

  declare id: number
  declare name: string
  declare is_trial: boolean
  declare is_production: boolean
  declare deployment_location: string | null
  declare features: Json | null
  declare usage: Json | null
  declare modified_by: number | null
  declare modified_at: string | null

  declare modified_by_user?: User | null
}

export class Membership extends BaseModel {
  static override tableName = 'memberships'

  declare id: number
  declare organization_group_id: number
  declare organization_id: number
  declare user_id: number
  declare limited: boolean
  declare expires_at: string | null

  declare organization_group?: OrganizationGroup
  declare organization?: Organization
  declare user?: User
  declare queues?: Queue[]
  declare groups?: Group[]
}

/** The roles of the user in the organization of the membership. */
export class MembershipGroup extends BaseModel {
  static override tableName = 'membership_groups'
  static override idColumn = ['membership_id', 'group_id']

  declare membership_id: number
  declare group_id: number
}

export class MembershipQueue extends BaseModel {
  static override tableName = 'membership_queues'
  static override idColumn = ['membership_id', 'queue_id']

  declare membership_id: number
  declare queue_id: number
}

export class ProvisionedQueue extends BaseModel {
  static override tableName = 'provisioned_queues'
  static override idColumn = ['organization_id', 'queue_id']

  declare organization_id: number
  declare queue_id: number
}

export class UsageRecord extends BaseModel {
  static override tableName = 'usage_records'

  declare id: number
  declare organization_id: number
  declare queue_id: number | null
  declare annotation_id: number
  declare billable: boolean
  declare learning: boolean
  declare pages: number
  declare created_at: string
}

export class Survey extends BaseModel {
  static override tableName = 'surveys'
  static override jsonAttributes = ['answers', 'additional_data', 'metadata']

  declare id: number
  declare organization_id: number
  declare template_uuid: string
  declare creator_id: number | null
  declare answers: { value: number | string | boolean | null; question_uuid: string }[]
  declare additional_data: Json
  declare metadata: Json
  declare created_at: string
  declare modified_by: number | null
  declare modified_at: string

  declare creator?: User | null
  declare modified_by_user?: User | null
  declare organization?: Organization
}

export class SurveyTemplate extends BaseModel {
  static override tableName = 'survey_templates'
  static override idColumn = 'uuid'

  declare uuid: string
  declare name: string
}

export class SurveyQuestion extends BaseModel {
  static override tableName = 'survey_questions'
  static override idColumn = 'uuid'

  declare uuid: string
  declare text: string
  declare answer_type: 'scale' | 'text' | 'bool'
}

export class SurveyTemplateQuestion extends BaseModel {
  static override tableName = 'survey_template_questions'
  static override idColumn = ['template_uuid', 'position']

  declare template_uuid: string
  declare position: number
  declare question_uuid: string
}
