import type { Deps } from '../../deps.ts'
import { MIME_TYPES } from '../../extraction/sniff.ts'
import { ReadError } from '../../extraction/types.ts'
import { bytesOf, type StoredFile } from '../documents/stored-file.ts'
import { refuseType } from '../documents/file-type.ts'
import { writePicturePdf } from './picture-pdf.ts'
import type { PdfPage } from './picture-pdf.ts'

/** More than anyone reviews as one document; also keeps a file of a million pages from being unrolled. */
const MAX_PAGES = 500
/** Of the pictures together; what a PDF adds around them stays within the 40 MB of an import. */
const MAX_BYTES = 39.5 * 2 ** 20
const PICTURES: ReadonlySet<string> = new Set([MIME_TYPES.png, MIME_TYPES.jpeg, MIME_TYPES.tiff])

export interface JoinedPictures {
  /** Named after the first picture. */
  file: { name: string; bytes: Buffer }
  /** Why the document cannot be imported, naming the file that is to blame; null when it can. */
  refuse(acceptedMimeTypes?: readonly string[]): string | null
}

/** Whether files sent to be joined are: several, and all of them pictures by their content. */
export const canJoin = (files: readonly StoredFile[]): boolean =>
  files.length > 1 && files.every(({ mime_type }) => PICTURES.has(mime_type))

/**
 * Several pictures as the pages of one PDF, in their order. They are opened in child processes, one by one, so that the
 * one that is at fault is known by name; a page that says so takes its place, and the others can still be seen.
 */
export async function joinPictures(
  { documents, blobs }: Pick<Deps, 'documents' | 'blobs'>,
  pictures: readonly StoredFile[],
): Promise<JoinedPictures> {
  const pages: PdfPage[] = []
  const faults: string[] = []
  let size = 0
  for (const picture of pictures) {
    const { name } = picture
    try {
      const room = MAX_PAGES - pages.length
      const bytes = await bytesOf({ blobs }, picture)
      const read = await documents.picturePages(bytes, { maxPages: room })
      if (read.pageCount > room) throw tooMany()
      size += read.pages.reduce((sum, page) => sum + page.bytes.length, 0)
      if (size > MAX_BYTES) throw new ReadError('too_large', 'It makes the joined document larger than 40 MB.')
      pages.push(...read.pages)
    } catch (error) {
      if (!(error instanceof ReadError)) throw error
      const fault = `${name}: ${error.message}`
      faults.push(fault)
      pages.push({ notice: fault })
      if (error.code === 'too_large') break
    }
  }
  return {
    file: { name: nameOf(pictures[0]!.name), bytes: writePicturePdf(pages) },
    // What the queue accepts is asked of the pictures: that they arrive as a PDF is our doing.
    refuse: (accepted) =>
      faults.join(' ') ||
      (pictures.map((file) => refuseType(file, accepted)).find((reason) => reason !== null) ?? null),
  }
}

const tooMany = (): ReadError =>
  new ReadError('too_large', `It makes the joined document longer than ${MAX_PAGES} pages.`)

const nameOf = (first: string): string => `${first.replace(/(?<=.)\.[^.]{1,10}$/, '').slice(0, 251)}.pdf`
