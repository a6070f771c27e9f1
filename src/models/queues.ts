import { BaseModel, type Interval, type Json } from './base.ts'
import type { Status } from '../rules/annotations/status.ts'
import type { Remains } from '../rules/content/remains.ts'
import type { QueueSettings } from '../rules/queues/settings.ts'
import type { SchemaContent } from '../rules/schema/index.ts'
import type { DedicatedEngine, Engine, GenericEngine } from './engines.ts'
import type { Connector, Hook } from './hooks.ts'
import type { Organization } from './organizations.ts'
import type { User } from './people.ts'
import type { Rule } from './rules.ts'
import type { Workflow } from './approvals.ts'
import type { Inbox } from './mail.ts'

export class Queue extends BaseModel {
  static override tableName = 'queues'
  static override jsonAttributes = ['settings', 'metadata']

  declare id: number
  declare organization_id: number
  declare workspace_id: number | null
  declare schema_id: number
  declare name: string
  declare status: 'active' | 'deletion_requested' | 'deletion_in_progress' | 'deletion_failed'
  declare delete_after: string | null
  declare deletion_error: string | null
  declare session_timeout: Interval
  declare document_lifetime: Interval | null
  declare generic_engine_id: number | null
  declare rir_url: string | null
  declare rir_params: string | null
  declare default_score_threshold: number
  declare automation_enabled: boolean
  declare automation_level: 'always' | 'confident' | 'never'
  declare locale: string
  declare use_confirmed_state: boolean
  declare training_enabled: boolean
  declare archive_enabled: boolean
  declare settings: QueueSettings
  declare metadata: Json
  declare modified_by: number | null
  declare modified_at: string
  declare engine_id: number | null
  declare dedicated_engine_id: number | null
  declare connector_id: number | null

  declare connector?: Connector | null
  declare dedicated_engine?: DedicatedEngine | null
  declare engine?: Engine | null
  declare generic_engine?: GenericEngine | null
  declare modified_by_user?: User | null
  declare organization?: Organization
  declare schema?: Schema
  declare workspace?: Workspace | null
  declare users?: User[]
  declare hooks?: Hook[]
  declare rules?: Rule[]
  declare workflows?: Workflow[]
  declare inbox?: Inbox | null
  declare counts?: QueueCount | null
}

/** Thresholds that an administrator chose for the fields of a queue, with the rates they are meant to reach. */
export class AutomationTarget extends BaseModel {
  static override tableName = 'automation_targets'
  static override jsonAttributes = ['datapoint_automation_targets']

  declare id: number
  declare organization_id: number
  declare queue_id: number
  declare type: 'automation_assistant_v1' | 'legacy_thresholds'
  declare automation_rate_target: number
  declare error_rate_target: number
  declare datapoint_automation_targets: DatapointTarget[]
  declare created_by: number | null
  declare created_at: string

  declare organization?: Organization
  declare queue?: Queue
  declare created_by_user?: User | null
}

/** The target of one field, all from 0 to 1. */
export interface DatapointTarget {
  schema_id: string
  error_rate_target: number
  confidence_threshold: number
  error_rate_limit: number | null
}

export class QueueCount extends BaseModel {
  static override tableName = 'queue_counts'
  static override idColumn = 'queue_id'
  static override jsonAttributes = ['counts']

  declare queue_id: number
  declare counts: Partial<Record<Status, number>>
}

export class QueueWorkflow extends BaseModel {
  static override tableName = 'queue_workflows'
  static override idColumn = ['queue_id', 'workflow_id']

  declare queue_id: number
  declare workflow_id: number
  declare priority: number
}

export class Schema extends BaseModel {
  static override tableName = 'schemas'
  static override jsonAttributes = ['content', 'metadata']

  declare id: number
  declare organization_id: number
  declare name: string
  declare content: SchemaContent
  declare metadata: Json
  declare modified_by: number | null
  declare modified_at: string | null
  declare deleted_at: string | null

  declare modified_by_user?: User | null
  declare organization?: Organization
  declare queues?: Queue[]
  declare rules?: Rule[]
}

/** A former content of a schema, in which annotations that were confirmed with it stay. */
export class SchemaVersion extends BaseModel {
  static override tableName = 'schema_versions'
  static override jsonAttributes = ['content', 'names']

  declare id: number
  declare schema_id: number
  declare content: SchemaContent
  /** The present ids of nodes that were renamed since, by their ids in this version. */
  declare names: Record<string, string>
  declare created_at: string

  declare schema?: Schema
}

/** A change of the content of a schema, which can be undone. */
export class SchemaChange extends BaseModel {
  static override tableName = 'schema_changes'
  static override jsonAttributes = ['after', 'names']

  declare id: number
  declare schema_id: number
  /** The content before the change. */
  declare version_id: number
  declare after: SchemaContent
  /** The new ids of nodes that the change renamed, by their former ids. */
  declare names: Record<string, string>
  declare made_by: number | null
  declare made_at: string
  /** The change that this one undid. */
  declare undoes: number | null

  declare schema?: Schema
  declare version?: SchemaVersion
  declare made_by_user?: User | null
}

/** What a change of a schema removed from the content of an annotation. */
export class SchemaRemains extends BaseModel {
  static override tableName = 'schema_remains'
  static override idColumn = ['change_id', 'annotation_id']
  static override jsonAttributes = ['nodes']

  declare change_id: number
  declare annotation_id: number
  declare nodes: Remains
}

/** A change of a schema whose annotations do not all have the new structure yet. */
export class SchemaReshape extends BaseModel {
  static override tableName = 'schema_reshapes'
  static override jsonAttributes = ['before', 'after', 'names']

  declare id: number
  declare schema_id: number
  declare before: SchemaContent
  declare after: SchemaContent
  /** Annotations up to this id have the new structure. */
  declare last_id: number
  /** The highest id at the time of the change: later annotations are created with the new structure. */
  declare up_to: number
  /** The version with the content before the change; null if an earlier release requested the change. */
  declare version_id: number | null
  declare change_id: number | null
  /** The new ids of renamed nodes, by their former ids. */
  declare names: Record<string, string>
  /** The change that is undone, whose removed values return. */
  declare restores: number | null
  declare created_at: string

  declare schema?: Schema
}

export class Workspace extends BaseModel {
  static override tableName = 'workspaces'
  static override jsonAttributes = ['metadata']

  declare id: number
  declare organization_id: number
  declare name: string
  declare metadata: Json
  declare created_by: number | null
  declare created_at: string
  declare modified_by: number | null
  declare modified_at: string

  declare created_by_user?: User | null
  declare modified_by_user?: User | null
  declare organization?: Organization
  declare queues?: Queue[]
}
