import type { Word } from '../types.ts'
import { median } from './figures.ts'
import type { Figure, TableLine } from './figures.ts'
import type { Solution } from './solve.ts'

/** Words of one line in the area of the descriptions. */
export interface TextLine {
  line: TableLine
  words: Word[]
  /** True if it overlaps the columns to the right and is therefore not a cell. */
  spanning: boolean
}

/** The lines of one row. */
export interface Band {
  /** Lines with text, top to bottom. */
  texts: TextLine[]
  lines: TableLine[]
}

/** Assigns the lines to rows: down to the next row, or around each if cells are centred. */
export function assignLines(
  solution: Solution,
  lines: readonly TableLine[],
  texts: ReadonlyMap<TableLine, TextLine>,
): Band[] {
  const { rows } = solution
  const bands: Band[] = rows.map((row) => ({ texts: [], lines: [row.line] }))
  const above = textsDirectlyAbove(solution, lines, texts)
  const own = rows.filter((row) => texts.has(row.line)).length
  const mode =
    own * 2 < rows.length && above * 2 > rows.length
      ? hasTextBelow(solution, lines, texts)
        ? 'middle'
        : 'above'
      : above * 3 > rows.length && own < rows.length
        ? 'middle'
        : 'top'
  const starts = findRowStarts(solution)
  if (starts) return shareByStarts(solution, lines, texts, starts)
  const centred = own === rows.length && isCentred(solution, lines, texts)
  for (const [index, row] of rows.entries()) {
    const band = bands[index]!
    const own = texts.get(row.line)
    if (own) band.texts.push(own)
    const before = lines.filter(
      (line) => line.index < row.line.index && line.index > (rows[index - 1]?.line.index ?? -1),
    )
    if (index === 0) {
      if (mode === 'above' || centred) takeUp(bands[0]!, row.line, before, texts, centred ? 3 : 2)
      else if (!own && mode === 'top') takeUp(bands[0]!, row.line, before, texts, 2)
    } else {
      shareBetween(bands[index - 1]!, rows[index - 1]!.line, band, row.line, before, texts, centred ? 'middle' : mode)
    }
  }
  const last = rows[rows.length - 1]!.line
  const after = lines.filter((line) => line.index > last.index)
  if (mode !== 'above') takeDown(bands[bands.length - 1]!, last, after, texts)
  if (mode === 'middle') takeUpFirst(bands[0]!, rows[0]!.line, lines, texts)
  for (const band of bands) band.texts.sort((a, b) => a.line.index - b.line.index)
  return bands
}

/**
 * Returns the lines with the rows' numbers (an increasing column) if they are above the amounts: the rows start there. Null if there is no
 * such column.
 */
function findRowStarts(solution: Solution): TableLine[] | null {
  const { rows, roles, columns } = solution
  for (const column of columns) {
    if (
      column === roles.amount ||
      column === roles.price ||
      column === roles.quantity ||
      column.left > roles.amount.left
    )
      continue
    const cells = [...column.cells].filter(
      ([, figure]) => figure.places === 0 && figure.value > 0 && figure.value < 10000,
    )
    const starts = rows.map((row, index) => {
      const from = rows[index - 1]?.line.index ?? -1
      return cells.filter(([line]) => line.page === row.line.page && line.index > from && line.index <= row.line.index)
    })
    if (!starts.every((found) => found.length > 0)) continue
    const chosen: [TableLine, Figure][] = []
    for (const found of starts) {
      const before = chosen[chosen.length - 1]?.[1].value ?? 0
      chosen.push(found.find(([, figure]) => figure.value === before + 1) ?? found[0]!)
    }
    const values = chosen.map(([, figure]) => figure.value)
    const counts = values.every((value, i) => i === 0 || value > values[i - 1]!)
    const lines = chosen.map(([line]) => line)
    const apart = lines.filter((line, i) => line !== rows[i]!.line).length
    if (counts && rows.length > 1 && apart * 2 > rows.length) return lines
  }
  return null
}

function shareByStarts(
  solution: Solution,
  lines: readonly TableLine[],
  texts: ReadonlyMap<TableLine, TextLine>,
  starts: readonly TableLine[],
): Band[] {
  return solution.rows.map((row, index) => {
    const start = starts[index]!
    const next = starts[index + 1]
    const band: Band = { texts: [], lines: [row.line] }
    let above = start
    for (const line of lines) {
      if (
        line.index < start.index ||
        line.page !== start.page ||
        (next && next.page === line.page && line.index >= next.index)
      )
        continue
      if (line.index > row.line.index && gap(above, line) > 2.5 * line.size) break
      if (line !== row.line) band.lines.push(line)
      const text = texts.get(line)
      if (text) band.texts.push(text)
      above = line
    }
    return band
  })
}

/** Returns the rows that have a text line close above them, with no row in between. */
function textsDirectlyAbove(
  solution: Solution,
  lines: readonly TableLine[],
  texts: ReadonlyMap<TableLine, TextLine>,
): number {
  return solution.rows.filter((row) => {
    const at = lines.indexOf(row.line)
    const before = lines[at - 1]
    return (
      before !== undefined &&
      texts.has(before) &&
      before.page === row.line.page &&
      row.line.box[1] - before.box[3] < 1.2 * row.line.size &&
      !solution.rows.some((other) => other.line === before)
    )
  }).length
}

/** Returns true if most figures have a line of text below that is closer to them than to the next line: their text is on both sides. */
function hasTextBelow(
  solution: Solution,
  lines: readonly TableLine[],
  texts: ReadonlyMap<TableLine, TextLine>,
): boolean {
  const rows = solution.rows.filter((row) => {
    const at = lines.indexOf(row.line)
    const [below, next] = [lines[at + 1], lines[at + 2]]
    if (!below || !texts.has(below) || below.page !== row.line.page) return false
    const apart = next?.page === below.page ? gap(below, next) : Infinity
    return gap(row.line, below) < 0.5 * row.line.size && apart - gap(row.line, below) > 0.4 * row.line.size
  })
  return rows.length * 2 > solution.rows.length
}

/** Returns true if the first row has text above it in the same block: cells are then centred vertically and not aligned at the top. */
function isCentred(solution: Solution, lines: readonly TableLine[], texts: ReadonlyMap<TableLine, TextLine>): boolean {
  const anchor = solution.rows[0]!.line
  const before = lines[lines.indexOf(anchor) - 1]
  const after = lines[lines.indexOf(anchor) + 1]
  if (!before || !texts.has(before) || before.page !== anchor.page) return false
  const gapAbove = anchor.box[1] - before.box[3]
  const pitch = after && after.page === anchor.page ? after.box[1] - anchor.box[3] : Infinity
  return (
    gapAbove < 0.5 * anchor.size &&
    texts.get(before)!.words.length > 0 &&
    Math.abs(pitch - gapAbove) < 0.6 * anchor.size
  )
}

export const gap = (above: TableLine, below: TableLine): number => below.box[1] - above.box[3]

function takeUp(
  band: Band,
  anchor: TableLine,
  before: readonly TableLine[],
  texts: ReadonlyMap<TableLine, TextLine>,
  most: number,
): void {
  let below = anchor
  for (const line of [...before].reverse()) {
    if (most-- <= 0 || line.page !== anchor.page || gap(line, below) > 1.3 * anchor.size) break
    band.lines.push(line)
    const text = texts.get(line)
    if (text) band.texts.push(text)
    below = line
  }
}

/** Text that is centred around its figures has as many lines above as below. */
function takeUpFirst(
  band: Band,
  anchor: TableLine,
  lines: readonly TableLine[],
  texts: ReadonlyMap<TableLine, TextLine>,
): void {
  const below = band.texts.filter(({ line }) => line.index > anchor.index).length
  const before = lines.filter((line) => line.index < anchor.index)
  takeUp(band, anchor, before, texts, Math.max(texts.has(anchor) ? 0 : 1, below))
}

function takeDown(
  band: Band,
  anchor: TableLine,
  after: readonly TableLine[],
  texts: ReadonlyMap<TableLine, TextLine>,
): void {
  let above = anchor
  for (const line of after) {
    if (line.page !== anchor.page || gap(above, line) > 1.3 * anchor.size) break
    band.lines.push(line)
    const text = texts.get(line)
    if (text) band.texts.push(text)
    above = line
  }
}

function shareBetween(
  upper: Band,
  upperAnchor: TableLine,
  lower: Band,
  lowerAnchor: TableLine,
  between: readonly TableLine[],
  texts: ReadonlyMap<TableLine, TextLine>,
  mode: 'top' | 'above' | 'middle',
): void {
  if (upperAnchor.page !== lowerAnchor.page) {
    const above = between.filter((line) => line.page === upperAnchor.page)
    const below = between.filter((line) => line.page === lowerAnchor.page)
    if (mode !== 'above') takeDown(upper, upperAnchor, above, texts)
    if (mode !== 'top') takeUp(lower, lowerAnchor, below, texts, 3)
    return
  }
  const chain = [upperAnchor, ...between, lowerAnchor]
  let split = mode === 'above' ? 0 : between.length
  if (mode === 'middle' || (mode === 'above' && between.length > 0)) {
    const gaps = chain.slice(1).map((line, i) => gap(chain[i]!, line))
    const widest = Math.max(...gaps)
    // Of two gaps the other one is usual.
    const usual = mode === 'middle' && gaps.length === 2 ? Math.min(...gaps) : median(gaps)
    if (widest > usual + 0.25 * lowerAnchor.size) split = gaps.indexOf(widest)
    else if (mode === 'middle') split = Math.floor(between.length / 2)
  }
  for (const [index, line] of between.entries()) {
    const band = index < split ? upper : lower
    band.lines.push(line)
    const text = texts.get(line)
    if (text) band.texts.push(text)
  }
}
