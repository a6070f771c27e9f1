/** A proposal for a grid from the words within a rectangle that the user has drawn. */
import type { SchemaDatapoint } from '../../../../api/types.ts'
import type { Part } from './part.ts'
import { above, around, between, type Box } from './propose.ts'

export interface Word {
  text: string
  position: Box
}

/** Words of a line that are near to each other, such as those of a description. */
interface Segment {
  text: string
  box: Box
}
interface TextLine {
  segments: Segment[]
  box: Box
}

/** Share of the segments of the fullest line that makes a line a row of the table. */
const FULL = 0.6
/** Distances in heights of a word: between words of a segment, and between the lines of a wrapped description. */
const NEAR = 0.8
const WRAPPED = 0.6

interface Options {
  page: number
  columns: readonly SchemaDatapoint[]
  type: string
}

/** Proposes columns at the gaps of full lines, and a row for each line. Lines outside of the table are skipped. */
export function fromWords(rectangle: Box, words: readonly Word[], { page, columns, type }: Options): Part {
  const [left, top, right, bottom] = rectangle.map(Math.round) as [number, number, number, number]
  const lines = linesOfText(
    words.filter(({ position: [l, t, r, b] }) => {
      const [x, y] = [(l! + r!) / 2, (t! + b!) / 2]
      return x > left && x < right && y > top && y < bottom
    }),
  )
  const most = Math.max(0, ...lines.map(({ segments }) => segments.length))
  const isFull = ({ segments }: TextLine): boolean => most < 2 || segments.length >= Math.max(2, most * FULL)
  const bands = bandsOf(lines.filter(isFull).flatMap(({ segments }) => segments.map(({ box }) => box)))
  const first = lines.findIndex(isFull)
  const last = lines.findLastIndex(isFull)
  const heading = lines[first]
  const header =
    heading && lines.length > 1 && !/\d/.test(heading.segments.map(({ text }) => text).join('')) ? heading : null
  const rows = lines.filter((line, at) => at <= first || isFull(line) || !continues(line, lines[at - 1]!))
  const tops = above(
    rows.map(({ box }) => box[1]!),
    rows.map(({ box }) => box[3]!),
  )
  const typeOf = (line: TextLine | undefined): string | null => {
    if (!line) return type
    const at = lines.indexOf(line)
    if (line === header) return 'header'
    return at < first || at > last ? null : type
  }
  const starts = between(
    bands.map(([from]) => from),
    bands.map(([, to]) => to),
  )
  const texts = bands.map(([from, to]) =>
    (header?.segments ?? []).filter(({ box }) => box[2]! > from && box[0]! < to).map(({ text }) => text),
  )
  const free = new Set(columns.map(({ id }) => id))
  return {
    index: null,
    page,
    width: right - left,
    height: bottom - top,
    columns: (bands.length ? starts : [left]).map((start, at) => ({
      left_position: at === 0 ? left : start,
      schema_id: named((texts[at] ?? []).join(' '), columns, free),
      header_texts: texts[at]?.length ? [texts[at].join(' ')] : [],
    })),
    rows: (rows.length ? tops : [top]).map((start, at) => ({
      top_position: at === 0 ? top : start,
      tuple_id: null,
      type: typeOf(rows[at]),
    })),
  }
}

/** Whether a line is the rest of the text above it. */
const continues = ({ segments, box }: TextLine, before: TextLine): boolean =>
  segments.length === 1 && box[1]! - before.box[3]! < WRAPPED * (box[3]! - box[1]!)

/** Returns the column whose label is the heading, and takes it from those that are free. */
function named(text: string, columns: readonly SchemaDatapoint[], free: Set<string>): string | null {
  const heading = text.toLowerCase()
  if (heading === '') return null
  const open = columns.filter(({ id }) => free.has(id))
  const found =
    open.find(({ label }) => label.toLowerCase() === heading) ??
    open.find(({ label }) => label.toLowerCase().includes(heading) || heading.includes(label.toLowerCase()))
  if (!found) return null
  free.delete(found.id)
  return found.id
}

/** Share of the height of a word by which it must overlap with the word before it in its line. */
const OVERLAP = 0.4

/** Returns the lines of words, from top to bottom. Lines of scans may be slanted: only neighbours are compared. */
function linesOfText(words: readonly Word[]): TextLine[] {
  const lines: Word[][] = []
  for (const word of [...words].sort((a, b) => a.position[0]! - b.position[0]!)) {
    const overlap = (line: Word[]): number => overlapOf(line.at(-1)!.position, word.position)
    const nearest = lines.toSorted((a, b) => overlap(b) - overlap(a))[0]
    if (nearest && overlap(nearest) > OVERLAP) nearest.push(word)
    else lines.push([word])
  }
  return lines
    .map((line) => ({ segments: segmentsOf(line), box: around(line.map(({ position }) => position)) }))
    .sort((a, b) => a.box[1]! - b.box[1]!)
}

/** Returns the share of the lower of two boxes that is at the height of the other one. */
const overlapOf = (a: Box, b: Box): number =>
  (Math.min(a[3]!, b[3]!) - Math.max(a[1]!, b[1]!)) / Math.min(a[3]! - a[1]!, b[3]! - b[1]!)

function segmentsOf(line: readonly Word[]): Segment[] {
  const segments: Segment[] = []
  for (const { text, position } of [...line].sort((a, b) => a.position[0]! - b.position[0]!)) {
    const last = segments.at(-1)
    const near = NEAR * (position[3]! - position[1]!)
    if (last && position[0]! - last.box[2]! < near) {
      last.text += ` ${text}`
      last.box = around([last.box, position])
    } else segments.push({ text, box: position })
  }
  return segments
}

/** Returns the horizontal extents of columns: overlapping segments belong together. */
function bandsOf(boxes: readonly Box[]): [number, number][] {
  const bands: [number, number][] = []
  for (const [left, , right] of [...boxes].sort((a, b) => a[0]! - b[0]!)) {
    const last = bands.at(-1)
    if (last && left! <= last[1]) last[1] = Math.max(last[1], right!)
    else bands.push([left!, right!])
  }
  return bands
}
