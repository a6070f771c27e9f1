/** Columns of templates. */
import type { ExportColumn } from '../types.ts'

type Options = Omit<ExportColumn, 'heading' | 'field' | 'property' | 'constant' | 'expression'>

export const field = (heading: string, id: string, options: Options = {}): ExportColumn => ({
  heading,
  field: id,
  ...options,
})
export const constant = (heading: string, value: string, options: Options = {}): ExportColumn => ({
  heading,
  constant: value,
  ...options,
})
export const expression = (heading: string, formula: string, options: Options = {}): ExportColumn => ({
  heading,
  expression: formula,
  ...options,
})
/** A column that the format has and the template does not fill. */
export const empty = (heading: string): ExportColumn => constant(heading, '', { quoted: false })

/** Returns copies of columns that have values only in the first line of each document. */
export const once = (columns: readonly ExportColumn[]): ExportColumn[] =>
  columns.map((column) => ({ ...column, first_line_only: true }))

export const by = (columns: readonly ExportColumn[]): ReadonlyMap<string, ExportColumn> =>
  new Map(columns.map((column) => [column.heading, column]))
