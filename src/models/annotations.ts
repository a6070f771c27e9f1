import { BaseModel, type Json } from './base.ts'
import type { Id } from '../rules/access/ids.ts'
import type { Status } from '../rules/annotations/status.ts'
import type { BlockerItem } from '../rules/automation/decide.ts'
import type { CapturedField } from '../rules/automation/figures.ts'
import type { FieldValue } from '../rules/content/flatten.ts'
import type { ContentTree, Keeps } from '../rules/content/index.ts'
import type { RowNode, StoredTree } from '../rules/content/parts.ts'
import type { Message } from '../rules/content/validate.ts'
import type { PartPage, SuggestedPart } from '../rules/pages/parts.ts'
import type { Document, Upload } from './documents.ts'
import type { Email, EmailThread } from './mail.ts'
import type { Organization } from './organizations.ts'
import type { User } from './people.ts'
import type { Queue, Schema, SchemaVersion } from './queues.ts'
import type { WorkflowRun } from './approvals.ts'

export class Annotation extends BaseModel {
  static override tableName = 'annotations'
  static override jsonAttributes = ['messages', 'metadata', 'prediction', 'values', 'content_data']

  declare id: Id<'annotations'>
  declare organization_id: number
  declare queue_id: number
  declare schema_id: number
  /** The version of the schema in which the content is; null for its present content. */
  declare schema_version_id: number | null
  declare document_id: number
  declare upload_id: number | null
  declare status: Status
  declare status_before_review: Status | null
  declare creator_id: number | null
  declare created_at: string
  declare arrived_at: string
  declare modifier_id: number | null
  declare modified_by: number | null
  declare modified_at: string
  declare assigned_at: string | null
  declare confirmed_at: string | null
  declare confirmed_by: number | null
  declare deleted_at: string | null
  declare deleted_by: number | null
  declare exported_at: string | null
  declare exported_by: number | null
  declare export_failed_at: string | null
  declare purged_at: string | null
  declare purged_by: number | null
  declare rejected_at: string | null
  declare rejected_by: number | null
  declare rir_poll_id: string | null
  declare messages: Message[]
  declare metadata: Json
  declare time_spent: number
  declare automated: boolean
  declare connector_validated: boolean
  declare automatically_rejected: boolean
  declare prediction: Json | null
  declare einvoice: boolean
  /** Digest of the values that were approved, or that needed no approval; null if approvals were disabled. */
  declare approved_values: string | null
  declare restricted_access: boolean
  declare training_enabled: boolean
  declare email_id: number | null
  declare email_thread_id: number | null
  declare time_spent_active: number
  declare time_spent_edit: number
  declare time_spent_blockers: number
  declare time_spent_emails: number
  declare time_spent_opening: number
  declare values: Json
  declare content_data: unknown[]

  declare confirmed_by_user?: User | null
  declare creator?: User | null
  declare deleted_by_user?: User | null
  declare document?: Document
  declare email?: Email | null
  declare email_thread?: EmailThread | null
  declare exported_by_user?: User | null
  declare modified_by_user?: User | null
  declare modifier?: User | null
  declare organization?: Organization
  declare purged_by_user?: User | null
  declare queue?: Queue
  declare rejected_by_user?: User | null
  declare schema?: Schema
  declare schema_version?: SchemaVersion | null
  declare upload?: Upload | null
  declare content?: AnnotationContent | null
  declare pages?: Page[]
  declare notes?: Note[]
  declare labels?: Label[]
  declare assignees?: User[]
  declare relations?: Relation[]
  declare child_relations?: Relation[]
  declare related_emails?: Email[]
  declare suggested_edit?: SuggestedEdit | null
  declare automation_blocker?: AutomationBlocker | null
  declare workflow_runs?: WorkflowRun[]
}

export class AnnotationContent extends BaseModel {
  static override tableName = 'annotation_contents'
  static override idColumn = 'annotation_id'
  static override jsonAttributes = ['tree', 'fields', 'captured']

  declare annotation_id: number
  /** Read and written by the modules content-*.ts of src/domain/annotations only. */
  declare tree: StoredTree
  declare fields: Record<string, FieldValue[]>
  /** What the import captured, by schema id, with a digest of the values (`d`); null before the end of the import. */
  declare captured: Record<string, CapturedField & { d: string }> | null
  declare version: number
  declare modified_at: string
}

/** By which values and by which picture an invoice is recognised. */
export class AnnotationIdentity extends BaseModel {
  static override tableName = 'annotation_identities'
  static override idColumn = 'annotation_id'

  declare annotation_id: number
  declare organization_id: number
  declare number: string | null
  declare printed_number: string | null
  declare suppliers: string[]
  declare amount: number | null
  declare date: string | null
  declare currency: string | null
  declare kind: string | null
  /** Bits of the first page as hexadecimal digits; null if it was not drawn. */
  declare picture: string | null
  /** Parts of the bits by which pictures are found, together with the organization. */
  declare picture_bands: number[] | null
}

/** The annotation up to which identities were stored for content of earlier releases. */
export class IdentityProgress extends BaseModel {
  static override tableName = 'identity_progress'
  static override idColumn = 'single'

  declare single: boolean
  declare last_id: number
}

/** The content before the pages were changed in place. */
export class FormerContent extends BaseModel {
  static override tableName = 'former_contents'
  static override idColumn = 'annotation_id'
  static override jsonAttributes = ['tree']

  declare annotation_id: number
  declare tree: ContentTree
  /** What the import under way keeps of it; null afterwards. */
  declare keeps: Keeps | null
  /** By how many degrees all pages were turned, if that can be undone. */
  declare turned: number | null
  declare stored_at: string
}

/** Rows of a large table of an annotation. */
export class ContentPart extends BaseModel {
  static override tableName = 'content_parts'
  static override idColumn = ['annotation_id', 'multivalue_id', 'place']
  static override jsonAttributes = ['nodes', 'fields']

  declare annotation_id: number
  declare multivalue_id: number
  declare place: number
  declare nodes: RowNode[]
  /** The ids of the nodes and of those below them. */
  declare ids: string
  declare schema_ids: string[]
  /** Of the nodes as JSON: equal parts are not written again. */
  declare digest: string
  declare fields: Record<string, FieldValue[]>
}

export class AnnotationAssignee extends BaseModel {
  static override tableName = 'annotation_assignees'
  static override idColumn = ['annotation_id', 'user_id']

  declare annotation_id: number
  declare user_id: number
}

export class AnnotationLabel extends BaseModel {
  static override tableName = 'annotation_labels'
  static override idColumn = ['annotation_id', 'label_id']

  declare annotation_id: Id<'annotations'>
  declare label_id: Id<'labels'>
}

export class AutomationBlocker extends BaseModel {
  static override tableName = 'automation_blockers'
  static override jsonAttributes = ['content']

  declare id: number
  declare organization_id: number
  declare annotation_id: number
  declare content: BlockerItem[]

  declare annotation?: Annotation
  declare organization?: Organization
}

export class Label extends BaseModel {
  static override tableName = 'labels'

  declare id: Id<'labels'>
  declare organization_id: number
  declare name: string
  declare color: string | null

  declare organization?: Organization
}

export class Note extends BaseModel {
  static override tableName = 'notes'
  static override jsonAttributes = ['metadata']

  declare id: Id<'notes'>
  declare organization_id: number
  declare annotation_id: Id<'annotations'>
  declare type: 'rejection' | 'assignment'
  declare content: string
  declare metadata: Json
  declare creator_id: number | null
  declare created_at: string
  declare modified_by: number | null
  declare modified_at: string

  declare annotation?: Annotation
  declare creator?: User | null
  declare modified_by_user?: User | null
  declare organization?: Organization
}

export class PageEditSession extends BaseModel {
  static override tableName = 'page_edit_sessions'
  static override idColumn = 'annotation_id'

  declare annotation_id: number
  declare organization_id: number
  declare user_id: number
  declare started_at: string
}

export class PageEdit extends BaseModel {
  static override tableName = 'page_edits'
  static override jsonAttributes = ['pages']

  declare id: number
  declare organization_id: number
  declare parent_id: number
  declare annotation_id: number | null
  declare pages: PartPage[]
  declare data_source: string | null
  declare created_at: string

  declare annotation?: Annotation | null
  declare organization?: Organization
  declare parent?: Annotation
}

export class Page extends BaseModel {
  static override tableName = 'pages'
  static override jsonAttributes = ['metadata']

  declare id: number
  declare organization_id: number
  declare annotation_id: number
  declare document_id: number
  declare number: number
  declare rotation_deg: number
  declare width: number | null
  declare height: number | null
  declare s3_name: string
  declare metadata: Json

  declare annotation?: Annotation
  declare document?: Document
  declare organization?: Organization
}

export class Relation extends BaseModel {
  static override tableName = 'relations'

  declare id: Id<'relations'>
  declare organization_id: number
  declare type: 'edit' | 'attachment' | 'duplicate'
  declare key: string | null
  declare parent_id: Id<'annotations'> | null

  declare organization?: Organization
  declare parent?: Annotation | null
  declare annotations?: Annotation[]
}

export class RelationAnnotation extends BaseModel {
  static override tableName = 'relation_annotations'
  static override idColumn = ['relation_id', 'annotation_id']

  declare relation_id: Id<'relations'>
  declare annotation_id: Id<'annotations'>
}

export class SuggestedEdit extends BaseModel {
  static override tableName = 'suggested_edits'
  static override jsonAttributes = ['documents']

  declare id: number
  declare organization_id: number
  declare annotation_id: number
  declare documents: SuggestedPart[]

  declare annotation?: Annotation
  declare organization?: Organization
}
