import { boxOf, type Layout, overlapX, type Segment, unite } from '../find/layout.ts'
import { foldText } from '../normalise/ids.ts'
import type { Box } from '../types.ts'

/** Consecutive words on a page, over one or more lines of a column. */
export interface Phrase {
  pieces: Piece[]
  page: number
  box: Box
}

interface Piece {
  segment: Segment
  start: number
  end: number
}

interface Token {
  folded: string
  start: number
  end: number
}

/** Longer texts are no single value. */
const MAX_TOKENS = 40
/** The next line of a column begins within this many segments. */
const REACH = 40

const tokenize = (text: string): Token[] =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({
    folded: foldText(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }))

/**
 * Finds `text` on the pages; case, accents, spaces and punctuation may differ, letters and digits may not. A text may go on in the same
 * column, over at most `lines` lines. Returns the first place, or null.
 */
export function findPhrase(layout: Layout, text: string, lines = 1): Phrase | null {
  const wanted = tokenize(text).map(({ folded }) => folded)
  if (wanted.length === 0 || wanted.length > MAX_TOKENS) return null
  const known = new Map<Segment, Token[]>()
  const tokensOf = (segment: Segment): Token[] => {
    const tokens = known.get(segment) ?? tokenize(segment.text)
    known.set(segment, tokens)
    return tokens
  }

  // Where a text cannot go on. Without it, a page of equal words would be tried along all paths.
  const failed = new Set<string>()
  const goOn = (segment: Segment, from: number, left: number): Piece[] | null => {
    const key = `${segment.index}:${from}:${left}`
    if (failed.has(key)) return null
    const pieces = match(segment, 0, from, left)
    if (!pieces) failed.add(key)
    return pieces
  }
  const match = (segment: Segment, at: number, from: number, left: number): Piece[] | null => {
    const tokens = tokensOf(segment)
    let count = 0
    while (from + count < wanted.length && tokens[at + count]?.folded === wanted[from + count]) count++
    if (count === 0) return null
    const piece = { segment, start: tokens[at]!.start, end: tokens[at + count - 1]!.end }
    if (from + count === wanted.length) return [closed(piece, text)]
    if (at + count < tokens.length || left === 1) return null
    for (const next of followers(layout, segment)) {
      const rest = goOn(next, from + count, next.line === segment.line ? left : left - 1)
      if (rest) return [{ ...piece, end: segment.text.length }, ...rest]
    }
    return null
  }

  for (const segment of layout.segments) {
    for (let at = 0; at < tokensOf(segment).length; at++) {
      const pieces = match(segment, at, 0, lines)
      if (!pieces) continue
      const box = unite(pieces.map(({ segment: own, start, end }) => boxOf(own, start, end)))
      return { pieces, page: segment.page.number, box }
    }
  }
  return null
}

/** Adds the punctuation at the end that the text has too, as in `Ltd.`. */
function closed(piece: Piece, text: string): Piece {
  const mark = /[.)]$/.exec(text.trim())?.[0]
  return mark && piece.segment.text[piece.end] === mark ? { ...piece, end: piece.end + 1 } : piece
}

/** Returns the segments in which a text can go on: the next of the line, and the next line of the column. */
function followers({ segments }: Layout, segment: Segment): Segment[] {
  const found: Segment[] = []
  const next = segments[segment.index + 1]
  if (next && next.line === segment.line) found.push(next)
  for (let i = segment.index + 1; i < segments.length && i <= segment.index + REACH; i++) {
    const below = segments[i]!
    if (below.page !== segment.page) break
    if (below.line === segment.line || !isBelow(below, segment)) continue
    found.push(below)
    break
  }
  return found
}

const isBelow = (below: Segment, segment: Segment): boolean => {
  const size = Math.max(below.size, segment.size)
  const isClose = below.box[1] - segment.box[3] <= 2.2 * size
  return isClose && (overlapX(below.box, segment.box) > 0.3 || Math.abs(below.box[0] - segment.box[0]) < 1.5 * size)
}

/** Returns the texts of the pieces as printed. */
export const printed = ({ pieces }: Phrase): string[] =>
  pieces.map(({ segment, start, end }) => segment.text.slice(start, end).trim())
