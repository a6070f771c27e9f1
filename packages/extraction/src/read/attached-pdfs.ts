/** Notes PDF files that are attached to a PDF file: they are not on its pages. */
import type { ReadDocument } from '../types.ts'
import type { PdfFile } from './pdf.ts'

/** Letters of a name, and names, that are shown. */
const MAX_NAME = 80
const MAX_NAMES = 10
const UNNAMED = 'unnamed'

/** Returns a note with the names of the attached PDF files, if there are any, and whether the file is a portfolio of them. */
export function noteAttached(pdf: PdfFile): Pick<ReadDocument, 'notes' | 'portfolio'> {
  const names = pdf.attachedPdfs(MAX_NAMES + 1)
  if (names.length === 0) return {}
  const shown = names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME) || UNNAMED)
  const list = [...shown, ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ')
  return {
    notes: [{ type: 'info', content: `Attached PDF files are not pages of this document: ${list}.` }],
    ...(pdf.isPortfolio() ? { portfolio: true as const } : {}),
  }
}
