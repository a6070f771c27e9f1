import type { Box, Page, PageSource, ReadDocument, Word } from '../types.ts'
import { makeReadable, type ToPage } from './readable.ts'
import { shareOf } from './shares.ts'

/** A part of a line without a wide gap: a cell, a label with its value, or a sentence. */
export interface Segment {
  /** Index in `Layout.segments`, which is in reading order. */
  index: number
  page: Page
  /** Index of the line in the whole document. */
  line: number
  words: Word[]
  text: string
  /** Offset of each word in `text`. */
  offsets: number[]
  box: Box
  size: number
}

export interface Layout {
  /** With the positions and characters of `makeReadable`. */
  document: ReadDocument
  /** Where a box is on the page as it is printed. */
  toPage: ToPage
  segments: Segment[]
  /** Segments of each line, left to right. */
  lines: Segment[][]
  /** Font size of the body text on these pages. */
  size: number
  source: PageSource
  /** True for till receipts: narrow and tall pages, and short ones. */
  receipt: boolean
}

/** A gap wider than this many text heights separates cells. */
const GAP = 1.1

/**
 * Few patterns are linear in the length of a segment, and a file may have lines and words of any length. No printed line of one cell is that long, and no
 * value has a word like that.
 */
const MAX_SEGMENT = 1000
const MAX_WORD = 500

/** Splits the lines of a document into segments of at most `MAX_SEGMENT` characters. */
export function layOut(read: ReadDocument): Layout {
  const { document, toPage } = makeReadable(read)
  const segments: Segment[] = []
  const lines: Segment[][] = []
  for (const page of document.pages) {
    for (const line of page.lines) {
      const row: Segment[] = []
      let words: Word[] = []
      let length = 0
      const close = () => {
        if (words.length === 0) return
        row.push(makeSegment(words, page, lines.length, segments.length))
        segments.push(row.at(-1)!)
        words = []
        length = 0
      }
      for (const word of line.words) {
        if (word.text.length > MAX_WORD || word.text.trim() === '') continue
        const last = words.at(-1)
        const isApart = last && word.box[0] - last.box[2] > GAP * Math.max(4, Math.min(word.size, last.size))
        if (isApart || length + word.text.length > MAX_SEGMENT) close()
        words.push(word)
        length += word.text.length + 1
      }
      close()
      if (row.length > 0) lines.push(row)
    }
  }
  const sizes = segments.flatMap((segment) => segment.words.map((word) => word.size)).sort((a, b) => a - b)
  const first = document.pages[0]
  return {
    document,
    toPage,
    segments,
    lines,
    size: sizes[sizes.length >> 1] ?? 10,
    source: first?.source ?? 'text',
    receipt: first !== undefined && document.pages.length === 1 && first.source === 'ocr' && isNarrow(first),
  }
}

/** A receipt has few words per line. The aspect ratio of the image alone is misleading if the photograph has a margin. */
function isNarrow(page: Page): boolean {
  const counts = page.lines.map((line) => line.words.length).sort((a, b) => a - b)
  const left = Math.min(...page.words.map((word) => word.box[0]))
  const right = Math.max(...page.words.map((word) => word.box[2]))
  const sizes = page.words.map((word) => word.size).sort((a, b) => a - b)
  const size = sizes[sizes.length >> 1] ?? 10
  return counts.length > 0 && (right - left) / size < 45
}

function makeSegment(words: Word[], page: Page, line: number, index: number): Segment {
  const offsets: number[] = []
  let text = ''
  for (const word of words) {
    if (text !== '') text += ' '
    offsets.push(text.length)
    text += word.text
  }
  const sizes = words.map((word) => word.size).sort((a, b) => a - b)
  return {
    index,
    page,
    line,
    words,
    text,
    offsets,
    box: unite(words.map((word) => word.box)),
    size: sizes[sizes.length >> 1] ?? 10,
  }
}

/** Returns the smallest box around boxes (at least one). */
export function unite(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = boxes[0]!
  for (const box of boxes) {
    left = Math.min(left, box[0])
    top = Math.min(top, box[1])
    right = Math.max(right, box[2])
    bottom = Math.max(bottom, box[3])
  }
  return [left, top, right, bottom]
}

/** Returns the box of the characters `start` to `end` of a segment's text; parts of a word get their share of its width. */
export function boxOf(segment: Segment, start: number, end: number): Box {
  const boxes: Box[] = []
  segment.words.forEach((word, i) => {
    const from = segment.offsets[i]!
    const to = from + word.text.length
    if (to <= start || from >= end) return
    const width = word.box[2] - word.box[0]
    const a = shareOf(word.text, Math.max(0, start - from))
    const b = shareOf(word.text, Math.min(word.text.length, end - from))
    boxes.push([word.box[0] + width * a, word.box[1], word.box[0] + width * b, word.box[3]])
  })
  return boxes.length > 0 ? unite(boxes) : segment.box
}

/** Returns the words that overlap the characters `start` to `end`. */
export function wordsOf(segment: Segment, start: number, end: number): Word[] {
  return segment.words.filter((word, i) => {
    const from = segment.offsets[i]!
    return from < end && from + word.text.length > start
  })
}

/** Returns the common width of both boxes as a share of the narrower one. */
export function overlapX(a: Box, b: Box): number {
  const shared = Math.min(a[2], b[2]) - Math.max(a[0], b[0])
  return shared <= 0 ? 0 : shared / Math.max(1, Math.min(a[2] - a[0], b[2] - b[0]))
}

/** Returns the common height of both boxes as a share of the lower one. */
export function overlapY(a: Box, b: Box): number {
  const shared = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  return shared <= 0 ? 0 : shared / Math.max(1, Math.min(a[3] - a[1], b[3] - b[1]))
}
