import type { FieldErrors } from '../../errors.ts'
import { referenced } from '../../errors.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { f, fieldsOf, type Row, type Values } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { visibleIds } from '../legacy/references.ts'
import { idFromUrl } from '../engine/urls.ts'
import { insert } from '../legacy/verbs.ts'
import type { Caller, Request } from '../engine/request.ts'
import { allowed } from '../access.ts'
import { partOfAnnotation } from '../annotations/automation-blockers.ts'

const TYPES = ['export', 'einvoice']
const PAIRS = { table: 'document_relation_documents', own: 'document_relation_id', other: 'document_id' }

export const documentRelations = defineResource({
  path: 'document_relations',
  singular: 'document relation',
  table: 'document_relations',
  description: 'Documents that belong to an annotation beside its own: exports of its data, files of an e-invoice.',
  fields: fieldsOf({
    id: f.id(),
    type: f.oneOf(TYPES, { default: 'export' }),
    key: f.text({ nullable: true, default: null, max: 255 }),
    annotation: f.ref('annotations', { required: true }),
    documents: f.refs('documents', PAIRS, { default: [] }),
    url: f.self(),
  }),
  filters: {
    id: by.ids('document_relations.id'),
    type: by.oneOf('document_relations.type', TYPES),
    annotation: by.ids('document_relations.annotation_id'),
    key: by.text('document_relations.key'),
    documents: by.pairs('document_relations.id', PAIRS),
  },
  ordering: {
    ...columns('document_relations', { id: 'bigint', type: 'text' }),
    annotation: { sql: 'document_relations.annotation_id', type: 'bigint' },
  },
  defaultOrdering: '-id',
  visible: partOfAnnotation('document_relations'),
  may: allowed('relations'),
  check: checkUnique,
  save: {
    create: (values, caller) =>
      insert(documentRelations, values, caller, { organization_id: caller.who.organization_id }),
    destroy: destroyEmpty,
  },
})

/** Type, key and annotation together name one relation. */
async function checkUnique(
  values: Values,
  { row, caller }: { row: Row | null; caller: Caller },
): Promise<FieldErrors | null> {
  const annotation_id =
    values.annotation === undefined ? (row?.annotation_id as number) : idFromUrl('annotations', values.annotation)
  // What the caller does not see is told by its reference, and nothing more about it.
  if (!(await visibleIds('annotations', [annotation_id ?? 0], caller)).length) return null
  const key = (values.key === undefined ? row?.key : values.key) as string | null
  const taken = await caller
    .db('document_relations')
    .where({ annotation_id, type: (values.type ?? row?.type) as string })
    .whereRaw('key is not distinct from ?', [key])
    .first('id')
  return taken && taken.id !== row?.id
    ? { non_field_errors: ['The fields type, key, annotation must make a unique set.'] }
    : null
}

/** Only a relation without documents goes away. */
function destroyEmpty(row: Row, { deps }: Request): Promise<void> {
  return transact(deps, async (trx) => {
    await trx('document_relations').where('id', row.id).forUpdate().select('id')
    const documents = (await trx(PAIRS.table)
      .where(PAIRS.own, row.id)
      .orderBy(PAIRS.other)
      .pluck(PAIRS.other)) as number[]
    if (documents.length) throw referenced(`The relation has documents: ${documents.join(', ')}.`)
    await trx('document_relations').where('id', row.id).delete()
  })
}
