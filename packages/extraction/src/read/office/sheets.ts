import * as xlsx from '@e965/xlsx'
import { ReadError } from '../../types.ts'
import type { Block, Cell } from './blocks.ts'

const MAX_SHEETS = 20
const MAX_ROWS = 2000
const MAX_COLUMNS = 100
/** Text that may overflow into empty cells to its right does not count for the width of its own column. */
const OVERFLOW_LETTERS = 12

/** Returns the visible sheets of an XLSX or XLS as tables, each on a new page, with figures as displayed. */
export function readSheets(bytes: Buffer): Block[] {
  let book: xlsx.WorkBook
  try {
    // Dates in the system's format are returned as ISO dates, because that system is unknown.
    book = xlsx.read(bytes, { type: 'buffer', dense: true, sheetRows: MAX_ROWS, dateNF: 'yyyy-mm-dd', cellNF: true })
  } catch (error) {
    if (error instanceof Error && /password|encrypt/i.test(error.message)) {
      throw new ReadError('encrypted', 'The workbook is protected with a password.')
    }
    throw new ReadError('damaged', 'The workbook is damaged and cannot be read.')
  }
  const visible = book.SheetNames.filter((_, index) => !book.Workbook?.Sheets?.[index]?.Hidden).slice(0, MAX_SHEETS)
  return visible.flatMap((name): Block[] => {
    const rows = readRows(book.Sheets[name])
    return rows.length > 0 ? [{ kind: 'break' }, { kind: 'table', rows }] : []
  })
}

function readRows(sheet: xlsx.WorkSheet | undefined): Cell[][] {
  const grid = ((sheet as { '!data'?: (xlsx.CellObject | undefined)[][] } | undefined)?.['!data'] ?? []).map((row) =>
    Array.from((row ?? []).slice(0, MAX_COLUMNS), showCell),
  )
  const filled = grid.filter((row) => row.some((text) => text))
  const width = Math.max(0, ...filled.map((row) => row.findLastIndex((text) => text) + 1))
  const used = Array.from({ length: width }, (_, column) => column).filter((column) =>
    filled.some((row) => row[column]),
  )
  return filled.map((row) => joinOverflow(used.map((column) => row[column] ?? '')))
}

function showCell(cell: xlsx.CellObject | undefined): string {
  if (!cell || cell.t === 'z') return ''
  const text = cell.w ?? (cell.v === undefined ? '' : String(cell.v))
  return unshownDate(cell, text.trim()) ?? text.trim()
}

/**
 * The library returns the day number for a date whose format has unescaped dots (`dd.mm.yyyy`, as generators write it). Such a cell is
 * converted to ISO form.
 */
function unshownDate(cell: xlsx.CellObject, text: string): string | null {
  if (cell.t !== 'n' || typeof cell.v !== 'number' || typeof cell.z !== 'string') return null
  if (!/^\d*\.?\d*$/.test(text) || !/y/i.test(cell.z) || !xlsx.SSF.is_date(cell.z)) return null
  return xlsx.SSF.format('yyyy-mm-dd', cell.v) as string
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
