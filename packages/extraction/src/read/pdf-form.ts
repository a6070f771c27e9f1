/** Recognises PDF files that are forms of the XML Forms Architecture, whose pages only few programs can show. */
import { ReadError } from '../types.ts'
import { countFields } from './pdf-annotations.ts'
import type { Pdfium } from './pdfium.ts'

/** Kinds of forms in PDFium: pages that are made when they are opened, and pages with form fields. */
const XFA_FULL = 2
const XFA_FOREGROUND = 3

/**
 * Throws `ReadError` `unsupported` for a form whose pages are made of XML when it is opened: the file has one page instead, which asks to wait or
 * to use another program. Forms with pages of their own can be read.
 */
export function refuseXfa(module: Pdfium, document: number, pageCount: number): void {
  const type = module._FPDF_GetFormType(document)
  if (type === XFA_FULL || (type === XFA_FOREGROUND && pageCount === 1 && !hasFields(module, document)))
    throw new ReadError(
      'unsupported',
      'The PDF file is an XFA form, whose pages cannot be read. Open it in Adobe Acrobat, print it to a new PDF file, and import that file.',
    )
}

function hasFields(module: Pdfium, document: number): boolean {
  const page = module._FPDF_LoadPage(document, 0)
  if (!page) return true
  try {
    return countFields(module, page) > 0
  } finally {
    module._FPDF_ClosePage(page)
  }
}
