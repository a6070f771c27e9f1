/** Changes the pages of an annotation in place: the annotation gets a new document and is extracted again. */
import type { Knex } from 'knex'
import type { Deps } from '../../../deps.ts'
import { conflictStatus } from '../../../errors.ts'
import { mayMove } from '../../../rules/annotations/status.ts'
import { durationColumns, type ProcessingDuration } from '../review/review.ts'
import { storeThen } from '../../documents/stored-file.ts'
import { rememberContent, type ContentChoice } from '../content/former.ts'
import { loadPagedDocument, makeFiles, pdfName, type PartFile } from './edit-documents.ts'
import { type EditResult, type PartMetadata } from './edit-parts.ts'
import { shownPages, type PartPage } from '../../../rules/pages/parts.ts'
import { insertPartDocument, isAdmin, refuseLost } from './edit-rows.ts'
import { lockAnnotation } from '../status/lock.ts'
import { moveLocked, type Mover } from '../status/move.ts'
import { moveToQueue } from '../move-to-queue.ts'
import { statusConflict } from '../status/conflict.ts'
import type { Tx } from '../../outbox/transaction.ts'
import { Document, type PageEdit, type RowOf } from '../../../models/index.ts'

type InPlaceTrigger = 'edit_single' | 'rotate'

export interface InPlaceRequest {
  id: number
  trigger: InPlaceTrigger
  pages: PartPage[]
  queue_id: number | null
  name: string | null
  metadata: PartMetadata
  /** What happens to the values; by default all are read again. */
  content?: ContentChoice | undefined
  processing_duration: ProcessingDuration | null
  request_id: string | null
}

/**
 * Replaces the document of the annotation with the selected pages and moves the annotation to `importing`. Rejects with 409
 * `conflict_status` if its status does not allow this, if it has been split or if another user reviews it. Rejects with 400 if the pages
 * cannot be extracted from the document, or if there is nothing to restore.
 */
export async function editInPlace(deps: Deps, who: Mover, request: InPlaceRequest): Promise<EditResult[]> {
  const { id, trigger, pages, queue_id, metadata, content, request_id } = request
  await refuseEarly(deps.db, who, id, trigger)
  const document = await loadPagedDocument(deps.db, id)
  const name = request.name ?? pdfName(document.original_file_name)
  const files = await makeFiles(deps, document, [{ name, pages }])
  const document_id = await storeThen(deps, files, async (tx) => {
    if ((await lockAnnotation(tx, id)).document_id !== document.id) refuseLost()
    if (queue_id !== null) await moveToQueue(tx, deps.blobs, { ...who, admin: isAdmin(who) }, id, queue_id)
    await keepAsPart(tx, id, document.pages, pages)
    const changes = durationColumns(request.processing_duration ?? {})
    const turned = trigger === 'rotate' ? pages[0]!.rotation_deg : null
    const file = files[0]!
    return putInPlace(tx, who, { id, trigger, file, metadata, values: {}, content, turned, changes, request_id })
  })
  return [{ annotation_id: id, document_id }]
}

async function refuseEarly(db: Knex, who: Mover, id: number, trigger: InPlaceTrigger): Promise<void> {
  const row = await db('annotations').where({ id }).first('id', 'status', 'modifier_id')
  const context = { caller: who.user_id, modifier: row.modifier_id, admin: isAdmin(who) }
  const answer = mayMove(row.status, trigger, context)
  if (!answer.allowed) throw await statusConflict(db, answer.reason, row, who.user_id)
  if (await db('page_edits').where({ parent_id: id }).first('id'))
    throw conflictStatus('The annotation has been split; edit its pages together with its parts.')
}

/** Updates the pages that a part takes from its parent annotation. */
async function keepAsPart(
  tx: Tx,
  annotation_id: number,
  own: Map<number, { number: number }>,
  chosen: PartPage[],
): Promise<void> {
  const part = await tx<RowOf<PageEdit>>('page_edits').where({ annotation_id }).first('id', 'pages')
  if (!part) return
  const before = shownPages(part.pages)
  const kept = shownPages(chosen).flatMap(({ page_id, rotation_deg }) => {
    const origin = before[own.get(page_id)!.number - 1]
    return origin ? [{ ...origin, rotation_deg: (origin.rotation_deg + rotation_deg) % 360 }] : []
  })
  const ids = new Set(kept.map(({ page_id }) => page_id))
  const left = part.pages.filter(({ page_id }) => !ids.has(page_id)).map((page) => ({ ...page, deleted: true }))
  await tx('page_edits')
    .where({ id: part.id })
    .update({ pages: JSON.stringify([...kept, ...left]) })
}

/**
 * Replaces the document, removes the data read from the old one, and moves the annotation. Runs in the caller's transaction, which has
 * locked the annotation.
 */
export async function putInPlace(
  tx: Tx,
  who: Mover,
  given: {
    id: number
    trigger: InPlaceTrigger
    file: PartFile
    metadata: PartMetadata
    values: Record<string, unknown>
    content?: ContentChoice | undefined
    /** Rotation of all pages, if nothing else changes. */
    turned: number | null
    changes?: Record<string, unknown>
    request_id: string | null
  },
): Promise<number> {
  const { id, trigger, file, metadata, values, request_id } = given
  const row = await lockAnnotation(tx, id)
  await rememberContent(tx, id, { choice: given.content ?? 'extract', turned: given.turned })
  const document = await Document.query(tx).findById(row.document_id).throwIfNotFound()
  const document_id = await insertPartDocument(tx, who, row, file, metadata.document ?? document.metadata)
  await tx('documents').where('id', row.document_id).update({ replaced_in: id })
  for (const table of [
    'pages',
    'annotation_contents',
    'annotation_identities',
    'automation_blockers',
    'suggested_edits',
  ])
    await tx(table).where({ annotation_id: id }).delete()
  await tx('relation_annotations')
    .where({ annotation_id: id })
    .whereIn('relation_id', tx('relations').select('id').where('type', 'duplicate'))
    .delete()
  await moveLocked(tx, who, row, trigger, {
    changes: {
      document_id,
      messages: '[]',
      prediction: null,
      automated: false,
      einvoice: false,
      values: tx.raw('"values" || ?::jsonb', [JSON.stringify(values)]),
      ...(metadata.annotation ? { metadata: JSON.stringify(metadata.annotation) } : {}),
      ...given.changes,
    },
    request_id,
  })
  return document_id
}
