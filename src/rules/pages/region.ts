/** The text inside a rectangle of a page, for values that people select and for the cells of grids. */
import type { Box, PageWords } from './text.ts'

export interface RegionText {
  /** Lines are separated by line breaks, words by spaces. */
  text: string
  /** Around the words, or the parts of words, that were taken. */
  box: Box
}

/** A side below this number of pixels is a click or a line, not a selection. */
const MIN_SIDE = 4

/** Returns the rectangle with sides of at least four pixels: a shorter side grows to the words that it touches. */
export function widen(page: PageWords, [left, top, right, bottom]: Box): Box {
  if (right - left >= MIN_SIDE && bottom - top >= MIN_SIDE) return [left, top, right, bottom]
  const touched = page.words.filter(
    ({ box }) => box[0] <= right && box[2] >= left && box[1] <= bottom && box[3] >= top && box[2] > box[0],
  )
  const wide = touched.length && right - left < MIN_SIDE
  const high = touched.length && bottom - top < MIN_SIDE
  return [
    wide ? Math.min(left, ...touched.map(({ box }) => box[0])) : left,
    high ? Math.min(top, ...touched.map(({ box }) => box[1])) : top,
    wide ? Math.max(right, ...touched.map(({ box }) => box[2])) : right,
    high ? Math.max(bottom, ...touched.map(({ box }) => box[3])) : bottom,
  ]
}

/** Returns the text inside the rectangle in reading order; null if there is none. */
export function textWithin(page: PageWords, box: Box): RegionText | null {
  const taken = wordsBetween(page, box[1], box[3]).flatMap((word) => partInside(word, box) ?? [])
  if (taken.length === 0) return null
  return { text: inLines(taken).join('\n'), box: around(taken.map((part) => part.box)) }
}

/** The words of a page by their vertical middle: a grid has many cells, and each needs few words. */
const sorted = new WeakMap<PageWords, { middles: number[]; words: Part[] }>()

function wordsBetween(page: PageWords, top: number, bottom: number): Part[] {
  let known = sorted.get(page)
  if (!known) {
    const words = [...page.words].sort((a, b) => middleOf(a) - middleOf(b))
    known = { words, middles: words.map(middleOf) }
    sorted.set(page, known)
  }
  return known.words.slice(firstFrom(known.middles, top), firstFrom(known.middles, bottom, true))
}

/** Returns the index of the first number that is at least `least`; greater than it if `above`. */
function firstFrom(numbers: number[], least: number, above = false): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! < least || (above && numbers[middle] === least)) low = middle + 1
    else high = middle
  }
  return low
}

const middleOf = ({ box }: { box: Box }): number => (box[1] + box[3]) / 2

interface Part {
  text: string
  box: Box
}

/** Words mostly inside are taken whole. Of others the characters inside are taken: the positions of characters are estimates. */
const MOSTLY = 0.75
const HARDLY = 0.1

function partInside({ text, box: [left, top, right, bottom] }: Part, box: Box): Part | null {
  const width = right - left
  const inside = Math.min(right, box[2]) - Math.max(left, box[0])
  if (inside >= MOSTLY * width) return { text, box: [left, top, right, bottom] }
  const characters = [...text]
  const centre = (index: number) => left + (width * (index + 0.5)) / characters.length
  const at = characters.flatMap((_, index) => (centre(index) >= box[0] && centre(index) <= box[2] ? index : []))
  if (inside < HARDLY * width || at.length === 0) return null
  const [first, last] = [at[0]!, at.at(-1)!]
  const edge = (index: number) => left + (width * index) / characters.length
  return { text: characters.slice(first, last + 1).join(''), box: [edge(first), top, edge(last + 1), bottom] }
}

/** Joins parts whose vertical middles lie in one line. */
function inLines(parts: Part[]): string[] {
  const lines: Part[][] = []
  for (const part of [...parts].sort((a, b) => middleOf(a) - middleOf(b) || a.box[0] - b.box[0])) {
    const line = lines.at(-1)
    const first = line?.[0]
    if (line && first && middleOf(part) < first.box[3]) line.push(part)
    else lines.push([part])
  }
  return lines.map((line) =>
    line
      .sort((a, b) => a.box[0] - b.box[0])
      .map(({ text }) => text)
      .join(' '),
  )
}

const around = (boxes: Box[]): Box => [
  Math.min(...boxes.map((box) => box[0])),
  Math.min(...boxes.map((box) => box[1])),
  Math.max(...boxes.map((box) => box[2])),
  Math.max(...boxes.map((box) => box[3])),
]
