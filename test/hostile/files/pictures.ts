/** Pictures that attack their reader, and scans of a page. */
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { seededRandom } from '../../mail/mutate.ts'

/** A TIFF of very small grey pages, one directory after the other; `isEndless` points the last to the first. */
export function manyPagesTiff(count: number, { isEndless = false } = {}): Buffer {
  const ENTRIES = [
    [256, 4, 32],
    [257, 4, 32],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 8],
    [277, 3, 1],
    [278, 4, 32],
    [279, 4, 1024],
  ] as const
  const length = 2 + ENTRIES.length * 12 + 4
  const pixels = 32 * 32
  const file = Buffer.alloc(8 + pixels + count * length, 255)
  file.write('II*\0', 0, 'latin1')
  file.writeUInt32LE(8 + pixels, 4)
  for (let page = 0; page < count; page++) {
    let at = 8 + pixels + page * length
    file.writeUInt16LE(ENTRIES.length, at)
    at += 2
    for (const [tag, type, value] of ENTRIES) {
      file.writeUInt16LE(tag, at)
      file.writeUInt16LE(type, at + 2)
      file.writeUInt32LE(1, at + 4)
      file.writeUInt32LE(value, at + 8)
      at += 12
    }
    const isLast = page === count - 1
    file.writeUInt32LE(isLast ? (isEndless ? 8 + pixels : 0) : at + 4, at)
  }
  return file
}

/** A PNG with compressed text that unpacks to half a gigabyte. */
export async function textBomb(picture: Buffer): Promise<Buffer> {
  const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(2 ** 29, 'a'))])
  const body = Buffer.concat([Buffer.from('zTXt'), text])
  const { crc32 } = await import('node:zlib')
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(text.length)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  // After the signature and the header.
  return Buffer.concat([picture.subarray(0, 33), chunk, picture.subarray(33)])
}

export const blank = (): Promise<Buffer> =>
  sharp({ create: { width: 1240, height: 1754, channels: 3, background: '#fdfdfd' } })
    .png()
    .toBuffer()

export function noise(): Promise<Buffer> {
  const random = seededRandom(7)
  const data = Buffer.from(Uint8Array.from({ length: 1240 * 1754 }, () => random() * 256))
  return sharp(data, { raw: { width: 1240, height: 1754, channels: 1 } })
    .jpeg({ quality: 60 })
    .toBuffer()
}

/** A picture of a single row of 60,000 pixels. */
export const oneRow = (): Promise<Buffer> =>
  sharp({ create: { width: 60_000, height: 1, channels: 3, background: '#888' } })
    .png()
    .toBuffer()

/** One byte of pixels decides: the rest of the file is lost. */
export const halved = (picture: Buffer): Buffer => picture.subarray(0, picture.length / 2)
