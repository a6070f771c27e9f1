/** Describes the files of a message: sizes of pictures and PDF files, and pictures that cannot be read. */
import { measure } from '@sheaf/extraction/pictures'
import { openPdf } from '@sheaf/extraction/pages'
import { isPicture, MIME_TYPES, PICTURE_TYPES, sniff } from '@sheaf/extraction/sniff'
import { ReadError } from '@sheaf/extraction/types'
import type { EmailPart, ParsedEmailFile } from '../email-types.ts'

type Description = Partial<Pick<EmailPart, 'state' | 'width' | 'height' | 'pages'>>

/** Pages of a PDF are measured at 300 dpi; the reader draws them at 150. */
const SCALE = 300 / 150

/** Mime types of pictures, and other names of them. */
const PICTURES: ReadonlySet<string> = new Set([
  ...PICTURE_TYPES.map((type) => MIME_TYPES[type]),
  'image/jpg',
  'image/tif',
  'image/heif',
  'image/x-ms-bmp',
])

const showsPicture = ({ declared, bytes }: ParsedEmailFile): boolean => {
  const type = sniff(bytes)
  return isPicture(type) || (type === 'unknown' && PICTURES.has(declared))
}

/** Returns what is known about a file. A file that cannot be opened is not an error here: its import reports the reason. */
export async function describePart(file: ParsedEmailFile): Promise<Description> {
  if (sniff(file.bytes) === 'pdf') return describePdf(file.bytes)
  if (!showsPicture(file)) return {}
  try {
    const { width, height, pages } = await measure(file.bytes, 0)
    return { width: width ?? null, height: height ?? null, pages }
  } catch {
    return { state: 'broken_image' }
  }
}

async function describePdf(bytes: Uint8Array): Promise<Description> {
  try {
    const pdf = await openPdf(bytes)
    try {
      const { width, height } = pdf.pageSize(0)
      return { width: Math.round(width * SCALE), height: Math.round(height * SCALE), pages: pdf.pageCount }
    } finally {
      pdf.close()
    }
  } catch (error) {
    if (error instanceof ReadError) return {}
    throw error
  }
}
