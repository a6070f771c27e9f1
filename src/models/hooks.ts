import type { Facts, StoredAnswer } from '../rules/hooks/call.ts'
import { BaseModel, type Json } from './base.ts'
import type { Annotation } from './annotations.ts'
import type { Organization } from './organizations.ts'
import type { User } from './people.ts'
import type { Queue } from './queues.ts'

export class Hook extends BaseModel {
  static override tableName = 'hooks'
  static override jsonAttributes = [
    'events',
    'sideload',
    'metadata',
    'config',
    'test',
    'settings',
    'settings_schema',
    'secrets_schema',
  ]

  declare id: number
  declare organization_id: number
  declare type: 'webhook' | 'function' | 'job'
  declare name: string
  declare active: boolean
  declare events: string[]
  declare sideload: string[]
  declare metadata: Json
  declare config: Json
  declare sealed_config: Buffer | null
  declare config_url: string
  declare config_app_url: string
  declare status: 'ready' | 'pending' | 'failed' | null
  declare failures: number
  declare build_error: string | null
  declare test: Json
  declare description: string | null
  declare extension_source: 'custom' | 'svc_store' | 'rossum_store'
  declare settings: Json
  declare settings_schema: Json | null
  declare sealed_secrets: Buffer | null
  declare secrets_schema: Json
  declare token_owner_id: number | null
  declare token_lifetime_s: number | null
  declare guide: string | null
  declare read_more_url: string | null
  declare extension_image_url: string | null
  declare hook_template_id: number | null
  declare created_by: number | null
  declare created_at: string | null
  declare modified_by: number | null
  declare modified_at: string | null

  declare created_by_user?: User | null
  declare hook_template?: HookTemplate | null
  declare modified_by_user?: User | null
  declare organization?: Organization
  declare token_owner?: User | null
  declare queues?: Queue[]
  declare run_after?: Hook[]
}

export class HookLog extends BaseModel {
  static override tableName = 'hook_logs'

  declare id: number
  declare organization_id: number
  declare uuid: string
  declare hook_id: number
  declare queue_id: number | null
  declare annotation_id: number | null
  declare email_id: number | null
  declare request_id: string
  declare event: string
  declare action: string
  declare hook_type: 'webhook' | 'function'
  declare log_level: 'INFO' | 'WARNING' | 'ERROR'
  declare message: string
  declare request: string | null
  declare response: string | null
  declare settings: string | null
  declare status: 'waiting' | 'running' | 'completed' | 'cancelled' | 'failed'
  declare status_code: number | null
  declare output: string | null
  declare timestamp: string
  declare start: string
  declare end: string | null

  declare annotation?: Annotation | null
  declare hook?: Hook
  declare organization?: Organization
  declare queue?: Queue | null
}

export class HookOrder extends BaseModel {
  static override tableName = 'hook_order'
  static override idColumn = ['hook_id', 'run_after_id']

  declare hook_id: number
  declare run_after_id: number
}

export class HookQueue extends BaseModel {
  static override tableName = 'hook_queues'
  static override idColumn = ['hook_id', 'queue_id']

  declare hook_id: number
  declare queue_id: number
}

export class HookRun extends BaseModel {
  static override tableName = 'hook_runs'
  static override jsonAttributes = ['facts', 'response']

  declare id: number
  declare uuid: string
  declare organization_id: number
  declare hook_id: number
  declare queue_id: number | null
  declare annotation_id: number | null
  declare request_id: string
  declare event: string
  declare action: string
  declare status: 'waiting' | 'running' | 'completed' | 'cancelled' | 'failed'
  declare started_at: string
  declare finished_at: string | null
  declare upload_id: number | null
  declare email_id: number | null
  declare event_id: number | null
  declare cause: string | null
  declare facts: Facts
  declare attempts: number
  /** How many of the attempts ended with their process. */
  declare interruptions: number
  declare sealed_payload: Buffer | null
  declare sealed_record: Buffer | null
  declare token_id: number | null
  declare poll_url: string | null
  declare poll_until: string | null
  declare response: StoredAnswer | null

  declare annotation?: Annotation | null
  declare hook?: Hook
  declare organization?: Organization
  declare queue?: Queue | null
}

export class HookTemplate extends BaseModel {
  static override tableName = 'hook_templates'
  static override jsonAttributes = [
    'events',
    'sideload',
    'metadata',
    'config',
    'test',
    'settings',
    'settings_schema',
    'secrets_schema',
    'settings_description',
  ]

  declare id: number
  /** Folder in `templates/hooks`; null for templates of the operator. */
  declare slug: string | null
  declare type: 'webhook' | 'function'
  declare name: string
  declare events: string[]
  declare sideload: string[]
  declare metadata: Json
  declare config: Json
  declare test: Json
  declare description: string | null
  declare extension_source: string
  declare settings: Json
  declare settings_schema: Json | null
  declare secrets_schema: Json
  declare guide: string | null
  declare read_more_url: string | null
  declare extension_image_url: string | null
  declare settings_description: unknown[]
  declare store_description: string | null
  declare external_url: string | null
  declare use_token_owner: boolean
  declare install_action: 'copy' | 'request_access'
  declare token_lifetime_s: number | null
  declare order: number
}

export class Connector extends BaseModel {
  static override tableName = 'connectors'
  static override jsonAttributes = ['metadata']

  declare id: number
  declare organization_id: number
  declare name: string
  declare service_url: string
  declare params: string | null
  declare client_ssl_certificate: string | null
  declare sealed_client_ssl_key: Buffer | null
  declare authorization_type: 'secret_key' | 'Basic'
  declare sealed_authorization_token: Buffer | null
  declare asynchronous: boolean
  declare metadata: Json
  declare modified_by: number | null
  declare modified_at: string | null

  declare modified_by_user?: User | null
  declare organization?: Organization
  declare queues?: Queue[]
}
