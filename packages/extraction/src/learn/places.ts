import type { Analysis } from '../find/analyse.ts'
import type { Candidate, CandidateKind } from '../find/candidates.ts'
import { overlapX, type Segment } from '../find/layout.ts'
import type { Anchor, Place } from './types.ts'
import { plainWords, samePhrase } from './words.ts'

/** A candidate with its surroundings. */
export interface Placed {
  candidate: Candidate
  place: Place
  label?: Anchor['label']
  /** Whether it is the end of a longer amount, as `578.64` of `1 578.64`. */
  isTail?: boolean
}

/** Candidates of one kind whose surroundings are described, from the start and from the end of the document. */
const MAX_PLACED = 300
/** Lines above a value that are searched for its column's heading. */
const REACH = 30

/** Parts of a line that are considered. */
const MAX_IN_LINE = 40

const near = (row: readonly Segment[], index: number): Segment[] => {
  const place = row.findIndex((other) => other.index === index)
  return row.slice(Math.max(0, place - MAX_IN_LINE), place + MAX_IN_LINE)
}

/** Describes the surroundings of the candidates of one kind. */
export function placeAll(analysis: Analysis, kind: CandidateKind): Placed[] {
  const all = analysis.candidates[kind]
  const half = MAX_PLACED / 2
  const some = all.length <= MAX_PLACED ? all : [...all.slice(0, half), ...all.slice(-half)]
  const extents = extentsOf(analysis)
  const ranks = kind === 'amount' ? ranksOf(all) : new Map<string, number>()
  return some.map((candidate) => {
    const { segment } = candidate
    const row = near(analysis.layout.lines[segment.line] ?? [], segment.index)
    const leftText = [
      ...row.filter((other) => other.index < segment.index).map(({ text }) => text),
      segment.text.slice(0, candidate.start),
    ].join(' ')
    const left = plainWords(leftText.slice(-120))
    const heading = findAbove(analysis, candidate)
    const above = heading ? plainWords(heading.text).slice(0, 4) : []
    const page = extents.get(segment.page.number)!
    const wide = Math.max(1, page.right - page.left)
    const nth = some.filter(
      (other) => other.segment.line === segment.line && other.box[0] > candidate.box[2] - 1,
    ).length
    const label = describeLabel(nearestText(row, candidate), heading?.text)
    return {
      candidate,
      place: {
        left: left.slice(-3).join(' '),
        above: above.join(' '),
        before: lineWords(analysis, segment.line - 1, segment),
        after: lineWords(analysis, segment.line + 1, segment),
        x0: round((candidate.box[0] - page.left) / wide),
        x1: round((candidate.box[2] - page.left) / wide),
        top: round((candidate.box[1] - page.top) / page.size),
        bottom: round((page.bottom - candidate.box[3]) / page.size),
        page: segment.page.number,
        rest: analysis.layout.document.pages.length - segment.page.number,
        shape: kind === 'amount' ? (/[.,]\d{2}\D*$/.test(candidate.text) ? '9.99' : '9') : shapeOf(candidate.text),
        nth,
        rank: ranks.get(candidate.value) ?? 0,
      },
      ...(label ? { label } : {}),
      ...(kind === 'amount' && some.some((other) => isTailOf(candidate, other)) ? { isTail: true } : {}),
    }
  })
}

const isTailOf = ({ segment, start, end }: Candidate, other: Candidate): boolean =>
  other.segment === segment && other.end === end && other.start < start

const round = (value: number): number => Math.round(value * 1000) / 1000

const shapeOf = (text: string): string =>
  text
    .replace(/\p{L}+/gu, 'A')
    .replace(/\d/g, '9')
    .replace(/\s+/g, ' ')
    .slice(0, 24)

/** The nearest text with letters on the left of a value in its line. */
function nearestText(row: readonly Segment[], { segment, start }: Candidate): string {
  const before = row.filter((other) => other.index < segment.index).map(({ text }) => text)
  return [segment.text.slice(0, start), ...before.reverse()].find((text) => /\p{L}{2}/u.test(text)) ?? ''
}

/** What people read as the label of a value: the words on its left, otherwise the text above. */
function describeLabel(left: string, above: string | undefined): Anchor['label'] {
  const clean = (text: string) =>
    text
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/[\s:=]+$/, '')
  const near = clean(left)
  if (near !== '') return { text: near.slice(-40).trim(), side: 'left' }
  if (above !== undefined) return { text: clean(above).slice(0, 40), side: 'above' }
  return undefined
}

interface Extent {
  left: number
  top: number
  right: number
  bottom: number
  size: number
}

/** The area of the text of each page: photographs have margins of any width. */
function extentsOf({ layout }: Analysis): Map<number, Extent> {
  const extents = new Map<number, Extent>()
  for (const { box, page } of layout.segments) {
    const known = extents.get(page.number)
    if (!known) extents.set(page.number, { left: box[0], top: box[1], right: box[2], bottom: box[3], size: 10 })
    else {
      known.left = Math.min(known.left, box[0])
      known.top = Math.min(known.top, box[1])
      known.right = Math.max(known.right, box[2])
      known.bottom = Math.max(known.bottom, box[3])
    }
  }
  for (const [number, extent] of extents) {
    const heights = layout.segments
      .filter(({ page }) => page.number === number)
      .map(({ box }) => box[3] - box[1])
      .sort((a, b) => a - b)
    extent.size = Math.max(4, heights[heights.length >> 1] ?? 10)
  }
  return extents
}

function ranksOf(amounts: readonly Candidate[]): Map<string, number> {
  const values = [...new Set(amounts.map(({ value }) => value))].sort((a, b) => Number(b) - Number(a))
  return new Map(values.map((value, index) => [value, Math.min(8, index + 1)]))
}

function findAbove({ layout }: Analysis, { segment, box }: Candidate): Segment | null {
  for (let line = segment.line - 1; line >= Math.max(0, segment.line - REACH); line--) {
    for (const other of layout.lines[line]!.slice(0, MAX_IN_LINE)) {
      if (other.page !== segment.page) return null
      if (overlapX(other.box, box) > 0.3 && /\p{L}{2}/u.test(other.text)) return other
    }
  }
  return null
}

function lineWords({ layout }: Analysis, line: number, { page }: Segment): string {
  const row = layout.lines[line]
  if (row?.[0]?.page !== page) return ''
  return plainWords(
    row
      .slice(0, MAX_IN_LINE)
      .map(({ text }) => text)
      .join(' '),
  )
    .slice(0, 3)
    .join(' ')
}

/** Compares one pair of phrases: `same` for equal ones, `other` for different ones, `none` if both are empty. */
function comparePhrases(
  a: string,
  b: string,
  end: 'first' | 'last',
  { same, other, none }: { same: number; other: number; none: number },
): number {
  if (a === '' && b === '') return none
  if (a === '' || b === '') return other
  return other + (same - other) * samePhrase(a, b, end)
}

/** Returns how similar two places are; about 4 is a weak and 8 a strong similarity. Set manually; `bench:extraction` shows the effect. */
export function comparePlaces(a: Place, b: Place): number {
  let score = comparePhrases(a.left, b.left, 'last', { same: 3, other: -1.2, none: 0.6 })
  score += comparePhrases(a.above, b.above, 'first', { same: 1.5, other: -0.7, none: 0.2 })
  score += comparePhrases(a.before, b.before, 'first', { same: 1, other: -0.2, none: 0.2 })
  score += comparePhrases(a.after, b.after, 'first', { same: 1, other: -0.2, none: 0.2 })
  const dx = Math.min(Math.abs(a.x0 - b.x0), Math.abs(a.x1 - b.x1))
  score += dx < 0.015 ? 1 : dx < 0.04 ? 0.5 : dx < 0.1 ? 0 : dx < 0.25 ? -1 : -2
  const dy = Math.min(Math.abs(a.top - b.top), Math.abs(a.bottom - b.bottom))
  score += dy < 1 ? 1.5 : dy < 3 ? 0.8 : dy < 8 ? 0.2 : -0.5
  if (a.page !== b.page && a.rest !== b.rest) score -= 1.5
  score += a.shape === b.shape ? 1 : a.shape.replace(/9+/g, '9') === b.shape.replace(/9+/g, '9') ? 0.6 : -0.6
  score += a.nth === b.nth ? 0.4 : -0.6
  if (a.rank > 0 && b.rank > 0) score += a.rank === b.rank ? 0.6 : -0.3
  return score
}
