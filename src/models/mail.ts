import type { InboxFilters } from '../rules/mail/inbox.ts'
import { BaseModel, type Json } from './base.ts'
import type { Addressee, Recipient } from '../rules/mail/template.ts'
import type { Envelope, MailOutcome } from '../rules/mail/incoming.ts'
import type { Mailbox, MailboxState } from '../rules/mail/mailbox.ts'
import type { Organization } from './organizations.ts'
import type { User } from './people.ts'
import type { Queue } from './queues.ts'
import type { Trigger } from './rules.ts'
import type { Document } from './documents.ts'
import type { Annotation } from './annotations.ts'

export class Email extends BaseModel {
  static override tableName = 'emails'
  static override jsonAttributes = ['to', 'cc', 'bcc', 'metadata', 'labels', 'headers']

  declare id: number
  declare organization_id: number
  declare queue_id: number
  declare inbox_id: number | null
  declare parent_id: number | null
  declare email_thread_id: number
  declare email_template_id: number | null
  declare type: 'incoming' | 'outgoing'
  declare message_id: string | null
  /** Id of the message that a received email answers. */
  declare in_reply_to: string | null
  declare subject: string
  declare from_email: string | null
  declare from_name: string | null
  declare to: Addressee[]
  declare cc: Addressee[]
  declare bcc: Addressee[]
  declare body_text_plain: string
  declare body_text_html: string
  declare metadata: Json
  declare labels: string[]
  declare filtered_out_document_count: number
  /** Headers of a received message that hooks and fields may use, decoded, by name in lower case. */
  declare headers: Record<string, string>
  declare s3_name: string | null
  /** Of the raw message in bytes; null for emails of before. */
  declare size: number | null
  declare creator_id: number | null
  declare created_at: string
  declare last_thread_email_created_at: string

  declare creator?: User | null
  declare email_template?: EmailTemplate | null
  declare email_thread?: EmailThread
  declare inbox?: Inbox | null
  declare organization?: Organization
  declare parent?: Email | null
  declare queue?: Queue
  declare annotations?: Annotation[]
  declare documents?: Document[]
  declare related_annotations?: Annotation[]
  declare related_documents?: Document[]
  declare children?: Email[]
}

/** A received message on its way to an email, which gets the same id. */
export class IncomingMessage extends BaseModel {
  static override tableName = 'incoming_messages'
  static override idColumn = 'email_id'
  static override jsonAttributes = ['envelope', 'metadata', 'values']

  declare email_id: number
  declare organization_id: number
  declare queue_id: number
  declare inbox_id: number | null
  declare creator_id: number | null
  declare source: 'smtp' | 'imap' | 'import'
  /** `received`: only the raw message is stored; `stored`: the email exists; `finished`: nothing is left to do. */
  declare state: 'received' | 'stored' | 'finished'
  declare outcome: MailOutcome | null
  /** Storage name of the raw message until the email has it, or until it is ignored. */
  declare s3_name: string | null
  declare size: number
  declare envelope: Envelope
  declare metadata: Json
  declare values: Json
  declare duplicate_key: string | null
  /** Identifies the message in an outside mailbox. */
  declare source_key: string | null
  declare upload_id: number | null
  declare created_at: string
  declare finished_at: string | null

  declare inbox?: Inbox | null
  declare organization?: Organization
  declare queue?: Queue
}

export class EmailDocument extends BaseModel {
  static override tableName = 'email_documents'
  static override idColumn = ['email_id', 'document_id']

  declare email_id: number
  declare document_id: number
  declare n_pages: number | null
  /** Of a picture, or of the first page of a PDF at 300 dpi. */
  declare width_px: number | null
  declare height_px: number | null

  declare document?: Document
}

export class EmailRelatedAnnotation extends BaseModel {
  static override tableName = 'email_related_annotations'
  static override idColumn = ['email_id', 'annotation_id']

  declare email_id: number
  declare annotation_id: number
}

export class EmailRelatedDocument extends BaseModel {
  static override tableName = 'email_related_documents'
  static override idColumn = ['email_id', 'document_id']

  declare email_id: number
  declare document_id: number
}

export class EmailTemplate extends BaseModel {
  static override tableName = 'email_templates'
  static override jsonAttributes = ['to', 'cc', 'bcc']

  declare id: number
  declare organization_id: number
  declare queue_id: number
  declare trigger_id: number | null
  declare name: string
  declare type: 'custom' | 'rejection' | 'rejection_default' | 'email_with_no_processable_attachments'
  declare subject: string
  declare message: string
  declare automate: boolean
  declare to: Recipient[]
  declare cc: Recipient[]
  declare bcc: Recipient[]

  declare organization?: Organization
  declare queue?: Queue
  declare trigger?: Trigger | null
}

export class EmailTemplateSending extends BaseModel {
  static override tableName = 'email_template_sendings'
  static override idColumn: string[] = []

  declare email_template_id: number
  declare automated: boolean
  declare sent_at: string
}

export class EmailThread extends BaseModel {
  static override tableName = 'email_threads'

  declare id: number
  declare organization_id: number
  declare queue_id: number
  declare root_email_id: number | null
  declare has_replies: boolean
  declare has_new_replies: boolean
  declare root_email_read: boolean
  declare subject: string
  declare from_email: string | null
  declare from_name: string | null
  declare created_at: string
  declare last_email_created_at: string

  declare organization?: Organization
  declare queue?: Queue
  declare root_email?: Email | null
}

export class Inbox extends BaseModel {
  static override tableName = 'inboxes'
  static override jsonAttributes = ['metadata', 'filters', 'mailbox', 'mailbox_state']

  declare id: number
  declare organization_id: number
  declare queue_id: number | null
  declare name: string
  declare email: string
  declare email_prefix: string
  declare bounce_email_to: string | null
  declare bounce_unprocessable_attachments: boolean
  declare bounce_postponed_annotations: boolean
  declare bounce_deleted_annotations: boolean
  declare bounce_email_with_no_attachments: boolean
  declare metadata: Json
  declare filters: InboxFilters
  declare dmarc_check_action: 'accept' | 'drop'
  /** When the text of an email is imported as a PDF. */
  declare body_as_document: 'never' | 'without_files' | 'always'
  /** The outside mailbox whose messages the inbox receives. */
  declare mailbox: Mailbox | null
  declare sealed_mailbox_password: Buffer | null
  declare mailbox_state: MailboxState
  declare modified_by: number | null
  declare modified_at: string

  declare modified_by_user?: User | null
  declare organization?: Organization
  declare queue?: Queue | null
}
