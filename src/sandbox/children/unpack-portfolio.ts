import { openPdf } from '@sheaf/extraction/pages'
import { sniff } from '@sheaf/extraction/sniff'
import { ReadError } from '@sheaf/extraction/types'
import { cleanFileName } from '../../rules/input/file-names.ts'
import type { UnpackedFile } from '../types.ts'

/** As for archives (`unpackArchive`). */
const MAX_BYTES = 40 * 2 ** 20
const MAX_FILES = 1000

/** Returns the PDF files that are attached to a PDF file, such as a portfolio. Throws `ReadError` if there are none, or too many. */
export async function unpackPortfolio(bytes: Uint8Array): Promise<UnpackedFile[]> {
  const pdf = await openPdf(bytes)
  try {
    const files = pdf
      .attachments({ maxBytes: MAX_BYTES, maxFiles: MAX_FILES, maxSum: MAX_BYTES })
      .filter((file) => sniff(file.bytes) === 'pdf')
    if (files.length === 0) throw new ReadError('empty', 'The file has no attached PDF files.')
    return files.map((file) => ({ ...file, name: cleanFileName(file.name) || 'unnamed.pdf' }))
  } finally {
    pdf.close()
  }
}
