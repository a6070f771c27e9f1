import type { Deps } from '../../deps.ts'
import { deleteFiles } from '../documents/forget.ts'
import { deleteExtractions } from '../intake/stored-extraction.ts'
import { moveAllowed, type Mover } from './move.ts'
import { transact, type Tx } from '../outbox/transaction.ts'
import type { Document, RowOf } from '../../models/index.ts'

/** Annotations per transaction. */
const BATCH = 200

/**
 * Purges the annotations among `ids` that are in the bin and skips the others. Deletes content, pages, blockers, suggested edits, messages,
 * the membership in relations of duplicates, and the files with their names unless another annotation needs them. Files are deleted before
 * the rows are committed: annotations of an interrupted run stay in the bin and can be purged again. Returns the number of purged
 * annotations.
 */
export async function purgeDeleted(
  deps: Pick<Deps, 'db' | 'blobs' | 'signals'>,
  who: Mover,
  ids: number[],
  request_id: string | null,
): Promise<number> {
  let count = 0
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH)
    count += await transact(deps, async (tx) => {
      const moved = await moveAllowed(tx, who, batch, 'purge', { changes: { messages: '[]' }, request_id })
      if (moved.length) await removeContent(tx, deps, moved)
      return moved.length
    })
  }
  return count
}

async function removeContent(tx: Tx, deps: Pick<Deps, 'blobs'>, ids: number[]): Promise<void> {
  for (const table of ['annotation_contents', 'pages', 'automation_blockers', 'suggested_edits'])
    await tx(table).whereIn('annotation_id', ids).delete()
  await tx('relation_annotations')
    .whereIn('annotation_id', ids)
    .whereIn('relation_id', tx('relations').select('id').where('type', 'duplicate'))
    .delete()
  const documents = await tx('documents as d')
    .where(
      (theirs) =>
        void theirs
          .whereIn('d.id', tx('annotations').select('document_id').whereIn('id', ids))
          // Documents that were replaced when pages were edited.
          .orWhereIn('d.replaced_in', ids),
    )
    .whereNotExists(
      tx('annotations as a').whereRaw('a.document_id = d.id').whereNot('a.status', 'purged').select(tx.raw('1')),
    )
    .orderBy('d.id')
    .forUpdate('d')
    .select<Pick<RowOf<Document>, 'id' | 's3_name'>[]>('d.id', 'd.s3_name')
  await tx('documents')
    .whereIn(
      'id',
      documents.map(({ id }) => id),
    )
    .update({ has_content: false, original_file_name: '' })
  await tx('document_words')
    .whereIn(
      'document_id',
      documents.map(({ id }) => id),
    )
    .delete()
  await deleteFiles(
    deps,
    documents.map(({ s3_name }) => s3_name),
  )
  await deleteExtractions(deps, ids)
}
