import type { Deps } from '../../../deps.ts'
import { endApprovals } from '../../approvals/end-approvals.ts'
import { deleteFiles } from '../../documents/forget.ts'
import { forgetTexts } from '../../documents/forget-texts.ts'
import { deleteExtractions } from '../../intake/stored-extraction.ts'
import { moveAllowed, type Mover } from '../status/move.ts'
import { transact, type Tx } from '../../outbox/transaction.ts'
import type { Annotation, Document, RowOf } from '../../../models/index.ts'

/** The columns of an annotation that contain texts. */
const EMPTY = {
  approved_values: null,
  messages: '[]',
  metadata: '{}',
  values: '{}',
  content_data: '[]',
  prediction: null,
  rir_poll_id: null,
  schema_version_id: null,
}

/** Tables with content of annotations. */
const CONTENT_TABLES = [
  'annotation_contents',
  'annotation_identities',
  'former_contents',
  'schema_remains',
  'pages',
  'automation_blockers',
  'suggested_edits',
  'page_edit_sessions',
]

type Purger = Pick<Deps, 'db' | 'blobs' | 'signals' | 'config' | 'log'>

/** Annotations per transaction. */
const BATCH = 200

/**
 * Purges the annotations among `ids` that are in the bin and skips the others. Deletes content, pages, blockers, suggested edits, messages,
 * metadata, notes, the membership in relations of duplicates, what other rows say about them (`forgetTexts`), and the files with their
 * names unless another annotation needs them. Files are deleted before the rows are committed: annotations of an interrupted run stay in
 * the bin and can be purged again. Returns the number of purged annotations.
 */
export async function purgeDeleted(
  deps: Purger,
  who: Mover,
  ids: number[],
  request_id: string | null,
): Promise<number> {
  let count = 0
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH)
    count += await transact(deps, async (tx) => {
      const moved = await moveAllowed(tx, who, batch, 'purge', { changes: EMPTY, request_id })
      if (moved.length) await removeContent(tx, deps, who, moved, 'The document was deleted for good.')
      return moved.length
    })
  }
  return count
}

/** `reason` is what the approvals of the annotations end with. */
async function removeContent(
  tx: Tx,
  deps: Purger,
  who: Pick<Mover, 'user_id'>,
  ids: number[],
  reason: string,
): Promise<void> {
  for (const table of CONTENT_TABLES) await tx(table).whereIn('annotation_id', ids).delete()
  await tx('workflow_runs').whereIn('annotation_id', ids).update({ started_values: null })
  await tx('relation_annotations')
    .whereIn('annotation_id', ids)
    .whereIn('relation_id', tx('relations').select('id').where('type', 'duplicate'))
    .delete()
  const documents = await unneededDocuments(tx, ids)
  await forgetTexts(tx, deps, { annotation_ids: ids, document_ids: documents.map(({ id }) => id) })
  await tx('documents')
    .whereIn(
      'id',
      documents.map(({ id }) => id),
    )
    .update({ has_content: false, original_file_name: '', metadata: '{}' })
  await tx('document_words')
    .whereIn(
      'document_id',
      documents.map(({ id }) => id),
    )
    .delete()
  await tx('document_relations')
    .whereIn('annotation_id', ids)
    .update({ key: tx.raw(`'purged ' || id`) })
  await deleteFiles(
    deps,
    documents.map(({ s3_name }) => s3_name),
  )
  await deleteExtractions(deps, ids)
  await endApprovals(tx, deps, who, ids, reason)
}

/**
 * Returns the documents of purged annotations that no other annotation needs. All their documents are locked first: of two transactions
 * that purge the last annotations of a document, the second sees the first, and a new annotation of the document is seen or refused.
 */
async function unneededDocuments(tx: Tx, ids: number[]): Promise<Pick<RowOf<Document>, 'id' | 's3_name'>[]> {
  const own = tx('annotations').select('document_id').whereIn('id', ids)
  // Files such as exports, which repeat the values.
  const related = tx('document_relation_documents as l')
    .join('document_relations as r', 'r.id', 'l.document_relation_id')
    .whereIn('r.annotation_id', ids)
    .select('l.document_id')
  const locked = await tx('documents as d')
    .whereIn('d.id', own)
    // Documents that were replaced when pages were edited.
    .orWhereIn('d.replaced_in', ids)
    .orWhereIn('d.id', related)
    .orderBy('d.id')
    .forUpdate('d')
    .pluck<number[]>('d.id')
  return tx('documents as d')
    .whereIn('d.id', locked)
    .where(
      (any) => void any.whereIn('d.id', own).orWhereIn('d.replaced_in', ids).orWhereNotExists(relatedToOthers(tx, ids)),
    )
    .whereNotExists(
      tx('annotations as a').whereRaw('a.document_id = d.id').whereNot('a.status', 'purged').select(tx.raw('1')),
    )
    .orderBy('d.id')
    .select<Pick<RowOf<Document>, 'id' | 's3_name'>[]>('d.id', 'd.s3_name')
}

/** Relations of the document `d` to annotations other than these that are not purged. */
const relatedToOthers = (tx: Tx, ids: number[]) =>
  tx('document_relation_documents as o')
    .join('document_relations as s', 's.id', 'o.document_relation_id')
    .join('annotations as a', 'a.id', 's.annotation_id')
    .whereRaw('o.document_id = d.id')
    .whereNot('a.status', 'purged')
    .whereNotIn('a.id', ids)
    .select(tx.raw('1'))

const REQUESTED = 'The document was deleted on request.'

/** Purges these annotations in any status, in the caller's transaction. None of them may be imported or exported at the moment. */
export async function purgeOnRequest(tx: Tx, deps: Purger, who: Mover, ids: number[]): Promise<void> {
  const moved = await moveAllowed(tx, who, ids, 'erase', { changes: EMPTY })
  if (moved.length) await removeContent(tx, deps, who, moved, REQUESTED)
}

const service = { user_id: null }
const EXPIRED = 'The document was deleted because the document_lifetime of its queue has passed.'

/**
 * Purges annotations, in any status, that arrived longer ago than the `document_lifetime` of their queue. Annotations that a workflow is
 * processing are purged after it has finished. The clock of the database decides, as it does for `arrived_at`: that of one machine, set
 * wrong, would purge everything. Concurrent runs share the work. Returns the number of purged annotations.
 */
export async function purgeExpired(deps: Purger): Promise<number> {
  for (let count = 0; ;) {
    const found = await transact(deps, async (tx) => {
      const expired = await tx('annotations as a')
        .join('queues as q', 'q.id', 'a.queue_id')
        .whereNotNull('q.document_lifetime')
        .whereNot('a.status', 'purged')
        .whereNotIn('a.status', ['importing', 'exporting'])
        // Written so that the index of the queue by arrival is used.
        .whereRaw('a.arrived_at <= now() - q.document_lifetime')
        .orderBy('a.id')
        .limit(BATCH)
        .forNoKeyUpdate('a')
        .skipLocked()
        .select<Pick<RowOf<Annotation>, 'id' | 'organization_id'>[]>('a.id', 'a.organization_id')
      for (const [organization_id, rows] of Map.groupBy(expired, (row) => row.organization_id)) {
        const ids = rows.map(({ id }) => id)
        const moved = await moveAllowed(tx, { ...service, organization_id }, ids, 'expire', { changes: EMPTY })
        if (moved.length) await removeContent(tx, deps, service, moved, EXPIRED)
      }
      return expired.length
    })
    count += found
    if (found < BATCH) return count
  }
}
