import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { badRequest, conflictStatus, invalid, tooLarge } from '../../errors.ts'
import { writeAudit } from '../requests/audit.ts'
import type { Actor } from '../outbox/events.ts'
import { inBatches } from '../in-batches.ts'
import { isArchive } from '../documents/file-type.ts'
import { canJoin, joinPictures } from './join-pictures.ts'
import type { UploadedDocument } from './make-annotations.ts'
import { openUpload, type OpenedUpload, type OpenOptions } from './open-upload.ts'
import { unpackArchive } from './unpack.ts'
import { bytesOf, describeFile, storeThen, type StoredFile, type UploadFile } from '../documents/stored-file.ts'
import { MAX_UPLOAD_BYTES } from '../../rules/input/uploads.ts'
import type { Document, RowOf } from '../../models/index.ts'

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
 * each with the event that starts its import, in one transaction (`openUpload`). If archives have to be unpacked or hooks called first, the
 * annotations are created later and the event of the upload starts `importUpload`. Creates everything or nothing.
 *
 * Rejects with 400 without files, 409 if the queue is not active or the file exists already (`reject_identical`), 413 above 40 MB, and 503
 * if the blob store or its copy fails.
 */
export async function createUpload(
  deps: Deps,
  request: UploadRequest,
): Promise<{ upload_id: number; task_id: number; document_ids: number[] }> {
  const { upload_id, task_id, document_ids } = await storeUpload(deps, request, prepareFiles(request), {})
  return { upload_id, task_id, document_ids }
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
  const { annotations } = await storeUpload(deps, request, files, {
    annotateNow: true,
    ...(joined ? { refuse: (_, accepted) => joined.refuse(accepted) } : {}),
  })
  return annotations.map(({ annotation_id, document_id }) => ({ annotation_id, document_id }))
}

/** Stores prepared files as an upload with a task. */
async function storeUpload(
  deps: Deps,
  { queue, values = {}, metadata = {}, who, request_id = null, reject_identical }: UploadRequest,
  files: StoredFile[],
  how: Pick<OpenOptions, 'annotateNow' | 'refuse'>,
): Promise<OpenedUpload & { task_id: number; document_ids: number[] }> {
  const { organization_id } = queue
  const upload = {
    organization_id,
    queue_id: queue.id,
    creator_id: who.user_id,
    email_id: null,
    values,
    metadata,
    request_id,
  }
  return storeThen(deps, files, async (tx) => {
    if (reject_identical) await refuseIdentical(tx, organization_id, files[0]!)
    let document_ids: number[] = []
    const addDocuments = async (upload_id: number) => {
      document_ids = await insertDocuments(tx, { upload_id, organization_id, who }, files)
      return documentsOf(files, document_ids)
    }
    const opened = await openUpload(tx, upload, { ...how, addDocuments, withTask: true })
    return { ...opened, task_id: opened.task_id!, document_ids }
  })
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

async function refuseIdentical(tx: Knex, organizationId: number, file: StoredFile): Promise<void> {
  // Without the lock, two concurrent requests would both find nothing.
  await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`${organizationId}/${file.sha256}`])
  const same = await tx<RowOf<Document>>('documents')
    .where({ organization_id: organizationId, sha256: file.sha256, original_file_name: file.name, has_content: true })
    .first('id')
  if (same)
    throw conflictStatus(`The organization already has ${file.name} with the same content (document ${same.id}).`)
}
