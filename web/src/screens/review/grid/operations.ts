/** Operations of the API for actions on a table. All functions are pure: they return what to send, or which values change. */
import type { SchemaDatapoint } from '../../../api/types.ts'
import type { FieldView, TableView } from '../model/content.ts'
import type { Operation } from '../store/review.ts'
import { cellAt, cellIn, isFillable, isWritable, optionsOf, textOf, valueFor, valueOf } from './cells.ts'
import { span, type Place, type Range } from './ranges.ts'

export type Values = Map<number, string>
const HUMAN = ['human']

/** Returns the texts of a rectangle of cells. */
export const textsOf = (table: TableView, { top, bottom, left, right }: Range): string[][] =>
  span(top, bottom).map((row) => span(left, right).map((col) => textOf(cellAt(table, { row, col }))))

export interface Paste {
  /** New values of cells that exist. */
  values: Values
  /** Operations that append rows. */
  adds: Operation[]
  /** Cells of new rows that get a value. */
  added: number
  /** Cells that cannot be changed, and cells outside of the columns. */
  skipped: number
}

/**
 * Returns what a paste changes. The texts fill cells from `at` on, and new rows at the end of the table. One text fills the whole of
 * `range`.
 */
export function paste(table: TableView, at: Place, texts: readonly (readonly string[])[], range?: Range): Paste {
  const result: Paste = { values: new Map(), adds: [], added: 0, skipped: 0 }
  if (range && texts.length === 1 && texts[0]!.length === 1) {
    for (const cell of cellsOf(table, range)) put(result, cell, texts[0]![0]!)
    return result
  }
  texts.forEach((row, index) => {
    const target = table.rows[at.row + index]
    const columns = row.map((_, offset) => table.columns[at.col + offset])
    if (target) columns.forEach((column, offset) => put(result, cellIn(target, column), row[offset]!))
    else result.adds.push(addRow(table, columns, row, result))
  })
  return result
}

function put(result: Paste, cell: FieldView | undefined, text: string): void {
  if (isWritable(cell)) result.values.set(cell.id, valueFor(cell.schema, optionsOf(cell), text))
  else if (text !== '') result.skipped += 1
}

function addRow(
  table: TableView,
  columns: readonly (SchemaDatapoint | undefined)[],
  texts: readonly string[],
  result: Paste,
): Operation {
  const value = columns.flatMap((column, index) => {
    const text = texts[index]!
    if (column && isFillable(column))
      return [
        {
          schema_id: column.id,
          content: { value: valueFor(column, column.options ?? [], text) },
          validation_sources: HUMAN,
        },
      ]
    if (text !== '') result.skipped += 1
    return []
  })
  result.added += value.length
  return { op: 'add', id: table.node.id, value }
}

/** Returns the cells of a rectangle, row by row. */
export const cellsOf = (table: TableView, { top, bottom, left, right }: Range): FieldView[] =>
  span(top, bottom).flatMap((row) => span(left, right).flatMap((col) => cellAt(table, { row, col }) ?? []))

export const replace = (id: number, value: string): Operation => ({
  op: 'replace',
  id,
  value: { content: { value }, validation_sources: HUMAN },
})

/** Returns the values of a copy of the first row of a rectangle into all others; of one row, a copy of the row above it. */
export function copyDown(table: TableView, range: Range): Values {
  const from = range.top === range.bottom ? range.top - 1 : range.top
  const values: Values = new Map()
  for (const row of span(from + 1, range.bottom))
    for (const col of span(range.left, range.right)) {
      const [source, target] = [cellAt(table, { row: from, col }), cellAt(table, { row, col })]
      if (source && isWritable(target)) values.set(target.id, valueOf(source))
    }
  return values
}

/** Empties cells, with their boxes on the page. */
export const clear = (table: TableView, range: Range): Operation[] =>
  cellsOf(table, range).flatMap((cell) => (isWritable(cell) && valueOf(cell) !== '' ? contentOf(cell, undefined) : []))

/** Gives a cell the value and the box of another one; undefined empties it. */
function contentOf(cell: FieldView, source: FieldView | undefined): Operation[] {
  const { page = null, position = null } = source?.node.content ?? {}
  const content = { value: valueOf(source), page, position: position && [...position] }
  return [{ op: 'replace', id: cell.id, value: { content, validation_sources: HUMAN } }]
}

/**
 * Moves the values of a rectangle by one column; the values of the neighbouring column take the place that becomes free, so that none is
 * lost. Returns null if there is no neighbour, or a cell may not be changed.
 */
export function shiftValues(table: TableView, range: Range, by: 1 | -1): Operation[] | null {
  const outer = by === 1 ? range.right + 1 : range.left - 1
  if (outer < 0 || outer >= table.columns.length) return null
  const cols = by === 1 ? span(range.left, outer) : span(outer, range.right)
  const operations: Operation[] = []
  for (const row of span(range.top, range.bottom)) {
    const cells = cols.map((col) => cellAt(table, { row, col }))
    if (!cells.every((cell) => isWritable(cell))) return null
    cells.forEach((cell, index) => {
      const source = cells[(index - by + cells.length) % cells.length]!
      operations.push(...contentOf(cell!, source))
    })
  }
  return operations
}

export const removeRows = (table: TableView, { top, bottom }: Range): Operation[] =>
  span(top, bottom).flatMap((row) => (table.rows[row] ? [{ op: 'remove' as const, id: table.rows[row].id }] : []))
