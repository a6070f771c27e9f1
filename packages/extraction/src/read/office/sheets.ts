import * as xlsx from '@e965/xlsx'
import { isArchived, isEncrypted } from '../../sniff.ts'
import { ReadError, type Note } from '../../types.ts'
import type { Block, OfficeContent } from './blocks.ts'
import { computeFormulas } from './formulas/index.ts'
import { partly, partlyOf, type Cut } from './limits.ts'
import { unpackParts } from './parts.ts'
import { holdsValue, MAX_CELL, MAX_COLUMNS, MAX_ROWS, tableOf } from './grid.ts'

const MAX_SHEETS = 20
const MORE_ROWS = 100

export const INCOMPLETE: Note = {
  type: 'warning',
  content: 'The workbook has formulas without results. Their cells are empty.',
  blocks: true,
}

/** What is hidden in a workbook. */
type Hidden = Set<'rows' | 'columns' | 'sheets'>

type Grid = (xlsx.CellObject | undefined)[][]

/**
 * Returns the visible sheets of an XLSX or XLS as tables, each on a new page, with figures as displayed. What is hidden is left out, and noted if it
 * may be a value. Formulas without results are computed.
 */
export async function readSheets(bytes: Buffer): Promise<OfficeContent> {
  const book = openBook(bytes, await mayHideCells(bytes))
  const isIncomplete = computeFormulas(book, MAX_ROWS)
  const hidden: Hidden = new Set()
  const [shown, unshown] = [false, true].map((isHidden) =>
    book.SheetNames.filter((_, index) => isHidden === Boolean(book.Workbook?.Sheets?.[index]?.Hidden)),
  ) as [string[], string[]]
  if (unshown.slice(0, MAX_SHEETS).some((name) => holdsValues(book.Sheets[name]))) hidden.add('sheets')
  const cuts = new Set<Cut>()
  const blocks = shown.slice(0, MAX_SHEETS).flatMap((name): Block[] => {
    const table = tableOf(readRows(book.Sheets[name], hidden, cuts))
    return table ? [{ kind: 'break' }, table] : []
  })
  const isCut = shown.slice(MAX_SHEETS).some((name) => gridOf(book.Sheets[name]).some((row) => row?.some(showCell)))
  return {
    blocks,
    notes: [
      ...notesOf(hidden),
      ...partlyOf(cuts),
      ...(isCut ? [partly(MAX_SHEETS, 'sheets')] : []),
      ...(isIncomplete ? [INCOMPLETE] : []),
    ],
  }
}

const holdsValues = (sheet: xlsx.WorkSheet | undefined): boolean =>
  gridOf(sheet).some((row) => (row ?? []).slice(0, MAX_COLUMNS).some((cell) => holdsValue(showCell(cell))))

export const notesOf = (hidden: ReadonlySet<string>): Note[] =>
  ['rows', 'columns', 'sheets'].flatMap((what): Note[] =>
    hidden.has(what)
      ? [{ type: 'warning', content: `The workbook has hidden ${what}. Their values were left out.` }]
      : [],
  )

/** Attributes of rows and columns that hide them. */
const HIDING = /\s(?:hidden\s*=\s*["'](?:1|true)|(?:ht|width)\s*=\s*["']0(?:\.0*)?["'])/

/** Parts that may be a sheet. */
const OTHER_PARTS = /^xl\/(?!(?:styles|sharedStrings)\.xml$|theme\/|drawings\/|charts\/).*\.xml$/i
const SHEET = /<(?:\w+:)?(?:worksheet|chartsheet|dialogsheet|macrosheet)[\s>]/

/**
 * Whether rows or columns may be hidden. Only then the library is asked for the properties of rows and columns: together with them it looks up the fill of each
 * cell, which takes far longer than the rest in a workbook without fills.
 */
async function mayHideCells(bytes: Buffer): Promise<boolean> {
  if (!isArchived(bytes)) return true
  try {
    // Sheets may be in any folder, with any name.
    const parts = await unpackParts(bytes, OTHER_PARTS, () => new ReadError('damaged', ''))
    const sheets = [...parts.values()].filter((xml) => SHEET.test(xml))
    const stated = parts.get('xl/workbook.xml')?.match(/<(?:\w+:)?sheet\s/g)?.length ?? Infinity
    return sheets.length < stated || sheets.some((xml) => HIDING.test(xml))
  } catch (error) {
    // Its sheets are too large for a look at them.
    if (error instanceof ReadError) return true
    throw error
  }
}

function openBook(bytes: Buffer, cellStyles: boolean): xlsx.WorkBook {
  try {
    return xlsx.read(bytes, {
      type: 'buffer',
      dense: true,
      // Some more, to find out whether there are more.
      sheetRows: MAX_ROWS + MORE_ROWS,
      // Dates in the system's format are returned as ISO dates, because that system is unknown.
      dateNF: 'yyyy-mm-dd',
      cellNF: true,
      cellStyles,
      // Formulas without results are cells without values.
      sheetStubs: true,
    })
  } catch (error) {
    if (error instanceof Error && /password|encrypt/i.test(error.message)) {
      throw isEncrypted('Excel workbook')
    }
    throw new ReadError('damaged', 'The workbook is damaged and cannot be read.')
  }
}

const gridOf = (sheet: xlsx.WorkSheet | undefined): Grid => (sheet as { '!data'?: Grid } | undefined)?.['!data'] ?? []

/** Returns the texts of the visible cells, and adds to `hidden` what has values that are not visible. */
function readRows(sheet: xlsx.WorkSheet | undefined, hidden: Hidden, cuts: Set<Cut>): string[][] {
  if (
    gridOf(sheet)
      .slice(MAX_ROWS)
      .some((row) => row?.some(showCell))
  )
    cuts.add('rows')
  const isColumnHidden = (column: number): boolean => {
    const properties = sheet?.['!cols']?.[column]
    return properties?.hidden === true || properties?.width === 0
  }
  const columns = Array.from({ length: MAX_COLUMNS }, (_, column) => isColumnHidden(column))
  return gridOf(sheet)
    .slice(0, MAX_ROWS)
    .flatMap((row, index) => {
      const texts = Array.from((row ?? []).slice(0, MAX_COLUMNS), showCell)
      if (row?.slice(MAX_COLUMNS).some(showCell)) cuts.add('columns')
      const properties = sheet?.['!rows']?.[index]
      if (properties?.hidden === true || properties?.hpt === 0) {
        if (texts.some(holdsValue)) hidden.add('rows')
        return []
      }
      if (texts.some((text, column) => columns[column] && holdsValue(text))) hidden.add('columns')
      return [texts.map((text, column) => (columns[column] ? '' : text))]
    })
}

function showCell(cell: xlsx.CellObject | undefined): string {
  if (!cell || cell.t === 'z') return ''
  const text = cell.w ?? (cell.v === undefined ? '' : String(cell.v))
  return (unshownDate(cell, text.trim()) ?? text.trim()).slice(0, MAX_CELL)
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
