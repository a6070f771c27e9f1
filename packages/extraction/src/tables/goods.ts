/** Tables of goods without prices, as on delivery notes: each line with a figure under the heading of quantities is a row. */
import { findColumns, mergeColumns, nameColumns, type Column } from './columns.ts'
import { median, type TableLine } from './figures.ts'
import { holdsMoney, type TableHeader } from './headers.ts'
import { headingPrior } from './roles.ts'
import type { Reading, Solution } from './solve.ts'

/** Least fit of a heading for quantities. */
const MIN_PRIOR = 0.5
/** A gap this many times wider than between the first rows ends the table. */
const FAR = 2.5

/** Whether a document prints no amount of money at all. */
export const hasNoPrices = (lines: readonly TableLine[]): boolean => !lines.some(holdsMoney)

/** Returns the goods below a header, whose body may continue under the same header on other pages; null if it has no quantities. */
export function solveGoods(header: TableHeader, body: readonly TableLine[], reading: Reading): Solution | null {
  const { headings } = header
  if (headings.some(({ classes }) => classes.has('amount') || classes.has('unit_price'))) return null
  const size = median(body.map((line) => line.size)) || 12
  const loose = findColumns(body.filter((line) => reading.labels.get(line) !== 'summary'))
  nameColumns(loose, headings, size)
  const columns = mergeColumns(loose, size)
  const quantity = bestOf(columns)
  if (!quantity) return null
  const lines = untilGap(body.filter((line) => quantity.cells.has(line) && isUnder(quantity, line)))
  if (lines.length === 0) return null
  return {
    headings: [...headings],
    columns,
    roles: { amount: quantity, quantity, score: 0 },
    rows: lines.map((line) => ({ line, amount: quantity.cells.get(line)!, agreement: null })),
    sums: false,
    isPriceless: true,
    body: [...body],
    quality: lines.length,
  }
}

function bestOf(columns: readonly Column[]): Column | undefined {
  const rated = columns.map((column) => ({ column, prior: headingPrior(column, 'quantity') }))
  return rated.filter(({ prior }) => prior >= MIN_PRIOR).sort((a, b) => b.prior - a.prior)[0]?.column
}

/** Quantities are alone in their cells; a figure in a sentence below the table has words on both sides. */
function isUnder(column: Column, line: TableLine): boolean {
  const figure = column.cells.get(line)!
  const isNear = (distance: number) => distance >= 0 && distance < 0.4 * line.size
  const before = line.words.some((word) => !figure.words.includes(word) && isNear(figure.box[0] - word.box[2]))
  return !before
}

/** The lines of each page down to the first wide gap. */
function untilGap(lines: readonly TableLine[]): TableLine[] {
  const kept: TableLine[] = []
  let ended = -1
  let usual = 0
  for (const line of lines) {
    if (line.page === ended) continue
    const before = kept.at(-1)
    const gap = before?.page === line.page ? line.box[1] - before.box[1] : 0
    if (usual > 0 && gap > FAR * usual) {
      ended = line.page
      continue
    }
    if (gap > 0) usual = usual || gap
    kept.push(line)
  }
  return kept
}
