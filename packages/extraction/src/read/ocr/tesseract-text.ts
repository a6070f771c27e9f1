import type { Box, Word } from '../../types.ts'
import { rotate } from './pixels.ts'
import type { OcrImage, OcrResult, Rotation } from './types.ts'
import { typeSize } from './words.ts'

/** Common code of native tesseract and tesseract.js: input of pages and output of words. */

/** Reads one page without rotating it; `mode` is tesseract's page segmentation mode. */
export type TesseractRun = (picture: Buffer, mode: number) => Promise<string>

/** Determines the rotation of a page, if the orientation model is installed. */
export type UprightTurn = (image: OcrImage) => Promise<{ rotation: Rotation; confidence: number }>

/** A column of text: receipts are read better as a single block, pages need layout analysis (docs/ocr.md). */
const ONE_BLOCK = 6
const AUTOMATIC = 3
const NARROW = 0.6

/** A reading whose words have at least this mean confidence is accepted as upright. */
const TRUSTED = 0.7

/** Reads an image in any rotation: by the orientation model, else unrotated, and in the other directions if the confidence is low. */
export async function readUpright(
  image: OcrImage,
  run: TesseractRun,
  turn?: UprightTurn,
  { asItLies = false } = {},
): Promise<OcrResult> {
  if (asItLies) return readTurned(image, 0, run)
  if (turn) return readTurned(image, (await turn(image)).rotation, run)
  let best: OcrResult | undefined
  for (const rotation of [0, 90, 270, 180] as const) {
    const result = await readTurned(image, rotation, run)
    if (isSideways(result.words)) continue
    if (trust(result.words) >= TRUSTED) return result
    if (!best || weight(result.words) > weight(best.words)) best = result
  }
  return best ?? readTurned(image, 0, run)
}

async function readTurned(image: OcrImage, rotation: Rotation, run: TesseractRun): Promise<OcrResult> {
  const { data, width, height, channels } = await rotate(image, rotation)
  const mode = width / height < NARROW ? ONE_BLOCK : AUTOMATIC
  const words = parseTsv(await run(Buffer.concat([netpbmHeader(width, height, channels), data]), mode))
  return { words, rotation, width, height, skew: 0 }
}

/** Portable pixmaps can be read by both programs and are written without encoding. */
function netpbmHeader(width: number, height: number, channels: 1 | 3): Buffer {
  return Buffer.from(`P${channels === 1 ? 5 : 6}\n${width} ${height}\n255\n`, 'latin1')
}

/** Tesseract finds vertical lines on its own; their words are then taller than wide. */
function isSideways(words: Word[]): boolean {
  const long = words.filter((word) => word.text.length >= 4)
  const tall = long.filter(({ box }) => box[3] - box[1] > box[2] - box[0])
  return tall.length > long.length / 2
}

/** Returns the mean confidence over letters and digits; 0 if almost nothing was read. */
function trust(words: Word[]): number {
  const letters = words.reduce((sum, word) => sum + word.text.length, 0)
  return letters < 8 ? 0 : words.reduce((sum, word) => sum + word.confidence * word.text.length, 0) / letters
}

/** Returns the amount of text read with confidence: a page read upside down contains many doubtful words. */
function weight(words: Word[]): number {
  return words.reduce((sum, word) => sum + Math.max(0, word.confidence - 0.5) * word.text.length, 0)
}

/** Parses the words of tesseract's TSV output (level 5 rows). */
export function parseTsv(tsv: string): Word[] {
  const words: Word[] = []
  for (const row of tsv.split('\n')) {
    const columns = row.split('\t')
    if (columns[0] !== '5' || columns.length < 12) continue
    const [left, top, width, height, confidence] = columns.slice(6, 11).map(Number) as [
      number,
      number,
      number,
      number,
      number,
    ]
    const text = columns[11]!.trim()
    if (!text || !(confidence >= 0)) continue
    const box: Box = [left, top, left + width, top + height]
    words.push({ text, box, confidence: Math.min(1, confidence / 100), size: typeSize(text, height) })
  }
  return words
}
