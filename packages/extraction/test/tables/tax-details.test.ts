import { describe, expect, it } from 'vitest'
import { findTables } from '../../src/tables/index.ts'
import { left, makeDocument, makePage, right } from './grid.ts'
import type { Row } from './grid.ts'

function taxes(rows: readonly Row[], decimal: '.' | ',' = ',', totals = {}): Record<string, string>[] {
  const { tax_details } = findTables(makeDocument(makePage(rows)), { decimal, totals })
  return tax_details.map((detail) =>
    Object.fromEntries(Object.entries(detail).map(([name, value]) => [name.replace('tax_detail_', ''), value.value])),
  )
}

describe('tax details', () => {
  it('reads a table of rates, bases and taxes', () => {
    const rows: Row[] = [
      [
        0,
        left(100, 'Steuersatz'),
        right(500, 'Bemessungsgrundlage'),
        right(800, 'Steuerbetrag'),
        right(1100, 'Brutto'),
      ],
      [1, left(100, '19 %'), right(500, '100,00'), right(800, '19,00'), right(1100, '119,00')],
      [2, left(100, '7 %'), right(500, '50,00'), right(800, '3,50'), right(1100, '53,50')],
    ]
    expect(taxes(rows)).toEqual([
      { base: '100.00', rate: '19', tax: '19.00', total: '119.00' },
      { base: '50.00', rate: '7', tax: '3.50', total: '53.50' },
    ])
  })

  it('reads a row without tax under the headings', () => {
    const rows: Row[] = [
      [0, left(100, 'Code'), right(500, 'Taux'), right(800, 'Base TVA'), right(1100, 'Montant TVA')],
      [1, left(100, 'S'), right(500, '20,00%'), right(800, '11,00'), right(1100, '2,20')],
      [2, left(100, 'E'), right(500, '0,00%'), right(800, '60,00'), right(1100, '0,00')],
    ]
    expect(taxes(rows)).toEqual([
      { base: '11.00', rate: '20.00', tax: '2.20' },
      { base: '60.00', rate: '0.00', tax: '0.00' },
    ])
  })

  it('derives the base of a tax in the totals from the sum above it', () => {
    const rows: Row[] = [
      [0, right(900, 'Subtotal'), right(1100, '46.70')],
      [1, right(900, 'VAT 20%'), right(1100, '9.34')],
      [2, right(900, 'Total'), right(1100, '56.04')],
    ]
    expect(taxes(rows, '.')).toEqual([{ base: '46.70', rate: '20', tax: '9.34' }])
  })

  it('has a higher probability when the taxes add up to the total tax', () => {
    const rows: Row[] = [
      [0, right(900, 'Subtotal'), right(1100, '46.70')],
      [1, right(900, 'VAT 20%'), right(1100, '9.34')],
      [2, right(900, 'Total'), right(1100, '56.04')],
    ]
    const read = (totals: object): number => {
      const { tax_details } = findTables(makeDocument(makePage(rows)), { decimal: '.', totals })
      return tax_details[0]!.tax_detail_tax!.confidence
    }
    expect(read({ tax: 9.34 })).toBeGreaterThan(read({}))
  })

  it('keeps equal taxes if all of them are the difference of total and base, and else drops what is printed twice', () => {
    const rows: Row[] = [
      [0, right(900, 'Subtotal'), right(1100, '1,000.00')],
      [1, right(900, 'State tax 5%'), right(1100, '50.00')],
      [2, right(900, 'County tax 5%'), right(1100, '50.00')],
      [3, right(900, 'Total'), right(1100, '1,100.00')],
    ]
    const row = { base: '1000.00', rate: '5', tax: '50.00' }
    expect(taxes(rows, '.', { base: 1000, total: 1100, tax: 50 })).toEqual([row, row])
    expect(taxes(rows, '.', { base: 1000, total: 1050 })).toEqual([row])
    expect(taxes(rows, '.')).toEqual([row])
  })

  it('reads the bases in the labels, and negative taxes', () => {
    const rows: Row[] = [
      [0, right(900, 'Net total'), right(1100, '(115.00)')],
      [1, right(900, 'VAT 20% on (110.00)'), right(1100, '(22.00)')],
      [2, right(900, 'VAT 5% on (5.00)'), right(1100, '(0.25)')],
      [3, right(900, 'Total'), right(1100, '(137.25)')],
    ]
    expect(taxes(rows, '.')).toEqual([
      { base: '-110.00', rate: '20', tax: '-22.00' },
      { base: '-5.00', rate: '5', tax: '-0.25' },
    ])
  })

  it('compares in the smallest unit of the currency', () => {
    const read = (tax: string, decimals: number) => {
      const rows: Row[] = [
        [0, right(900, 'Subtotal'), right(1100, '52.750')],
        [1, right(900, 'VAT 5%'), right(1100, tax)],
        [2, right(900, 'Total'), right(1100, '55.388')],
      ]
      return findTables(makeDocument(makePage(rows)), { decimal: '.', decimals }).tax_details.length
    }
    expect([read('2.638', 3), read('2.647', 3), read('2.647', 2)]).toEqual([1, 0, 1])
  })

  it('does not read a discount in per cent as a tax', () => {
    const rows: Row[] = [
      [0, left(100, 'Total'), right(1100, '100.00')],
      [1, left(100, 'Discount 5% of 100.00'), right(1100, '-5.00')],
    ]
    expect(taxes(rows, '.')).toEqual([])
  })
})
