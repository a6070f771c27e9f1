/** Documents that are related to an annotation in addition to its own. */
import { referenced } from '../../errors.ts'
import { DocumentRelation, DocumentRelationDocument } from '../../models/index.ts'
import { transact, type Transactor } from '../outbox/transaction.ts'
import { rowsOf } from '../rows.ts'

export const documentRelationRows = rowsOf(DocumentRelation)

/** Deletes a relation. Throws 409 while documents belong to it. */
export const deleteDocumentRelation = (deps: Transactor, id: number): Promise<void> =>
  transact(deps, async (tx) => {
    await DocumentRelation.query(tx).findById(id).forUpdate()
    const documents = await DocumentRelationDocument.query(tx).where('document_relation_id', id).orderBy('document_id')
    if (documents.length)
      throw referenced(`The relation has documents: ${documents.map(({ document_id }) => document_id).join(', ')}.`)
    await documentRelationRows.delete(tx, id)
  })
