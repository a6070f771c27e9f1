import { BaseModel, type Json } from './base.ts'
import type { RuleAction } from '../rules/automation-rules/actions.ts'
import type { Organization } from './organizations.ts'
import type { User } from './people.ts'
import type { Queue, Schema } from './queues.ts'
import type { EmailTemplate } from './mail.ts'

export class Rule extends BaseModel {
  static override tableName = 'rules'
  static override jsonAttributes = ['actions']

  declare id: number
  declare organization_id: number
  declare name: string
  declare description: string
  declare enabled: boolean
  declare schema_id: number | null
  declare trigger_condition: string
  declare synchronized_from_template: boolean
  declare actions: RuleAction[]
  declare created_by: number | null
  declare created_at: string
  declare modified_by: number | null
  declare modified_at: string

  declare created_by_user?: User | null
  declare modified_by_user?: User | null
  declare organization?: Organization
  declare schema?: Schema | null
  declare queues?: Queue[]
}

export class RuleQueue extends BaseModel {
  static override tableName = 'rule_queues'
  static override idColumn = ['rule_id', 'queue_id']

  declare rule_id: number
  declare queue_id: number
}

export class RuleExecution extends BaseModel {
  static override tableName = 'rule_executions'
  static override jsonAttributes = ['trigger_condition_results', 'trigger_condition_values', 'actions']

  declare id: number
  declare organization_id: number
  declare rule_id: number
  declare rule_name: string
  declare queue_id: number
  declare annotation_id: number
  declare trigger_event: string
  declare execution_result: 'success' | 'failure' | 'partial_success'
  declare execution_error: string | null
  declare request_id: string | null
  declare trigger_condition: string
  declare trigger_condition_results: boolean[] | null
  /** One object per result; rows of earlier releases contain one object alone. */
  declare trigger_condition_values: Json | Json[]
  /** One list per result, null where the condition was false; rows of earlier releases contain one list alone. */
  declare actions: Json[] | (Json[] | null)[]
  declare created_at: string

  declare organization?: Organization
}

export class Trigger extends BaseModel {
  static override tableName = 'triggers'
  static override jsonAttributes = ['condition']

  declare id: number
  declare organization_id: number
  declare queue_id: number
  declare event:
    | 'email_with_no_processable_attachments'
    | 'annotation_created'
    | 'annotation_imported'
    | 'annotation_confirmed'
    | 'annotation_exported'
    | 'validation'
  declare condition: Json
  declare modified_by: number | null
  declare modified_at: string

  declare modified_by_user?: User | null
  declare organization?: Organization
  declare queue?: Queue
  declare email_templates?: EmailTemplate[]
  declare delete_recommendations?: DeleteRecommendation[]
}

export class DeleteRecommendation extends BaseModel {
  static override tableName = 'delete_recommendations'

  declare id: number
  declare organization_id: number
  declare queue_id: number
  declare trigger_id: number | null
  declare enabled: boolean

  declare organization?: Organization
  declare queue?: Queue
  declare trigger?: Trigger | null
}
