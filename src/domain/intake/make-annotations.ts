import type { Knex } from 'knex'
import { statusChanged, writeEvents } from '../outbox/events.ts'
import type { Tx } from '../outbox/transaction.ts'
import { isArchive, refuseType } from '../documents/file-type.ts'
import type { Status } from '../../rules/annotation-status.ts'

/** In the order of the documents. */
export type MadeAnnotation = { annotation_id: number; document_id: number; status: Status }

interface MakeOptions {
  request_id?: string | null
  archives?: 'pending' | 'unpacked'
  /** In place of the check of a document's own type, where it was put together from others. */
  refuse?: typeof refuseType
}

/** An upload with what its annotations take over from the queue. */
export interface AnnotatedUpload {
  id: number
  organization_id: number
  queue_id: number
  creator_id: number | null
  metadata: object
  email_id: number | null
  schema_id: number
  settings: { accepted_mime_types?: string[] }
  training_enabled: boolean
}

export interface UploadedDocument {
  id: number
  original_file_name: string
  mime_type: string
  size: number
  parent_id: number | null
}

interface MadeRow {
  id: number
  document_id: number
  organization_id: number
  queue_id: number
  upload_id: number
  status: Status
}

/**
 * One annotation for each document of the upload that has none: `importing`, or `failed_import` with the reason when the
 * file is of a type that cannot be imported. An archive stands for its members and gets no annotation itself.
 *
 * Idempotent by upload and document: the lock on the upload keeps two runs apart, the second finds everything made and
 * answers the same.
 */
export async function insertAnnotations(
  tx: Tx,
  uploadId: number,
  { request_id, archives = 'pending', refuse = refuseType }: MakeOptions = {},
): Promise<MadeAnnotation[]> {
  const upload = await lockUpload(tx, uploadId)
  const documents = (await tx('documents as d')
    .where('d.upload_id', uploadId)
    .whereNotExists(tx('annotations as a').whereRaw('a.document_id = d.id'))
    .orderBy('d.id')
    .select('d.id', 'd.original_file_name', 'd.mime_type', 'd.size', 'd.parent_id')) as UploadedDocument[]
  // An archive inside an archive is not unpacked: it fails like any other file that cannot be imported.
  const standsForMembers = ({ mime_type, parent_id }: UploadedDocument) =>
    archives === 'pending' && parent_id === null && isArchive(mime_type)
  const toMake = documents.filter((document) => !standsForMembers(document))
  if (toMake.length === 0) return madeEarlier(tx, uploadId)
  return annotate(tx, upload, toMake, { request_id: request_id ?? null, refuse })
}

/** One annotation for each of these documents of an upload that no other transaction sees yet, or that is locked. */
export async function annotate(
  tx: Tx,
  upload: AnnotatedUpload,
  documents: UploadedDocument[],
  { request_id, refuse = refuseType }: Pick<MakeOptions, 'request_id' | 'refuse'> = {},
): Promise<MadeAnnotation[]> {
  const rows = (await tx('annotations')
    .insert(documents.map((document) => newAnnotation(upload, document, refuse)))
    .returning(['id', 'organization_id', 'queue_id', 'upload_id', 'document_id', 'status'])) as MadeRow[]
  const by = { actor_id: upload.creator_id, request_id: request_id ?? null }
  await writeEvents(
    tx,
    rows.map((row) => statusChanged(row, { from: null, to: row.status, import: 'upload' }, by)),
  )
  return rows.map(describe)
}

const lockUpload = async (tx: Tx, uploadId: number): Promise<AnnotatedUpload> =>
  (await tx('uploads as u')
    .join('queues as q', 'q.id', 'u.queue_id')
    .where('u.id', uploadId)
    .forUpdate('u')
    .first(
      'u.id',
      'u.organization_id',
      'u.queue_id',
      'u.creator_id',
      'u.metadata',
      'u.email_id',
      'q.schema_id',
      'q.settings',
      'q.training_enabled',
    )) as AnnotatedUpload

function newAnnotation(
  upload: AnnotatedUpload,
  document: UploadedDocument,
  refuse: typeof refuseType,
): Record<string, unknown> {
  const file = { ...document, name: document.original_file_name }
  const reason = refuse(file, upload.settings.accepted_mime_types)
  return {
    organization_id: upload.organization_id,
    queue_id: upload.queue_id,
    schema_id: upload.schema_id,
    document_id: document.id,
    upload_id: upload.id,
    email_id: upload.email_id,
    creator_id: upload.creator_id,
    metadata: JSON.stringify(upload.metadata),
    training_enabled: upload.training_enabled,
    status: reason === null ? 'importing' : 'failed_import',
    messages: JSON.stringify(reason === null ? [] : [{ id: 'all', type: 'error', content: reason }]),
  }
}

const describe = ({ id, document_id, status }: Pick<MadeRow, 'id' | 'document_id' | 'status'>): MadeAnnotation => ({
  annotation_id: id,
  document_id,
  status,
})

const madeEarlier = async (db: Knex, uploadId: number): Promise<MadeAnnotation[]> =>
  (
    (await db('annotations')
      .where({ upload_id: uploadId })
      .orderBy('document_id')
      .select('id', 'document_id', 'status')) as MadeRow[]
  ).map(describe)
