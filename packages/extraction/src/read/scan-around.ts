/** Reads pages of a PDF that are partly text and partly pictures of text, such as a scan with a line by the program that made it. */
import type { Box, Page, Word } from '../types.ts'
import { groupLines } from './lines.ts'
import type { OcrImage } from './ocr/types.ts'
import type { PdfFile } from './pdf.ts'
import { INK_LEVELS } from './pdf-drawing.ts'
import { SCAN_SHARE } from './pdf-sight.ts'
import type { PdfText } from './pdf-text.ts'
import type { PlacedWord } from './pdf-words.ts'
import { scanPaymentCodes } from './payment-codes.ts'
import { codesOf, dpiFor, isBlank, type OcrProvider, overlap, scaleWords } from './scan.ts'
import { MIN_CHARACTERS } from './text-quality.ts'
import { turnBox } from './turn.ts'

/** Returns true if pictures without a text of their own cover a large part of the page. */
export function hasUnreadScan({ images, words, width, height }: PdfText): boolean {
  const whole = width * height
  const unread = images.filter((image) => lettersOfLayer(words, image) < MIN_CHARACTERS)
  return unread.reduce((sum, image) => sum + areaOf(image), 0) >= SCAN_SHARE * whole
}

/** Counts the letters that a program for OCR put before or behind a picture. */
const lettersOfLayer = (words: readonly PlacedWord[], image: Box): number =>
  words.reduce((sum, { layer, box, text }) => sum + (layer && overlap(box, image) > 0 ? text.length : 0), 0)

const areaOf = (box: Box): number => Math.max(0, box[2] - box[0]) * Math.max(0, box[3] - box[1])

interface AroundOptions {
  ocr: OcrProvider
  /** A user has rotated the page. */
  turned: boolean | undefined
  /** Whether a letterhead behind the text is read as well. */
  letterhead: boolean
  /** The text is too short to be that of the page. */
  isShort: boolean
}

/**
 * Reads by OCR what the text of a page (0-based) does not cover: the text is painted over, so that no word is read twice. Returns undefined
 * if there is nothing else to read. Words behind more text than picture, such as a letterhead, are optional.
 */
export async function scanAround(
  pdf: PdfFile,
  index: number,
  text: PdfText,
  options: AroundOptions,
): Promise<Page | undefined> {
  const size = pdf.pageSize(index)
  const picture = pdf.draw(index, { dpi: dpiFor(size), grey: true })
  // As the file stores it, like the picture.
  const { words } = text.rotation === 0 ? text : pdf.readText(index, true)
  const rest = paintOver(picture, words, picture.width / size.width, picture.height / size.height)
  if (isBlank(rest)) return undefined
  const scale = picture.width / size.width
  const isMostlyPicture = inkedArea(rest) / (scale * scale) > words.reduce((sum, { box }) => sum + areaOf(box), 0)
  if (options.isShort || isMostlyPicture) return readRest(pdf, index, { picture, rest, words }, options)
  if (!options.letterhead || text.rotation !== 0) return undefined
  const optional = { ...options, turned: true }
  return readRest(pdf, index, { picture, rest, words }, optional).catch(() => undefined)
}

interface Parts {
  picture: OcrImage
  /** The picture without the text. */
  rest: OcrImage
  words: readonly PlacedWord[]
}

async function readRest(
  pdf: PdfFile,
  index: number,
  { picture, rest, words }: Parts,
  { ocr, turned }: AroundOptions,
): Promise<Page | undefined> {
  const engine = await ocr()
  const read = await engine.read(rest, { asItLies: turned ?? false })
  const size = pdf.pageSize(index)
  const { rotation } = read
  const across = rotation === 90 || rotation === 270
  const [width, height] = across ? [size.height, size.width] : [size.width, size.height]
  const kept: Word[] = words.map(({ direction: _, layer: _layer, ...word }) => ({
    ...word,
    box: turnBox(word.box, rotation, size.width, size.height),
  }))
  const found = scaleWords(read.words, width / read.width, height / read.height).filter(
    ({ box }) => !kept.some((word) => overlap(word.box, box) > MAX_SHARED * areaOf(box)),
  )
  if (found.length === 0) return undefined
  const all = [...kept, ...found]
  const codes = await scanPaymentCodes(picture, { width, height }, rotation)
  const source = lettersOf(found) > lettersOf(kept) ? 'ocr' : 'text'
  const lines = groupLines(all)
  return { number: index + 1, width, height, rotation, source, words: all, lines, ...codesOf(codes) }
}

/** Share of the box of a word that another may cover without being the same word, as for pictures in `scanPictures`. */
const MAX_SHARED = 0.3

const lettersOf = (words: readonly Word[]): number => words.reduce((sum, { text }) => sum + text.length, 0)

/** Returns a grey picture with words replaced by the paper around their letters, which is the brightest grey of their boxes. */
function paintOver(picture: OcrImage, words: readonly Word[], scaleX: number, scaleY: number): OcrImage {
  const data = Buffer.from(picture.data)
  const { width, height } = picture
  for (const { box } of words) {
    const [left, right] = [Math.max(0, Math.floor(box[0] * scaleX)), Math.min(width, Math.ceil(box[2] * scaleX))]
    const [top, bottom] = [Math.max(0, Math.floor(box[1] * scaleY)), Math.min(height, Math.ceil(box[3] * scaleY))]
    let paper = 0
    for (let y = top; y < bottom; y++)
      for (let at = y * width + left; at < y * width + right; at++) paper = Math.max(paper, data[at]!)
    for (let y = top; y < bottom; y++) data.fill(paper, y * width + left, Math.max(y * width + left, y * width + right))
  }
  return { ...picture, data }
}

/** Pixels of a side of a square that has ink or not: a tenth of an inch, less than the height of a line. */
const CELL = 25

/** Returns the pixels of all squares of a grey picture that have ink. */
function inkedArea({ data, width, height }: OcrImage): number {
  const columns = Math.ceil(width / CELL)
  let inked = 0
  for (let top = 0; top < height; top += CELL) {
    const low = new Uint8Array(columns).fill(255)
    const high = new Uint8Array(columns)
    for (let y = top; y < Math.min(height, top + CELL); y++)
      for (let x = 0; x < width; x++) {
        const value = data[y * width + x]!
        const column = Math.floor(x / CELL)
        if (value < low[column]!) low[column] = value
        if (value > high[column]!) high[column] = value
      }
    for (let column = 0; column < columns; column++) if (high[column]! - low[column]! > INK_LEVELS) inked += CELL * CELL
  }
  return inked
}
