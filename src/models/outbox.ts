import type { Consumer, EventKind } from '../rules/outbox/events.ts'
import { BaseModel, type Json } from './base.ts'

/** An event, written in the transaction of the change it records. */
export class Event extends BaseModel {
  static override tableName = 'events'
  static override jsonAttributes = ['data']

  declare id: number
  declare organization_id: number
  declare queue_id: number | null
  declare upload_id: number | null
  declare annotation_id: number | null
  declare kind: EventKind
  declare data: Json
  declare actor_id: number | null
  declare request_id: string | null
  declare created_at: string
  /** The transaction that wrote the event; null before the migration that added it. */
  declare xact: string | null
}

/** The work of a consumer for an event. */
export class Delivery extends BaseModel {
  static override tableName = 'deliveries'
  static override idColumn = ['event_id', 'consumer']

  declare event_id: number
  declare consumer: Consumer
  declare workflow_id: string
  declare state: 'pending' | 'done' | 'failed'
  declare attempts: number
  /** The time at which the dispatcher signals the workflow (again) while the delivery is pending. */
  declare signal_at: string
  declare finished_at: string | null
}

/** A message of the service itself, stored encrypted until the mail server has accepted it, because it may contain a token. */
export class Letter extends BaseModel {
  static override tableName = 'letters'

  declare id: number
  declare organization_id: number
  declare sealed_message: Buffer
  declare created_at: string
}
