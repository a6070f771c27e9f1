/** Barcodes of pages: read from the document on the first request, then stored with it. */
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../errors.ts'
import { ReadError, type Barcode } from '@sheaf/extraction/types'
import { BlobNotFound } from '../../blobs/index.ts'
import { Document } from '../../models/index.ts'
import { pageKey } from '../intake/stored-extraction.ts'
import { documentKey } from './stored-file.ts'

/** Beside the images of pages, which are deleted with the document. */
const barcodesKey = (s3Name: string, number: number) => `${pageKey(s3Name, number)}.barcodes`

interface PagesOfDocument {
  document: { id: number; s3_name: string; has_content: boolean }
  pages: { number: number; rotation_deg: number }[]
}

/** Returns the barcodes by the number of the page; null if the file has been removed. Throws 404 if it cannot be read. */
export async function pageBarcodes(
  deps: Pick<Deps, 'db' | 'blobs' | 'documents'>,
  { document, pages }: PagesOfDocument,
): Promise<Map<number, Barcode[]> | null> {
  if (!document.has_content) return null
  const known = new Map<number, Barcode[]>()
  for (const { number } of pages) {
    const stored = await storedCodes(deps, document.s3_name, number)
    if (stored) known.set(number, stored)
  }
  const missing = pages.filter(({ number }) => !known.has(number))
  if (missing.length === 0) return known
  const file = await deps.blobs.get(documentKey(document.s3_name))
  const wanted = missing.map(({ number, rotation_deg }) => ({ page: number, rotation: rotation_deg }))
  for (const { page, barcodes } of await read(deps, file, wanted)) {
    known.set(page, barcodes)
    await deps.blobs.put(barcodesKey(document.s3_name, page), Buffer.from(JSON.stringify(barcodes)))
  }
  // The document may have been removed since the request began; what belongs to it is deleted only once.
  const now = await Document.query(deps.db).findById(document.id).where('has_content', true).select('id')
  if (!now) await deps.blobs.delete(missing.map(({ number }) => barcodesKey(document.s3_name, number)))
  return known
}

async function storedCodes({ blobs }: Pick<Deps, 'blobs'>, s3Name: string, number: number): Promise<Barcode[] | null> {
  try {
    const codes: Barcode[] = JSON.parse((await blobs.get(barcodesKey(s3Name, number))).toString('utf8'))
    return codes
  } catch (error) {
    if (error instanceof BlobNotFound) return null
    throw error
  }
}

async function read(
  { documents }: Pick<Deps, 'documents'>,
  file: Buffer,
  pages: { page: number; rotation: number }[],
): Promise<{ page: number; barcodes: Barcode[] }[]> {
  try {
    return await documents.barcodes(file, pages)
  } catch (error) {
    if (error instanceof ReadError) throw new ApiError(404, 'not_found', `The pages cannot be read: ${error.message}`)
    throw error
  }
}
