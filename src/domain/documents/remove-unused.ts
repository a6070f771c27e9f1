import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { deleteFiles } from './forget.ts'
import { forgetTexts } from './forget-texts.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { Document, RowOf } from '../../models/index.ts'

const BATCH = 50

/**
 * Deletes up to 50 of the documents that `choose` selects (as `d`) with their files, unless they are used by an annotation, one of its
 * pages, a training sample, or an email or document relation of another queue than `queue_id` (null: of any queue). Returns the number of those found.
 */
export async function removeUnusedDocuments(
  tx: Tx,
  deps: Pick<Deps, 'blobs'>,
  queue_id: number | null,
  choose: (documents: Knex.QueryBuilder) => unknown,
): Promise<number> {
  const query = unused(tx, queue_id).limit(BATCH).forUpdate('d')
  choose(query)
  const found = await query
  await removeUnusedOf(
    tx,
    deps,
    queue_id,
    found.map(({ id }) => id),
  )
  return found.length
}

/**
 * The same for all of these documents; returns the number of deleted ones. They are locked first: of two transactions that remove the last uses of a document, the second sees
 * what the first removed, and a new use is seen.
 */
export async function removeUnusedOf(
  tx: Tx,
  deps: Pick<Deps, 'blobs'>,
  queue_id: number | null,
  document_ids: readonly number[],
): Promise<number> {
  if (document_ids.length === 0) return 0
  await tx('documents').whereIn('id', document_ids).orderBy('id').forUpdate().select('id')
  const documents = await unused(tx, queue_id).whereIn('d.id', document_ids)
  if (documents.length === 0) return 0
  const ids = documents.map(({ id }) => id)
  await forgetTexts(tx, deps, { annotation_ids: [], document_ids: ids })
  await tx('documents').whereIn('id', ids).delete()
  await deleteFiles(
    deps,
    documents.map(({ s3_name }) => s3_name),
  )
  return ids.length
}

/** Documents `d` that nothing uses apart from the queue. */
const unused = (tx: Tx, queue_id: number | null) =>
  tx('documents as d')
    .whereNotExists(tx('annotations as a').whereRaw('a.document_id = d.id').select(tx.raw('1')))
    .whereNotExists(tx('pages as p').whereRaw('p.document_id = d.id').select(tx.raw('1')))
    .whereNotExists(tx('dedicated_engine_samples as s').whereRaw('s.document_id = d.id').select(tx.raw('1')))
    .whereNotExists(
      tx('emails as e')
        .whereRaw('e.id = d.email_id')
        .whereRaw('e.queue_id is distinct from ?::bigint', [queue_id])
        .select(tx.raw('1')),
    )
    .whereNotExists(
      tx('email_documents as l')
        .join('emails as e', 'e.id', 'l.email_id')
        .whereRaw('l.document_id = d.id')
        .whereRaw('e.queue_id is distinct from ?::bigint', [queue_id])
        .select(tx.raw('1')),
    )
    .whereNotExists(
      tx('document_relation_documents as l')
        .join('document_relations as r', 'r.id', 'l.document_relation_id')
        .join('annotations as a', 'a.id', 'r.annotation_id')
        .whereRaw('l.document_id = d.id')
        .whereRaw('a.queue_id is distinct from ?::bigint', [queue_id])
        .select(tx.raw('1')),
    )
    .orderBy('d.id')
    .select<Pick<RowOf<Document>, 'id' | 's3_name'>[]>('d.id', 'd.s3_name')

/** Documents that exist only for these annotations: those replaced when pages were edited, and related ones such as exports. */
export async function attachedTo(tx: Tx, ids: number[]): Promise<number[]> {
  const replaced = await tx<RowOf<Document>>('documents').whereIn('replaced_in', ids).select('id')
  const related = await tx('document_relations as r')
    .join('document_relation_documents as l', 'l.document_relation_id', 'r.id')
    .whereIn('r.annotation_id', ids)
    .pluck<number[]>('l.document_id')
  return [...replaced.map((document) => document.id), ...related]
}
