import { Type } from 'typebox'
import { removeDocument } from '../../domain/documents/remove.ts'
import { File } from '../engine/fields.ts'
import { columns, defineResource, nullsLast } from '../legacy/define.ts'
import { f, fieldsOf, Url } from '../legacy/fields.ts'
import { by, moments } from '../legacy/filters.ts'
import { group } from '../legacy/references.ts'
import { allowed, assignedQueues, can, ownQueues, type Visible } from '../access.ts'
import { createFromFile, fileActions } from './files.ts'

/**
 * Documents of visible annotations, also those they had before their pages were edited, those related to them and attachments of
 * visible emails; others belong to who made them.
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

export const documents = defineResource({
  path: 'documents',
  singular: 'document',
  table: 'documents',
  description: 'A file that arrived.',
  verbs: ['list', 'create', 'retrieve', 'update', 'destroy'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    s3_name: f.text({ readOnly: true }),
    parent: f.ref('documents', { readOnly: true, nullable: true }),
    email: f.ref('emails', { readOnly: true, nullable: true }),
    mime_type: f.text({ readOnly: true }),
    creator: f.ref('users', { readOnly: true, nullable: true }),
    created_at: f.time(),
    arrived_at: f.time({ column: 'created_at' }),
    original_file_name: f.text({ readOnly: true }),
    attachment_status: f.text({ readOnly: true, nullable: true }),
    content: f.computed(Type.Union([Url, Type.Null()]), (row, { urls }) =>
      row.has_content ? urls.of('documents', row.id as number, '/content') : null,
    ),
    metadata: f.metadata(),
    annotations: f.loaded(Type.Array(Url), async (rows, caller) => {
      const query = caller
        .db('annotations')
        .whereIn(
          'document_id',
          rows.map((row) => row.id),
        )
        .orderBy('id')
        .select('id', 'document_id')
      assignedQueues('queue_id')(query, caller, 'annotations')
      return group(await query, 'document_id', (annotation) => caller.urls.of('annotations', annotation.id as number))
    }),
  }),
  filters: {
    id: by.ids('documents.id'),
    email: by.ids('documents.email_id'),
    creator: by.ids('documents.creator_id'),
    ...moments('documents', ['created_at']),
    arrived_at_before: by.before('documents.created_at'),
    arrived_at_after: by.after('documents.created_at'),
    original_file_name: by.text('documents.original_file_name'),
    attachment_status: by.text('documents.attachment_status'),
    parent: by.ids('documents.parent_id'),
  },
  ordering: {
    ...columns('documents', { id: 'bigint', created_at: 'timestamptz', original_file_name: 'text', mime_type: 'text' }),
    arrived_at: { sql: 'documents.created_at', type: 'timestamptz' },
    attachment_status: nullsLast('documents.attachment_status', 'text'),
  },
  visible: visibleDocuments,
  may: { ...allowed('documents'), create: can('import') },
  save: {
    destroy: ({ id }, { deps, who, request_id }) => removeDocument(deps, who, id as number, request_id),
  },
  handlers: { create: createFromFile },
  documented: {
    create: {
      accepts: ['multipart/form-data', 'application/octet-stream'],
      parts: Type.Object({
        content: File,
        parent: Type.Optional(Type.String()),
        metadata: Type.Optional(Type.String()),
      }),
    },
  },
  actions: fileActions,
})
