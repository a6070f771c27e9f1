import { type Metadata, identify, measurePicture, openPicture } from '@sheaf/extraction/pictures'
import { isPicture } from '@sheaf/extraction/sniff'
import { ReadError } from '@sheaf/extraction/types'
import type { PicturePage } from '../types.ts'

/** A page that needs more bytes in lossless coding is a photograph and is stored as JPEG. */
const LOSSLESS_BYTES = 4 * 2 ** 20
const JPEG_QUALITY = 90

/**
 * Returns the pages of a picture (at most `maxPages`, and more than one only of a TIFF) in the two codings that PDF supports directly. Every page is decoded once,
 * to verify that it is intact. A JPEG keeps its bytes, and its orientation is returned. Throws `ReadError` if the picture cannot be read.
 */
export async function readPicturePages(
  bytes: Uint8Array,
  { maxPages, onPage }: { maxPages: number; onPage?: () => void },
): Promise<{ pages: PicturePage[]; pageCount: number }> {
  const type = await identify(bytes)
  if (!isPicture(type)) throw new ReadError('unsupported', 'The file is not a picture.')
  const { pages: pageCount } = await measurePicture(bytes, 0)
  const pages: PicturePage[] = []
  for (let index = 0; index < Math.min(pageCount, maxPages); index++) {
    await measurePicture(bytes, index)
    try {
      const metadata = await (await openPicture(bytes, index)).metadata()
      const isKept = type === 'jpeg' && (metadata.space === 'srgb' || metadata.space === 'b-w')
      pages.push(isKept ? await keepJpeg(bytes, metadata) : await recode(bytes, index, metadata))
    } catch (error) {
      if (error instanceof ReadError) throw error
      throw new ReadError('damaged', 'The picture is damaged and cannot be read.')
    }
    onPage?.()
  }
  return { pages, pageCount }
}

async function keepJpeg(bytes: Uint8Array, metadata: Metadata): Promise<PicturePage> {
  const { width, height, channels, orientation = 1 } = metadata
  // Decoding to an eighth of the size is fast and still reads the whole file.
  const picture = await openPicture(bytes, 0)
  await picture
    .resize({ width: Math.ceil(width / 8) })
    .raw()
    .toBuffer()
  const colours = channels === 1 ? 1 : 3
  return { coding: 'jpeg', width, height, colours, orientation, dpi: metadata.density ?? null, bytes }
}

async function recode(bytes: Uint8Array, index: number, metadata: Metadata): Promise<PicturePage> {
  const isGrey = metadata.space === 'b-w' || metadata.space === 'grey16'
  const picture = await openPicture(bytes, index)
  const upright = () =>
    picture
      .clone()
      .autoOrient()
      .flatten({ background: '#fff' })
      .toColourspace(isGrey ? 'b-w' : 'srgb')
  const dpi = metadata.density ?? null
  const png = await upright().png({ palette: false, progressive: false }).toBuffer()
  const { width, height, colours, data } = takePngApart(png)
  const page = { width, height, colours, orientation: 1, dpi }
  if (data.length <= LOSSLESS_BYTES) return { ...page, coding: 'png', bytes: data }
  const jpeg = await upright().jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' }).toBuffer()
  return { ...page, coding: 'jpeg', bytes: jpeg }
}

/** Returns size and compressed rows of a PNG written by sharp: 8 bits, grey or RGB, not interlaced. */
function takePngApart(png: Buffer): { width: number; height: number; colours: 1 | 3; data: Buffer } {
  const [depth, colourType] = [png[24], png[25]]
  if (depth !== 8 || (colourType !== 0 && colourType !== 2)) throw new Error(`PNG of type ${colourType}, ${depth} bits`)
  const parts: Buffer[] = []
  for (let at = 8; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return {
    width: png.readUInt32BE(16),
    height: png.readUInt32BE(20),
    colours: colourType === 0 ? 1 : 3,
    data: Buffer.concat(parts),
  }
}
