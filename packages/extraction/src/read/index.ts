/** Reads a file of any supported type as pages of words with boxes. */
import { inMegabytes, MAX_FILE_BYTES } from '../limits.ts'
import { isPicture } from '../sniff.ts'
import { ReadError, type Page, type ReadDocument, type Word } from '../types.ts'
import { noteAttached } from './attached-pdfs.ts'
import { readEmbeddedXml } from './embedded-xml.ts'
import { identify } from './identify.ts'
import { groupLines } from './lines.ts'
import type { OcrEngine } from './ocr/types.ts'
import { openPdf, type PdfFile } from './pdf.ts'
import type { PdfText } from './pdf-text.ts'
import type { PlacedWord } from './pdf-words.ts'
import { findPaymentCodes } from './payment-codes.ts'
import { codesOf, scanPdfPage, scanPictures, type OcrProvider } from './scan.ts'
import { hasUnreadScan, scanAround } from './scan-around.ts'
import { judgeText } from './text-quality.ts'

export interface ReadOptions {
  /** Maximum number of pages to read; default 32. */
  maxPages?: number
  /** Languages for OCR, ISO 639-3. */
  languages?: string[]
  /** Folder of the OCR models; tesseract is used if undefined. */
  modelsDir?: string
  /** Whether to return the e-invoice attached to a PDF; default true. */
  embeddedXml?: boolean
  /** Whether to read text in images on pages that have a text layer; default true. */
  pictures?: boolean
  /** Set if a user has rotated the pages of the PDF: they are then not rotated automatically. */
  turned?: boolean
  /** As sent, for messages only; the type of a file is determined by its content. */
  fileName?: string
  /** Whether to read barcodes on the pages of PDF files and images; default false. */
  barcodes?: boolean
  /** Called after each page. */
  onPage?: () => void
  /** Overrides the engine selected by `modelsDir` and `languages`. */
  ocr?: OcrProvider
}

/**
 * Reads a file of any supported type into pages of words with boxes. Throws `ReadError` with a sentence for the uploading user. Must run
 * where a crash or an endless loop does no harm (src/sandbox). What only some documents need is loaded on first use: loading everything takes
 * longer than reading a page of text.
 */
export async function readDocument(bytes: Uint8Array, options: ReadOptions = {}): Promise<ReadDocument> {
  const maxPages = options.maxPages ?? 32
  if (bytes.length === 0) throw new ReadError('empty', 'The file is empty.')
  if (bytes.length > MAX_FILE_BYTES)
    throw new ReadError('too_large', `The file is larger than ${inMegabytes(MAX_FILE_BYTES)}.`)
  const used = new Set<string>()
  const ocr = async (): Promise<OcrEngine> => {
    const engine = await (options.ocr ?? (async () => (await import('./warm-ocr.ts')).warmOcr(options)))()
    used.add(engine.name)
    return engine
  }
  const type = await identify(bytes)
  if (type === 'pdf') {
    const read = await readPdf(bytes, { ...options, maxPages, ocr, hasOcr: options.ocr !== undefined })
    const document = options.barcodes ? await withBarcodes(bytes, read, options) : read
    return { ...document, reader: ['pdfium', ...used].join(' + ') }
  }
  if (isPicture(type)) {
    const { readImage } = await import('./images.ts')
    const read = await readImage(bytes, { maxPages, ocr, onPage: options.onPage })
    const document = options.barcodes ? await withBarcodes(bytes, read, options) : read
    return { ...document, reader: [...used].join(' + ') || 'sharp' }
  }
  const { OFFICE_READERS, readOffice } = await import('./office/index.ts')
  return { ...(await readOffice(bytes, type, { maxPages })), reader: OFFICE_READERS[type] }
}

async function withBarcodes<Read extends { pages: Page[] }>(
  bytes: Uint8Array,
  read: Read,
  { onPage }: ReadOptions,
): Promise<Read> {
  const pages = read.pages.map(({ number, rotation }) => ({ page: number, rotation }))
  const { readBarcodes } = await import('./barcodes.ts')
  const found = await readBarcodes(bytes, pages, onPage)
  return { ...read, pages: read.pages.map((page, index) => ({ ...page, barcodes: found[index]?.barcodes ?? [] })) }
}

type PdfOptions = ReadOptions & { ocr: OcrProvider; hasOcr: boolean }

async function readPdf(
  bytes: Uint8Array,
  options: PdfOptions & { maxPages: number },
): Promise<Omit<ReadDocument, 'reader'>> {
  const pdf = await openPdf(bytes)
  try {
    const pages: Page[] = []
    for (let index = 0; index < Math.min(pdf.pageCount, options.maxPages); index++) {
      pages.push(await readPdfPage(pdf, index, options))
      options.onPage?.()
    }
    const embeddedXml = options.embeddedXml === false ? undefined : readEmbeddedXml(pdf)
    return { pages, pageCount: pdf.pageCount, ...(embeddedXml ? { embeddedXml } : {}), ...noteAttached(pdf) }
  } finally {
    pdf.close()
  }
}

async function readPdfPage(pdf: PdfFile, index: number, options: PdfOptions & { maxPages: number }): Promise<Page> {
  const text = pdf.readText(index, options.turned)
  const page = await readSeen(pdf, index, text, options)
  return { ...page, ...hiddenOf(text) }
}

async function readSeen(
  pdf: PdfFile,
  index: number,
  text: PdfText,
  options: PdfOptions & { maxPages: number },
): Promise<Page> {
  const { ocr, turned } = options
  const quality = judgeText(text)
  if (quality === 'garbage' || text.words.length === 0) return scanPdfPage(pdf, index, ocr, turned)
  const letterhead = index === 0 && mayReadPictures(options)
  if (quality === 'empty' || hasUnreadScan(text)) {
    // A short text, such as a page number on an otherwise blank page, may be the whole content.
    const page = await scanAround(pdf, index, text, { ocr, turned, letterhead, isShort: quality === 'empty' })
    if (page) return page
  }
  const words = plainWords(text.words)
  if (letterhead && quality === 'good') {
    // Words in a letterhead are optional: a page with a text layer never fails because they cannot be read.
    words.push(...(await scanPictures(pdf, index, text, ocr).catch(() => [])))
  }
  const pages = Math.min(pdf.pageCount, options.maxPages)
  const codes = await findPaymentCodes(pdf, { index, pages }, text)
  return { ...pageOf(text, index, words), ...codesOf(codes) }
}

/** Not with the fallback engine, which takes longer for a logo than for the rest of the page. */
const mayReadPictures = (options: PdfOptions): boolean =>
  options.pictures !== false && (options.modelsDir !== undefined || options.hasOcr)

function pageOf(text: PdfText, index: number, words: Page['words']): Page {
  const { width, height, rotation } = text
  return { number: index + 1, width, height, rotation, source: 'text', words, lines: groupLines(words) }
}

/** The properties that only the reader of PDF files needs are removed. */
const plainWords = (words: readonly PlacedWord[]): Word[] =>
  words.map(({ direction: _, layer: _layer, ...word }) => word)

/** The property of a page that contains text which it does not show. */
const hiddenOf = ({ hidden }: PdfText): Pick<Page, 'hidden'> => (hidden.length ? { hidden: plainWords(hidden) } : {})
