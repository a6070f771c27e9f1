import type { Extraction } from '@sheaf/extraction/types'
import { ReadError } from '@sheaf/extraction/types'
import type { Deps } from '../../deps.ts'
import { onBehalfOf } from '../../work/on-behalf.ts'
import { documentKey } from '../documents/stored-file.ts'
import { transact } from '../outbox/transaction.ts'
import type { ImportingAnnotation } from './importing.ts'
import { openUpload } from './open-upload.ts'
import { unpackArchive } from './unpack.ts'
import { insertDocuments } from './uploads.ts'

type Portfolio = Pick<
  ImportingAnnotation,
  'document_id' | 'organization_id' | 'queue_id' | 'upload_id' | 's3_name' | 'original_file_name'
>

/**
 * Imports the PDF files of a portfolio, like the members of an archive: as documents of their own, in an upload of their own. The portfolio is
 * its cover. A portfolio inside another one, or in an archive, is not unpacked.
 *
 * Idempotent by document: it is locked, and does nothing once it has members.
 */
export async function importAttached(
  deps: Deps,
  annotation: Portfolio,
  { portfolio }: Pick<Extraction, 'portfolio'>,
  bytes: Buffer,
): Promise<void> {
  if (!portfolio) return
  const { document_id, organization_id, queue_id, s3_name, original_file_name: name } = annotation
  const files = await membersOf(() =>
    onBehalfOf({ organization_id }, () => unpackArchive(deps, { name, bytes, s3_name })),
  )
  if (files.length === 0) return
  await Promise.all(files.map((file) => deps.blobs.put(documentKey(file.s3_name), file.bytes)))
  await transact(deps, async (tx) => {
    const document = await tx('documents')
      .where({ id: document_id, organization_id })
      .forNoKeyUpdate()
      .first<{ parent_id: number | null; creator_id: number | null } | undefined>('parent_id', 'creator_id')
    const isActive = await tx('queues').where({ id: queue_id, organization_id, status: 'active' }).first('id')
    const member = await tx('documents').where({ parent_id: document_id, organization_id }).first('id')
    if (document?.parent_id !== null || !isActive || member) return
    const { creator_id } = document
    const upload = await tx('uploads')
      .where({ id: annotation.upload_id, organization_id })
      .first<{ values: Record<string, unknown>; metadata: Record<string, unknown> } | undefined>('values', 'metadata')
    const { values = {}, metadata = {} } = upload ?? {}
    await openUpload(
      tx,
      { organization_id, queue_id, creator_id, email_id: null, values, metadata },
      {
        withTask: false,
        addDocuments: async (upload_id) => {
          const of = { upload_id, organization_id, who: { user_id: creator_id }, parent_id: document_id }
          const ids = await insertDocuments(tx, of, files)
          return files.map(({ name: file, mime_type, size }, index) => ({
            id: ids[index]!,
            original_file_name: file,
            mime_type,
            size,
            parent_id: document_id,
          }))
        },
      },
    )
  })
}

/** A portfolio whose files cannot be read is imported as its cover, with the note that names them. */
async function membersOf<File>(unpack: () => Promise<File[]>): Promise<File[]> {
  try {
    return await unpack()
  } catch (error) {
    if (error instanceof ReadError) return []
    throw error
  }
}
