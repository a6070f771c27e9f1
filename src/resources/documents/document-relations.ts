import { documentRelationRows, deleteDocumentRelation } from '../../domain/documents/relations.ts'
import type { FieldErrors } from '../../errors.ts'
import { DocumentRelation } from '../../models/index.ts'
import { allowed } from '../access.ts'
import { partOfAnnotation } from '../annotations/automation-blockers.ts'
import { defineResource, type CheckContext } from '../framework/define.ts'
import type { Input } from '../framework/input.ts'

const TYPES = ['export', 'einvoice']

export const documentRelations = defineResource(DocumentRelation, {
  path: 'document_relations',
  singular: 'document relation',
  description: 'Additional documents of an annotation, such as exports of its data or files of an e-invoice.',
  fields: (f) => ({
    id: f.id(),
    annotation: f.ref('URL of the annotation.', { required: true, example: 1 }),
    type: f.oneOf(TYPES, 'Type of relation.', { default: 'export', example: 'export' }),
    key: f.text('Distinguishes relations of the same kind; null if none.', {
      nullable: true,
      default: null,
      max: 255,
      example: 'ledger',
    }),
    documents: f.refs('URLs of the documents.', { default: [], example: [] }),
    url: f.url(),
  }),
  filters: (by) => ({
    id: by.ids(),
    type: by.oneOf(TYPES),
    annotation: by.ref(),
    key: by.text(),
    documents: by.refs(),
  }),
  ordering: { id: 'bigint', type: 'text', annotation: { sql: 'document_relations.annotation_id', type: 'bigint' } },
  defaultOrdering: '-id',
  visible: partOfAnnotation('document_relations'),
  may: allowed('relations'),
  check: checkUnique,
  save: {
    create: ({ columns }, { db, who }) => documentRelationRows.create(db, who, columns),
    update: ({ id }, { columns }, { db, who }) => documentRelationRows.update(db, who, id, columns),
    destroy: ({ id }, { deps }) => deleteDocumentRelation(deps, id),
  },
})

/** Type, key and annotation together identify a relation. */
async function checkUnique(
  { columns }: Input<DocumentRelation>,
  { row, caller }: CheckContext<DocumentRelation>,
): Promise<FieldErrors | null> {
  const { annotation_id, type, key } = { ...row, ...columns }
  const taken = await DocumentRelation.query(caller.db)
    .where((all) => {
      if (annotation_id !== undefined) void all.where({ annotation_id })
      if (type !== undefined) void all.where({ type })
    })
    .whereRaw('key is not distinct from ?', [key ?? null])
    .first()
  return taken && taken.id !== row?.id
    ? { non_field_errors: ['The fields type, key, annotation must make a unique set.'] }
    : null
}
