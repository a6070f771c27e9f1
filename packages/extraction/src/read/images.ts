import { MAX_IMAGE_PIXELS, type Sharp } from './sharp.ts'
import { ReadError, type Page } from '../types.ts'
import { groupLines } from './lines.ts'
import type { OcrImage } from './ocr/types.ts'
import { measure, openPicture, type Measures } from './open-picture.ts'
import { scanPaymentCodes } from './payment-codes.ts'
import { codesOf, isBlank, MAX_OCR_PIXELS, scaleWords, type OcrProvider } from './scan.ts'
import { checkTiff } from './tiff.ts'
import type { Quarter } from './turn.ts'

/** Clockwise rotations by the orientation tag of a camera; mirrored ones are treated as rotated only. */
const EXIF_TURNS: Quarter[] = [0, 0, 0, 180, 180, 270, 90, 90, 270]

interface PictureSize {
  /** Size after the orientation tag is applied. */
  width: number
  height: number
  turn: Quarter
  pages: number
}

/**
 * Reads a picture by OCR: every page of a TIFF, the first picture of an animation. Positions are pixels of the upright image. Throws `ReadError` `too_many_pixels` from the
 * header alone.
 */
export async function readImage(
  bytes: Uint8Array,
  options: { maxPages: number; ocr: OcrProvider; onPage?: (() => void) | undefined },
): Promise<{ pages: Page[]; pageCount: number }> {
  const first = await measurePicture(bytes, 0)
  const pages: Page[] = []
  for (let index = 0; index < Math.min(first.pages, options.maxPages); index++) {
    const size = index === 0 ? first : await measurePicture(bytes, index)
    pages.push(await readPicture(bytes, index, size, options.ocr))
    options.onPage?.()
  }
  return { pages, pageCount: first.pages }
}

async function readPicture(bytes: Uint8Array, index: number, size: PictureSize, ocr: OcrProvider): Promise<Page> {
  const number = index + 1
  const picture = await decode(bytes, index, size)
  if (isBlank(picture)) {
    const { width, height, turn } = size
    return { number, width, height, rotation: turn, source: 'ocr', words: [], lines: [] }
  }
  const engine = await ocr()
  const read = await engine.read(picture)
  const quarter = read.rotation === 90 || read.rotation === 270
  const width = quarter ? size.height : size.width
  const height = quarter ? size.width : size.height
  const words = scaleWords(read.words, width / read.width, height / read.height)
  const rotation = (size.turn + read.rotation) % 360
  const codes = await scanPaymentCodes(picture, { width, height }, read.rotation)
  return { number, width, height, rotation, source: 'ocr', words, lines: groupLines(words), ...codesOf(codes) }
}

/** Returns the size of one page (0-based) of an image from its header. Throws `ReadError` if it is damaged or too large. */
export async function measurePicture(bytes: Uint8Array, page: number): Promise<PictureSize> {
  if (page === 0) checkTiff(bytes)
  let measures: Measures
  try {
    measures = await measure(bytes, page)
  } catch {
    throw damaged()
  }
  const { width, height } = measures
  if (!width || !height || width < 0) throw damaged()
  if (width * height > MAX_IMAGE_PIXELS) {
    throw new ReadError(
      'too_many_pixels',
      `The picture has ${width} x ${height} pixels; at most ${MAX_IMAGE_PIXELS / 1_000_000} million are read.`,
    )
  }
  const turn = EXIF_TURNS[measures.orientation] ?? 0
  const across = turn === 90 || turn === 270
  return { width: across ? height : width, height: across ? width : height, turn, pages: measures.pages }
}

async function decode(bytes: Uint8Array, page: number, size: PictureSize): Promise<OcrImage> {
  const excess = Math.sqrt((size.width * size.height) / MAX_OCR_PIXELS)
  try {
    let pipeline = (await openPicture(bytes, page)).autoOrient()
    if (excess > 1) pipeline = pipeline.resize({ width: Math.max(1, Math.floor(size.width / excess)) })
    const { data, info } = await pipeline
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height, channels: info.channels === 1 ? 1 : 3 }
  } catch (error) {
    throw error instanceof ReadError ? error : damaged()
  }
}

/** Renders one page of an image (0-based), rotated by `rotation` in total, at most `width` pixels wide. */
export async function drawImage(
  bytes: Uint8Array,
  page: number,
  options: { rotation?: number; width?: number },
): Promise<Sharp> {
  const size = await measurePicture(bytes, page)
  const beyond = ((options.rotation ?? size.turn) - size.turn + 360) % 360
  const across = beyond === 90 || beyond === 270
  const width = Math.min(options.width ?? Infinity, across ? size.height : size.width)
  const upright = (await openPicture(bytes, page)).autoOrient().flatten({ background: '#fff' }).toColourspace('srgb')
  // Sharp rotates by multiples of 90 degrees before it resizes, regardless of the order of the calls.
  return upright.rotate(beyond).resize({ width })
}

const damaged = (): ReadError => new ReadError('damaged', 'The picture is damaged and cannot be read.')
