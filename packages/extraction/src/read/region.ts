/** Reads a part of one page by OCR: what is printed in an image, or on a page whose text was not read. */
import sharp from './sharp.ts'
import { ReadError, type Box, type Word } from '../types.ts'
import { drawUpright } from './render.ts'
import { isBlank, type OcrProvider } from './scan.ts'
import { warmOcr } from './warm-ocr.ts'

export interface RegionOptions {
  /** Folder of the OCR models; tesseract is used if undefined. */
  modelsDir?: string
  /** Overrides the engine. */
  ocr?: OcrProvider
  /** 1-based. */
  page: number
  /** Rotation of the page found when it was read. */
  rotation?: number
  /** In pixels of the page image. */
  box: Box
}

/** White pixels around the region: the engine does not find letters that touch the edge of an image. */
const MARGIN = 24
/** A side below this has no readable letter. */
const MIN_SIDE = 6

/** Returns the words whose middle lies in the box, with their boxes in pixels of the page image. */
export async function readRegion(bytes: Uint8Array, options: RegionOptions): Promise<Word[]> {
  const { picture, scale } = await drawUpright(bytes, options)
  const [left, top] = [Math.max(0, Math.floor(options.box[0] * scale)), Math.max(0, Math.floor(options.box[1] * scale))]
  const { data, info } = await picture.flatten({ background: '#fff' }).raw().toBuffer({ resolveWithObject: true })
  const width = Math.min(info.width, Math.ceil(options.box[2] * scale)) - left
  const height = Math.min(info.height, Math.ceil(options.box[3] * scale)) - top
  if (width < MIN_SIDE || height < MIN_SIDE) return []
  const part = await sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .extract({ left, top, width, height })
    .extend({ top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN, background: '#fff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const channels = part.info.channels === 1 ? 1 : 3
  if (part.info.channels !== channels) throw new ReadError('damaged', 'The page cannot be rendered.')
  const image = { data: part.data, width: part.info.width, height: part.info.height, channels } as const
  if (isBlank(image)) return []
  const engine = await (options.ocr ?? (() => warmOcr(options)))()
  const { words } = await engine.read(image, { asItLies: true })
  const back = (at: number, start: number) => (at - MARGIN + start) / scale
  return words.map(({ box, ...word }) => ({
    ...word,
    size: word.size / scale,
    box: [back(box[0], left), back(box[1], top), back(box[2], left), back(box[3], top)],
  }))
}
