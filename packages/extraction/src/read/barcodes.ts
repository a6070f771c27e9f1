/** Reads barcodes and two-dimensional codes from the images of pages. */
import type { Barcode } from '../types.ts'
import { drawUpright } from './render.ts'
import { readAllCodes } from './zxing.ts'

/** Returns the codes of the selected pages (1-based), in reading order; boxes are pixels of the page image. */
export async function readBarcodes(
  bytes: Uint8Array,
  pages: { page: number; rotation?: number }[],
  onPage?: () => void,
): Promise<{ page: number; barcodes: Barcode[] }[]> {
  const read: { page: number; barcodes: Barcode[] }[] = []
  for (const each of pages) {
    const { picture, scale } = await drawUpright(bytes, each)
    const { data, info } = await picture
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const barcodes = await readAllCodes({ data, width: info.width, height: info.height }, scale)
    read.push({ page: each.page, barcodes })
    onPage?.()
  }
  return read
}
