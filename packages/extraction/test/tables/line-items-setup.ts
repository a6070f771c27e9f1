/** A table and the reader of tables, for the tests of line items. */
import { findTables } from '../../src/tables/index.ts'
import { left, makeDocument, makePage, right } from './grid.ts'
import type { Row } from './grid.ts'

/** An invoice of three rows with headings and totals. */
export const ENGLISH: Row[] = [
  [0, left(100, 'Invoice 4711')],
  [4, left(100, 'Description'), right(700, 'Qty'), right(900, 'Unit price'), right(1100, 'Amount')],
  [6, left(100, 'Steel bolt M8'), right(700, '12'), right(900, '1.50'), right(1100, '18.00')],
  [7, left(100, 'Copper washer'), right(700, '3'), right(900, '0.25'), right(1100, '0.75')],
  [8, left(100, 'Delivery by van'), right(700, '1'), right(900, '20.00'), right(1100, '20.00')],
  [10, right(900, 'Subtotal'), right(1100, '38.75')],
  [11, right(900, 'VAT 20%'), right(1100, '7.75')],
  [12, right(900, 'Total'), right(1100, '46.50')],
]

/** Finds the tables of a page with these rows. */
export const find = (rows: readonly Row[], decimal: '.' | ',' = '.', totals = {}): ReturnType<typeof findTables> =>
  findTables(makeDocument(makePage(rows)), { decimal, totals })
