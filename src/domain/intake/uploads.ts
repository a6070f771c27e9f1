import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { badRequest, conflictStatus, invalid, tooLarge } from '../../errors.ts'
import { writeAudit } from '../requests/audit.ts'
import { writeEvents } from '../outbox/events.ts'
import type { Actor, NewEvent } from '../outbox/events.ts'
import { inBatches } from '../in-batches.ts'
import { isArchive } from '../documents/file-type.ts'
import { canJoin, joinPictures } from './join-pictures.ts'
import { annotate } from './make-annotations.ts'
import type { AnnotatedUpload, UploadedDocument } from './make-annotations.ts'
import { unpackArchive } from './unpack.ts'
import { bytesOf, describeFile, storeThen, type StoredFile, type UploadFile } from '../documents/stored-file.ts'
import { uploadHooksListen } from './upload-hooks.ts'
import { closeImmediately } from './upload-state.ts'
import { MAX_UPLOAD_BYTES } from '../../rules/uploads.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { Document, Queue, RowOf, Task, Upload } from '../../models/index.ts'

export interface UploadRequest {
  /** A row of the queue; the caller has checked that it is visible to `who`. */
  queue: { id: number; organization_id: number }
  /** Already received into the blob store, or created in memory. */
  files: (StoredFile | UploadFile)[]
  /** Initial values of fields whose `rir_field_names` contain `upload:<key>`. */
  values?: Record<string, unknown>
  /** Set on every annotation of the upload. */
  metadata?: Record<string, unknown>
  who: Actor
  request_id?: string | null
  /** Rejects a single file if the organization already has one of this name and content. */
  reject_identical?: boolean
  /** `importNow` only: several pictures, and no other files, become the pages of one document. */
  join?: boolean
}

/**
 * Accepts files: writes those that are not in the blob store yet, then creates the upload, its documents, its task and their annotations,
 * each with the event that starts its import, in one transaction. If archives have to be unpacked or hooks called first, the annotations are
 * created later and the event of the upload starts `importUpload`. Creates everything or nothing.
 *
 * Rejects with 400 without files, 409 if the queue is not active or the file exists already (`reject_identical`), 413 above 40 MB, and 503
 * if the blob store or its copy fails.
 */
export async function createUpload(
  deps: Deps,
  request: UploadRequest,
): Promise<{ upload_id: number; task_id: number; document_ids: number[] }> {
  const files = prepareFiles(request)
  const made = await storeThen(deps, files, async (tx) => {
    const upload = await insertUpload(tx, request, files, { finished: false })
    if (files.some((file) => isArchive(file.mime_type)) || (await uploadHooksListen(tx, request.queue.id))) {
      await writeEvents(tx, [upload.created])
      return upload
    }
    const annotations = await annotate(tx, upload.row, documentsOf(files, upload.document_ids), {
      request_id: request.request_id ?? null,
      first: upload.created,
    })
    // No later import would close the upload.
    if (annotations.every(({ status }) => status !== 'importing')) await closeImmediately(tx, upload.upload_id)
    return upload
  })
  return { upload_id: made.upload_id, task_id: made.task_id, document_ids: made.document_ids }
}

/**
 * The older import (`queues/{id}/upload`). Like `createUpload`, but the annotations exist in the response, in the order of the files. A zip
 * archive is replaced by its files, and joined pictures by one document. If hooks have to be called first, the annotations have the status
 * `created` until then. Errors as in `createUpload`.
 */
export async function importNow(
  deps: Deps,
  request: UploadRequest,
): Promise<{ annotation_id: number; document_id: number }[]> {
  const sent = prepareFiles(request)
  const joined = request.join && canJoin(sent) ? await joinPictures(deps, sent) : null
  const files: StoredFile[] = joined ? [describeFile(joined.file)] : []
  for (const file of joined ? [] : sent) {
    if (isArchive(file.mime_type))
      files.push(...(await unpackArchive(deps, { ...file, bytes: await bytesOf(deps, file) })))
    else files.push(file)
  }
  const made = await storeThen(deps, files, async (tx) => {
    const upload = await insertUpload(tx, request, files, { finished: true })
    return annotate(tx, upload.row, documentsOf(files, upload.document_ids), {
      request_id: request.request_id ?? null,
      first: upload.created,
      hold: await uploadHooksListen(tx, request.queue.id),
      ...(joined ? { refuse: (_, accepted) => joined.refuse(accepted) } : {}),
    })
  })
  return made.map(({ annotation_id, document_id }) => ({ annotation_id, document_id }))
}

const documentsOf = (files: StoredFile[], ids: number[]): UploadedDocument[] =>
  files.map(({ name, mime_type, size }, index) => ({
    id: ids[index]!,
    original_file_name: name,
    mime_type,
    size,
    parent_id: null,
  }))

/** Names, types and hashes the files, or rejects them. */
function prepareFiles({ files, reject_identical }: UploadRequest): StoredFile[] {
  if (files.length === 0) throw invalid({ content: ['No file was submitted.'] })
  if (reject_identical && files.length > 1) throw badRequest('reject_identical can only be used with a single file.')
  const described = files.map((file) => ('s3_name' in file ? file : describeFile(file)))
  const total = described.reduce((sum, file) => sum + file.size, 0)
  if (total > MAX_UPLOAD_BYTES) throw tooLarge('The files exceed 40 MB in total.')
  return described
}

async function insertUpload(
  tx: Tx,
  { queue, values, metadata, who, request_id, reject_identical }: UploadRequest,
  files: StoredFile[],
  { finished }: { finished: boolean },
): Promise<{
  upload_id: number
  task_id: number
  document_ids: number[]
  row: AnnotatedUpload
  /** To be written by the caller, together with the events of the annotations where there are some. */
  created: NewEvent
}> {
  const target = await requireActive(tx, queue.id)
  if (reject_identical) await refuseIdentical(tx, queue.organization_id, files[0]!)
  const [upload] = await tx<RowOf<Upload>>('uploads')
    .insert({
      organization_id: queue.organization_id,
      queue_id: queue.id,
      creator_id: who.user_id,
      values: values ?? {},
      metadata: metadata ?? {},
      ...(finished ? { finished_at: tx.fn.now() } : {}),
    })
    .returning('id')
  const upload_id = upload!.id
  const document_ids = await insertDocuments(tx, { upload_id, organization_id: queue.organization_id, who }, files)
  const [task] = await tx('tasks')
    .insert({
      organization_id: queue.organization_id,
      creator_id: who.user_id,
      type: 'upload_created',
      status: finished ? 'succeeded' : 'running',
      content: { upload: upload_id },
      upload_id,
      expires_at: tx.raw("now() + interval '7 days'"),
    })
    .returning<Pick<RowOf<Task>, 'id'>[]>('id')
  const created: NewEvent = {
    kind: 'upload.created',
    organization_id: queue.organization_id,
    queue_id: queue.id,
    upload_id,
    actor_id: who.user_id,
    request_id: request_id ?? null,
    data: {},
  }
  const row = {
    ...target,
    id: upload_id,
    organization_id: queue.organization_id,
    queue_id: queue.id,
    creator_id: who.user_id,
    metadata: metadata ?? {},
    email_id: null,
  }
  return { upload_id, task_id: task!.id, document_ids, row, created }
}

/** Adds documents to an upload. A document that exists already (same `s3_name`) is kept. Returns ids in the order of the files. */
export async function insertDocuments(
  tx: Knex,
  upload: { upload_id: number | null; organization_id: number; who: { user_id: number | null }; parent_id?: number },
  files: StoredFile[],
): Promise<number[]> {
  const inserted = await inBatches(files, (batch) =>
    tx<RowOf<Document>>('documents')
      .insert(
        batch.map((file) => ({
          organization_id: upload.organization_id,
          upload_id: upload.upload_id,
          parent_id: upload.parent_id ?? null,
          creator_id: upload.who.user_id,
          s3_name: file.s3_name,
          mime_type: file.mime_type,
          original_file_name: file.name,
          size: file.size,
          sha256: file.sha256,
          md5: file.md5,
        })),
      )
      .onConflict('s3_name')
      .ignore()
      .returning(['id', 's3_name']),
  )
  await writeAudit(
    tx,
    inserted.map(({ id }) => ({ object_type: 'document', object_id: id, action: 'create' })),
  )
  const ids = new Map(inserted.map((row) => [row.s3_name, row.id]))
  const missing = files.map((file) => file.s3_name).filter((name) => !ids.has(name))
  if (missing.length > 0) {
    const rows = await tx<RowOf<Document>>('documents').whereIn('s3_name', missing).select('id', 's3_name')
    for (const row of rows) ids.set(row.s3_name, row.id)
  }
  return files.map((file) => ids.get(file.s3_name)!)
}

/** Queues that are being deleted accept no documents. The lock preserves the status until the upload is committed. */
export async function requireActive(
  tx: Knex,
  queueId: number,
): Promise<Pick<AnnotatedUpload, 'schema_id' | 'settings' | 'training_enabled'>> {
  const queue = await tx<RowOf<Queue>>('queues')
    .where({ id: queueId })
    .forShare()
    .first('status', 'schema_id', 'settings', 'training_enabled')
  if (queue?.status !== 'active') throw conflictStatus('The queue is being deleted and does not accept documents.')
  return queue
}

async function refuseIdentical(tx: Knex, organizationId: number, file: StoredFile): Promise<void> {
  // Without the lock, two concurrent requests would both find nothing.
  await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`${organizationId}/${file.sha256}`])
  const same = await tx<RowOf<Document>>('documents')
    .where({ organization_id: organizationId, sha256: file.sha256, original_file_name: file.name, has_content: true })
    .first('id')
  if (same)
    throw conflictStatus(`The organization already has ${file.name} with the same content (document ${same.id}).`)
}
