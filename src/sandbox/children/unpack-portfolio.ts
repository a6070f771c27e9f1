import { openPdf } from '@sheaf/extraction/pages'
import { sniff } from '@sheaf/extraction/sniff'
import { ReadError } from '@sheaf/extraction/types'
import { cleanFileName } from '../../rules/input/file-names.ts'
import type { UnpackedFile } from '../types.ts'

/** Returns the PDF files that are attached to a PDF file, such as a portfolio. Throws `ReadError` if there are none, or too many. */
export async function unpackPortfolio(bytes: Uint8Array): Promise<UnpackedFile[]> {
  const pdf = await openPdf(bytes)
  try {
    const files = pdf.attachments({ isStrict: true }).filter((file) => sniff(file.bytes) === 'pdf')
    if (files.length === 0) throw new ReadError('empty', 'The file has no attached PDF files.')
    return files.map((file) => ({ ...file, name: cleanFileName(file.name) || 'unnamed.pdf' }))
  } finally {
    pdf.close()
  }
}
