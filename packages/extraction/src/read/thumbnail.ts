/** A page in few grey pixels, from which pictures of the same page can be recognised. */
import sharp from './sharp.ts'
import { drawImage } from './images.ts'
import { openPdf } from './pdf.ts'
import { isPicture, sniff } from '../sniff.ts'

/** Pixels across; the page is drawn four times as large, so that letters become an even grey. */
const DRAWN = 4

/**
 * Draws the first page of a PDF or picture, upright, into a square of `side` × `side` grey pixels, whatever its shape. Returns null for other
 * files. `rotation` is that of the page as it was read.
 */
export async function drawThumbnail(
  bytes: Uint8Array,
  { side, rotation }: { side: number; rotation: number },
): Promise<Uint8Array | null> {
  const picture = await draw(bytes, side * DRAWN, rotation)
  if (!picture) return null
  return picture.greyscale().resize(side, side, { fit: 'fill', kernel: 'mitchell' }).raw().toBuffer()
}

async function draw(bytes: Uint8Array, width: number, rotation: number) {
  const type = sniff(bytes)
  if (isPicture(type)) {
    const upright = await drawImage(bytes, 0, { rotation, width })
    // Sharp resizes once: the size of the thumbnail is that of a second pass.
    const { data, info } = await upright.greyscale().raw().toBuffer({ resolveWithObject: true })
    return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  }
  if (type !== 'pdf') return null
  const pdf = await openPdf(bytes)
  try {
    const size = pdf.pageSize(0)
    const scale = width / Math.min(size.width, size.height)
    const pixels = {
      width: Math.max(1, Math.min(2 * width, Math.round(size.width * scale))),
      height: Math.max(1, Math.min(2 * width, Math.round(size.height * scale))),
    }
    const drawn = pdf.draw(0, { ...pixels, grey: true })
    return sharp(drawn.data, { raw: { ...pixels, channels: drawn.channels } }).rotate(rotation)
  } finally {
    pdf.close()
  }
}
