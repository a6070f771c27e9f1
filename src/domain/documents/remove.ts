import type { Deps } from '../../deps.ts'
import { conflictStatus, notFound, referenced } from '../../errors.ts'
import { Annotation, AnnotationContent, Document, Upload } from '../../models/index.ts'
import type { Status } from '../../rules/annotations/status.ts'
import { lockAnnotations, type LockedAnnotation } from '../annotations/status/lock.ts'
import { deleteExtractions } from '../intake/stored-extraction.ts'
import { writeEvents, type Actor } from '../outbox/events.ts'
import { transact, type Tx } from '../outbox/transaction.ts'
import { writeAudit } from '../requests/audit.ts'
import { deleteFiles } from './forget.ts'
import { forgetTexts } from './forget-texts.ts'
import { attachedTo, removeUnusedOf } from './remove-unused.ts'

/** Statuses in which a workflow is processing an annotation and expects it and its document to exist afterwards. */
const IN_WORK: readonly Status[] = ['importing', 'exporting']

/**
 * Deletes a document with its annotations, their pages and all blobs of both. Blobs are deleted before the rows are committed, so an
 * interrupted deletion can be repeated.
 *
 * Rejects with 409 `conflict_status` while one of its annotations is being imported or exported or its upload has not read it yet, with 409
 * `conflict_referenced` while an annotation that is not purged has content, and with 404 if the document no longer exists.
 */
export async function removeDocument(
  deps: Pick<Deps, 'db' | 'blobs' | 'signals'>,
  who: Actor,
  id: number,
  request_id: string | null,
): Promise<void> {
  await transact(deps, async (tx) => {
    // Annotations before the document: the end of an import locks them in the same order.
    const annotations = await lockAnnotations(tx, await annotationIds(tx, id))
    const document = await Document.query(tx).findById(id).forUpdate()
    if (!document) throw notFound('Document')
    refuseInWork(annotations)
    if (annotations.length === 0) await refuseWhileUploading(tx, document)
    await refuseContent(tx, annotations)
    const ids = annotations.map((annotation) => annotation.id)
    const attached = await attachedTo(tx, ids)
    await forgetTexts(tx, deps, { annotation_ids: ids, document_ids: [id] })
    await Annotation.query(tx).whereIn('id', ids).delete()
    // If an annotation was created since the first statement, it refers to the document and the database rejects this statement.
    await Document.query(tx).deleteById(id)
    await writeAudit(tx, [{ object_type: 'document', object_id: id, action: 'delete' }])
    await writeEvents(
      tx,
      annotations.map(({ id: annotation_id, organization_id, queue_id, status }) => ({
        organization_id,
        queue_id,
        annotation_id,
        kind: 'annotation.removed' as const,
        data: { status },
        actor_id: who.user_id,
        request_id,
      })),
    )
    await deleteExtractions(deps, ids)
    await removeUnusedOf(tx, deps, null, attached)
    await deleteFiles(deps, [document.s3_name])
  })
}

async function annotationIds(tx: Tx, document_id: number): Promise<number[]> {
  const rows = await Annotation.query(tx).where({ document_id }).select('id')
  return rows.map(({ id }) => id)
}

function refuseInWork(annotations: readonly LockedAnnotation[]): void {
  const busy = annotations.find(({ status }) => IN_WORK.includes(status))
  if (busy) throw conflictStatus(`The document cannot be deleted while annotation ${busy.id} is ${busy.status}.`)
}

/** Archives are unpacked, and the annotations of their uploads created, after the response to the upload. */
async function refuseWhileUploading(tx: Tx, { upload_id }: Document): Promise<void> {
  if (upload_id === null) return
  const upload = await Upload.query(tx).findById(upload_id).whereNull('finished_at')
  if (upload) throw conflictStatus(`The document cannot be deleted while upload ${upload_id} is being imported.`)
}

async function refuseContent(tx: Tx, annotations: readonly LockedAnnotation[]): Promise<void> {
  const ids = annotations.flatMap(({ id, status }) => (status === 'purged' ? [] : [id]))
  const used = await AnnotationContent.query(tx)
    .whereIn('annotation_id', ids)
    // A schema without fields has content without nodes.
    .whereRaw(`tree <> '[]'`)
    .orderBy('annotation_id')
    .first()
    .select('annotation_id')
  if (used) throw referenced(`Annotation ${used.annotation_id} still contains data of the document.`)
}
