import { BaseModel, type Json } from './base.ts'

export class AuditLog extends BaseModel {
  static override tableName = 'audit_logs'
  static override jsonAttributes = ['content']

  declare id: number
  declare organization_id: number
  declare object_type: 'document' | 'annotation' | 'user'
  declare object_id: number
  declare action: string
  declare username: string | null
  declare content: Json
  declare timestamp: string
}

export class IdempotencyKey extends BaseModel {
  static override tableName = 'idempotency_keys'
  static override jsonAttributes = ['headers']

  declare id: number
  declare user_id: number
  declare organization_id: number
  declare key: string
  declare fingerprint: Buffer
  declare status: number | null
  declare headers: Record<string, string> | null
  declare body: Buffer | null
  declare created_at: string
}

export class RateLimit extends BaseModel {
  static override tableName = 'rate_limits'
  static override idColumn = 'key'

  declare key: string
  declare points: number
  declare expire: number | null
}

export class Event extends BaseModel {
  static override tableName = 'events'
  static override jsonAttributes = ['data']

  declare id: number
  declare organization_id: number
  declare queue_id: number | null
  declare upload_id: number | null
  declare annotation_id: number | null
  declare kind: string
  declare data: Json
  declare actor_id: number | null
  declare request_id: string | null
  declare needs_work: boolean
  declare created_at: string
  declare woken_at: string | null
  declare handled_at: string | null
}
