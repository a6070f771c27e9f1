/** Which rows of a table are line items, and which lines belong to a row. */
import { describe, expect, it } from 'vitest'
import { findTables, rowAmount, rowUnitPrice } from '../../src/tables/index.ts'
import { left, makeDocument, makePage, plain, right } from './grid.ts'
import type { Row } from './grid.ts'
import { ENGLISH, find } from './line-items-setup.ts'

describe('line items', () => {
  it('reads description, quantity, unit price and amount of a simple table', () => {
    expect(plain(find(ENGLISH).line_items)).toEqual(
      [
        { description: 'Steel bolt M8', quantity: '12.00', amount_base: '1.50', amount_total_base: '18.00' },
        { description: 'Copper washer', quantity: '3.00', amount_base: '0.25', amount_total_base: '0.75' },
        { description: 'Delivery by van', quantity: '1.00', amount_base: '20.00', amount_total_base: '20.00' },
      ].map((row) => ({ ...row, quantity: String(Number(row.quantity)) })),
    )
  })

  it('returns position, evidence and probability of every cell', () => {
    const [item] = find(ENGLISH).line_items
    const amount = rowAmount(item!)!
    expect(amount.position).toEqual([1060, 244, 1100, 260])
    expect(amount.page).toBe(1)
    expect(amount.evidence).toEqual({
      generator: 'table.headed',
      label: 'Amount',
      checks: ['quantity*price=amount', 'sum(rows)=total'],
    })
    expect(amount.confidence).toBeGreaterThan(0.9)
    expect(amount.confidence).toBeLessThan(1)
    expect(rowUnitPrice(item!)?.text).toBe('1.50')
  })

  it('attaches lines of a description that wrap below the amounts, and keeps details apart', () => {
    const { line_items } = find(
      [
        [
          0,
          left(100, 'Pos'),
          left(160, 'Bezeichnung'),
          right(700, 'Menge'),
          right(900, 'Einzelpreis'),
          right(1100, 'Gesamtpreis'),
        ],
        [
          2,
          left(100, '1'),
          left(160, 'Schraube aus rostfreiem Stahl mit langem'),
          right(700, '2 Stk'),
          right(900, '4,00'),
          right(1100, '8,00'),
        ],
        [3, left(160, 'Gewinde')],
        [5, left(100, '2'), left(160, 'Mutter'), right(700, '1.000 Stk'), right(900, '0,05'), right(1100, '50,00')],
        [6, left(160, 'Charge: 12')],
        [9, left(700, 'Nettobetrag'), right(1100, '58,00')],
      ],
      ',',
    )
    expect(plain(line_items)).toEqual([
      {
        description: 'Schraube aus rostfreiem Stahl mit langem Gewinde',
        quantity: '2',
        uom: 'Stk',
        amount_base: '4.00',
        amount_total_base: '8.00',
      },
      {
        description: 'Mutter',
        other: 'Charge: 12',
        quantity: '1000',
        uom: 'Stk',
        amount_base: '0.05',
        amount_total_base: '50.00',
      },
    ])
  })

  it('attaches a description above the numbers, as on receipts', () => {
    const { line_items } = find([
      [0, left(100, 'ITEM'), right(300, 'QTY'), right(420, 'PRICE'), right(560, 'TOTAL')],
      [1, left(100, 'GREEN TEA')],
      [2, right(300, '2'), right(420, '3.50'), right(560, '7.00')],
      [3, left(100, 'RICE BALL')],
      [4, right(300, '3'), right(420, '1.10'), right(560, '3.30')],
      [6, left(100, 'TOTAL'), right(560, '10.30')],
      [7, left(100, 'CASH'), right(560, '20.00')],
      [8, left(100, 'CHANGE'), right(560, '9.70')],
    ])
    expect(plain(line_items).map((row) => [row['description'], row['quantity'], row['amount_total_base']])).toEqual([
      ['GREEN TEA', '2', '7.00'],
      ['RICE BALL', '3', '3.30'],
    ])
  })

  it('reads the names of a till in their whole width', () => {
    const { line_items } = find([
      [0, left(100, '=========================')],
      [1, left(100, 'Cable USB-C, grey, set of 4')],
      [2, left(100, '3 x 4.00'), right(560, '12.00')],
      [3, left(100, 'Rice balls with salmon, large')],
      [4, left(100, '2 x 1.10'), right(560, '2.20')],
      [6, left(100, 'TOTAL'), right(560, '14.20')],
    ])
    expect(plain(line_items).map((row) => [row['description'], row['quantity'], row['amount_total_base']])).toEqual([
      ['Cable USB-C, grey, set of 4', '3', '12.00'],
      ['Rice balls with salmon, large', '2', '2.20'],
    ])
  })

  it('takes codes out of descriptions: before each name, or after a label below it', () => {
    const header: Row = [0, left(100, 'Description'), right(600, 'Qty'), right(760, 'Price'), right(1100, 'Amount')]
    const total: Row = [7, left(700, 'Total'), right(1100, '480.00')]
    const before = find([
      header,
      [2, left(100, 'AR655 Whiteboard'), right(600, '4'), right(760, '45.00'), right(1100, '180.00')],
      [3, left(100, 'LF552 Air filter'), right(600, '2'), right(760, '150.00'), right(1100, '300.00')],
      total,
    ])
    const below = find([
      header,
      [2, left(100, 'Whiteboard'), right(600, '4'), right(760, '45.00'), right(1100, '180.00')],
      [3, left(100, 'Item no. AR655')],
      [4, left(100, 'Air filter'), right(600, '2'), right(760, '150.00'), right(1100, '300.00')],
      [5, left(100, 'Item no. LF552')],
      total,
    ])
    for (const { line_items } of [before, below])
      expect(plain(line_items).map((row) => [row['code'], row['description']])).toEqual([
        ['AR655', 'Whiteboard'],
        ['LF552', 'Air filter'],
      ])
  })

  it('continues over pages with repeated headings and omits carried-over totals', () => {
    const head: Row = [4, left(100, 'Description'), right(700, 'Qty'), right(900, 'Unit price'), right(1100, 'Amount')]
    const first = makePage([
      head,
      [6, left(100, 'Oak board'), right(700, '2'), right(900, '10.00'), right(1100, '20.00')],
      [7, left(100, 'Pine board'), right(700, '4'), right(900, '5.00'), right(1100, '20.00')],
      [9, left(100, 'Carried forward'), right(1100, '40.00')],
    ])
    const second = makePage(
      [
        [0, left(100, 'Timber Ltd, 1 Mill Lane')],
        head,
        [6, left(100, 'Brought forward'), right(1100, '40.00')],
        [7, left(100, 'Elm board'), right(700, '3'), right(900, '7.00'), right(1100, '21.00')],
        [10, left(700, 'Total'), right(1100, '61.00')],
      ],
      2,
    )
    const items = findTables(makeDocument(first, second), { decimal: '.' }).line_items
    expect(
      items.map((item) => [item.table_column_description?.value, rowAmount(item)?.value, rowAmount(item)?.page]),
    ).toEqual([
      ['Oak board', '20.00', 1],
      ['Pine board', '20.00', 1],
      ['Elm board', '21.00', 2],
    ])
  })

  it('reads a table of only descriptions and amounts that add up to the total', () => {
    const { line_items } = find([
      [0, left(100, 'Bakery')],
      [3, left(100, 'White bread'), right(500, '3.20')],
      [4, left(100, 'Rye bread'), right(500, '4.10')],
      [5, left(100, 'Butter cake'), right(500, '2.00')],
      [7, left(100, 'Total'), right(500, '9.30')],
    ])
    expect(line_items.map((item) => [item.table_column_description?.value, rowAmount(item)?.value])).toEqual([
      ['White bread', '3.20'],
      ['Rye bread', '4.10'],
      ['Butter cake', '2.00'],
    ])
  })

  it('keeps the negative rows of a credit note', () => {
    const { line_items } = find([
      [0, left(100, 'Description'), right(700, 'Qty'), right(900, 'Unit price'), right(1100, 'Amount')],
      [2, left(100, 'Returned lamp'), right(700, '-2'), right(900, '15.00'), right(1100, '-30.00')],
      [3, left(100, 'Returned shade'), right(700, '-1'), right(900, '4.00'), right(1100, '-4.00')],
      [5, left(700, 'Total'), right(1100, '-34.00')],
    ])
    expect(line_items.map((item) => [item.table_column_quantity?.value, rowAmount(item)?.value])).toEqual([
      ['-2', '-30.00'],
      ['-1', '-4.00'],
    ])
  })

  it('omits a discount on the whole invoice and subtotals between rows', () => {
    const { line_items } = find([
      [0, left(100, 'Description'), right(700, 'Qty'), right(900, 'Unit price'), right(1100, 'Amount')],
      [2, left(100, 'Paint'), right(700, '2'), right(900, '15.00'), right(1100, '30.00')],
      [3, left(100, 'Brush'), right(700, '5'), right(900, '2.00'), right(1100, '10.00')],
      [4, left(100, 'Subtotal materials'), right(1100, '40.00')],
      [5, left(100, 'Labour'), right(700, '3'), right(900, '20.00'), right(1100, '60.00')],
      [6, left(100, 'Discount 10%'), right(1100, '-10.00')],
      [8, left(700, 'Total'), right(1100, '90.00')],
    ])
    expect(line_items.map((item) => item.table_column_description?.value)).toEqual(['Paint', 'Brush', 'Labour'])
  })

  it('keeps the discount of a partner that the sum includes', () => {
    const { line_items } = find([
      [0, left(100, 'Description'), right(700, 'Qty'), right(900, 'Unit price'), right(1100, 'Amount')],
      [2, left(100, 'Team plan'), right(700, '12'), right(900, '10.00'), right(1100, '120.00')],
      [3, left(100, 'Discount for partners'), right(700, '1'), right(900, '-20.00'), right(1100, '-20.00')],
      [5, left(700, 'Subtotal'), right(1100, '100.00')],
    ])
    expect(line_items.map((item) => item.table_column_description?.value)).toEqual([
      'Team plan',
      'Discount for partners',
    ])
  })

  it('reads an item whose name begins like the label of a sum that is carried forward', () => {
    const { line_items } = find(
      [
        [0, left(100, 'Désignation'), right(700, 'Qté'), right(900, 'Prix unitaire'), right(1100, 'Montant')],
        [2, left(100, 'Location de grue'), right(700, '2'), right(900, '150,00'), right(1100, '300,00')],
        [3, left(100, 'Transport aller et retour'), right(700, '1'), right(900, '90,00'), right(1100, '90,00')],
        [5, left(700, 'Total HT'), right(1100, '390,00')],
      ],
      ',',
    )
    expect(line_items.map((item) => item.table_column_description?.value)).toEqual([
      'Location de grue',
      'Transport aller et retour',
    ])
  })

  it('shares out the lines around figures that are centred beside some of the descriptions', () => {
    const { line_items } = find([
      [0, left(100, 'Description'), right(700, 'Qty'), right(900, 'Unit price'), right(1100, 'Amount')],
      [2, left(100, 'Design of a logo')],
      [2.5, right(700, '1'), right(900, '450.00'), right(1100, '450.00')],
      [3, left(100, 'with stationery')],
      [4.5, left(100, 'Advice'), right(700, '3'), right(900, '50.00'), right(1100, '150.00')],
      [8, left(700, 'Subtotal'), right(1100, '600.00')],
    ])
    expect(line_items.map((item) => item.table_column_description?.value)).toEqual([
      'Design of a logo with stationery',
      'Advice',
    ])
  })

  it('leaves out the text of a column beside a table without headings', () => {
    const { line_items } = find([
      [0, left(100, 'Your bill at a glance:'), left(800, '0800 555 100')],
      [0.8, left(800, 'open 8 to 20')],
      [2, left(100, 'Business tariff')],
      [2.5, left(500, '3 x'), right(700, '60.00')],
      [3, left(100, '1 to 30 September')],
      [4.5, left(100, 'Extra card')],
      [5, left(500, '1 x'), right(700, '8.40')],
      [5.5, left(100, '1 to 30 September')],
      [8, left(100, 'Subtotal'), right(700, '68.40')],
    ])
    expect(line_items.map((item) => item.table_column_description?.value)).toEqual([
      'Business tariff 1 to 30 September',
      'Extra card 1 to 30 September',
    ])
  })

  it('finds rows by arithmetic alone if no heading is recognised', () => {
    const { line_items } = find([
      [0, left(100, 'Quux'), left(600, 'Zork'), left(800, 'Blub'), left(1000, 'Frob')],
      [2, left(100, 'Alpha unit'), right(660, '7'), right(860, '3.30'), right(1060, '23.10')],
      [3, left(100, 'Beta unit'), right(660, '2'), right(860, '9.95'), right(1060, '19.90')],
    ])
    expect(
      line_items.map((item) => [
        item.table_column_description?.value,
        item.table_column_quantity?.value,
        rowAmount(item)?.value,
      ]),
    ).toEqual([
      ['Alpha unit', '7', '23.10'],
      ['Beta unit', '2', '19.90'],
    ])
  })
})
