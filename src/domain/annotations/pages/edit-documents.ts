/** Creates documents from selected pages. Files are opened in child processes only. */
import type { Knex } from 'knex'
import type { Deps } from '../../../deps.ts'
import { ApiError, badRequest, conflictStatus } from '../../../errors.ts'
import { MIME_TYPES } from '@sheaf/extraction/sniff'
import { ReadError } from '@sheaf/extraction/types'
import { writePicturePdf, type PdfPage } from '../../intake/picture-pdf.ts'
import { assertStorage } from '../../documents/storage.ts'
import { describeFile, documentKey, type StoredFile } from '../../documents/stored-file.ts'
import { shownPages, type PartPage } from '../../../rules/pages/parts.ts'
import type { Document, Page, RowOf } from '../../../models/index.ts'

/** Limit for all documents of a request: several parts may contain the same page. */
const MAX_BYTES = 80 * 2 ** 20

/** The document of an annotation with its pages as they are displayed. */
export interface PagedDocument {
  id: number
  organization_id: number
  s3_name: string
  mime_type: string
  original_file_name: string
  turned: boolean
  /** By id: the number of the page in the file, and the rotation applied when it was read. */
  pages: Map<number, { number: number; rotation_deg: number }>
}

export interface Part {
  name: string
  pages: PartPage[]
}

/** A file created from pages. `turned`: the user has set the rotation of its pages. */
export interface PartFile extends StoredFile {
  turned: boolean
}

type Found = Omit<PagedDocument, 'pages'> & Pick<RowOf<Document>, 'has_content'>

/** Rejects with 409 if the file of the document is no longer stored. */
export async function loadPagedDocument(db: Knex, annotation_id: number): Promise<PagedDocument> {
  const document = await db('annotations as a')
    .join('documents as d', 'd.id', 'a.document_id')
    .where('a.id', annotation_id)
    .first<Found | undefined>(
      'd.id',
      'd.organization_id',
      'd.s3_name',
      'd.mime_type',
      'd.original_file_name',
      'd.turned',
      'd.has_content',
    )
  if (!document?.has_content) throw conflictStatus('The file of the document is no longer stored.')
  const pages = await db<RowOf<Page>>('pages').where({ annotation_id }).select('id', 'number', 'rotation_deg')
  return { ...document, pages: new Map(pages.map(({ id, ...page }) => [id, page])) }
}

/**
 * Creates one PDF per part from its pages, as they are displayed, with the requested rotation. Rejects with 400 if the pages cannot be
 * extracted from the file, or if the parts exceed 80 MB in total, and with 413 if the storage of the organization is full: parts may repeat a page,
 * so each edit could multiply a document.
 */
export async function makeFiles(
  deps: Pick<Deps, 'documents' | 'blobs' | 'db' | 'config'>,
  document: PagedDocument,
  parts: readonly Part[],
): Promise<PartFile[]> {
  if (parts.length === 0) return []
  await assertStorage(deps, document.organization_id)
  const bytes = await deps.blobs.get(documentKey(document.s3_name))
  const files: PartFile[] = []
  let size = 0
  try {
    for (const { name, pages } of parts) {
      const shown = shownPages(pages)
      const cut = await makePdf(deps, document, bytes, shown)
      size += cut.length
      if (size > MAX_BYTES) throw badRequest('The parts exceed 80 MB in total.')
      const turned = document.turned || shown.some(({ rotation_deg }) => rotation_deg !== 0)
      files.push({ ...describeFile({ name, bytes: cut }), turned })
    }
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    throw new ApiError(400, 'bad_request', `The pages cannot be extracted from the document: ${error.message}`)
  }
  return files
}

/** Readable files that the page copier rejects are rendered, like documents that are not PDF. */
const DRAWN_INSTEAD: readonly string[] = ['damaged', 'encrypted']

async function makePdf(
  { documents }: Pick<Deps, 'documents'>,
  document: PagedDocument,
  bytes: Uint8Array,
  chosen: PartPage[],
): Promise<Buffer> {
  const wanted = chosen.map(({ page_id, rotation_deg }) => ({ ...document.pages.get(page_id)!, turn: rotation_deg }))
  if (document.mime_type === MIME_TYPES.pdf) {
    const pages = wanted.map(({ number, rotation_deg, turn }) => ({
      page: number,
      rotation: (rotation_deg + turn) % 360,
    }))
    try {
      return Buffer.from(await documents.cutPages(bytes, pages))
    } catch (error) {
      if (!(error instanceof ReadError && DRAWN_INSTEAD.includes(error.code))) throw error
    }
  }
  const drawn: PdfPage[] = []
  for (const { number, rotation_deg, turn } of wanted) {
    const { png } = await documents.renderPage(bytes, { page: number, rotation: rotation_deg })
    const { pages } = await documents.picturePages(png, { maxPages: 1 })
    drawn.push({ ...pages[0]!, orientation: ORIENTATION[turn]! })
  }
  return writePicturePdf(drawn)
}

/** Clockwise rotation in degrees by Exif orientation. */
const ORIENTATION: Record<number, number> = { 0: 1, 90: 6, 180: 3, 270: 8 }

/** `scan_1.pdf` for `scan.tif`. */
export const partName = (original: string, number: number): string => `${stemOf(original)}_${number}.pdf`
/** `scan.pdf` for `scan.tif`: the name after a conversion to PDF. */
export const pdfName = (original: string): string => `${stemOf(original)}.pdf`

const stemOf = (name: string): string => name.replace(/(?<=.)\.[^.]{1,10}$/, '').slice(0, 240)
