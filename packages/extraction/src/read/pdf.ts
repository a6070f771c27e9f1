import { ReadError, type Box } from '../types.ts'
import { flattenAnnotations } from './pdf-annotations.ts'
import { nameAttachedPdfs, readAttachments, type AttachmentLimits } from './pdf-attachments.ts'
import { refuseXfa } from './pdf-form.ts'
import { drawPage, drawPart, sizeOfPage, type RawImage } from './pdf-drawing.ts'
import { isPortfolio, mayHaveLayers } from './pdf-catalogue.ts'
import { readPageText, type FileFacts, type PdfText } from './pdf-text.ts'
import { findScan, mayChangeImages } from './pdf-scan.ts'
import { guardPdfium, loadPdfium, releasePdfium, type Pdfium } from './pdfium.ts'

export interface PdfFile {
  readonly pageCount: number
  /** Returns the words with boxes of one page (0-based); `turned`: the page keeps the rotation of the file. */
  readText(index: number, turned?: boolean): PdfText
  /** Returns the size of the page image at 150 dpi, before any rotation. */
  pageSize(index: number): { width: number; height: number }
  /** Renders one page (0-based) as grey or colour pixels; `width` and `height` override `dpi`. */
  draw(index: number, options: { dpi?: number; width?: number; height?: number; grey: boolean }): RawImage
  /** Returns the JPEG file of a page (0-based) that shows nothing else. */
  scanOf(index: number): Buffer | undefined
  /** Renders a part of a page (0-based) in grey; `part` is a box in pixels of the page image before any rotation. */
  drawPart(index: number, part: Box, dpi: number): RawImage
  /** Returns files attached to the document. */
  attachments(limits?: AttachmentLimits): { name: string; bytes: Buffer }[]
  /** Returns the names of attached PDF files, at most `most`. */
  attachedPdfs(most: number): string[]
  /** Whether the file says that it is a cover for the files that are attached to it. */
  isPortfolio(): boolean
  close(): void
}

/**
 * Opens a PDF file. Throws `ReadError` `encrypted` if it requires a password, `damaged` if it cannot be read, and `unsupported` if it is a form
 * without pages. Must be closed, otherwise the memory of the WebAssembly instance grows.
 */
export async function openPdf(bytes: Uint8Array): Promise<PdfFile> {
  if (isCutOff(bytes)) throw new ReadError('damaged', 'The PDF file is truncated: its end is missing.')
  const module = await loadPdfium()
  const { document, data } = guardPdfium(() => loadDocument(module, bytes))
  let layers: boolean | undefined
  const facts: FileFacts = { bolds: new Map(), hasLayers: () => (layers ??= mayHaveLayers(bytes)) }
  const pageCount = guardPdfium(() => module._FPDF_GetPageCount(document))
  const pages = new OpenPage(module, document)
  let closed = false
  const close = (): void => {
    if (closed) return
    closed = true
    try {
      pages.close()
      module._FPDF_CloseDocument(document)
      module._free(data)
      releasePdfium(module)
    } catch {
      // After an abort there is nothing to close; the whole instance is dropped.
    }
  }
  if (pageCount < 1) {
    close()
    throw new ReadError('damaged', 'The PDF file has no pages that can be read.')
  }
  try {
    guardPdfium(() => refuseXfa(module, document, pageCount))
  } catch (error) {
    close()
    throw error
  }
  return {
    pageCount,
    readText: (index, turned = false) => pages.use(index, (page) => readPageText(module, page, facts, turned)),
    pageSize: (index) => pages.use(index, (page) => sizeOfPage(module, page)),
    draw: (index, options) => pages.use(index, (page) => drawPage(module, page, options)),
    scanOf: (index) => (mayChangeImages(bytes) ? undefined : pages.use(index, (page) => findScan(module, page))),
    drawPart: (index, part, dpi) => pages.use(index, (page) => drawPart(module, page, part, dpi)),
    attachments: (limits) => guardPdfium(() => readAttachments(module, document, limits)),
    attachedPdfs: (most) => guardPdfium(() => nameAttachedPdfs(module, document, most)),
    isPortfolio: () => isPortfolio(bytes),
    close,
  }
}

const TAIL_BYTES = 64 * 1024

/**
 * PDFium repairs damaged files and would read a file without its second half as pages without content. A complete file ends with the
 * position of its cross references; a linearized one also contains its length at the start.
 */
function isCutOff(bytes: Uint8Array): boolean {
  const text = (from: number, to: number): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1')
  const head = text(0, Math.min(1024, bytes.length))
  const length = /\/Linearized\b[^>]*\/L\s+(\d+)/.exec(head)?.[1]
  if (length && Number(length) > bytes.length) return true
  return !/startxref|%%EOF/.test(text(Math.max(0, bytes.length - TAIL_BYTES), bytes.length))
}

/** Returns the text with boxes of the first `maxPages` pages, and the number of pages. */
export async function readPdfText(
  bytes: Uint8Array,
  options: { maxPages: number },
): Promise<{ pageCount: number; pages: PdfText[] }> {
  const pdf = await openPdf(bytes)
  try {
    const pages: PdfText[] = []
    for (let index = 0; index < Math.min(pdf.pageCount, options.maxPages); index++) pages.push(pdf.readText(index))
    return { pageCount: pdf.pageCount, pages }
  } finally {
    pdf.close()
  }
}

function loadDocument(module: Pdfium, bytes: Uint8Array): { document: number; data: number } {
  const data = module._malloc(bytes.length)
  if (!data) throw new ReadError('too_large', 'The PDF file is too large to be opened.')
  module.HEAPU8.set(bytes, data)
  const document = module._FPDF_LoadMemDocument(data, bytes.length, 0)
  if (document) return { document, data }
  const code = module._FPDF_GetLastError()
  module._free(data)
  // 4: a password is required; 5: an encryption method that PDFium does not support.
  if (code === 4) throw new ReadError('encrypted', 'The PDF file is protected with a password.')
  if (code === 5) throw new ReadError('encrypted', 'The PDF file is encrypted with an unsupported method.')
  throw new ReadError('damaged', 'The PDF file is damaged and cannot be read.')
}

/**
 * The page that was used last. Parsing a page and decoding its pictures take longer than most of what is asked of it, and one page is asked for
 * several things in a row: its text, its codes, its picture.
 */
class OpenPage {
  readonly #module: Pdfium
  readonly #document: number
  #open: { index: number; page: number } | undefined

  constructor(module: Pdfium, document: number) {
    this.#module = module
    this.#document = document
  }

  /** Runs `work` on a page (0-based). Throws `ReadError` `damaged` if the page cannot be loaded. */
  use<T>(index: number, work: (page: number) => T): T {
    return guardPdfium(() => {
      const page = this.#get(index)
      try {
        return work(page)
      } catch (error) {
        // Nothing is known of the page after a crash.
        if (!(error instanceof ReadError)) this.#open = undefined
        throw error
      }
    })
  }

  close(): void {
    const page = this.#open?.page
    this.#open = undefined
    if (page !== undefined) this.#module._FPDF_ClosePage(page)
  }

  #get(index: number): number {
    if (this.#open?.index === index) return this.#open.page
    this.close()
    let page = this.#load(index)
    if (flattenAnnotations(this.#module, page)) {
      this.#module._FPDF_ClosePage(page)
      page = this.#load(index)
    }
    this.#open = { index, page }
    return page
  }

  #load(index: number): number {
    const page = this.#module._FPDF_LoadPage(this.#document, index)
    if (!page) throw new ReadError('damaged', `Page ${index + 1} of the PDF file is damaged and cannot be read.`)
    return page
  }
}
