/** Opens pictures of all types for the picture library. */
import { sniff } from '../sniff.ts'
import { decodeBmp, readBmpHead } from './bmp.ts'
import { decodeHeic } from './heic.ts'
import sharp, { MAX_IMAGE_PIXELS, type Sharp } from './sharp.ts'

export interface Measures {
  /** As stored, before the orientation is applied. */
  width: number | undefined
  height: number | undefined
  /** 1 to 8, as in Exif. */
  orientation: number
  /** One for animations: their first picture is the page. */
  pages: number
}

/** Reads the measures of one page (0-based) from the header. Throws if there is none; the size may be beyond all limits. */
export async function measure(bytes: Uint8Array, page: number): Promise<Measures> {
  const type = sniff(bytes)
  if (type === 'bmp') {
    const { width, height } = readBmpHead(bytes)
    return { width, height, orientation: 1, pages: 1 }
  }
  const metadata = await sharp(bytes, { page, limitInputPixels: false }).metadata()
  const { width, height, pages = 1 } = metadata
  // The decoder of HEIC and AVIF pictures applies the orientation of the file.
  const isTurned = type !== 'heic' && type !== 'avif'
  return { width, height, orientation: isTurned ? (metadata.orientation ?? 1) : 1, pages: type === 'tiff' ? pages : 1 }
}

/** Opens one page (0-based) whose measures are within the limits. */
export async function openPicture(bytes: Uint8Array, page: number): Promise<Sharp> {
  const type = sniff(bytes)
  const raw = type === 'bmp' ? decodeBmp(bytes) : type === 'heic' ? await decodeHeic(bytes) : null
  if (!raw) return sharp(bytes, { page, failOn: 'truncated', limitInputPixels: MAX_IMAGE_PIXELS })
  const { data, width, height, channels } = raw
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: MAX_IMAGE_PIXELS })
}
