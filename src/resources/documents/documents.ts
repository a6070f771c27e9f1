import { Type } from 'typebox'
import { documentRows } from '../../domain/documents/create.ts'
import { removeDocument } from '../../domain/documents/remove.ts'
import { Document } from '../../models/index.ts'
import { allowed, can, ownQueues, type Visible } from '../access.ts'
import { defineResource, nullsLast } from '../framework/define.ts'
import { File, Url } from '../framework/fields.ts'
import { downloadActions } from './downloads.ts'
import { createFromFile, sendFile } from './files.ts'

/**
 * Limits a query to the documents of visible annotations (also the original documents of edited pages and related documents), the
 * attachments of visible emails, and the documents that the caller created.
 */
const visibleDocuments: Visible = (query, caller) => {
  const { who, db } = caller
  void query.where('documents.organization_id', who.organization_id)
  const mine = ownQueues(caller)
  if (!mine) return
  void query.where((either) => {
    void either
      .where('documents.creator_id', who.user_id)
      .orWhereExists(
        db('annotations').whereRaw('annotations.document_id = documents.id').whereIn('annotations.queue_id', mine),
      )
      .orWhereIn('documents.replaced_in', db('annotations').select('id').whereIn('queue_id', mine))
      .orWhereExists(db('emails').whereRaw('emails.id = documents.email_id').whereIn('emails.queue_id', mine))
      .orWhereExists(
        db('document_relation_documents')
          .join('document_relations', 'document_relations.id', 'document_relation_documents.document_relation_id')
          .join('annotations', 'annotations.id', 'document_relations.annotation_id')
          .whereRaw('document_relation_documents.document_id = documents.id')
          .whereIn('annotations.queue_id', mine),
      )
  })
}

const readOnly = { readOnly: true }

export const documents = defineResource(Document, {
  path: 'documents',
  singular: 'document',
  description: 'A file received by the service.',
  verbs: ['list', 'create', 'retrieve', 'update', 'destroy'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    s3_name: f.text('Storage key of the file.', readOnly),
    parent: f.ref('URL of the document from which it was extracted or created; null if none.', {
      ...readOnly,
      nullable: true,
    }),
    email: f.ref('URL of the email to which it was attached; null if none.', { ...readOnly, nullable: true }),
    mime_type: f.text('Media type of the file, detected from its content.', readOnly),
    creator: f.ref('URL of the user who created it; null if the service created it.', { ...readOnly, nullable: true }),
    created_at: f.createdAt(),
    arrived_at: f.time('Time of arrival, UTC.', { column: 'created_at' }),
    original_file_name: f.text('Name of the file on arrival.', readOnly),
    attachment_status: f.text('Result of the import of an email attachment; null for other documents.', {
      ...readOnly,
      nullable: true,
    }),
    content: f.computed(
      'URL of the file, which returns 404 after the file has been removed.',
      Url,
      ({ id }, { urls }) => urls.of('documents', id, '/content'),
    ),
    metadata: f.metadata({ example: { reference: 'A-17' } }),
    annotations: f.refs('URLs of the annotations of the document.', { ...readOnly, visible: true }),
  }),
  filters: (by) => ({
    id: by.ids(),
    email: by.ref(),
    creator: by.ref(),
    ...by.moments('created_at'),
    arrived_at_before: by.before('created_at'),
    arrived_at_after: by.after('created_at'),
    original_file_name: by.text(),
    attachment_status: by.text(),
    parent: by.ref(),
  }),
  ordering: {
    id: 'bigint',
    created_at: 'timestamptz',
    original_file_name: 'text',
    mime_type: 'text',
    arrived_at: { sql: 'documents.created_at', type: 'timestamptz' },
    attachment_status: nullsLast('documents.attachment_status', 'text'),
  },
  visible: visibleDocuments,
  may: { ...allowed('documents'), create: can('import') },
  save: {
    update: ({ id }, { columns }, { db, who }) => documentRows.update(db, who, id, columns),
    destroy: ({ id }, { deps, who, request_id }) => removeDocument(deps, who, id, request_id),
  },
  handlers: { create: createFromFile },
  documented: {
    create: {
      accepts: ['multipart/form-data', 'application/octet-stream'],
      parts: Type.Object({
        content: { ...File, description: 'The file.' },
        parent: Type.Optional(Type.String({ description: 'URL of the document from which it was created.' })),
        metadata: Type.Optional(Type.String({ description: 'JSON object of at most 4 kB.' })),
      }),
    },
  },
  actions: downloadActions,
  itemActions: [
    {
      method: 'get',
      path: 'content',
      summary: 'Download the file.',
      may: can('read'),
      responds: { status: 200, body: '*/*' },
      handle: sendFile,
    },
  ],
})
