/** A page as bits that are nearly the same in every form of it: as a PDF, a scan, a JPEG, a fax. */
import type { ReadDocument } from '../types.ts'
import { drawThumbnail } from './thumbnail.ts'

/** Pixels of a side of the thumbnail. */
export const SIDE = 64
/** Waves across and down of which the page is composed: so many in each direction, without the constant ones. */
const WAVES = 16
/** A page whose pixels differ less is blank. */
const MIN_CONTRAST = 12

/** The signs of these waves, the longest first: dust, noise and a slight rotation change the short ones. */
const PLACES = Array.from({ length: WAVES * WAVES }, (_, place) => place).sort(
  (a, b) => lengthOf(a) - lengthOf(b) || a - b,
)

function lengthOf(place: number): number {
  const [down, across] = [Math.floor(place / WAVES), place % WAVES]
  return across * across + down * down
}

const COSINES = Array.from({ length: WAVES + 1 }, (_, wave) =>
  Float64Array.from({ length: SIDE }, (_value, at) => Math.cos(((2 * at + 1) * wave * Math.PI) / (2 * SIDE))),
)

/** Returns the picture of the first page as 64 hexadecimal digits; null if the page is blank or the file has no pages that can be drawn. */
export async function pictureOf(bytes: Uint8Array, { pages }: Pick<ReadDocument, 'pages'>): Promise<string | null> {
  const first = pages[0]
  const thumbnail = first ? await drawThumbnail(bytes, { side: SIDE, rotation: first.rotation }) : null
  return thumbnail && bitsOf(thumbnail)
}

/** Returns the bits of a thumbnail as hexadecimal digits; null if it is blank. */
export function bitsOf(thumbnail: Uint8Array): string | null {
  if (Math.max(...thumbnail) - Math.min(...thumbnail) < MIN_CONTRAST) return null
  const signs = transform(thumbnail)
  let digits = ''
  for (let at = 0; at < PLACES.length; at += 4) {
    let digit = 0
    for (const place of PLACES.slice(at, at + 4)) digit = digit * 2 + (signs[place]! > 0 ? 1 : 0)
    digits += digit.toString(16)
  }
  return digits
}

/** The discrete cosine transform, rows first, of the waves from 1 to 16 in each direction. */
function transform(pixels: Uint8Array): Float64Array {
  const rows = new Float64Array(SIDE * WAVES)
  for (let y = 0; y < SIDE; y++)
    for (let wave = 0; wave < WAVES; wave++) {
      const cosines = COSINES[wave + 1]!
      let sum = 0
      for (let x = 0; x < SIDE; x++) sum += pixels[y * SIDE + x]! * cosines[x]!
      rows[y * WAVES + wave] = sum
    }
  const out = new Float64Array(WAVES * WAVES)
  for (let down = 0; down < WAVES; down++) {
    const cosines = COSINES[down + 1]!
    for (let across = 0; across < WAVES; across++) {
      let sum = 0
      for (let y = 0; y < SIDE; y++) sum += rows[y * WAVES + across]! * cosines[y]!
      out[down * WAVES + across] = sum
    }
  }
  return out
}
