/** Tables from a grid of texts: the cells of a sheet, an OpenDocument sheet or a CSV file. */
import type { Cell, Table } from './blocks.ts'

export const MAX_ROWS = 2000
export const MAX_COLUMNS = 100
/** Letters of a cell that are kept. */
export const MAX_CELL = 1000

/** Text that may overflow into empty cells to its right does not count for the width of its own column. */
const OVERFLOW_LETTERS = 12

/** Returns the table without its empty rows and columns; null if all are empty. */
export function tableOf(grid: readonly (readonly string[])[]): Table | null {
  const filled = grid.filter((row) => row.some((text) => text))
  const width = filled.reduce((most, row) => Math.max(most, row.findLastIndex((text) => text) + 1), 0)
  const used = Array.from({ length: width }, (_, column) => column).filter((column) =>
    filled.some((row) => row[column]),
  )
  const rows = filled.map((row) => joinOverflow(used.map((column) => row[column] ?? '')))
  return rows.length > 0 ? { kind: 'table', rows } : null
}

/** Long text covers the empty cells to its right, as in a spreadsheet program. */
function joinOverflow(row: string[]): Cell[] {
  const cells: Cell[] = []
  for (let column = 0; column < row.length; column++) {
    const text = row[column]!
    let span = 1
    if (text.length > OVERFLOW_LETTERS) while (column + span < row.length && !row[column + span]) span++
    cells.push({ text, span })
    column += span - 1
  }
  return cells
}

/**
 * Whether a hidden text may be a value of a document: an amount, a number of a document, an account. Words and counts are common in hidden rows,
 * as of lists to choose from.
 */
export const holdsValue = (text: string): boolean => /\d[.,'’ ]{0,3}[.,]\d|\d{3}/.test(text)
