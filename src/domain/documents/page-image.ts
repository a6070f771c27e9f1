/** Page images: rendered from the document on the first request, then stored with it. */
import type { Deps } from '../../deps.ts'
import { ApiError, notFound } from '../../errors.ts'
import { ReadError } from '@sheaf/extraction/types'
import { BlobNotFound } from '../../blobs/index.ts'
import { documentKey } from './stored-file.ts'
import type { Document, RowOf } from '../../models/index.ts'

/** Returns the page as PNG; `width` null for the full size. Two concurrent requests both render the page and store the same bytes. */
export async function pageImage(
  { db, blobs, documents }: Pick<Deps, 'db' | 'blobs' | 'documents'>,
  page: { document_id: number; number: number; s3_name: string; rotation_deg: number },
  width: number | null,
): Promise<Buffer> {
  const key = width === null ? page.s3_name : `${page.s3_name}.${width}`
  try {
    return await blobs.get(key)
  } catch (error) {
    if (!(error instanceof BlobNotFound)) throw error
  }
  const document = await db<RowOf<Document>>('documents').where('id', page.document_id).first('s3_name', 'has_content')
  if (!document?.has_content) throw notFound('Page content')
  const file = await blobs.get(documentKey(document.s3_name))
  try {
    const { png } = await documents.renderPage(file, {
      page: page.number,
      // A rotated scan is shown upright, as it was read.
      rotation: page.rotation_deg,
      ...(width === null ? {} : { width }),
    })
    const bytes = Buffer.from(png)
    await blobs.put(key, bytes, { contentType: 'image/png' })
    // The document may have been removed since the request began; its images are deleted only once.
    const now = await db<RowOf<Document>>('documents').where('id', page.document_id).first('has_content')
    if (!now?.has_content) await blobs.delete(key)
    return bytes
  } catch (error) {
    if (error instanceof ReadError)
      throw new ApiError(404, 'not_found', `The page cannot be rendered: ${error.message}`)
    throw error
  }
}
