import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { badRequest, conflictStatus, invalid, tooLarge } from '../../errors.ts'
import { writeAudit } from '../requests/audit.ts'
import { writeEvents } from '../outbox/events.ts'
import type { Actor, NewEvent } from '../outbox/events.ts'
import { isArchive } from '../documents/file-type.ts'
import { canJoin, joinPictures } from './join-pictures.ts'
import { annotate } from './make-annotations.ts'
import type { AnnotatedUpload, UploadedDocument } from './make-annotations.ts'
import { unpackArchive } from './unpack.ts'
import { bytesOf, describeFile, storeThen, type StoredFile, type UploadFile } from '../documents/stored-file.ts'
import { closeAtOnce } from './upload-state.ts'
import type { Tx } from '../outbox/transaction.ts'
import { raw, Task, Upload, type Document, type Queue, type RowOf } from '../../models/index.ts'

/** All files of one request together (api.md, Limits). */
export const MAX_UPLOAD_BYTES = 40 * 1024 * 1024

export interface UploadRequest {
  /** A row of the queue, already found visible to `who`. */
  queue: { id: number; organization_id: number }
  /** Received into the blob store already, or made in memory. */
  files: (StoredFile | UploadFile)[]
  /** Starting values for fields whose `rir_field_names` say `upload:<key>`. */
  values?: Record<string, unknown>
  /** Set on every annotation the upload makes. */
  metadata?: Record<string, unknown>
  who: Actor
  request_id?: string | null
  /** Refuse a single file whose name and content the organization already holds. */
  reject_identical?: boolean
  /** `importNow` only: several pictures, and nothing but pictures, become the pages of one document. */
  join?: boolean
}

/**
 * Takes files in: what is not in the blob store yet is written, then one transaction with the upload, its documents, its task and their annotations, each with
 * the event that starts its import. Where archives have to be unpacked first, the annotations come later and the event of
 * the upload starts `importUpload`. Either all of it exists afterwards or nothing does.
 *
 * Rejects with 400 without files, 409 when the queue is not active or the file is there already (`reject_identical`),
 * 413 above 40 MB, 503 when the blob store or its copy fails.
 */
export async function createUpload(
  deps: Deps,
  request: UploadRequest,
): Promise<{ upload_id: number; task_id: number; document_ids: number[] }> {
  const files = prepareFiles(request)
  const waits = files.some((file) => isArchive(file.mime_type))
  const made = await storeThen(deps, files, async (tx) => {
    const upload = await insertUpload(tx, request, files, { finished: false })
    if (waits) {
      await writeEvents(tx, [upload.created])
      return upload
    }
    const annotations = await annotate(tx, upload.row, documentsOf(files, upload.document_ids), {
      request_id: request.request_id ?? null,
      first: upload.created,
    })
    // No import will end later and close it.
    if (annotations.every(({ status }) => status !== 'importing')) await closeAtOnce(tx, upload.upload_id)
    return upload
  })
  return { upload_id: made.upload_id, task_id: made.task_id, document_ids: made.document_ids }
}

/**
 * The older import (`queues/{id}/upload`): the same, but the annotations exist when it answers, in the order of the files;
 * a zip archive stands for the files in it, and one document for the pictures that are joined. Errors as `createUpload`.
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

/** Names, types and digests of the files, or why they are refused. */
function prepareFiles({ files, reject_identical }: UploadRequest): StoredFile[] {
  if (files.length === 0) throw invalid({ content: ['No file was submitted.'] })
  if (reject_identical && files.length > 1) throw badRequest('reject_identical works with one file at a time.')
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
  const { id: upload_id } = await Upload.query(tx).insert({
    organization_id: queue.organization_id,
    queue_id: queue.id,
    creator_id: who.user_id,
    values: values ?? {},
    metadata: metadata ?? {},
    ...(finished ? { finished_at: raw('now()') } : {}),
  })
  const document_ids = await insertDocuments(tx, { upload_id, organization_id: queue.organization_id, who }, files)
  const { id: task_id } = await Task.query(tx).insert({
    organization_id: queue.organization_id,
    creator_id: who.user_id,
    type: 'upload_created',
    status: finished ? 'succeeded' : 'running',
    content: { upload: upload_id },
    upload_id,
    expires_at: raw("now() + interval '7 days'"),
  })
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
  return { upload_id, task_id, document_ids, row, created }
}

/** Adds documents to an upload; one that is there already (same `s3_name`) stays as it is. Ids in the order of the files. */
export async function insertDocuments(
  tx: Knex,
  upload: { upload_id: number | null; organization_id: number; who: { user_id: number | null }; parent_id?: number },
  files: StoredFile[],
): Promise<number[]> {
  const inserted = await tx<RowOf<Document>>('documents')
    .insert(
      files.map((file) => ({
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
    .returning(['id', 's3_name'])
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

/** Queues that are being deleted accept no documents. The lock keeps the status until the upload is committed. */
async function requireActive(
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
  // Without the lock two requests at the same moment would each find nothing.
  await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`${organizationId}/${file.sha256}`])
  const same = await tx<RowOf<Document>>('documents')
    .where({ organization_id: organizationId, sha256: file.sha256, original_file_name: file.name, has_content: true })
    .first('id')
  if (same)
    throw conflictStatus(`The organization already has ${file.name} with the same content (document ${same.id}).`)
}
