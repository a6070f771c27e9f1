/** The texts in the places of values: behind a label, on its right, and below it. */
import { overlapX, type Layout, type Segment } from '../find/layout.ts'
import type { Label } from '../find/labels.ts'
import type { Place, PrintedLabel } from './types.ts'

/** Distances in heights of the text. */
const REACH_RIGHT = 45
const REACH_BELOW = 3.5
const ALIGNED = 1.5
const MAX_LINES = 3

/** A unit or a remark, and the mark between a label and its value. A dash in front of a figure is its sign. */
const LEAD = /^\s?(?:\([^)\d]{0,40}\)|\[[^\]\d]{0,40}\])?[\s:.#=)\]°º_]*(?:[-–—]+\s+)?/u
/** A text with a label of its own. */
const LABELLED = /^\p{L}[^:]{0,40}:(?!\/\/)/u

/** What separates a value from the next label. */
const TAIL = /[\s\-–—,;|/•·]+$/u

/** Places that are labels of something. */
export interface Labels {
  own: ReadonlyMap<Segment, readonly PrintedLabel[]>
  known: ReadonlyMap<Segment, readonly Label[]>
}

/** Returns the places of a label's value in the order in which people look. */
export function placesOf(layout: Layout, label: PrintedLabel, labels: Labels): Place[] {
  const [behind, right, below] = [
    behindOf(label, labels),
    rightOf(layout, label, labels),
    belowOf(layout, label, labels),
  ]
  const order = isInHeader(layout, right) ? [behind, below, right] : [behind, right, below]
  return order.filter((place) => place !== null)
}

/** Of `Driver   Vehicle   Route`, the next label is not the value of the first: words with more words on their right. */
function isInHeader({ lines }: Layout, right: Place | null): boolean {
  if (!right || /\d/.test(right.segment.text)) return false
  const next = (lines[right.segment.line] ?? []).find(({ index }) => index === right.segment.index + 1)
  return next !== undefined && !/\d/.test(next.text)
}

function behindOf({ segment, end }: PrintedLabel, { own, known }: Labels): Place | null {
  const next = [
    ...(own.get(segment) ?? []).map(({ start }) => start),
    ...(known.get(segment) ?? []).flatMap(({ start, colon }) => (colon ? [start] : [])),
  ].filter((start) => start >= end)
  const limit = Math.min(segment.text.length, ...next)
  const start = end + LEAD.exec(segment.text.slice(end, limit))![0].length
  const text = segment.text.slice(start, limit).replace(TAIL, '')
  // `Meter` is not the label of the 4711 in `Meter reading: 4711`, and `Total at 20 %:` has its value elsewhere.
  if (text === '' || LABELLED.test(text) || text.endsWith(':')) return null
  const isMarked = /[^\s)\]]/u.test(segment.text.slice(end, start))
  return { side: 'behind', segment, start, end: start + text.length, isMarked }
}

function rightOf({ lines, size }: Layout, { segment }: PrintedLabel, labels: Labels): Place | null {
  const row = lines[segment.line] ?? []
  for (const other of row.slice(row.indexOf(segment) + 1)) {
    if (other.box[0] - segment.box[2] > REACH_RIGHT * size) return null
    // The colon may have a place of its own.
    if (!/[\p{L}\d☐-☒✓✔]/u.test(other.text)) continue
    return isLabel(other, labels) ? null : whole('right', other)
  }
  return null
}

function belowOf({ lines, size }: Layout, { segment }: PrintedLabel, labels: Labels): Place | null {
  for (let line = segment.line + 1; line <= segment.line + MAX_LINES; line++) {
    for (const other of lines[line] ?? []) {
      if (other.page !== segment.page || other.box[1] - segment.box[3] > REACH_BELOW * size) return null
      const isUnder = overlapX(other.box, segment.box) > 0.3 || Math.abs(other.box[0] - segment.box[0]) < ALIGNED * size
      if (isUnder) return isLabel(other, labels) ? null : whole('below', other)
    }
  }
  return null
}

/** A text that begins with a label, or that is nothing but one. */
export const isLabel = (segment: Segment, { own, known }: Labels): boolean =>
  /:\s*$/.test(segment.text) ||
  LABELLED.test(segment.text) ||
  (own.get(segment) ?? []).some(({ start }) => start <= 1) ||
  (known.get(segment) ?? []).some(({ alone, colon, start }) => start <= 1 && (alone || colon))

function whole(side: Place['side'], segment: Segment): Place {
  const start = /^[\s:#]*/.exec(segment.text)![0].length
  return { side, segment, start, end: segment.text.trimEnd().length }
}
