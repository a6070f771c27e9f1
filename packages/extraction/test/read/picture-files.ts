/** Small pictures of types that no library here writes: 64 × 48 pixels, white with a black bar in the upper left. */

/** Made from a picture of our own with an encoder for HEVC, which the tests do not have. */
export const heic = (): Buffer =>
  Buffer.from(
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAX1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAABoQABAAAAAAAAADoAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRtAAAAAAABAAAA/WlwcnAAAADdaXBjbwAAAHZodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQGEAAQAqQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbq5Ka5uAhoMCAAAAMDIAAAAwAhYgABAAZEAcFzwIkAAAATY29scm5jbHgAAQANAAaAAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAoY2xhcAAAAEAAAAABAAAAMAAAAAEAAAAAAAAAAv////AAAAACAAAAEHBpeGkAAAAAAwgICAAAABhpcG1hAAAAAAAAAAEAAQWBAgMFhAAAAEJtZGF0AAAANigBrxmAxEa2ZgJ8eN/5TbfKCwhXFgthR8zsjVSlZH7fj0o39R6kjq230N5wKo6kfvqHAhfUQA==',
    'base64',
  )

const [WIDTH, HEIGHT] = [64, 48]
const isBlack = (x: number, y: number): boolean => x >= 8 && x < 40 && y >= 8 && y < 20

export interface BmpForm {
  bits: 1 | 4 | 8 | 16 | 24 | 32
  topDown?: boolean
  /** Run lengths. */
  packed?: boolean
  /** Masks of red, green and blue. */
  masks?: [number, number, number]
  /** Whether the header is that of OS/2. */
  old?: boolean
  width?: number
  height?: number
}

/** Returns a BMP. Up to 8 bits, colour 0 is white and colour 1 black. */
export function bmp({
  bits,
  topDown = false,
  packed = false,
  masks,
  old = false,
  width = WIDTH,
  height = HEIGHT,
}: BmpForm): Buffer {
  const palette = bits <= 8 ? (old ? [255, 255, 255, 0, 0, 0] : [255, 255, 255, 0, 0, 0, 0, 0]) : []
  const header = Buffer.alloc(old ? 12 : 40)
  header.writeUInt32LE(header.length, 0)
  if (old) {
    header.writeUInt16LE(width, 4)
    header.writeUInt16LE(height, 6)
    header.writeUInt16LE(1, 8)
    header.writeUInt16LE(bits, 10)
  } else {
    header.writeInt32LE(width, 4)
    header.writeInt32LE(topDown ? -height : height, 8)
    header.writeUInt16LE(1, 12)
    header.writeUInt16LE(bits, 14)
    header.writeUInt32LE(packed ? (bits === 8 ? 1 : 2) : masks ? 3 : 0, 16)
    header.writeUInt32LE(palette.length / 4, 32)
  }
  const extra = Buffer.alloc(masks ? 12 : 0)
  masks?.forEach((mask, index) => extra.writeUInt32LE(mask, index * 4))
  const body = Buffer.concat(
    Array.from({ length: HEIGHT }, (_, row) =>
      rowOf(topDown ? row : HEIGHT - 1 - row, { bits, packed, ...(masks ? { masks } : {}) }),
    ),
  )
  const before = Buffer.alloc(14)
  before.write('BM', 'latin1')
  const start = 14 + header.length + extra.length + palette.length
  before.writeUInt32LE(start + body.length, 2)
  before.writeUInt32LE(start, 10)
  return Buffer.concat([before, header, extra, Buffer.from(palette), body])
}

function rowOf(y: number, { bits, packed, masks }: BmpForm): Buffer {
  const dark = Array.from({ length: WIDTH }, (_, x) => isBlack(x, y))
  if (packed) {
    const runs: number[] = []
    for (let x = 0; x < WIDTH;) {
      const end = dark.findIndex((value, at) => at > x && value !== dark[x])
      const length = (end < 0 ? WIDTH : end) - x
      const index = dark[x] ? 1 : 0
      runs.push(length, bits === 8 ? index : index * 17)
      x += length
    }
    return Buffer.from([...runs, 0, 0])
  }
  const row = Buffer.alloc(Math.ceil((WIDTH * bits) / 32) * 4)
  dark.forEach((isDark, x) => {
    if (bits <= 8) row[(x * bits) >> 3]! |= (isDark ? 1 : 0) << (8 - bits - ((x * bits) & 7))
    else {
      const white = masks ? masks.reduce((all, mask) => (all | mask) >>> 0, 0) : bits === 16 ? 0x7fff : 0xffffff
      row.writeUIntLE(isDark ? 0 : white, (x * bits) / 8, bits / 8)
    }
  })
  return row
}
