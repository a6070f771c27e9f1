import type { Deps } from '../../deps.ts'
import { MIME_TYPES, PICTURE_TYPES } from '@sheaf/extraction/sniff'
import { ReadError } from '@sheaf/extraction/types'
import { bytesOf, type StoredFile } from '../documents/stored-file.ts'
import { refuseType } from '../documents/file-type.ts'
import { writePicturePdf } from './picture-pdf.ts'
import type { PdfPage } from './picture-pdf.ts'

/** More pages than a user would review as one document; also prevents a file of a million pages from being expanded. */
const MAX_PAGES = 500
/** Limit for all pictures; with the PDF structures, the result stays within the 40 MB of an import. */
const MAX_BYTES = 39.5 * 2 ** 20
const PICTURES: ReadonlySet<string> = new Set(PICTURE_TYPES.map((type) => MIME_TYPES[type]))

export interface JoinedPictures {
  /** Named after the first picture. */
  file: { name: string; bytes: Buffer }
  /** Returns the reason why the document cannot be imported, naming the file that caused it; null if it can. */
  refuse(acceptedMimeTypes?: readonly string[]): string | null
}

/** Returns true if the files can be joined: several files, and all of them pictures by their content. */
export const canJoin = (files: readonly StoredFile[]): boolean =>
  files.length > 1 && files.every(({ mime_type }) => PICTURES.has(mime_type))

/**
 * Writes several pictures as the pages of one PDF, in their order. Each is opened in a child process of its own, so that an unreadable
 * picture is identified by name. A page with the error replaces it, and the others remain visible.
 */
export async function joinPictures(
  { documents, blobs }: Pick<Deps, 'documents' | 'blobs'>,
  pictures: readonly StoredFile[],
): Promise<JoinedPictures> {
  const pages: PdfPage[] = []
  const errors: string[] = []
  let size = 0
  for (const picture of pictures) {
    const { name } = picture
    try {
      const room = MAX_PAGES - pages.length
      const bytes = await bytesOf({ blobs }, picture)
      const read = await documents.picturePages(bytes, { maxPages: room })
      if (read.pageCount > room) throw tooMany()
      size += read.pages.reduce((sum, page) => sum + page.bytes.length, 0)
      if (size > MAX_BYTES) throw new ReadError('too_large', 'The joined document would exceed 40 MB.')
      pages.push(...read.pages)
    } catch (error) {
      if (!(error instanceof ReadError)) throw error
      const reason = `${name}: ${error.message}`
      errors.push(reason)
      pages.push({ notice: reason })
      if (error.code === 'too_large') break
    }
  }
  return {
    file: { name: nameOf(pictures[0]!.name), bytes: writePicturePdf(pages) },
    // The accepted types apply to the pictures: the PDF is created by this service.
    refuse: (accepted) =>
      errors.join(' ') ||
      (pictures.map((file) => refuseType(file, accepted)).find((reason) => reason !== null) ?? null),
  }
}

const tooMany = (): ReadError => new ReadError('too_large', `The joined document would exceed ${MAX_PAGES} pages.`)

const nameOf = (first: string): string => `${first.replace(/(?<=.)\.[^.]{1,10}$/, '').slice(0, 251)}.pdf`
