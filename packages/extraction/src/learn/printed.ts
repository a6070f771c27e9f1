import { compactText } from '../normalise/characters.ts'
import type { Analysis } from '../find/analyse.ts'
import { unite } from '../find/layout.ts'
import type { Box, Word } from '../types.ts'

/** The text of one page without spaces and marks, and the word of each character. */
interface PageText {
  page: number
  text: string
  words: Word[]
  ends: number[]
  ocr: boolean
}

export interface Printed {
  text: string
  page: number
  box: Box
}

/** Characters of a document that are searched: constant values are on the first and last pages. */
const MAX_TEXT = 8_000
/** Share of a text that must be found, by length. */
const MIN_SHARE = 0.85
/** Wrong characters that are tolerated in text read by OCR. */
const TOLERANCE = 0.12

/** Finds texts on the pages of one document, tolerating line breaks and, on pages read by OCR, some wrong characters. */
export class PrintedTexts {
  readonly #pages: PageText[]

  constructor({ layout }: Analysis) {
    const pages = new Map<number, PageText>()
    let length = 0
    const numbers = layout.document.pages.map(({ number }) => number)
    const ends = new Set([numbers[0], numbers[1], numbers.at(-1)])
    for (const segment of layout.segments) {
      const { page } = segment
      if (!ends.has(page.number) || length > MAX_TEXT) continue
      let entry = pages.get(page.number)
      if (!entry) {
        entry = { page: page.number, text: '', words: [], ends: [], ocr: page.source === 'ocr' }
        pages.set(page.number, entry)
      }
      for (const word of segment.words) {
        const compact = compactText(word.text.slice(0, 100))
        if (compact === '') continue
        entry.text += compact
        length += compact.length
        entry.words.push(word)
        entry.ends.push(entry.text.length)
      }
    }
    this.#pages = [...pages.values()]
  }

  /** Returns where a text is printed: as a whole, or in parts such as the lines of an address. Null if it is not on one page. */
  find(value: string): Printed | null {
    const whole = compactText(value)
    if (whole.length < 3 || whole.length > 400) return null
    for (const page of this.#pages) {
      const found = findIn(page, whole) ?? findParts(page, value, whole.length)
      if (found) return found
    }
    return null
  }
}

function findIn(page: PageText, wanted: string): Printed | null {
  const range = rangeOf(page, wanted)
  return range ? printedAt(page, [range]) : null
}

type Range = [start: number, end: number]

/** The text begins and ends with words: `12` is not found in `2012`. */
function rangeOf(page: PageText, wanted: string): Range | null {
  for (let start = page.text.indexOf(wanted); start >= 0; start = page.text.indexOf(wanted, start + 1)) {
    const end = start + wanted.length
    if ((start === 0 || page.ends.includes(start)) && page.ends.includes(end)) return [start, end]
  }
  return page.ocr && wanted.length >= 8 ? nearly(page.text, wanted) : null
}

/** Returns the part of `text` with the smallest edit distance to `wanted`, if it is small enough. */
function nearly(text: string, wanted: string): Range | null {
  const most = Math.floor(wanted.length * TOLERANCE)
  let row = Array.from({ length: wanted.length + 1 }, (_, i) => i)
  let starts = row.map(() => 0)
  let best: { distance: number; range: Range } | null = null
  for (let j = 1; j <= text.length; j++) {
    const next = [0]
    const from = [j]
    for (let i = 1; i <= wanted.length; i++) {
      const change = row[i - 1]! + (wanted[i - 1] === text[j - 1] ? 0 : 1)
      const least = Math.min(change, row[i]! + 1, next[i - 1]! + 1)
      next.push(least)
      from.push(least === change ? starts[i - 1]! : least === row[i]! + 1 ? starts[i]! : from[i - 1]!)
    }
    row = next
    starts = from
    const distance = row[wanted.length]!
    if (distance <= most && (!best || distance < best.distance)) best = { distance, range: [starts[wanted.length]!, j] }
  }
  return best?.range ?? null
}

/** An address is printed in several lines, and perhaps beside other text. */
function findParts(page: PageText, value: string, length: number): Printed | null {
  const parts = value
    .split(/[,;\n]+/)
    .map(compactText)
    .filter((part) => part.length >= 3)
    .slice(0, 10)
  if (parts.length < 2) return null
  const ranges: Range[] = []
  let found = 0
  for (const part of parts) {
    const range = rangeOf(page, part)
    if (!range) continue
    ranges.push(range)
    found += part.length
  }
  return found >= MIN_SHARE * length ? printedAt(page, ranges) : null
}

function printedAt({ page, words, ends }: PageText, ranges: readonly Range[]): Printed {
  const inside = words.filter((word, i) =>
    ranges.some(([start, end]) => ends[i]! > start && ends[i]! - compactText(word.text.slice(0, 100)).length < end),
  )
  return { text: inside.map(({ text }) => text).join(' '), page, box: unite(inside.map(({ box }) => box)) }
}
