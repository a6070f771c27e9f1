/** Checks that text which a PDF page does not paint belongs to a picture that shows it. */
import type { Box } from '../types.ts'
import { INK_LEVELS, type RawImage } from './pdf-drawing.ts'
import type { PlacedWord } from './pdf-words.ts'

/** Shorter words are judged together with their neighbours: one stroke of a drawing is enough for two letters. */
const MIN_LETTERS = 6
/** Strokes that a row through the middle of a word crosses, for each letter: `1` has one, `0` has two. Letters of a poor scan run together. */
const STROKES_PER_LETTER = 0.25
/** Distance of neighbours on a line, in heights of the text. */
const MAX_GAP = 2
/** How far above and below its box a word is searched for the paper that surrounds letters, in heights of the text. */
const MARGIN = 0.35
/** Share of the strokes of a word that a row between two lines may have: parts of long letters, and dirt. */
const MAX_BETWEEN = 0.34

/** Share of the inked pixels by which rows of letters differ, at least. */
const MIN_CHANGE = 0.15
/** Words of crumpled receipts are up to a line away from their letters: programs for OCR put them on straight lines. */
const SHIFTS = [0, -0.5, 0.5, -1, 1] as const
/** How often the pixels of a page are looked at; words that lie on each other more often are no layer. */
const MAX_LOOKS = 50

/** Words of a layer in the order of the file. */
type Words = readonly PlacedWord[]

/**
 * Returns the words of a layer that no ink of the picture shows. `picture` is the page image in colours without the text of the page, and
 * `scale` its pixels per pixel of the page image. Programs for OCR put their words where the letters are; a word over an empty area or a logo is not theirs.
 */
export function findUnshown(picture: RawImage, scale: number, words: Words): Set<PlacedWord> {
  const unshown = new Set<PlacedWord>()
  let left = MAX_LOOKS * picture.width * picture.height
  const isShown = (near: Words): boolean => {
    const letters = near.reduce((sum, { text }) => sum + [...text].length, 0)
    const { direction } = near[0]!
    return SHIFTS.some((by) => {
      const box = scaled(shift(unite(near), by, direction), scale)
      left -= pixelsOf(box, picture)
      return left >= 0 && CHANNELS.some((channel) => looksLikeText(picture, channel, box, letters, direction))
    })
  }
  for (const [index, word] of words.entries()) {
    const near = neighbours(words, index)
    if (!isShown([word]) || (near.length > 1 && !isShown(near))) unshown.add(word)
  }
  return unshown
}

/** Yellow on white differs in the blue channel only. */
const CHANNELS = [1, 2, 0] as const

const pixelsOf = (box: Box, { width, height }: RawImage): number =>
  Math.max(0, Math.min(width, box[2]) - Math.max(0, box[0])) *
  Math.max(0, Math.min(height, box[3]) - Math.max(0, box[1]))

/** Moves the box of a word across its line, by a share of its height. */
function shift(box: Box, by: number, direction: number): Box {
  const [left, top, right, bottom] = box
  if (direction % 2 === 0) return [left, top + by * (bottom - top), right, bottom + by * (bottom - top)]
  return [left + by * (right - left), top, right + by * (right - left), bottom]
}

const scaled = (box: Box, scale: number): Box => box.map((side) => side * scale) as Box

const unite = (words: Words): Box => [
  Math.min(...words.map(({ box }) => box[0])),
  Math.min(...words.map(({ box }) => box[1])),
  Math.max(...words.map(({ box }) => box[2])),
  Math.max(...words.map(({ box }) => box[3])),
]

/** Returns a word, with words beside it if it is short. */
function neighbours(words: Words, index: number): Words {
  const near = [words[index]!]
  let letters = [...words[index]!.text].length
  for (let step = 1; letters < MIN_LETTERS && step < MIN_LETTERS; step++)
    for (const other of [words[index - step], words[index + step]])
      if (other && near.some((word) => isBeside(word, other))) {
        near.push(other)
        letters += [...other.text].length
      }
  return near
}

function isBeside(a: PlacedWord, b: PlacedWord): boolean {
  if (a.direction !== b.direction) return false
  const [along, across] = a.direction % 2 === 0 ? [0, 1] : [1, 0]
  const height = a.box[across + 2]! - a.box[across]!
  const shared = Math.min(a.box[across + 2]!, b.box[across + 2]!) - Math.max(a.box[across]!, b.box[across]!)
  const gap = Math.max(a.box[along]!, b.box[along]!) - Math.min(a.box[along + 2]!, b.box[along + 2]!)
  return shared > 0.5 * height && gap < MAX_GAP * height
}

/**
 * Returns true if a box has ink like letters on a line: rows through its middle cross enough strokes, and rows above and below it do not. Large
 * letters, bars and frames go on there.
 */
function looksLikeText(picture: RawImage, channel: number, box: Box, letters: number, direction: number): boolean {
  const strokes = countStrokes(picture, channel, box, direction % 2 !== 0)
  if (!strokes) return false
  const { rows, first, last, differ } = strokes
  const most = Math.max(...rows.slice(first, last))
  if (most < Math.max(1, STROKES_PER_LETTER * letters)) return false
  // Bars are the same in all rows.
  const full = rows.flatMap((count, row) => (row >= first && row < last && count >= most / 2 ? [row] : []))
  if (differ(full[0]!, full.at(-1)!) < MIN_CHANGE) return false
  const height = last - first
  const third = Math.floor(height / 3)
  const isPaper = (from: number, to: number): boolean =>
    rows.slice(Math.max(0, from), to).some((count) => count <= MAX_BETWEEN * most)
  return isPaper(0, first + third) || isPaper(last - third, rows.length)
}

interface Strokes {
  /** Strokes that each row crosses, from above the box to below it. */
  rows: number[]
  /** The rows of the box itself. */
  first: number
  last: number
  /** Returns the share of the pixels that differ between two rows, of those that have ink in one of them. */
  differ: (row: number, other: number) => number
}

/** Counts the strokes in the rows of a box, or in its columns if its text is upright; undefined if there is no ink. */
function countStrokes(
  { data, width, height, channels }: RawImage,
  channel: number,
  box: Box,
  isUpright: boolean,
): Strokes | undefined {
  const [along, across] = isUpright ? [1, 0] : [0, 1]
  const [sizeAlong, sizeAcross] = isUpright ? [height, width] : [width, height]
  const [start, end] = [Math.max(0, Math.floor(box[along]!)), Math.min(sizeAlong, Math.ceil(box[along + 2]!))]
  const [top, bottom] = [Math.max(0, Math.floor(box[across]!)), Math.min(sizeAcross, Math.ceil(box[across + 2]!))]
  if (end <= start || bottom <= top) return undefined
  const margin = Math.ceil(MARGIN * (bottom - top))
  const [from, to] = [Math.max(0, top - margin), Math.min(sizeAcross, bottom + margin)]
  const [stepAlong, stepAcross] = isUpright ? [channels * width, channels] : [channels, channels * width]
  const startOf = (row: number): number => row * stepAcross + start * stepAlong + channel
  let [low, high] = [255, 0]
  for (let row = top; row < bottom; row++)
    for (let at = startOf(row), place = start; place < end; place++, at += stepAlong) {
      low = Math.min(low, data[at]!)
      high = Math.max(high, data[at]!)
    }
  if (high - low <= INK_LEVELS) return undefined
  const middle = (low + high) / 2
  const rows: number[] = []
  for (let row = from; row < to; row++) {
    let strokes = 0
    let isInk = data[startOf(row)]! < middle
    for (let at = startOf(row), place = start; place < end; place++, at += stepAlong)
      if (data[at]! < middle !== isInk) {
        isInk = !isInk
        strokes++
      }
    rows.push(strokes / 2)
  }
  const differ = (row: number, other: number): number => {
    let [inked, different] = [0, 0]
    const apart = (other - row) * stepAcross
    for (let at = startOf(from + row), place = start; place < end; place++, at += stepAlong) {
      const [a, b] = [data[at]! < middle, data[at + apart]! < middle]
      if (a || b) inked++
      if (a !== b) different++
    }
    return inked > 0 ? different / inked : 0
  }
  return { rows, first: top - from, last: bottom - from, differ }
}
