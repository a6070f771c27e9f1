import type { OcrImage } from './ocr/types.ts'
import sharp, { MAX_IMAGE_PIXELS } from './sharp.ts'

/** A scan with nearly as many pixels as wanted is read as it is. */
const NEAR = 0.2
/** Difference of the resolutions across and down. */
const SQUARE = 0.02

/**
 * Decodes the JPEG file of a scanned page to grey pixels, about `width` times `height` of them. Takes a quarter of the time of rendering the page.
 * Returns undefined if its colours are not those of a usual scan; the page must then be rendered.
 */
export async function decodeScan(
  jpeg: Buffer,
  { width, height }: { width: number; height: number },
): Promise<OcrImage | undefined> {
  try {
    const picture = sharp(jpeg, { failOn: 'truncated', limitInputPixels: MAX_IMAGE_PIXELS })
    const found = await picture.metadata()
    if (found.space !== 'srgb' && found.space !== 'b-w') return undefined
    const [across, down] = [found.width / width, found.height / height]
    const fits = Math.abs(across - 1) <= NEAR && Math.abs(across / down - 1) <= SQUARE
    const sized = fits ? picture : picture.resize(width, height, { fit: 'fill' })
    const { data, info } = await sized.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
    if (info.channels !== 1 && info.channels !== 3) return undefined
    const grey = info.channels === 1 ? data : greyOf(data)
    return { data: grey, width: info.width, height: info.height, channels: 1 }
  } catch {
    return undefined
  }
}

/** Weighted by how bright the colours appear, with weights that add up to 256. */
function greyOf(colours: Buffer): Buffer {
  const grey = Buffer.allocUnsafe(colours.length / 3)
  for (let at = 0, from = 0; at < grey.length; at++, from += 3)
    grey[at] = (77 * colours[from]! + 150 * colours[from + 1]! + 29 * colours[from + 2]!) >> 8
  return grey
}
