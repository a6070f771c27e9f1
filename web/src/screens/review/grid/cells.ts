/** Cells of a table: what they contain, and whether a person may change them. */
import type { Datapoint, SchemaDatapoint, Tuple } from '../../../api/types.ts'
import type { FieldView, TableView } from '../model/content.ts'
import { isEditable } from '../model/state.ts'
import type { Place } from './ranges.ts'

export type Row = TableView['rows'][number]
type Options = readonly { value: string; label?: string | null | undefined }[]

/** Returns the cell of a row in a column; undefined if the row has none. */
export const cellIn = (row: Row | undefined, column: SchemaDatapoint | undefined): FieldView | undefined =>
  column && row?.cells.find(({ schema }) => schema.id === column.id)

export const cellAt = ({ rows, columns }: TableView, { row, col }: Place): FieldView | undefined =>
  cellIn(rows[row], columns[col])

export const valueOf = (cell: FieldView | undefined): string => cell?.node.content?.value ?? ''

/** Options of a column of type enum. Rows may have options of their own. */
export const optionsOf = (cell: FieldView): Options => cell.node.options ?? cell.schema.options ?? []

/** Returns what the user reads in a cell: for options their label. */
export function textOf(cell: FieldView | undefined): string {
  const value = valueOf(cell)
  if (cell?.schema.type !== 'enum') return value
  return optionsOf(cell).find((option) => option.value === value)?.label ?? value
}

/** Returns the value for a text that was copied or typed: for options the value with this label. */
export function valueFor(schema: SchemaDatapoint, options: Options, text: string): string {
  if (schema.type !== 'enum') return text
  const same = (one: string): boolean => one.toLowerCase() === text.toLowerCase()
  return (options.find(({ value }) => same(value)) ?? options.find(({ label }) => label && same(label)))?.value ?? text
}

/** Whether the user may change a cell. */
export const isWritable = (cell: FieldView | undefined): cell is FieldView =>
  cell !== undefined && cell.node.content !== null && !cell.node.hidden && isEditable(cell.schema, cell.node)

/** Whether a value belongs to a column that a new row may fill. */
export const isFillable = ({ type, ui_configuration }: SchemaDatapoint): boolean =>
  type !== 'button' && ui_configuration?.type !== 'formula' && ui_configuration?.edit !== 'disabled'

/** Returns a row of the table with its hidden cells too. */
export const tupleOf = ({ node }: TableView, rowId: number): Tuple | undefined =>
  node.children.find((child): child is Tuple => child.category === 'tuple' && child.id === rowId)

/** Returns a cell by its id, hidden or not. */
export const datapointIn = (table: TableView, id: number): Datapoint | undefined =>
  table.node.children
    .flatMap((child) => (child.category === 'tuple' ? child.children : []))
    .find((one) => one.id === id)
