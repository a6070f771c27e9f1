import { describe, expect, it } from 'vitest'
import { findTables } from '../../src/tables/index.ts'
import { left, makeDocument, makePage, plain, right } from './grid.ts'
import type { Row } from './grid.ts'

/** The rows of a credit note whose amounts are printed in a notation. */
function rowsOf(form: string): Record<string, string>[] {
  const print = (amount: string): string => form.replace('#', amount)
  const rows: Row[] = [
    [0, left(100, 'Description'), right(700, 'Quantity'), right(900, 'Unit price'), right(1120, 'Amount')],
    [1, left(100, 'Returned flour'), right(700, '2'), right(900, '24.00'), right(1120, print('48.00'))],
    [2, left(100, 'Returned yeast'), right(700, '4'), right(900, '3.50'), right(1120, print('14.00'))],
    [4, right(900, 'Total'), right(1120, print('62.00'))],
  ]
  return plain(findTables(makeDocument(makePage(rows)), { decimal: '.' }).line_items)
}

describe('the amounts of rows', () => {
  it.each([
    '-#',
    '-$#',
    '$-#',
    '($#)',
    '(#)',
    '#-',
    '# CR',
    '#CR',
    '(GBP #)',
    '(# GBP)',
    '-GBP #',
    'GBP -#',
    '- #',
    '- $#',
  ])('are negative in the notation %s', (form) => {
    expect(rowsOf(form)).toEqual([
      { description: 'Returned flour', quantity: '2', amount_base: '24.00', amount_total_base: '-48.00' },
      { description: 'Returned yeast', quantity: '4', amount_base: '3.50', amount_total_base: '-14.00' },
    ])
  })

  it('keep three decimals', () => {
    const rows: Row[] = [
      [0, left(100, 'Description'), right(700, 'Quantity'), right(900, 'Unit price'), right(1120, 'Amount')],
      [1, left(100, 'Valves'), right(700, '4'), right(900, '12.250'), right(1120, '49.000')],
      [2, left(100, 'Gaskets'), right(700, '10'), right(900, '124.725'), right(1120, '1,247.250')],
      [4, right(900, 'Total KWD'), right(1120, '1,296.250')],
    ]
    expect(plain(findTables(makeDocument(makePage(rows)), { decimal: '.', decimals: 3 }).line_items)).toEqual([
      { description: 'Valves', quantity: '4', amount_base: '12.250', amount_total_base: '49.000' },
      { description: 'Gaskets', quantity: '10', amount_base: '124.725', amount_total_base: '1247.250' },
    ])
  })
})
