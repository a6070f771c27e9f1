import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { Document, Event, type Annotation, type Delivery, type RowOf, type Upload } from '../../models/index.ts'
import { uploadWorkflowId } from '../../rules/temporal/workflow-ids.ts'
import type { UploadEnd } from '../../workflows/contract.ts'
import { writeEvents } from '../outbox/events.ts'
import { transact, type Tx } from '../outbox/transaction.ts'
import { isUnpacked } from '../documents/file-type.ts'
import { finishTask } from './tasks.ts'
import { fileDecisions } from './upload-hooks.ts'

/** Users would not read a longer list. */
const MAX_REASONS = 5

/**
 * Closes the upload of an annotation that has just left `importing`, in the transaction that moved it, if it was the last one. Returns the
 * result of the upload; null if it is still in progress or was closed before.
 */
export async function closeWithLast(tx: Tx, uploadId: number | null): Promise<UploadEnd | null> {
  if (uploadId === null) return null
  // If two annotations leave concurrently, the second waits here, and its next statement sees that the first has left.
  const upload = await uploadOf(tx, uploadId).whereNull('finished_at').forNoKeyUpdate()
  if (!upload) return null
  const end = await closeLocked(tx, upload)
  if (end) await finishDeliveries(tx, uploadId)
  return end
}

/**
 * Closes the upload and its task, and finishes its deliveries. The task fails with the reasons if no file could be imported.
 *
 * Idempotent by upload. Returns null while one of its documents waits for its import: only the import itself finishes the delivery that
 * requests it, also if the upload was closed before (as earlier releases did). If users are importing documents again, the last of these imports
 * closes the upload (`closeWithLast`).
 */
export async function finishUpload(deps: Pick<Deps, 'db' | 'signals'>, uploadId: number): Promise<UploadEnd | null> {
  return transact(deps, async (tx) => {
    const upload = await uploadOf(tx, uploadId).forNoKeyUpdate()
    // The upload was deleted with its queue.
    if (!upload) return { failure: null }
    const end = upload.finished_at ? await uploadEnd(tx, uploadId) : await closeLocked(tx, upload)
    if ((await hasImports(tx, uploadId)) || (await waitForHooks(tx, uploadId))) return null
    await finishDeliveries(tx, uploadId)
    return end ?? { failure: null }
  })
}

/** Returns the result of a closed upload; null for an open one. */
export async function uploadEnd(db: Knex, uploadId: number | null): Promise<UploadEnd | null> {
  if (uploadId === null) return null
  const upload = await uploadOf(db, uploadId).whereNotNull('finished_at')
  if (!upload) return null
  return { failure: await failureOf(db, uploadId, await countOutcomes(db, uploadId)) }
}

/** Closes an upload without files to import, in the transaction that created it. */
export async function closeImmediately(tx: Tx, uploadId: number): Promise<void> {
  const upload = await uploadOf(tx, uploadId)
  if (!upload) throw new Error(`Upload ${uploadId} does not exist.`)
  await closeLocked(tx, upload)
}

/** Returns true while a document waits for its first import. */
const hasImports = async (tx: Tx, uploadId: number): Promise<boolean> =>
  (await tx('deliveries as d')
    .join('events as e', 'e.id', 'd.event_id')
    .join('annotations as a', 'a.id', 'e.annotation_id')
    .where({ 'd.workflow_id': uploadWorkflowId(uploadId), 'd.consumer': 'intake', 'd.state': 'pending' })
    .where('a.status', 'importing')
    .first('a.id')) !== undefined

type OpenUpload = Pick<RowOf<Upload>, 'id' | 'organization_id' | 'queue_id' | 'finished_at'>

// Plain knex: these statements are part of every import, and building them by Objection takes several times as long.
const uploadOf = (db: Knex, id: number) =>
  db('uploads').where({ id }).first<OpenUpload | undefined>('id', 'organization_id', 'queue_id', 'finished_at')

const finishDeliveries = (tx: Tx, uploadId: number) =>
  tx<RowOf<Delivery>>('deliveries')
    .where({ workflow_id: uploadWorkflowId(uploadId), consumer: 'intake', state: 'pending' })
    .update({ state: 'done', finished_at: tx.fn.now() })

/** Closes an upload whose row the transaction has locked; returns null if one of its documents is still importing. */
async function closeLocked(tx: Tx, { id, organization_id, queue_id }: OpenUpload): Promise<UploadEnd | null> {
  const counts = await countOutcomes(tx, id)
  const { importing, created, imported, failed } = counts
  if (importing > 0 || (created > 0 && (await waitForHooks(tx, id)))) return null
  const failure = await failureOf(tx, id, counts)
  await tx<RowOf<Upload>>('uploads').where({ id }).update({ finished_at: tx.fn.now() })
  await finishTask(tx, id, failure)
  await writeEvents(tx, [
    { kind: 'upload.finished', organization_id, queue_id, upload_id: id, data: { imported, failed } },
  ])
  return { failure }
}

/** Returns true if one of the annotations in status `created` is to be imported after the hooks. Those that hooks prevented stay in it. */
async function waitForHooks(tx: Tx, upload_id: number): Promise<boolean> {
  const documents = await tx<RowOf<Annotation>>('annotations')
    .where({ upload_id, status: 'created' })
    .pluck<number[]>('document_id')
  if (documents.length === 0) return false
  const decisions = await fileDecisions(tx, upload_id)
  return documents.some((id) => !decisions.get(id)?.prevented)
}

/** Returns true if hooks prevented the import of every document. */
async function allPrevented(db: Knex, upload_id: number): Promise<boolean> {
  const decisions = await fileDecisions(db, upload_id)
  if (decisions.size === 0) return false
  const documents = await Document.query(db).where({ upload_id }).select('id', 'mime_type', 'parent_id')
  return documents.every((document) => decisions.get(document.id)?.prevented || isUnpacked(document))
}

interface Counts {
  importing: number
  created: number
  imported: number
  failed: number
}

async function countOutcomes(db: Knex, upload_id: number): Promise<Counts> {
  const counts = await db('annotations')
    .where({ upload_id })
    .first<Counts | undefined>(
      db.raw(`count(*) filter (where status = 'importing') as importing`),
      db.raw(`count(*) filter (where status = 'created') as created`),
      db.raw(`count(*) filter (where status not in ('created', 'importing', 'failed_import')) as imported`),
      db.raw(`count(*) filter (where status = 'failed_import') as failed`),
    )
  return counts ?? { importing: 0, created: 0, imported: 0, failed: 0 }
}

interface Reason {
  name: string
  reason: string | null
}

/** Returns why an upload has imported nothing; null if it has, or if that was intended. */
const failureOf = async (db: Knex, upload_id: number, { imported, failed }: Counts): Promise<string | null> =>
  imported > 0 || (failed === 0 && (await allPrevented(db, upload_id))) ? null : reasonsOf(db, upload_id)

/** Returns the reasons of the failed annotations and archives, each with the name of its file. */
async function reasonsOf(db: Knex, upload_id: number): Promise<string> {
  const ofAnnotations = await db('annotations as a')
    .join('documents as d', 'd.id', 'a.document_id')
    .where({ 'a.upload_id': upload_id, 'a.status': 'failed_import' })
    .orderBy('a.id')
    .limit(MAX_REASONS)
    .select<Reason[]>('d.original_file_name as name', db.raw(`a.messages->0->>'content' as reason`))
  const archives = await Event.query(db).where({ upload_id, kind: 'archive.failed' }).orderBy('id').limit(MAX_REASONS)
  const ofArchives = archives.map(({ data }): Reason => ({
    name: '',
    reason: typeof data.reason === 'string' ? data.reason : null,
  }))
  const sentences = [...ofAnnotations, ...ofArchives].flatMap(({ name, reason }) =>
    reason ? [reason.includes(name) ? reason : `${name}: ${reason}`] : [],
  )
  return sentences.join(' ') || 'The upload contained no documents.'
}
