import type { Barcode, Box, Page, Word } from '../types.ts'
import { groupLines } from './lines.ts'
import type { OcrEngine, OcrImage } from './ocr/types.ts'
import type { PdfFile } from './pdf.ts'
import type { PdfText } from './pdf-text.ts'
import { SCAN_SHARE } from './pdf-sight.ts'
import { scanPaymentCodes } from './payment-codes.ts'
import { INK_LEVELS, PDF_DPI } from './pdf-drawing.ts'

/** Returns the OCR engine, opened on first use: most documents need none, and models take a second to load. */
export type OcrProvider = () => Promise<OcrEngine>

/** Higher resolutions do not improve OCR (docs/decisions/ocr): at 200-300 dpi letters are large enough. */
const SCAN_DPI = 250

/** Maximum size of an image for OCR; 16 million pixels are an A3 page at 250 dpi. */
export const MAX_OCR_PIXELS = 16_000_000

/** Returns the resolution for OCR of a page of this size in pixels. */
export const dpiFor = ({ width, height }: { width: number; height: number }): number =>
  Math.min(SCAN_DPI, PDF_DPI * Math.sqrt(MAX_OCR_PIXELS / (width * height)))

/**
 * Reads a PDF page (0-based) from its image. `text` contains the size of the page; null if even that failed. `turned`: it is upright
 * already.
 */
export async function scanPdfPage(pdf: PdfFile, index: number, ocr: OcrProvider, turned = false): Promise<Page> {
  const size = pdf.pageSize(index)
  const picture = await drawScan(pdf, index, size, dpiFor(size))
  if (isBlank(picture)) return { number: index + 1, ...size, rotation: 0, source: 'text', words: [], lines: [] }
  const engine = await ocr()
  const read = await engine.read(picture, { asItLies: turned })
  const quarter = read.rotation === 90 || read.rotation === 270
  const width = quarter ? size.height : size.width
  const height = quarter ? size.width : size.height
  const words = scaleWords(read.words, width / read.width, height / read.height)
  const { rotation } = read
  const codes = await scanPaymentCodes(picture, { width, height }, rotation)
  const lines = groupLines(words)
  return { number: index + 1, width, height, rotation, source: 'ocr', words, lines, ...codesOf(codes) }
}

/** Returns the picture of a page for OCR: as its scanner stored it, otherwise rendered. */
async function drawScan(
  pdf: PdfFile,
  index: number,
  size: Pick<Page, 'width' | 'height'>,
  dpi: number,
): Promise<OcrImage> {
  const jpeg = pdf.scanOf(index)
  if (jpeg) {
    const { decodeScan } = await import('./stored-scan.ts')
    const scale = dpi / PDF_DPI
    const wanted = { width: Math.ceil(size.width * scale), height: Math.ceil(size.height * scale) }
    const picture = await decodeScan(jpeg, wanted)
    if (picture) return picture
  }
  return pdf.draw(index, { dpi, grey: true })
}

/** The property of a page that has payment codes. */
export const codesOf = (codes: Barcode[]): Pick<Page, 'paymentCodes'> => (codes.length ? { paymentCodes: codes } : {})

/** Maximum number of images with text (usually letterheads) that are read on a text page. */
const MAX_PICTURES = 3

/**
 * Reads words in images of a page with a good text layer, except where text covers them: the issuer's name and address are often part of a
 * logo.
 */
export async function scanPictures(pdf: PdfFile, index: number, page: PdfText, ocr: OcrProvider): Promise<Word[]> {
  const regions = pickPictures(page)
  if (regions.length === 0) return []
  const scale = SCAN_DPI / PDF_DPI
  if (page.width * page.height * scale * scale > MAX_OCR_PIXELS) return []
  const picture = pdf.draw(index, { dpi: SCAN_DPI, grey: true })
  const engine = await ocr()
  // Without the neural models an image takes longer than the whole page, with worse results.
  if (!engine.name.startsWith('ppocr')) return []
  const words: Word[] = []
  for (const region of regions) {
    const part = crop(picture, region, picture.width / page.width, picture.height / page.height)
    if (!part || isBlank(part.image)) continue
    const read = await engine.read(part.image)
    if (read.rotation !== 0) continue
    for (const word of scaleWords(read.words, page.width / picture.width, page.height / picture.height)) {
      if (word.confidence < 0.6) continue
      const [x, y] = [(part.left * page.width) / picture.width, (part.top * page.height) / picture.height]
      words.push({ ...word, box: [word.box[0] + x, word.box[1] + y, word.box[2] + x, word.box[3] + y] })
    }
  }
  return words
}

function pickPictures(page: PdfText): Box[] {
  if (page.rotation !== 0) return []
  const whole = page.width * page.height
  const area = (box: Box): number => (box[2] - box[0]) * (box[3] - box[1])
  const regions = page.images.filter((box) => {
    const width = box[2] - box[0]
    const height = box[3] - box[1]
    if (width < 80 || height < 20 || area(box) < 0.004 * whole || area(box) > SCAN_SHARE * whole) return false
    return !page.words.some((word) => liesIn(word.box, box))
  })
  const apart = regions.filter((box, i) => !regions.some((other, j) => j < i && overlap(box, other) > 0.3 * area(box)))
  return apart.sort((a, b) => area(b) - area(a)).slice(0, MAX_PICTURES)
}

function liesIn(word: Box, box: Box): boolean {
  const x = (word[0] + word[2]) / 2
  const y = (word[1] + word[3]) / 2
  return x > box[0] && x < box[2] && y > box[1] && y < box[3]
}

/** Returns the area that two boxes have in common. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0])
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  return width > 0 && height > 0 ? width * height : 0
}

function crop(
  image: OcrImage,
  box: Box,
  scaleX: number,
  scaleY: number,
): { image: OcrImage; left: number; top: number } | undefined {
  const left = Math.max(0, Math.floor(box[0] * scaleX) - 4)
  const top = Math.max(0, Math.floor(box[1] * scaleY) - 4)
  const width = Math.min(image.width, Math.ceil(box[2] * scaleX) + 4) - left
  const height = Math.min(image.height, Math.ceil(box[3] * scaleY) + 4) - top
  if (width < 20 || height < 20) return undefined
  const { channels } = image
  const data = Buffer.allocUnsafe(width * height * channels)
  for (let row = 0; row < height; row++) {
    const from = ((top + row) * image.width + left) * channels
    image.data.copy(data, row * width * channels, from, from + width * channels)
  }
  return { image: { data, width, height, channels }, left, top }
}

/** A prime number, so that a sample of the pixels visits all columns and channels. */
const SAMPLED = 61

/** Returns true if there is no ink: all pixels have nearly the same brightness. */
export function isBlank(image: OcrImage): boolean {
  const { data } = image
  let low = 255
  let high = 0
  const isEven = (step: number): boolean => {
    for (let at = 0; at < data.length; at += step) {
      const value = data[at]!
      if (value < low) low = value
      if (value > high) high = value
      if (high - low > INK_LEVELS) return false
    }
    return true
  }
  // A few pixels of most pages show ink; only those of a blank page must all be read.
  return isEven(SAMPLED) && isEven(1)
}

/** Scales words to an image of another size. */
export function scaleWords(words: Word[], x: number, y: number): Word[] {
  return words.map((word) => ({
    ...word,
    box: [word.box[0] * x, word.box[1] * y, word.box[2] * x, word.box[3] * y],
    size: word.size * y,
  }))
}
