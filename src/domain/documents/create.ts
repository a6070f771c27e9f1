import type { Deps } from '../../deps.ts'
import { invalid, tooLarge } from '../../errors.ts'
import { writeAudit } from '../requests/audit.ts'
import type { Actor } from '../outbox/events.ts'
import { MAX_UPLOAD_BYTES } from '../../rules/input/uploads.ts'
import { storeThen, type StoredFile } from './stored-file.ts'
import { Document } from '../../models/index.ts'
import { rowsOf } from '../rows.ts'

/** For changes only; new documents are created with a file. */
export const documentRows = rowsOf(Document)

/**
 * Creates a document without an annotation, for a received file. The caller has checked that `parent_id` is visible to `who`. Rejects with
 * 413 above 40 MB, and with 503 if the blob store fails; in both cases nothing is stored.
 */
export async function createDocument(
  deps: Deps,
  request: { file: StoredFile; metadata: Record<string, unknown>; parent_id: number | null; who: Actor },
): Promise<{ id: number }> {
  const { file, metadata, parent_id, who } = request
  if (file.size > MAX_UPLOAD_BYTES) throw tooLarge('The file exceeds 40 MB.')
  if (file.size === 0) throw invalid({ content: ['The submitted file is empty.'] })
  return storeThen(deps, [file], async (tx) => {
    const { id } = await Document.query(tx).insert({
      organization_id: who.organization_id,
      creator_id: who.user_id,
      parent_id,
      s3_name: file.s3_name,
      mime_type: file.mime_type,
      original_file_name: file.name,
      size: file.size,
      sha256: file.sha256,
      md5: file.md5,
      metadata,
    })
    await writeAudit(tx, [{ object_type: 'document', object_id: id, action: 'create' }])
    return { id }
  })
}
