/** What the columns of a table mean. */
import { describe, expect, it } from 'vitest'
import { rowAmount, rowUnitPrice } from '../../src/tables/index.ts'
import { center, left, plain, right } from './grid.ts'
import type { Row } from './grid.ts'
import { find } from './line-items-setup.ts'

describe('line items', () => {
  it('applies a discount in per cent', () => {
    const { line_items } = find(
      [
        [
          0,
          left(100, 'Artikel'),
          right(600, 'Menge'),
          right(760, 'Preis'),
          right(920, 'Rabatt %'),
          right(1100, 'Betrag'),
        ],
        [2, left(100, 'Stuhl'), right(600, '4'), right(760, '50,00'), right(920, '10'), right(1100, '180,00')],
        [3, left(100, 'Tisch'), right(600, '2'), right(760, '200,00'), right(920, '25'), right(1100, '300,00')],
        [5, left(700, 'Summe netto'), right(1100, '480,00')],
      ],
      ',',
    )
    expect(
      line_items.map((item) => [item.table_column_quantity?.value, rowUnitPrice(item)?.value, rowAmount(item)?.value]),
    ).toEqual([
      ['4', '50.00', '180.00'],
      ['2', '200.00', '300.00'],
    ])
    expect(rowAmount(line_items[0]!)?.evidence.checks).toContain('quantity*price-discount=amount')
  })

  it('applies a price per hundred pieces', () => {
    const { line_items } = find(
      [
        [0, left(100, 'Artikel'), right(600, 'Menge'), right(760, 'Preis'), right(860, 'PE'), right(1100, 'Betrag')],
        [2, left(100, 'Nagel'), right(600, '500'), right(760, '3,20'), right(860, '100'), right(1100, '16,00')],
        [3, left(100, 'Stift'), right(600, '250'), right(760, '8,00'), right(860, '100'), right(1100, '20,00')],
        [5, left(700, 'Summe'), right(1100, '36,00')],
      ],
      ',',
    )
    expect(
      line_items.map((item) => [item.table_column_quantity?.value, rowUnitPrice(item)?.value, rowAmount(item)?.value]),
    ).toEqual([
      ['500', '3.20', '16.00'],
      ['250', '8.00', '20.00'],
    ])
  })

  it('reads French headings, spaced thousands and the rate of each row', () => {
    const { line_items } = find(
      [
        [
          0,
          left(100, 'Désignation'),
          right(600, 'Quantité'),
          right(760, 'P.U. HT'),
          right(900, 'TVA'),
          right(1100, 'Total HT'),
        ],
        [
          2,
          left(100, 'Armoire'),
          right(600, '10,00'),
          right(760, '120,50'),
          right(900, '20 %'),
          right(1100, '1 205,00 €'),
        ],
        [3, left(100, 'Chaise'), right(600, '4,00'), right(760, '55,00'), right(900, '5,5 %'), right(1100, '220,00 €')],
        [5, left(700, 'Total HT'), right(1100, '1 425,00 €')],
      ],
      ',',
    )
    expect(plain(line_items)).toEqual([
      { description: 'Armoire', quantity: '10.00', rate: '20', amount_base: '120.50', amount_total_base: '1205.00' },
      { description: 'Chaise', quantity: '4.00', rate: '5.5', amount_base: '55.00', amount_total_base: '220.00' },
    ])
  })

  it('distinguishes amounts with and without tax when a table prints both', () => {
    const { line_items } = find(
      [
        [
          0,
          left(100, 'Description'),
          right(500, 'Qty'),
          right(640, 'Net price'),
          right(780, 'Net worth'),
          right(900, 'VAT [%]'),
          right(1100, 'Gross worth'),
        ],
        [
          2,
          left(100, 'Glass'),
          right(500, '5,00'),
          right(640, '12,00'),
          right(780, '60,00'),
          right(900, '10%'),
          right(1100, '66,00'),
        ],
        [
          3,
          left(100, 'Rack'),
          right(500, '4,00'),
          right(640, '28,08'),
          right(780, '112,32'),
          right(900, '10%'),
          right(1100, '123,55'),
        ],
        [6, left(600, 'Total'), right(780, '172,32'), right(1100, '189,55')],
      ],
      ',',
    )
    expect(
      line_items.map((item) => [item.table_column_amount_total_base?.value, item.table_column_amount_total?.value]),
    ).toEqual([
      ['60.00', '66.00'],
      ['112.32', '123.55'],
    ])
  })

  it('takes no column of taxes for the amounts of the rows', () => {
    const { line_items } = find([
      [
        0,
        left(100, 'Activity'),
        right(460, 'Qty'),
        right(600, 'Charge'),
        right(760, 'VAT %'),
        right(900, 'VAT value'),
        right(1100, 'Gross'),
      ],
      [
        2,
        left(100, 'Labour'),
        right(460, '12'),
        right(600, '20.00'),
        right(760, '20%'),
        right(900, '40.00'),
        right(1100, '240.00'),
      ],
      [
        3,
        left(100, 'Travel'),
        right(460, '3'),
        right(600, '50.00'),
        right(760, '20%'),
        right(900, '25.00'),
        right(1100, '150.00'),
      ],
      [5, left(700, 'VAT'), right(1100, '65.00')],
      [6, left(700, 'Total'), right(1100, '390.00')],
    ])
    expect(plain(line_items).map((row) => [row['tax'], row['amount_total_base'], row['amount_total']])).toEqual([
      ['40.00', undefined, '240.00'],
      ['25.00', undefined, '150.00'],
    ])
  })

  it('reads amounts as gross under a heading for gross amounts', () => {
    const { line_items } = find(
      [
        [0, left(100, 'Artikel'), right(600, 'Aantal'), right(800, 'Prijs per stuk'), right(1100, 'Prijs incl. BTW')],
        [2, left(100, 'Tablet'), right(600, '2'), right(800, '€ 399,00'), right(1100, '€ 798,00')],
        [4, left(700, 'Totaal'), right(1100, '€ 798,00')],
      ],
      ',',
    )
    expect(plain(line_items)).toEqual([
      { description: 'Tablet', quantity: '2', amount: '399.00', amount_total: '798.00' },
    ])
  })

  it('reads the left of two whole factors as the quantity without a heading', () => {
    const { line_items } = find([
      [2, left(100, 'Alpha unit'), right(660, '7'), right(860, '30'), right(1060, '210')],
      [3, left(100, 'Beta unit'), right(660, '4'), right(860, '45'), right(1060, '180')],
    ])
    expect(line_items.map((item) => [item.table_column_quantity?.value, rowUnitPrice(item)?.value])).toEqual([
      ['7', '30'],
      ['4', '45'],
    ])
    const quantity = line_items[0]!.table_column_quantity!
    expect(quantity.confidence).toBeLessThan(rowAmount(line_items[0]!)!.confidence)
  })

  it('reads centred and left-aligned columns of numbers', () => {
    const { line_items } = find([
      [0, left(100, 'Item'), center(640, 'Quantity'), left(800, 'Price'), left(1000, 'Amount')],
      [2, left(100, 'Tool A'), center(640, '500'), left(800, '$1.00'), left(1000, '$500.00')],
      [3, left(100, 'Service B'), center(640, '1'), left(800, '$900.00'), left(1000, '$900.00')],
      [5, left(800, 'Subtotal'), left(1000, '$1400.00')],
    ])
    expect(
      line_items.map((item) => [item.table_column_quantity?.value, rowUnitPrice(item)?.value, rowAmount(item)?.value]),
    ).toEqual([
      ['500', '1.00', '500.00'],
      ['1', '900.00', '900.00'],
    ])
  })

  it('reads codes and units from their own columns', () => {
    const { line_items } = find([
      [
        0,
        left(100, 'Item code'),
        left(260, 'Description'),
        right(640, 'Qty'),
        left(680, 'Unit'),
        right(900, 'Price'),
        right(1100, 'Total'),
      ],
      [
        2,
        left(100, 'AB-12'),
        left(260, 'Garden hose'),
        right(640, '2'),
        left(680, 'pcs'),
        right(900, '11.00'),
        right(1100, '22.00'),
      ],
      [
        3,
        left(100, 'CD-34'),
        left(260, 'Nozzle'),
        right(640, '3'),
        left(680, 'pcs'),
        right(900, '4.00'),
        right(1100, '12.00'),
      ],
      [5, left(800, 'Total'), right(1100, '34.00')],
    ])
    expect(plain(line_items)).toEqual([
      {
        code: 'AB-12',
        description: 'Garden hose',
        quantity: '2',
        uom: 'pcs',
        amount_base: '11.00',
        amount_total_base: '22.00',
      },
      {
        code: 'CD-34',
        description: 'Nozzle',
        quantity: '3',
        uom: 'pcs',
        amount_base: '4.00',
        amount_total_base: '12.00',
      },
    ])
  })

  it('distinguishes names and numbers of articles by the words below a heading', () => {
    const rows: Row[] = [
      [
        4,
        left(100, 'Artikel'),
        left(250, 'Bezeichnung'),
        right(700, 'Menge'),
        right(900, 'Einzelpreis'),
        right(1100, 'Betrag'),
      ],
      [6, left(100, '4010'), left(250, 'Schnittblumen'), right(700, '8'), right(900, '16,50'), right(1100, '132,00')],
      [7, left(100, '4122'), left(250, 'Olivenbaum'), right(700, '2'), right(900, '89,00'), right(1100, '178,00')],
      [9, right(900, 'Summe netto'), right(1100, '310,00')],
    ]
    expect(plain(find(rows, ',').line_items)).toMatchObject([
      { code: '4010', description: 'Schnittblumen' },
      { code: '4122', description: 'Olivenbaum' },
    ])
  })
})
