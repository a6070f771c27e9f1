import { BaseModel, type Json } from './base.ts'
import type { Annotation } from './annotations.ts'
import type { Email } from './mail.ts'
import type { Organization } from './organizations.ts'
import type { User } from './people.ts'
import type { Queue } from './queues.ts'

export class Document extends BaseModel {
  static override tableName = 'documents'
  static override jsonAttributes = ['metadata']

  declare id: number
  declare organization_id: number
  declare upload_id: number | null
  declare joined_upload_id: number | null
  declare parent_id: number | null
  declare email_id: number | null
  declare creator_id: number | null
  declare s3_name: string
  declare mime_type: string
  declare original_file_name: string
  declare attachment_status: string | null
  declare size: number
  declare sha256: string
  declare md5: string
  declare has_content: boolean
  declare metadata: Json
  declare created_at: string
  declare turned: boolean
  declare replaced_in: number | null

  declare creator?: User | null
  declare email?: Email | null
  declare organization?: Organization
  declare parent?: Document | null
  declare replaced_in_row?: Annotation | null
  declare upload?: Upload | null
  declare joined_upload?: Upload | null
  declare annotations?: Annotation[]
}

export class DocumentWords extends BaseModel {
  static override tableName = 'document_words'
  static override idColumn = 'document_id'

  declare document_id: number
}

export class DocumentDownload extends BaseModel {
  static override tableName = 'document_downloads'

  declare id: number
  declare organization_id: number
  declare creator_id: number | null
  declare document_ids: number[]
  declare type: 'document' | 'source_document'
  declare zip: boolean
  declare file_name: string
  declare created_at: string
  declare expires_at: string
}

export class DocumentRelation extends BaseModel {
  static override tableName = 'document_relations'

  declare id: number
  declare organization_id: number
  declare type: 'export' | 'einvoice'
  declare key: string | null
  declare annotation_id: number

  declare annotation?: Annotation
  declare organization?: Organization
  declare documents?: Document[]
}

export class DocumentRelationDocument extends BaseModel {
  static override tableName = 'document_relation_documents'
  static override idColumn = ['document_relation_id', 'document_id']

  declare document_relation_id: number
  declare document_id: number
}

export class Upload extends BaseModel {
  static override tableName = 'uploads'
  static override jsonAttributes = ['values', 'metadata']

  declare id: number
  declare organization_id: number
  declare queue_id: number
  declare creator_id: number | null
  declare email_id: number | null
  declare values: Json
  declare metadata: Json
  declare created_at: string
  declare finished_at: string | null

  declare creator?: User | null
  declare email?: Email | null
  declare organization?: Organization
  declare queue?: Queue
  declare additional_documents?: Document[]
  declare documents?: Document[]
  declare annotations?: Annotation[]
}

export class Task extends BaseModel {
  static override tableName = 'tasks'
  static override jsonAttributes = ['content']

  declare id: number
  declare organization_id: number
  declare creator_id: number | null
  declare type: string
  declare status: 'running' | 'succeeded' | 'failed'
  declare detail: string | null
  declare code: string | null
  declare content: Json
  declare upload_id: number | null
  declare created_at: string
  declare expires_at: string
  declare document_download_id: number | null
  /** The email that is imported, which may not exist yet. */
  declare email_id: number | null

  declare creator?: User | null
  declare document_download?: DocumentDownload | null
  declare organization?: Organization
  declare upload?: Upload | null
}

/** A name under which a file may exist in the blob store although no document refers to it yet. */
export class PendingFile extends BaseModel {
  static override tableName = 'pending_files'
  static override idColumn = 's3_name'

  declare s3_name: string
  declare created_at: string
}
