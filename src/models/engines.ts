import { BaseModel, type Json } from './base.ts'
import type { EngineSchema } from '../rules/engine-schema/types.ts'
import type { Organization } from './organizations.ts'
import type { User } from './people.ts'
import type { Queue, Schema } from './queues.ts'
import type { Document } from './documents.ts'

export class Engine extends BaseModel {
  static override tableName = 'engines'
  static override jsonAttributes = ['settings']

  declare id: number
  declare organization_id: number
  declare name: string
  declare type: 'extractor' | 'splitter'
  declare learning_enabled: boolean
  declare description: string
  declare agenda_id: string
  declare settings: Json

  declare organization?: Organization
  declare engine_fields?: EngineField[]
  declare training_queues?: Queue[]
}

export class EngineField extends BaseModel {
  static override tableName = 'engine_fields'

  declare id: number
  declare organization_id: number
  declare engine_id: number
  declare name: string
  declare label: string
  declare type: 'string' | 'number' | 'date' | 'enum'
  declare subtype: string | null
  declare pre_trained_field_id: string | null
  declare tabular: boolean
  declare multiline: 'true' | 'false' | ''

  declare engine?: Engine
  declare organization?: Organization
  declare schemas?: Schema[]
}

export class EngineFieldSchema extends BaseModel {
  static override tableName = 'engine_field_schemas'
  static override idColumn = ['engine_field_id', 'schema_id']

  declare engine_field_id: number
  declare schema_id: number
}

export class EngineTrainingQueue extends BaseModel {
  static override tableName = 'engine_training_queues'
  static override idColumn = ['engine_id', 'queue_id']

  declare engine_id: number
  declare queue_id: number
}

export class GenericEngine extends BaseModel {
  static override tableName = 'generic_engines'

  declare id: number
  declare name: string
  declare description: string
  declare documentation_url: string | null
}

export class DedicatedEngine extends BaseModel {
  static override tableName = 'dedicated_engines'

  declare id: number
  declare organization_id: number
  declare schema_id: number | null
  declare name: string
  declare description: string
  declare status:
    | 'draft'
    | 'schema_review'
    | 'annotating_initial'
    | 'annotating_review'
    | 'annotating_training'
    | 'training_started'
    | 'training_finished'
    | 'retraining'
    | 'sample_review'
  declare document_type: string | null
  declare document_language: string | null
  declare volume: number | null
  declare created_by: number | null

  declare created_by_user?: User | null
  declare organization?: Organization
  declare schema?: DedicatedEngineSchema | null
  declare queues?: Queue[]
  declare samples?: Document[]
}

export class DedicatedEngineSample extends BaseModel {
  static override tableName = 'dedicated_engine_samples'
  static override idColumn = ['dedicated_engine_id', 'document_id']

  declare dedicated_engine_id: number
  declare document_id: number
}

export class DedicatedEngineSchema extends BaseModel {
  static override tableName = 'dedicated_engine_schemas'
  static override jsonAttributes = ['content']

  declare id: number
  declare organization_id: number
  declare content: EngineSchema

  declare organization?: Organization
}
