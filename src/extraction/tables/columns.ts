import { median } from './figures.ts'
import type { Figure, TableLine } from './figures.ts'
import type { Heading } from './headers.ts'

/** Figures that stand under each other. */
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
  percent: boolean
  cells: Map<TableLine, Figure>
}

/** How far a figure is from a column, in type heights; Infinity when it does not stand in it. */
function misfit(column: Growing, figure: Figure, size: number): number {
  const left = median(column.lefts)
  const right = median(column.rights)
  const [l, , r] = figure.box
  const edge = Math.min(Math.abs(l - left), Math.abs(r - right), Math.abs((l + r - left - right) / 2)) / size
  const shared = Math.min(r, right) - Math.max(l, left)
  const overlap = shared / Math.min(r - l, right - left)
  if (overlap >= 0.5) return Math.min(edge, 1)
  return overlap > -0.2 && edge <= 0.6 ? edge : Infinity
}

/** Clusters the figures of the lines into columns, left to right, by whichever edge or middle they share. */
export function findColumns(lines: readonly TableLine[]): Column[] {
  const columns: Growing[] = []
  for (const line of lines) {
    for (const figure of line.figures) {
      let home: Growing | undefined
      let least = Infinity
      for (const column of columns) {
        if (column.percent !== figure.percent || column.cells.has(line)) continue
        const distance = misfit(column, figure, line.size)
        if (distance < least) {
          least = distance
          home = column
        }
      }
      if (home) {
        home.cells.set(line, figure)
        home.lefts.push(figure.box[0])
        home.rights.push(figure.box[2])
      } else {
        const cells = new Map([[line, figure]])
        columns.push({ lefts: [figure.box[0]], rights: [figure.box[2]], percent: figure.percent, cells })
      }
    }
  }
  return columns
    .map(({ lefts, rights, percent, cells }) => ({ left: median(lefts), right: median(rights), percent, cells }))
    .sort((a, b) => a.left - b.left)
}

/** Adds the figures of further lines to columns that are already known. */
export function extendColumns(columns: readonly Column[], lines: readonly TableLine[]): void {
  for (const line of lines) {
    for (const figure of line.figures) {
      let home: Column | undefined
      let least = Infinity
      for (const column of columns) {
        if (column.percent !== figure.percent || column.cells.has(line)) continue
        const still: Growing = {
          lefts: [column.left],
          rights: [column.right],
          percent: column.percent,
          cells: column.cells,
        }
        const distance = misfit(still, figure, line.size)
        if (distance < least) {
          least = distance
          home = column
        }
      }
      home?.cells.set(line, figure)
    }
  }
}

/** Gives each column the heading that stands over it, the best overlap first; a heading may serve two columns. */
export function nameColumns(columns: readonly Column[], headings: readonly Heading[], size: number): void {
  const served = new Set<Heading>()
  const open: Column[] = []
  for (const column of columns) {
    let most = 0
    for (const heading of headings) {
      const shared = Math.min(column.right, heading.box[2]) - Math.max(column.left, heading.box[0])
      if (shared > most) {
        most = shared
        column.heading = heading
      }
    }
    if (column.heading) served.add(column.heading)
    else open.push(column)
  }
  for (const column of open) {
    let least = 3 * size
    for (const heading of headings) {
      if (served.has(heading)) continue
      const distance = Math.max(heading.box[0] - column.right, column.left - heading.box[2])
      if (distance < least) {
        least = distance
        column.heading = heading
      }
    }
  }
}
