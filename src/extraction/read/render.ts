import sharp, { type Sharp } from 'sharp'
import type { ReadableType } from '../sniff.ts'
import { ReadError } from '../types.ts'
import { drawImage } from './images.ts'
import { identify } from './index.ts'
import { drawOfficePage } from './office/draw.ts'
import { readOffice, type OfficeType } from './office/index.ts'
import { openPdf } from './pdf.ts'

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

function draw(bytes: Uint8Array, type: ReadableType, options: RenderOptions): Promise<Sharp> {
  if (type === 'pdf') return drawPdf(bytes, options)
  if (type === 'png' || type === 'jpeg' || type === 'tiff') return drawImage(bytes, options.page - 1, options)
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
    const index = options.page - 1
    if (index < 0 || index >= pdf.pageCount) throw new ReadError('damaged', `The file has no page ${options.page}.`)
    const size = pdf.pageSize(index)
    const rotation = options.rotation ?? pdf.readText(index).rotation
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
