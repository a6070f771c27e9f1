import type { Knex } from 'knex'
import { statusChanged, writeEvents } from '../outbox/events.ts'
import type { Target } from '../outbox/workflow-starter.ts'
import { isArchive, refuseType } from '../documents/file-type.ts'

export interface MadeAnnotations {
  /** In the order of the documents. */
  annotations: { annotation_id: number; document_id: number }[]
  event_ids: number[]
  /** How many are on their way; the others failed at once because of their type. */
  importing: number
}

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
  queue_name: string
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
  status: string
}

/**
 * One annotation for each document of the upload that has none: `importing`, or `failed_import` with the reason when the
 * file is of a type that cannot be imported. An archive stands for its members and gets no annotation itself.
 *
 * Idempotent by upload and document: the lock on the upload keeps two runs apart, the second finds everything made and
 * answers the same.
 */
export async function insertAnnotations(
  trx: Knex,
  uploadId: number,
  { request_id, archives = 'pending', refuse = refuseType }: MakeOptions = {},
): Promise<MadeAnnotations> {
  const upload = await lockUpload(trx, uploadId)
  const documents = (await trx('documents as d')
    .where('d.upload_id', uploadId)
    .whereNotExists(trx('annotations as a').whereRaw('a.document_id = d.id'))
    .orderBy('d.id')
    .select('d.id', 'd.original_file_name', 'd.mime_type', 'd.size', 'd.parent_id')) as UploadedDocument[]
  // An archive inside an archive is not unpacked: it fails like any other file that cannot be imported.
  const standsForMembers = ({ mime_type, parent_id }: UploadedDocument) =>
    archives === 'pending' && parent_id === null && isArchive(mime_type)
  const toMake = documents.filter((document) => !standsForMembers(document))
  if (toMake.length === 0) return describeMade(trx, uploadId)
  return annotate(trx, upload, toMake, { request_id: request_id ?? null, refuse })
}

/**
 * One annotation for each of these documents of an upload that no other transaction sees yet, or that is locked. `targets`
 * are the workflows to be told, as `findTargets` would find them.
 */
export async function annotate(
  trx: Knex,
  upload: AnnotatedUpload,
  documents: UploadedDocument[],
  { request_id, refuse = refuseType }: Pick<MakeOptions, 'request_id' | 'refuse'> = {},
): Promise<MadeAnnotations & { targets: Target[] }> {
  const rows = (await trx('annotations')
    .insert(documents.map((document) => newAnnotation(upload, document, refuse)))
    .returning(['id', 'organization_id', 'queue_id', 'upload_id', 'document_id', 'status'])) as MadeRow[]
  const by = { actor_id: upload.creator_id, request_id: request_id ?? null }
  const event_ids = await writeEvents(
    trx,
    rows.map((row) => statusChanged(row, null, row.status, by)),
  )
  const names = new Map(documents.map((document) => [document.id, document.original_file_name]))
  const importing = rows.filter(({ status }) => status === 'importing')
  const targets = importing.map((row, index) => ({
    // Only those that are importing have an event that needs work, in the same order.
    event_ids: [event_ids[index]!],
    upload_id: upload.id,
    annotation_id: row.id,
    organization_id: upload.organization_id,
    queue_id: upload.queue_id,
    queue_name: upload.queue_name,
    file_name: names.get(row.document_id) ?? null,
    files: 1,
    status: row.status,
  }))
  return { ...describe(rows, event_ids), targets }
}

const lockUpload = async (trx: Knex, uploadId: number): Promise<AnnotatedUpload> =>
  (await trx('uploads as u')
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
      'q.name as queue_name',
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

function describe(rows: Pick<MadeRow, 'id' | 'document_id' | 'status'>[], event_ids: number[]): MadeAnnotations {
  return {
    annotations: rows.map(({ id, document_id }) => ({ annotation_id: id, document_id })),
    event_ids,
    importing: rows.filter(({ status }) => status === 'importing').length,
  }
}

/** What an earlier run has made. */
async function describeMade(trx: Knex, uploadId: number): Promise<MadeAnnotations> {
  const rows = (await trx('annotations')
    .where({ upload_id: uploadId })
    .orderBy('document_id')
    .select('id', 'document_id', 'status')) as MadeRow[]
  const event_ids = (await trx('events')
    .where({ upload_id: uploadId, needs_work: true })
    .whereNotNull('annotation_id')
    .whereNull('woken_at')
    .orderBy('id')
    .pluck('id')) as number[]
  return describe(rows, event_ids)
}
