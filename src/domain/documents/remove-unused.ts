import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { deleteFiles } from './forget.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { Document, RowOf } from '../../models/index.ts'

const BATCH = 50

/**
 * Deletes up to `limit` of the documents that `choose` selects (as `d`) with their files, unless they are used outside the queue: by an
 * annotation, one of its pages, a training sample, or an email or document relation of another queue. Returns their number.
 */
export async function removeUnusedDocuments(
  tx: Tx,
  deps: Pick<Deps, 'blobs'>,
  queue_id: number,
  choose: (documents: Knex.QueryBuilder) => unknown,
  limit = BATCH,
): Promise<number> {
  const query = tx('documents as d')
    .whereNotExists(tx('annotations as a').whereRaw('a.document_id = d.id').select(tx.raw('1')))
    .whereNotExists(tx('pages as p').whereRaw('p.document_id = d.id').select(tx.raw('1')))
    .whereNotExists(tx('dedicated_engine_samples as s').whereRaw('s.document_id = d.id').select(tx.raw('1')))
    .whereNotExists(
      tx('emails as e').whereRaw('e.id = d.email_id').whereNot('e.queue_id', queue_id).select(tx.raw('1')),
    )
    .whereNotExists(
      tx('email_documents as l')
        .join('emails as e', 'e.id', 'l.email_id')
        .whereRaw('l.document_id = d.id')
        .whereNot('e.queue_id', queue_id)
        .select(tx.raw('1')),
    )
    .whereNotExists(
      tx('document_relation_documents as l')
        .join('document_relations as r', 'r.id', 'l.document_relation_id')
        .join('annotations as a', 'a.id', 'r.annotation_id')
        .whereRaw('l.document_id = d.id')
        .whereNot('a.queue_id', queue_id)
        .select(tx.raw('1')),
    )
    .orderBy('d.id')
    .limit(limit)
    .forUpdate('d')
    .select<Pick<RowOf<Document>, 'id' | 's3_name'>[]>('d.id', 'd.s3_name')
  choose(query)
  const documents = await query
  if (documents.length === 0) return 0
  const ids = documents.map(({ id }) => id)
  await tx('documents').whereIn('id', ids).delete()
  await deleteFiles(
    deps,
    documents.map(({ s3_name }) => s3_name),
  )
  return ids.length
}
