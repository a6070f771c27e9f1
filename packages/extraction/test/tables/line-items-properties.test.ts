/** Properties of the reader of tables that hold for every document. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findTables, rowAmount } from '../../src/tables/index.ts'
import type { Word } from '../../src/types.ts'
import { left, makeDocument, makePage, right } from './grid.ts'
import type { Row } from './grid.ts'
import { ENGLISH, find } from './line-items-setup.ts'

describe('line items', () => {
  it('finds nothing in a letter', () => {
    const { line_items, tax_details } = find([
      [0, left(100, 'Dear Madam,')],
      [2, left(100, 'thank you for your order of 12 March 2024. It will cost about 300.00 and arrive in 3 days.')],
      [4, left(100, 'Yours sincerely')],
    ])
    expect(line_items).toEqual([])
    expect(tax_details).toEqual([])
  })

  it('is unaffected by text far from the table', () => {
    const expected = find(ENGLISH).line_items
    const word = fc.record({
      text: fc.constantFrom('lorem', 'ipsum', 'Street', 'hello', 'office', 'north', 'Mr'),
      x: fc.integer({ min: 60, max: 1000 }),
      y: fc.integer({ min: 1200, max: 1650 }),
    })
    fc.assert(
      fc.property(fc.array(word, { maxLength: 25 }), (noise) => {
        const extra: Word[] = noise.map(({ text, x, y }) => ({
          text,
          box: [x, y, x + 8 * text.length, y + 16],
          confidence: 1,
          size: 16,
        }))
        const document = makeDocument(makePage(ENGLISH, 1, extra))
        expect(findTables(document, { decimal: '.' }).line_items).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('finds all rows of generated tables', () => {
    const row = fc.record({
      name: fc.constantFrom('Blue chair', 'Red table', 'Long ladder', 'Small lamp', 'Old clock'),
      quantity: fc.integer({ min: 1, max: 400 }),
      cents: fc.integer({ min: 5, max: 99_999 }),
    })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 15 }), (rows) => {
        const lines: Row[] = rows.map(({ name, quantity, cents }, index) => [
          index + 2,
          left(100, name),
          right(700, String(quantity)),
          right(900, (cents / 100).toFixed(2)),
          right(1100, ((quantity * cents) / 100).toFixed(2)),
        ])
        const total = rows.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0) / 100
        const { line_items } = find([
          [0, left(100, 'Description'), right(700, 'Quantity'), right(900, 'Unit price'), right(1100, 'Amount')],
          ...lines,
          [rows.length + 4, right(900, 'Total'), right(1100, total.toFixed(2))],
        ])
        expect(
          line_items.map((item) => [
            item.table_column_description?.value,
            item.table_column_quantity?.value,
            rowAmount(item)?.value,
          ]),
        ).toEqual(
          rows.map(({ name, quantity, cents }) => [name, String(quantity), ((quantity * cents) / 100).toFixed(2)]),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('returns the same result for the same input', () => {
    expect(find(ENGLISH)).toEqual(find(ENGLISH))
  })
})
