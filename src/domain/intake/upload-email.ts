/** The files of a received email as an upload. */
import type { Tx } from '../outbox/transaction.ts'
import type { Email, RowOf } from '../../models/index.ts'
import type { UploadedDocument } from './make-annotations.ts'
import { openUpload } from './open-upload.ts'

export interface EmailUpload {
  email: Pick<RowOf<Email>, 'id' | 'organization_id' | 'queue_id' | 'creator_id'>
  /** Documents of the email, or added by its hooks. */
  document_ids: readonly number[]
  /** Initial values of fields by their source, e.g. `email_header:subject`. */
  values: Record<string, unknown>
  metadata: Record<string, unknown>
}

/**
 * Creates the upload (`openUpload`), and its annotations unless hooks have to be called first. Part of the transaction that finishes the
 * email, whose workflow then starts `importUpload`. Throws 409 if the queue accepts no documents. Returns the id of the upload.
 */
export async function uploadFiles(tx: Tx, { email, document_ids, values, metadata }: EmailUpload): Promise<number> {
  const { id: email_id, organization_id, queue_id, creator_id } = email
  const upload = { organization_id, queue_id, creator_id, email_id, values, metadata }
  const addDocuments = async (upload_id: number) => {
    const documents = () => tx('documents').whereIn('id', [...document_ids])
    await documents().update({ upload_id })
    return documents()
      .orderBy('id')
      .select<UploadedDocument[]>('id', 'original_file_name', 'mime_type', 'size', 'parent_id')
  }
  // The message has a task of its own.
  const opened = await openUpload(tx, upload, { addDocuments, withTask: false, informs: 'intake' })
  return opened.upload_id
}
