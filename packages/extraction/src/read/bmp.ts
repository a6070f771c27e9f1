/** Decodes BMP files: all depths, palettes and run lengths of Windows 3 and OS/2. No codec of the picture library reads them. */
import { ReadError } from '../types.ts'

/** RGB, row by row from the top. */
export interface RawPicture {
  data: Uint8Array
  width: number
  height: number
  channels: 3 | 4
}

export interface BmpHead {
  width: number
  height: number
  /** Rows are stored from the top. */
  isTopDown: boolean
  bits: number
  /** 0: none, 1 and 2: run lengths of 8 and 4 bits, 3 and 6: masks. */
  compression: number
  /** Size of the header behind the first 14 bytes. */
  size: number
  start: number
  colours: number
}

const damaged = (): ReadError => new ReadError('damaged', 'The picture is damaged and cannot be read.')

/** Reads the header, for the size of the picture. Throws `ReadError` `damaged`. */
export function readBmpHead(bytes: Uint8Array): BmpHead {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (view.length < 26) throw damaged()
  const size = view.readUInt32LE(14)
  const start = view.readUInt32LE(10)
  if (size === 12) {
    const [width, height, bits] = [view.readUInt16LE(18), view.readUInt16LE(20), view.readUInt16LE(24)]
    return { width, height, isTopDown: false, bits, compression: 0, size, start, colours: 0 }
  }
  if (view.length < 14 + 40) throw damaged()
  const height = view.readInt32LE(22)
  return {
    width: view.readInt32LE(18),
    height: Math.abs(height),
    isTopDown: height < 0,
    bits: view.readUInt16LE(28),
    compression: view.readUInt32LE(30),
    size,
    start,
    colours: view.readUInt32LE(46),
  }
}

/** Returns the pixels; those that the file lacks are white. The caller has checked the size. Throws `ReadError` `damaged` for unknown codings. */
export function decodeBmp(bytes: Uint8Array): RawPicture {
  const head = readBmpHead(bytes)
  const { width, height, bits, compression, start } = head
  if (width <= 0 || height <= 0 || start >= bytes.length) throw damaged()
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const data = new Uint8Array(width * height * 3).fill(255)
  if (compression === 1 || compression === 2) {
    const indices = unpackRuns(file, head)
    paint(data, head, (row, column) => indices[row * width + column]!, paletteOf(file, head))
  } else if (bits <= 8 && compression === 0) {
    if (![1, 2, 4, 8].includes(bits)) throw damaged()
    const stride = Math.ceil((width * bits) / 32) * 4
    const mask = (1 << bits) - 1
    const indexOf = (row: number, column: number): number => {
      const byte = file[start + row * stride + ((column * bits) >> 3)]
      return byte === undefined ? -1 : (byte >> (8 - bits - ((column * bits) & 7))) & mask
    }
    paint(data, head, indexOf, paletteOf(file, head))
  } else {
    paintDirect(data, head, file)
  }
  return { data, width, height, channels: 3 }
}

/** Red, green and blue of each colour. */
function paletteOf(file: Buffer, { size, bits, colours, start }: BmpHead): Uint8Array {
  const each = size === 12 ? 3 : 4
  const first = 14 + size
  const count = Math.min(colours || 2 ** bits, 256, Math.floor((Math.min(start, file.length) - first) / each))
  const palette = new Uint8Array(256 * 3)
  for (let n = 0; n < count; n++)
    for (let part = 0; part < 3; part++) palette[n * 3 + part] = file[first + n * each + 2 - part]!
  return palette
}

const rowIn = ({ height, isTopDown }: BmpHead, row: number): number => (isTopDown ? row : height - 1 - row)

function paint(
  data: Uint8Array,
  head: BmpHead,
  indexOf: (row: number, column: number) => number,
  palette: Uint8Array,
): void {
  for (let row = 0; row < head.height; row++)
    for (let column = 0; column < head.width; column++) {
      const index = indexOf(row, column)
      if (index < 0) return
      data.set(palette.subarray(index * 3, index * 3 + 3), (rowIn(head, row) * head.width + column) * 3)
    }
}

/** 16, 24 and 32 bits for each pixel. */
function paintDirect(data: Uint8Array, head: BmpHead, file: Buffer): void {
  const { width, height, bits, compression, start } = head
  if (![16, 24, 32].includes(bits) || ![0, 3, 6].includes(compression)) throw damaged()
  const bytes = bits / 8
  const stride = Math.ceil((width * bits) / 32) * 4
  const hasMasks = compression !== 0 && bits !== 24
  if (hasMasks && file.length < 14 + 40 + 12) throw damaged()
  // The masks follow a header of 40 bytes, and are part of longer ones.
  const masks = hasMasks
    ? [54, 58, 62].map((at) => file.readUInt32LE(at))
    : bits === 16
      ? [0x7c00, 0x3e0, 0x1f]
      : [0xff0000, 0xff00, 0xff]
  if (masks.includes(0)) throw damaged()
  const parts = masks.map((mask) => ({ mask, shift: 31 - Math.clz32(mask & -mask), most: 0 }))
  for (const part of parts) part.most = part.mask >>> part.shift
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const at = start + row * stride + column * bytes
      if (at + bytes > file.length) return
      const pixel = file.readUIntLE(at, bytes)
      const to = (rowIn(head, row) * width + column) * 3
      parts.forEach(({ mask, shift, most }, part) => {
        data[to + part] = Math.round((((pixel & mask) >>> shift) * 255) / most)
      })
    }
}

/** Returns an index for each pixel, in the order of the file; pixels without one are 0. */
function unpackRuns(file: Buffer, { width, height, compression, start, bits }: BmpHead): Uint8Array {
  if (bits !== (compression === 1 ? 8 : 4)) throw damaged()
  const indices = new Uint8Array(width * height)
  const isSmall = compression === 2
  let [x, y, at] = [0, 0, start]
  const put = (index: number): void => {
    if (x < width && y < height) indices[y * width + x] = index
    x++
  }
  const half = (byte: number, n: number): number => (n % 2 === 0 ? byte >> 4 : byte & 15)
  while (at + 1 < file.length && y < height) {
    const [count, value] = [file[at]!, file[at + 1]!]
    at += 2
    if (count > 0) {
      for (let n = 0; n < count; n++) put(isSmall ? half(value, n) : value)
    } else if (value === 0) {
      ;[x, y] = [0, y + 1]
    } else if (value === 1) {
      break
    } else if (value === 2) {
      x += file[at] ?? 0
      y += file[at + 1] ?? 0
      at += 2
    } else {
      const length = isSmall ? Math.ceil(value / 2) : value
      for (let n = 0; n < value; n++) {
        const byte = file[at + (isSmall ? n >> 1 : n)] ?? 0
        put(isSmall ? half(byte, n) : byte)
      }
      at += length + (length % 2)
    }
  }
  return indices
}
