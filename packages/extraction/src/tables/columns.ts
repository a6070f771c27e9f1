import type { Box } from '../types.ts'
import { median, unionBox } from './figures.ts'
import type { Figure, TableLine } from './figures.ts'
import type { HeaderClass } from './lexicon.ts'
import type { Heading } from './runs.ts'

/** Vertically aligned figures. */
export interface Column {
  left: number
  right: number
  percent: boolean
  cells: Map<TableLine, Figure>
  heading?: Heading
}

interface Growing {
  lefts: number[]
  rights: number[]
  /** Medians of the first cells. */
  left: number
  right: number
  percent: boolean
  cells: Map<TableLine, Figure>
}

/** The box of a figure, and that with its unit: in one column, `7 h` may be aligned with `1` by its unit. */
const boxesOf = (figure: Figure): Box[] =>
  figure.unit ? [figure.box, unionBox([figure, ...figure.unit.words])] : [figure.box]

/** Returns the distance of a figure from a column, in text heights, and its box that is nearest; Infinity if it is outside. */
function misfit(column: Place, figure: Figure, size: number): { distance: number; box: Box } {
  const fits = boxesOf(figure).map((box) => ({ distance: misfitOf(column, box, size), box }))
  return fits.length > 1 && fits[1]!.distance < fits[0]!.distance ? fits[1]! : fits[0]!
}

type Place = Pick<Growing, 'left' | 'right'>

function misfitOf({ left, right }: Place, [l, , r]: Box, size: number): number {
  const edge = Math.min(Math.abs(l - left), Math.abs(r - right), Math.abs((l + r - left - right) / 2)) / size
  const shared = Math.min(r, right) - Math.max(l, left)
  const overlap = shared / Math.min(r - l, right - left)
  if (overlap >= 0.5) return Math.min(edge, 1)
  return overlap > -0.2 && edge <= 0.6 ? edge : Infinity
}

/** Returns the column to which a figure belongs, and the box by which it does. */
function nearest<C extends Column | Growing>(
  columns: readonly C[],
  line: TableLine,
  figure: Figure,
): { home?: C; box: Box } {
  let home: C | undefined
  let least = { distance: Infinity, box: figure.box }
  for (const column of columns) {
    if (column.percent !== figure.percent || column.cells.has(line)) continue
    const fit = misfit(column, figure, line.size)
    if (fit.distance >= least.distance) continue
    least = fit
    home = column
  }
  return { ...(home ? { home } : {}), box: least.box }
}

/** Clusters the figures of the lines into columns, left to right, by a common edge or centre. */
export function findColumns(lines: readonly TableLine[]): Column[] {
  const columns: Growing[] = []
  for (const line of lines) {
    for (const figure of line.figures) {
      const { home, box } = nearest(columns, line, figure)
      if (home) {
        home.cells.set(line, figure)
        if (home.lefts.length < SETTLED) settle(home, box)
      } else {
        const cells = new Map([[line, figure]])
        const [left, , right] = figure.box
        columns.push({ lefts: [left], rights: [right], left, right, percent: figure.percent, cells })
      }
    }
  }
  return columns
    .map(({ left, right, percent, cells }) => ({ left, right, percent, cells }))
    .sort((a, b) => a.left - b.left)
}

/** The position of a column is fixed after this number of cells. */
const SETTLED = 25

function settle(column: Growing, box: Box): void {
  column.lefts.push(box[0])
  column.rights.push(box[2])
  column.left = median(column.lefts)
  column.right = median(column.rights)
}

/** Adds the figures of further lines to existing columns. */
export function extendColumns(columns: readonly Column[], lines: readonly TableLine[]): void {
  for (const line of lines) {
    for (const figure of line.figures) {
      nearest(columns, line, figure).home?.cells.set(line, figure)
    }
  }
}

/**
 * Assigns its heading to each column. Columns and headings are in the same order, so the pairs are those of the cheapest ordered alignment.
 * A remaining column gets a heading that covers it.
 */
export function nameColumns(columns: readonly Column[], headings: readonly Heading[], size: number): void {
  if (headings.length === 0) return
  const perLine = new Map<TableLine, number>()
  for (const column of columns) for (const line of column.cells.keys()) perLine.set(line, (perLine.get(line) ?? 0) + 1)
  // Figures on lines with several of them are cells; a single one may be in running text.
  const weight = (column: Column): number =>
    [...column.cells.keys()].reduce((sum, line) => sum + (perLine.get(line)! >= 3 ? 1 : 0.25), 0)
  const most = Math.max(...columns.map(weight))
  const skips = columns.map((column) => (SKIP_COLUMN * weight(column)) / most)
  for (const [column, heading] of alignInOrder(columns, skips, headings, size)) column.heading = heading
  for (const column of columns) {
    if (column.heading) continue
    const middle = (column.left + column.right) / 2
    const over = headings.find((heading) => heading.box[0] <= middle && middle <= heading.box[2])
    if (over) column.heading = over
  }
}

const SKIP_COLUMN = 6
/** A heading whose column is empty; those of other columns are empty more often. */
const SKIP_HEADING = 8
const FILLED: readonly HeaderClass[] = ['quantity', 'unit_price', 'amount']

const skipOf = ({ classes }: Heading): number =>
  classes.size === 1 && FILLED.some((name) => classes.has(name)) ? SKIP_HEADING : 0

function distance(column: Column, heading: Heading, size: number): number {
  const apart = Math.max(0, heading.box[0] - column.right, column.left - heading.box[2])
  const edges = Math.min(
    Math.abs(column.left - heading.box[0]),
    Math.abs(column.right - heading.box[2]),
    Math.abs((column.left + column.right - heading.box[0] - heading.box[2]) / 2),
  )
  const { classes } = heading
  const named = classes.size === 0 ? 1 : classes.size === 1 && classes.has('description') ? 4 : 0
  return apart / size + Math.min(2, (0.2 * edges) / size) + named
}

/** Returns the cheapest ordered alignment by dynamic programming. */
function alignInOrder(
  columns: readonly Column[],
  skips: readonly number[],
  headings: readonly Heading[],
  size: number,
): [Column, Heading][] {
  const cost: number[][] = Array.from({ length: columns.length + 1 }, () =>
    new Array<number>(headings.length + 1).fill(0),
  )
  for (let j = 1; j <= headings.length; j++) cost[0]![j] = cost[0]![j - 1]! + skipOf(headings[j - 1]!)
  for (let i = 1; i <= columns.length; i++) {
    cost[i]![0] = cost[i - 1]![0]! + skips[i - 1]!
    for (let j = 1; j <= headings.length; j++) {
      cost[i]![j] = Math.min(
        cost[i - 1]![j]! + skips[i - 1]!,
        cost[i]![j - 1]! + skipOf(headings[j - 1]!),
        cost[i - 1]![j - 1]! + distance(columns[i - 1]!, headings[j - 1]!, size),
      )
    }
  }
  const pairs: [Column, Heading][] = []
  for (let i = columns.length, j = headings.length; i > 0 && j > 0;) {
    if (cost[i]![j] === cost[i]![j - 1]! + skipOf(headings[j - 1]!)) j--
    else if (cost[i]![j] === cost[i - 1]![j]! + skips[i - 1]!) i--
    else {
      pairs.push([columns[i - 1]!, headings[j - 1]!])
      i--
      j--
    }
  }
  return pairs
}

/** Divides headings that were read as one, if there is a column of figures below each of their parts. */
export function divideHeadings(headings: readonly Heading[], columns: readonly Column[]): Heading[] {
  const isOver = (heading: Heading, { left, right }: Column): boolean => heading.box[0] < right && heading.box[2] > left
  return headings.flatMap((heading) => {
    const below = heading.parts?.map((part) => columns.find((column) => column.cells.size > 1 && isOver(part, column)))
    const isDivided = below !== undefined && !below.includes(undefined) && new Set(below).size === below.length
    return isDivided ? heading.parts! : [heading]
  })
}

/** Merges adjacent columns that share no line and have the same heading, because cells aligned with spaces drift. */
export function mergeColumns(columns: readonly Column[], size: number): Column[] {
  const merged: Column[] = []
  for (const column of columns) {
    const home = merged.slice(-3).find((before) => belongTogether(before, column, size))
    if (!home) {
      merged.push({ ...column })
      continue
    }
    for (const [line, figure] of column.cells) home.cells.set(line, figure)
    home.left = Math.min(home.left, column.left)
    home.right = Math.max(home.right, column.right)
    home.heading ??= column.heading
  }
  return merged
}

function belongTogether(before: Column, column: Column, size: number): boolean {
  const under = before.heading ?? column.heading
  if (before.heading && column.heading && before.heading !== column.heading) return false
  if (before.percent !== column.percent || usualPlaces(before) !== usualPlaces(column)) return false
  if (column.left - before.right >= (under ? 1.7 : 0.2) * size) return false
  if (!under || before.left < under.box[0] - 4 * size || column.right > under.box[2] + 4 * size) return false
  return [...column.cells.keys()].every((line) => !before.cells.has(line))
}

const usualPlaces = (column: Column): number => median([...column.cells.values()].map((figure) => figure.places))
