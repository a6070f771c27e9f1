/** The files of a received email as an upload. */
import { writeEvents, type NewEvent } from '../outbox/events.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { Email, RowOf, Upload } from '../../models/index.ts'
import { annotate, type UploadedDocument } from './make-annotations.ts'
import { closeImmediately } from './upload-state.ts'
import { uploadHooksListen } from './upload-hooks.ts'
import { requireActive } from './uploads.ts'

export interface EmailUpload {
  email: Pick<RowOf<Email>, 'id' | 'organization_id' | 'queue_id' | 'creator_id'>
  /** Documents of the email, or added by its hooks. */
  document_ids: readonly number[]
  /** Initial values of fields by their source, e.g. `email_header:subject`. */
  values: Record<string, unknown>
  metadata: Record<string, unknown>
}

/**
 * Creates the upload, and its annotations unless hooks have to be called first. Part of the transaction that finishes the email, whose
 * workflow then starts `importUpload`. Throws 409 if the queue accepts no documents. Returns the id of the upload.
 */
export async function uploadFiles(tx: Tx, { email, document_ids, values, metadata }: EmailUpload): Promise<number> {
  const { id: email_id, organization_id, queue_id, creator_id } = email
  const target = await requireActive(tx, queue_id)
  const [upload] = await tx<RowOf<Upload>>('uploads')
    .insert({ organization_id, queue_id, creator_id, email_id, values, metadata })
    .returning('id')
  const upload_id = upload!.id
  await tx('documents')
    .whereIn('id', [...document_ids])
    .update({ upload_id })
  const created: NewEvent = {
    kind: 'upload.created',
    organization_id,
    queue_id,
    upload_id,
    actor_id: creator_id,
    data: {},
  }
  if (await uploadHooksListen(tx, queue_id)) {
    await writeEvents(tx, [created], { informs: 'intake' })
    return upload_id
  }
  const documents = await tx('documents')
    .whereIn('id', [...document_ids])
    .orderBy('id')
    .select<UploadedDocument[]>('id', 'original_file_name', 'mime_type', 'size', 'parent_id')
  const row = { ...target, id: upload_id, organization_id, queue_id, creator_id, metadata, email_id }
  const made = await annotate(tx, row, documents, { first: created, informs: 'intake' })
  // No later import would close the upload.
  if (made.every(({ status }) => status !== 'importing')) await closeImmediately(tx, upload_id)
  return upload_id
}
