import { BaseModel, type Json } from './base.ts'
import type { AuditType, ChangeOrigin } from '../rules/audit/objects.ts'

export class AuditLog extends BaseModel {
  static override tableName = 'audit_logs'
  static override jsonAttributes = ['content']

  declare id: number
  declare organization_id: number
  declare object_type: AuditType
  declare object_id: number
  declare action: string
  declare username: string | null
  declare content: Json
  declare timestamp: string
}

/** A change of a value in a document, in a partition per month. */
export class ValueChange extends BaseModel {
  static override tableName = 'value_changes'
  static override idColumn = ['id', 'timestamp']

  declare id: number
  declare organization_id: number
  declare annotation_id: number
  /** Null in a row that counts further changes. */
  declare node_id: number | null
  declare schema_id: string | null
  declare before: string | null
  declare after: string | null
  declare further: number
  declare origin: ChangeOrigin
  declare hook_id: number | null
  declare username: string | null
  declare request_id: string | null
  declare timestamp: string
}

/** A day of the audit log of an organization, in a chain of hashes. It stays when its records are removed. */
export class AuditDay extends BaseModel {
  static override tableName = 'audit_days'

  declare id: number
  declare organization_id: number
  /** In UTC. */
  declare day: string
  declare rows: number
  /** Over the records and the hash of the day before. */
  declare hash: Buffer
  declare sealed_hash: Buffer
  declare sealed_at: string
  /** When the records were removed at the end of their retention; null if they still exist. */
  declare removed_at: string | null
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
  declare subjects: string[] | null
  declare created_at: string
}

export class RateLimit extends BaseModel {
  static override tableName = 'rate_limits'
  static override idColumn = 'key'

  declare key: string
  declare points: number
  declare expire: number | null
}

/** A value sealed with SECRETS_KEY; one row. */
export class KeyCheck extends BaseModel {
  static override tableName = 'key_checks'

  declare id: number
  declare sealed_value: Buffer
}
