import sharp, { type Sharp } from './sharp.ts'
import { isPicture, type OfficeType, type ReadableType } from '../sniff.ts'
import { ReadError } from '../types.ts'
import { drawImage } from './images.ts'
import { identify } from './identify.ts'
import { drawOfficePage } from './office/draw.ts'
import { readOffice } from './office/index.ts'
import { openPdf, type PdfFile } from './pdf.ts'
import { MAX_OCR_PIXELS } from './scan.ts'

export interface RenderOptions {
  /** 1-based. */
  page: number
  /** Scales the image down to at most this number of pixels. */
  width?: number
  /** The rotation found when the page was read (`Page.rotation`); the rotation of the file by default. */
  rotation?: number
}

/** Renders one page as an upright PNG: the page image to which positions refer, or a smaller one. */
export async function renderPage(
  bytes: Uint8Array,
  options: RenderOptions,
): Promise<{ png: Buffer; width: number; height: number }> {
  const type = await identify(bytes)
  const picture = await draw(bytes, type, options)
  const { data, info } = await picture.png({ compressionLevel: 6 }).toBuffer({ resolveWithObject: true })
  return { png: data, width: info.width, height: info.height }
}

/** Pixels of a PDF page per pixel of its page image, for OCR. */
const OCR_SCALE = 250 / 150

/** Renders one page upright and as finely as OCR needs; `scale` is its size in page images. */
export async function drawUpright(
  bytes: Uint8Array,
  { page, rotation }: Pick<RenderOptions, 'page' | 'rotation'>,
): Promise<{ picture: Sharp; scale: number }> {
  const type = await identify(bytes)
  const options = { page, ...(rotation === undefined ? {} : { rotation }) }
  if (type !== 'pdf') return { picture: await draw(bytes, type, options), scale: 1 }
  const pdf = await openPdf(bytes)
  try {
    const { index, turn, width, height } = placeOf(pdf, options)
    const scale = Math.min(OCR_SCALE, Math.sqrt(MAX_OCR_PIXELS / (width * height)))
    const size = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) }
    const { data, channels } = pdf.draw(index, { ...size, grey: false })
    return { picture: sharp(data, { raw: { ...size, channels } }).rotate(turn), scale }
  } finally {
    pdf.close()
  }
}

/** Returns the place of a page in the file, its rotation, and its size before it is rotated. */
function placeOf(pdf: PdfFile, options: RenderOptions): { index: number; turn: number; width: number; height: number } {
  const index = options.page - 1
  if (index < 0 || index >= pdf.pageCount) throw new ReadError('damaged', `The file has no page ${options.page}.`)
  return { index, turn: options.rotation ?? pdf.readText(index).rotation, ...pdf.pageSize(index) }
}

function draw(bytes: Uint8Array, type: ReadableType, options: RenderOptions): Promise<Sharp> {
  if (type === 'pdf') return drawPdf(bytes, options)
  if (isPicture(type)) return drawImage(bytes, options.page - 1, options)
  return drawOffice(bytes, type, options)
}

async function drawOffice(bytes: Uint8Array, type: OfficeType, options: RenderOptions): Promise<Sharp> {
  const { pages } = await readOffice(bytes, type, { maxPages: options.page })
  const page = pages[options.page - 1]
  if (!page) throw new ReadError('damaged', `The file has no page ${options.page}.`)
  return drawOfficePage(page, options)
}

async function drawPdf(bytes: Uint8Array, options: RenderOptions): Promise<Sharp> {
  const pdf = await openPdf(bytes)
  try {
    const { index, turn: rotation, ...size } = placeOf(pdf, options)
    const across = rotation === 90 || rotation === 270
    const target = options.width ? Math.min(1, options.width / (across ? size.height : size.width)) : 1
    const picture = pdf.draw(index, {
      width: Math.max(1, Math.round(size.width * target)),
      height: Math.max(1, Math.round(size.height * target)),
      grey: false,
    })
    const { data, width, height, channels } = picture
    return sharp(data, { raw: { width, height, channels } }).rotate(rotation)
  } finally {
    pdf.close()
  }
}
