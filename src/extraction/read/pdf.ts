import { ReadError, type Box } from '../types.ts'
import type { Affine, CharacterStatistics, PlacedWord } from './pdf-characters.ts'
import { readCharacters } from './pdf-characters.ts'
import { guardPdfium, loadPdfium, readUtf16, type Pdfium } from './pdfium.ts'
import { straighten, turnBox } from './turn.ts'

/** The page image of a PDF has 150 dots per inch. */
export const PDF_DPI = 150

/** No bitmap is made above this; a page of absurd size is drawn smaller. */
const MAX_BITMAP_PIXELS = 40_000_000

export interface PdfText {
  /** Size of the upright page image in pixels at 150 dpi. */
  width: number
  height: number
  /** Degrees clockwise by which the page had to be turned so that its text reads upright. */
  rotation: 0 | 90 | 180 | 270
  words: PlacedWord[]
  statistics: CharacterStatistics
  /** Where pictures lie on the page, in pixels of the upright page image. */
  images: Box[]
}

export interface RawImage {
  data: Buffer
  width: number
  height: number
  channels: 1 | 3
}

export interface PdfFile {
  readonly pageCount: number
  /** Words with boxes of one page (0-based); `turned`: the page stays as the file says it stands. */
  readText(index: number, turned?: boolean): PdfText
  /** Size of the page image at 150 dpi, before any turning. */
  pageSize(index: number): { width: number; height: number }
  /** Draws one page (0-based) as grey or colour pixels; `width` and `height` win over `dpi`. */
  draw(index: number, options: { dpi?: number; width?: number; height?: number; grey: boolean }): RawImage
  /** Files attached to the document; those above `maxBytes` are left out. */
  attachments(maxBytes?: number): { name: string; bytes: Buffer }[]
  close(): void
}

/**
 * Opens a PDF file. Throws `ReadError` `encrypted` when it needs a password and `damaged` when it cannot be read.
 * Close it, or the memory of the WebAssembly instance grows.
 */
export async function openPdf(bytes: Uint8Array): Promise<PdfFile> {
  if (isCutOff(bytes)) throw new ReadError('damaged', 'The PDF file is cut off: its end is missing.')
  const module = await loadPdfium()
  const { document, data } = guardPdfium(() => loadDocument(module, bytes))
  const bolds = new Map<number, boolean>()
  const pageCount = guardPdfium(() => module._FPDF_GetPageCount(document))
  let closed = false
  const close = (): void => {
    if (closed) return
    closed = true
    try {
      module._FPDF_CloseDocument(document)
      module._free(data)
    } catch {
      // After an abort there is nothing left to close; the instance is dropped as a whole.
    }
  }
  if (pageCount < 1) {
    close()
    throw new ReadError('damaged', 'The PDF file has no pages that can be read.')
  }
  return {
    pageCount,
    readText: (index, turned = false) =>
      guardPdfium(() => withPage(module, document, index, (page) => readText(module, page, bolds, turned))),
    pageSize: (index) => guardPdfium(() => withPage(module, document, index, (page) => sizeOf(module, page))),
    draw: (index, options) =>
      guardPdfium(() => withPage(module, document, index, (page) => draw(module, page, options))),
    attachments: (maxBytes = 10_000_000) => guardPdfium(() => readAttachments(module, document, maxBytes)),
    close,
  }
}

const TAIL_BYTES = 64 * 1024

/**
 * PDFium repairs what it can and would show a file that lost its second half as pages without content. A whole file
 * ends with the place of its cross references; a linearized one also says its length at the start.
 */
function isCutOff(bytes: Uint8Array): boolean {
  const text = (from: number, to: number): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1')
  const head = text(0, Math.min(1024, bytes.length))
  const length = /\/Linearized\b[^>]*\/L\s+(\d+)/.exec(head)?.[1]
  if (length && Number(length) > bytes.length) return true
  return !/startxref|%%EOF/.test(text(Math.max(0, bytes.length - TAIL_BYTES), bytes.length))
}

/** Text with boxes of the first `maxPages` pages, and how many pages there are. */
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
  // 4 = a password is needed, 5 = a way of encryption that PDFium does not know.
  if (code === 4) throw new ReadError('encrypted', 'The PDF file is protected with a password.')
  if (code === 5) throw new ReadError('encrypted', 'The PDF file is encrypted in a way that cannot be opened.')
  throw new ReadError('damaged', 'The PDF file is damaged and cannot be read.')
}

function withPage<T>(module: Pdfium, document: number, index: number, work: (page: number) => T): T {
  let page = module._FPDF_LoadPage(document, index)
  if (!page) throw new ReadError('damaged', `Page ${index + 1} of the PDF file is damaged and cannot be read.`)
  try {
    // What is filled into form fields, and stamps, live in annotations: flattening makes them part of the page.
    if (hasDrawnAnnotations(module, page) && module._FPDFPage_Flatten(page, 0) === 1) {
      module._FPDF_ClosePage(page)
      page = module._FPDF_LoadPage(document, index)
    }
    return work(page)
  } finally {
    module._FPDF_ClosePage(page)
  }
}

const LINK = 2
const POPUP = 16

/** Links and closed notes draw nothing, and many pages have them: flattening means parsing the page twice. */
function hasDrawnAnnotations(module: Pdfium, page: number): boolean {
  const count = Math.min(module._FPDFPage_GetAnnotCount(page), 500)
  for (let index = 0; index < count; index++) {
    const annotation = module._FPDFPage_GetAnnot(page, index)
    if (!annotation) continue
    const subtype = module._FPDFAnnot_GetSubtype(annotation)
    module._FPDFPage_CloseAnnot(annotation)
    if (subtype !== LINK && subtype !== POPUP) return true
  }
  return false
}

function sizeOf(module: Pdfium, page: number): { width: number; height: number } {
  const toPixels = (points: number): number => Math.max(1, Math.round((points * PDF_DPI) / 72))
  return { width: toPixels(module._FPDF_GetPageWidthF(page)), height: toPixels(module._FPDF_GetPageHeightF(page)) }
}

function readText(module: Pdfium, page: number, bolds: Map<number, boolean>, turned: boolean): PdfText {
  const { width, height } = sizeOf(module, page)
  const toPixels = pixelTransform(module, page, width, height)
  const text = module._FPDFText_LoadPage(page)
  if (!text) throw new ReadError('damaged', 'The text of the PDF file is damaged and cannot be read.')
  try {
    const { words, statistics } = readCharacters(module, text, toPixels, bolds)
    const inside = words.filter((word) => isInside(word.box, width, height))
    const single = dropDoubles(inside)
    const upright = turned ? { words: single, width, height, rotation: 0 as const } : straighten(single, width, height)
    const images = imageBoxes(module, page, toPixels)
      .map((box) => clip(box, width, height))
      .map((box) => turnBox(box, upright.rotation, width, height))
    return { ...upright, statistics, images }
  } finally {
    module._FPDFText_ClosePage(text)
  }
}

/**
 * PDFium knows crop box and rotation of the page; three points tell the whole transform. The device is a thousand
 * times the image, because device coordinates are whole numbers.
 */
function pixelTransform(module: Pdfium, page: number, width: number, height: number): Affine {
  const scale = Math.max(1, Math.floor(1_000_000 / Math.max(width, height)))
  const out = module._malloc(8)
  const project = (x: number, y: number): [number, number] => {
    module._FPDF_PageToDevice(page, 0, 0, width * scale, height * scale, 0, x, y, out, out + 4)
    return [module.HEAP32[out >> 2]! / scale, module.HEAP32[(out >> 2) + 1]! / scale]
  }
  const unit = 1000
  const [e, f] = project(0, 0)
  const [ax, ay] = project(unit, 0)
  const [cx, cy] = project(0, unit)
  module._free(out)
  return { a: (ax - e) / unit, b: (ay - f) / unit, c: (cx - e) / unit, d: (cy - f) / unit, e, f }
}

function isInside(box: Box, width: number, height: number): boolean {
  const x = (box[0] + box[2]) / 2
  const y = (box[1] + box[3]) / 2
  return x >= 0 && y >= 0 && x <= width && y <= height
}

/** Bold is sometimes faked by printing a word twice with a small shift. */
function dropDoubles(words: PlacedWord[]): PlacedWord[] {
  const seen = new Map<string, PlacedWord[]>()
  return words.filter((word) => {
    const others = seen.get(word.text)
    if (!others) {
      seen.set(word.text, [word])
      return true
    }
    const near = 0.25 * word.size
    const double = others.some(
      (other) => Math.abs(other.box[0] - word.box[0]) < near && Math.abs(other.box[1] - word.box[1]) < near,
    )
    if (!double) others.push(word)
    return !double
  })
}

const clip = (box: Box, width: number, height: number): Box => [
  Math.max(0, Math.min(width, box[0])),
  Math.max(0, Math.min(height, box[1])),
  Math.max(0, Math.min(width, box[2])),
  Math.max(0, Math.min(height, box[3])),
]

const IMAGE = 3

/** Pictures placed directly on the page; at most 200, since some files are made of thousands of slivers. */
function imageBoxes(module: Pdfium, page: number, t: Affine): Box[] {
  const boxes: Box[] = []
  const count = Math.min(module._FPDFPage_CountObjects(page), 20_000)
  const out = module._malloc(16)
  for (let index = 0; index < count && boxes.length < 200; index++) {
    const object = module._FPDFPage_GetObject(page, index)
    if (module._FPDFPageObj_GetType(object) !== IMAGE) continue
    if (module._FPDFPageObj_GetBounds(object, out, out + 4, out + 8, out + 12) !== 1) continue
    const [left, bottom, right, top] = module.HEAPF32.subarray(out >> 2, (out >> 2) + 4)
    const x1 = t.a * left! + t.c * bottom! + t.e
    const y1 = t.b * left! + t.d * bottom! + t.f
    const x2 = t.a * right! + t.c * top! + t.e
    const y2 = t.b * right! + t.d * top! + t.f
    boxes.push([Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)])
  }
  module._free(out)
  return boxes
}

const GREY = 1
const BGR = 2
const ANNOTATIONS = 0x01
const GREYSCALE = 0x08
const REVERSE_BYTES = 0x10

function draw(
  module: Pdfium,
  page: number,
  options: { dpi?: number; width?: number; height?: number; grey: boolean },
): RawImage {
  const size = sizeOf(module, page)
  const scale = (options.dpi ?? PDF_DPI) / PDF_DPI
  let width = options.width ?? Math.max(1, Math.round(size.width * scale))
  let height = options.height ?? Math.max(1, Math.round(size.height * scale))
  const excess = Math.sqrt((width * height) / MAX_BITMAP_PIXELS)
  if (excess > 1) {
    width = Math.max(1, Math.floor(width / excess))
    height = Math.max(1, Math.min(Math.floor(height / excess), Math.floor(MAX_BITMAP_PIXELS / width)))
  }
  const channels = options.grey ? 1 : 3
  const stride = (width * channels + 3) & ~3
  const buffer = module._malloc(stride * height)
  if (!buffer) throw new ReadError('too_many_pixels', 'The page is too large to be drawn.')
  const bitmap = module._FPDFBitmap_CreateEx(width, height, options.grey ? GREY : BGR, buffer, stride)
  try {
    module._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
    const flags = ANNOTATIONS | (options.grey ? GREYSCALE : REVERSE_BYTES)
    module._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
    const data = Buffer.allocUnsafe(width * height * channels)
    for (let row = 0; row < height; row++) {
      const from = buffer + row * stride
      data.set(module.HEAPU8.subarray(from, from + width * channels), row * width * channels)
    }
    return { data, width, height, channels }
  } finally {
    module._FPDFBitmap_Destroy(bitmap)
    module._free(buffer)
  }
}

function readAttachments(module: Pdfium, document: number, maxBytes: number): { name: string; bytes: Buffer }[] {
  const found: { name: string; bytes: Buffer }[] = []
  const count = Math.min(module._FPDFDoc_GetAttachmentCount(document), 20)
  const out = module._malloc(8)
  for (let index = 0; index < count; index++) {
    const attachment = module._FPDFDoc_GetAttachment(document, index)
    if (!attachment) continue
    const name = readName(module, attachment)
    if (module._FPDFAttachment_GetFile(attachment, 0, 0, out) !== 1) continue
    const length = module.HEAPU32[out >> 2]!
    if (length === 0 || length > maxBytes) continue
    const buffer = module._malloc(length)
    if (!buffer) continue
    if (module._FPDFAttachment_GetFile(attachment, buffer, length, out) === 1) {
      found.push({ name, bytes: Buffer.from(module.HEAPU8.slice(buffer, buffer + length)) })
    }
    module._free(buffer)
  }
  module._free(out)
  return found
}

function readName(module: Pdfium, attachment: number): string {
  const length = Math.min(module._FPDFAttachment_GetName(attachment, 0, 0), 2000)
  if (length < 2) return ''
  const buffer = module._malloc(length)
  module._FPDFAttachment_GetName(attachment, buffer, length)
  const name = readUtf16(module, buffer, length)
  module._free(buffer)
  return name
}
