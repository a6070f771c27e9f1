import type { Knex } from 'knex'
import { statusChanged, writeEvents } from '../events.ts'
import { isArchive, refuseType } from './file-type.ts'

export interface MadeAnnotations {
  annotations: { annotation_id: number; document_id: number }[]
  event_ids: number[]
  /** How many are on their way; the others failed at once because of their type. */
  importing: number
}

interface UploadedDocument {
  id: number
  original_file_name: string
  mime_type: string
  size: number
  parent_id: number | null
}

/**
 * One annotation for each document of the upload that has none: `importing`, or `failed_import` with the reason when the
 * file is of a type that cannot be imported. An archive stands for its members and gets no annotation itself.
 *
 * Idempotent by upload and document: the lock on the upload keeps two runs apart, the second finds everything made.
 */
export async function insertAnnotations(
  trx: Knex,
  uploadId: number,
  { request_id, archives = 'pending' }: { request_id?: string | null; archives?: 'pending' | 'unpacked' } = {},
): Promise<MadeAnnotations> {
  const upload = (await trx('uploads as u')
    .join('queues as q', 'q.id', 'u.queue_id')
    .where('u.id', uploadId)
    .forUpdate('u')
    .first(
      'u.organization_id',
      'u.queue_id',
      'u.creator_id',
      'u.metadata',
      'u.email_id',
      'q.schema_id',
      'q.settings',
      'q.training_enabled',
    )) as {
    organization_id: number
    queue_id: number
    creator_id: number | null
    metadata: object
    email_id: number | null
    schema_id: number
    settings: { accepted_mime_types?: string[] }
    training_enabled: boolean
  }
  const documents = (await trx('documents as d')
    .where('d.upload_id', uploadId)
    .whereNotExists(trx('annotations as a').whereRaw('a.document_id = d.id'))
    .orderBy('d.id')
    .select('d.id', 'd.original_file_name', 'd.mime_type', 'd.size', 'd.parent_id')) as UploadedDocument[]
  // An archive inside an archive is not unpacked: it fails like any other file that cannot be imported.
  const standsForMembers = ({ mime_type, parent_id }: UploadedDocument) =>
    archives === 'pending' && parent_id === null && isArchive(mime_type)
  const toMake = documents.filter((document) => !standsForMembers(document))
  if (toMake.length > 0) {
    const reasons = toMake.map((document) =>
      refuseType({ ...document, name: document.original_file_name }, upload.settings.accepted_mime_types),
    )
    const rows = (await trx('annotations')
      .insert(
        toMake.map((document, index) => ({
          organization_id: upload.organization_id,
          queue_id: upload.queue_id,
          schema_id: upload.schema_id,
          document_id: document.id,
          upload_id: uploadId,
          email_id: upload.email_id,
          creator_id: upload.creator_id,
          metadata: JSON.stringify(upload.metadata),
          training_enabled: upload.training_enabled,
          status: reasons[index] === null ? 'importing' : 'failed_import',
          messages: JSON.stringify(
            reasons[index] === null ? [] : [{ id: 'all', type: 'error', content: reasons[index] }],
          ),
        })),
      )
      .returning(['id', 'organization_id', 'queue_id', 'upload_id', 'status'])) as {
      id: number
      organization_id: number
      queue_id: number
      upload_id: number
      status: string
    }[]
    await writeEvents(
      trx,
      rows.map((row) =>
        statusChanged(row, null, row.status, { actor_id: upload.creator_id, request_id: request_id ?? null }),
      ),
    )
  }
  return describeMade(trx, uploadId)
}

/** What the upload has by now, whichever run made it; so a repeated step gives the same answer as the first. */
async function describeMade(trx: Knex, uploadId: number): Promise<MadeAnnotations> {
  const annotations = (await trx('annotations')
    .where({ upload_id: uploadId })
    .orderBy('document_id')
    .select('id as annotation_id', 'document_id', 'status')) as (MadeAnnotations['annotations'][number] & {
    status: string
  })[]
  const event_ids = (await trx('events')
    .where({ upload_id: uploadId, needs_work: true })
    .whereNotNull('annotation_id')
    .whereNull('woken_at')
    .orderBy('id')
    .pluck('id')) as number[]
  return {
    annotations: annotations.map(({ annotation_id, document_id }) => ({ annotation_id, document_id })),
    event_ids,
    importing: annotations.filter(({ status }) => status === 'importing').length,
  }
}
