/** Figures that are not below each other, or not below their heading. */
import { describe, expect, it } from 'vitest'
import { center, left, plain, right } from './grid.ts'
import type { Row } from './grid.ts'
import { find } from './line-items-setup.ts'

const read = (rows: readonly Row[], decimal: '.' | ',', ...names: string[]): (string | undefined)[][] =>
  plain(find(rows, decimal).line_items).map((item) => names.map((name) => item[name]))

describe('columns of line items', () => {
  it('belong to the headings in their order, also if these are centred in wide cells', () => {
    const rows = [
      [0, left(100, 'Item'), center(507, 'Quantity'), center(614, 'Rate'), center(756, 'Total')],
      [2, left(100, 'Excavator, wet'), right(585, '14'), right(727, '$135.00'), right(892, '$1,890.00')],
      [3, left(100, 'Tip fees'), right(585, '6'), right(727, '$48.00'), right(892, '$288.00')],
      [4, left(100, 'Cartage'), right(585, '5'), right(727, '$92.00'), right(892, '$460.00')],
      [7, center(756, 'Subtotal'), right(892, '$2,638.00')],
    ] satisfies Row[]
    expect(read(rows, '.', 'quantity', 'amount_base')).toEqual([
      ['14', '135.00'],
      ['6', '48.00'],
      ['5', '92.00'],
    ])
  })

  it('are aligned by the units of the quantities', () => {
    const rows = [
      [0, left(100, 'Description'), right(700, 'Qty'), right(900, 'Unit price'), right(1100, 'Amount')],
      [2, left(100, 'Garden care'), right(700, '1'), right(900, '685.00'), right(1100, '685.00')],
      [3, left(100, 'Cutting of hedges'), right(700, '7 h'), right(900, '78.50'), right(1100, '549.50')],
      [4, left(100, 'Removal'), right(700, '3.2 m³'), right(900, '62.00'), right(1100, '198.40')],
      [7, right(900, 'Total'), right(1100, '1432.90')],
    ] satisfies Row[]
    expect(read(rows, '.', 'description', 'quantity', 'uom')).toEqual([
      ['Garden care', '1', undefined],
      ['Cutting of hedges', '7', 'h'],
      ['Removal', '3.2', 'm³'],
    ])
  })

  it('have the sign of a currency behind the figure that is nearer', () => {
    const rows = [
      [0, left(100, 'Produit'), right(700, 'Prix unitaire'), right(760, 'Qté'), right(1100, 'Total')],
      [2, left(100, 'Casque'), right(700, '34,90 €'), right(760, '2'), right(1100, '69,80 €')],
      [3, left(100, 'Piles'), right(700, '13,50 €'), right(760, '3'), right(1100, '40,50 €')],
      [6, right(900, 'Total HT'), right(1100, '110,30 €')],
    ] satisfies Row[]
    const { line_items } = find(rows, ',')
    expect(line_items.map((item) => item.table_column_quantity?.text)).toEqual(['2', '3'])
  })
})
