/** Limits for unpacking and reading office documents. */
import type { Note } from '../../types.ts'
import { MAX_CELL, MAX_COLUMNS, MAX_ROWS } from './grid.ts'

/** What all parts together may unpack to; a workbook of 2,000 rows has a few megabytes. */
export const MAX_UNPACKED_BYTES = 200 * 2 ** 20

/** What one part of a DOCX may unpack to. */
export const MAX_XML_BYTES = 60 * 2 ** 20

/** What a limit of tables may leave out. */
export type Cut = 'rows' | 'columns' | 'cells'

/** Returns the note for a file of which only the beginning was read. What is missing may be the total, so a person looks at it. */
export const partly = (count: number, what: string): Note => ({
  type: 'warning',
  content: `Only the first ${count.toLocaleString('en-US')} ${what} were read. The file has more.`,
  blocks: true,
})

export const partlyOf = (cuts: ReadonlySet<Cut>): Note[] => [
  ...(cuts.has('rows') ? [partly(MAX_ROWS, 'rows of a table')] : []),
  ...(cuts.has('columns') ? [partly(MAX_COLUMNS, 'columns of a table')] : []),
  ...(cuts.has('cells') ? [partly(MAX_CELL, 'letters of a cell')] : []),
]
