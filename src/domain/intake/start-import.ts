import type { Deps } from '../../deps.ts'
import { ReadError } from '../../extraction/types.ts'
import { writeEvents } from '../outbox/events.ts'
import { wake } from '../outbox/workflow-starter.ts'
import { insertDocuments } from './uploads.ts'
import { documentKey } from '../documents/stored-file.ts'
import { isArchive } from '../documents/file-type.ts'
import { insertAnnotations } from './make-annotations.ts'
import { unpackArchive } from './unpack.ts'

/** Archives of the upload that have neither been unpacked nor failed. */
async function archivesToUnpack(deps: Pick<Deps, 'db'>, uploadId: number): Promise<number[]> {
  const rows = (await deps
    .db('documents as d')
    .where('d.upload_id', uploadId)
    // Archives inside archives stay what they are: files of a type that cannot be imported.
    .whereNull('d.parent_id')
    .whereNotExists(deps.db('documents as m').whereRaw('m.parent_id = d.id'))
    .whereNotExists(
      deps
        .db('events as e')
        .where({ 'e.kind': 'archive.failed', 'e.upload_id': uploadId })
        .whereRaw(`(e.data->>'document')::bigint = d.id`),
    )
    .orderBy('d.id')
    .select('d.id', 'd.mime_type')) as { id: number; mime_type: string }[]
  return rows.filter((row) => isArchive(row.mime_type)).map((row) => row.id)
}

/**
 * Adds the files of an archive to the upload as documents of their own, or notes why it cannot be unpacked.
 * Idempotent by document and index: the names of the members follow from the archive's, and one that is there stays.
 */
export async function unpackDocument(deps: Deps, { document_id }: { document_id: number }): Promise<void> {
  const document = await loadArchive(deps, document_id)
  const { upload_id, organization_id, s3_name, original_file_name: name } = document
  const bytes = Buffer.from(await deps.blobs.get(documentKey(s3_name)))
  try {
    const files = await unpackArchive(deps, { name, bytes, s3_name })
    if (files.length === 0) throw new ReadError('empty', 'It holds no files at the top or in a single folder.')
    await Promise.all(files.map((file) => deps.blobs.put(documentKey(file.s3_name), file.bytes)))
    const who = { user_id: document.creator_id }
    await deps.db.transaction((trx) =>
      insertDocuments(trx, { upload_id, organization_id, who, parent_id: document.id }, files),
    )
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    await failArchive(deps, { document_id }, error)
  }
}

interface Archive {
  id: number
  upload_id: number
  organization_id: number
  creator_id: number | null
  s3_name: string
  original_file_name: string
  queue_id: number
}

const loadArchive = async ({ db }: Pick<Deps, 'db'>, documentId: number): Promise<Archive> =>
  (await db('documents as d')
    .join('uploads as u', 'u.id', 'd.upload_id')
    .where('d.id', documentId)
    .first(
      'd.id',
      'd.upload_id',
      'd.organization_id',
      'd.creator_id',
      'd.s3_name',
      'd.original_file_name',
      'u.queue_id',
    )) as Archive

/** Notes why an archive yields nothing; the sentence becomes part of the task's detail. Saying it twice does no harm. */
export async function failArchive(
  deps: Pick<Deps, 'db'>,
  { document_id }: { document_id: number },
  { code, message }: { code: string; message: string } = { code: 'internal', message: 'an internal error.' },
): Promise<void> {
  const archive = await loadArchive(deps, document_id)
  await writeEvents(deps.db, [
    {
      kind: 'archive.failed',
      organization_id: archive.organization_id,
      queue_id: archive.queue_id,
      upload_id: archive.upload_id,
      data: { document: archive.id, code, reason: `${archive.original_file_name} cannot be unpacked: ${message}` },
    },
  ])
}

export interface Started {
  /** Documents to be unpacked before the import can start; when there are any, nothing has been done. */
  archives: number[]
  importing: number
}

/**
 * Makes the annotations of an upload and wakes their lifecycles, once its archives are unpacked.
 * Idempotent by upload and document (`insertAnnotations`).
 */
export async function startImport(deps: Deps, uploadId: number): Promise<Started> {
  const archives = await archivesToUnpack(deps, uploadId)
  if (archives.length > 0) return { archives, importing: 0 }
  const made = await deps.db.transaction((trx) => insertAnnotations(trx, uploadId))
  await wake(deps, made.event_ids)
  return { archives, importing: made.importing }
}
