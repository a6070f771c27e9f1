import type { Deps } from '../../../deps.ts'
import { endApprovals } from '../../approvals/end-approvals.ts'
import { forgetTexts } from '../../documents/forget-texts.ts'
import { attachedTo, removeUnusedOf } from '../../documents/remove-unused.ts'
import { writeEvents } from '../../outbox/events.ts'
import type { Tx } from '../../outbox/transaction.ts'
import { deleteExtractions } from '../../intake/stored-extraction.ts'
import type { Annotation, Page, RowOf } from '../../../models/index.ts'

/** Annotations per transaction; each requires several calls of the blob store. */
const BATCH = 50

/**
 * Deletes some annotations of a queue with all their data, and documents that nothing else uses. Annotations that a workflow is processing
 * are skipped until it has finished. Blobs are deleted before the rows are committed, so an interrupted run can be repeated. Returns the
 * number of deleted annotations.
 */
export async function removeAnnotations(
  tx: Tx,
  deps: Pick<Deps, 'blobs' | 'signals' | 'config' | 'log'>,
  queue_id: number,
): Promise<number> {
  const rows = await tx<RowOf<Annotation>>('annotations')
    .where({ queue_id })
    .whereNotIn('status', ['importing', 'exporting'])
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .select('id', 'organization_id', 'document_id', 'status')
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const documents = new Set([
    ...rows.map(({ document_id }) => document_id),
    ...(await tx<RowOf<Page>>('pages').whereIn('annotation_id', ids).pluck('document_id')),
    ...(await attachedTo(tx, ids)),
  ])
  await forgetTexts(tx, deps, { annotation_ids: ids, document_ids: [] })
  await endApprovals(tx, deps, { user_id: null }, ids, 'The queue of the document was deleted.')
  await tx('annotations').whereIn('id', ids).delete()
  await writeEvents(
    tx,
    rows.map(({ id, organization_id, status }) => ({
      organization_id,
      queue_id,
      annotation_id: id,
      kind: 'annotation.removed' as const,
      data: { status },
    })),
  )
  await deleteExtractions(deps, ids)
  await removeUnusedOf(tx, deps, queue_id, [...documents])
  return ids.length
}
