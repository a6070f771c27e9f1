import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findTables, rowAmount, rowUnitPrice } from '../../../src/extraction/tables/index.ts'
import type { Word } from '../../../src/extraction/types.ts'
import { center, left, makeDocument, makePage, plain, right } from './grid.ts'
import type { Row } from './grid.ts'

const ENGLISH: Row[] = [
  [0, left(100, 'Invoice 4711')],
  [4, left(100, 'Description'), right(700, 'Qty'), right(900, 'Unit price'), right(1100, 'Amount')],
  [6, left(100, 'Steel bolt M8'), right(700, '12'), right(900, '1.50'), right(1100, '18.00')],
  [7, left(100, 'Copper washer'), right(700, '3'), right(900, '0.25'), right(1100, '0.75')],
  [8, left(100, 'Delivery by van'), right(700, '1'), right(900, '20.00'), right(1100, '20.00')],
  [10, right(900, 'Subtotal'), right(1100, '38.75')],
  [11, right(900, 'VAT 20%'), right(1100, '7.75')],
  [12, right(900, 'Total'), right(1100, '46.50')],
]

const find = (rows: readonly Row[], decimal: '.' | ',' = '.', totals = {}): ReturnType<typeof findTables> =>
  findTables(makeDocument(makePage(rows)), { decimal, totals })

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
