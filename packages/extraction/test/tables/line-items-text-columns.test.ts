/** Which text beside the figures is the description of a row, its code or its unit. */
import { describe, expect, it } from 'vitest'
import { left, plain, right } from './grid.ts'
import type { Cell, Row } from './grid.ts'
import { find } from './line-items-setup.ts'

const head = (...cells: Cell[]): Row => [
  0,
  ...cells,
  right(700, 'Qty'),
  right(900, 'Unit price'),
  right(1100, 'Amount'),
]
const row = (step: number, figures: string, ...cells: Cell[]): Row => {
  const [quantity, price, amount] = figures.split(' ')
  return [step, ...cells, right(700, quantity!), right(900, price!), right(1100, amount!)]
}
const read = (rows: readonly Row[], ...names: string[]): (string | undefined)[][] =>
  plain(find(rows).line_items).map((item) => names.map((name) => item[name]))

describe('texts of line items', () => {
  it('takes the code from the first line of a column that its heading says to be for both', () => {
    const rows = [
      head(left(40, 'LN'), left(100, 'PART # / DESCRIPTION')),
      row(2, '4 5.00 20.00', left(40, '1'), left(100, '77KD3')),
      [3, left(100, 'Cable gland, brass')],
      row(5, '2 8.00 16.00', left(40, '2'), left(100, '10AB9')),
      [6, left(100, 'Fuse holder, 32 A')],
      [9, right(900, 'Total'), right(1100, '36.00')],
    ] satisfies Row[]
    expect(read(rows, 'code', 'description')).toEqual([
      ['77KD3', 'Cable gland, brass'],
      ['10AB9', 'Fuse holder, 32 A'],
    ])
  })

  it('takes codes above centred figures and names below them, also of the last row', () => {
    const rows = [
      [0, left(100, 'Material')],
      [0.5, left(40, 'Pos'), right(700, 'Qty'), right(900, 'Unit price'), right(1100, 'Amount')],
      [1, left(100, 'Description')],
      [2.5, left(100, '8120044')],
      row(3, '4 5.00 20.00', left(40, '1')),
      [3.5, left(100, 'Pipe clamp')],
      [5, left(100, '8120051')],
      row(5.5, '2 8.00 16.00', left(40, '2')),
      [6, left(100, 'Wall plug')],
      [10, right(900, 'Total'), right(1100, '36.00')],
    ] satisfies Row[]
    expect(read(rows, 'code', 'description')).toEqual([
      ['8120044', 'Pipe clamp'],
      ['8120051', 'Wall plug'],
    ])
  })

  it('prefers the column headed "Description" to one of activities', () => {
    const rows = [
      head(left(40, 'Activity'), left(260, 'Description')),
      row(2, '3 40.00 120.00', left(40, 'Garden work'), left(260, 'Hedge')),
      row(3, '2 15.00 30.00', left(40, 'Waste removal'), left(260, 'Leaves')),
      [6, right(900, 'Total'), right(1100, '150.00')],
    ] satisfies Row[]
    expect(read(rows, 'description')).toEqual([['Hedge'], ['Leaves']])
  })

  it('keeps units between quantity and description apart', () => {
    const line = (step: number, quantity: string, unit: string, name: string, price: string, amount: string): Row => [
      step,
      right(160, quantity),
      left(170, unit),
      left(210, name),
      right(900, price),
      right(1100, amount),
    ]
    const rows = [
      [0, right(160, 'Quantity'), left(300, 'Description'), right(900, 'Unit price'), right(1100, 'Amount')],
      line(2, '4', 'CS', 'Tomato soup', '5.00', '20.00'),
      line(3, '2', 'SLV', 'Paper cups', '8.00', '16.00'),
      line(4, '3', 'SK', 'Brown sugar', '2.00', '6.00'),
      [7, right(900, 'Total'), right(1100, '42.00')],
    ] satisfies Row[]
    expect(read(rows, 'uom', 'description')).toEqual([
      ['CS', 'Tomato soup'],
      ['SLV', 'Paper cups'],
      ['SK', 'Brown sugar'],
    ])
  })

  it('leaves the first words of names that are only one space apart', () => {
    const rows = [
      head(left(100, 'Description')),
      row(2, '4 5.00 20.00', left(100, 'USB cable')),
      row(3, '2 8.00 16.00', left(100, 'USB hub')),
      row(4, '3 2.00 6.00', left(100, 'DVI plug')),
      [7, right(900, 'Total'), right(1100, '42.00')],
    ] satisfies Row[]
    expect(read(rows, 'description')).toEqual([['USB cable'], ['USB hub'], ['DVI plug']])
  })

  it('divides headings set close together if there are figures below each', () => {
    const rows = [
      [0, left(100, 'Description'), right(700, 'Hours'), left(860, 'Rate Amount')],
      [2, left(100, 'Review of a contract'), right(700, '2.50'), right(890, '300.00'), right(980, '750.00')],
      [3, left(100, 'Telephone conference'), right(700, '0.50'), right(890, '120.00'), right(980, '60.00')],
      [6, right(700, 'Total'), right(980, '810.00')],
    ] satisfies Row[]
    expect(read(rows, 'quantity', 'amount_base', 'amount_total_base')).toEqual([
      ['2.50', '300.00', '750.00'],
      ['0.50', '120.00', '60.00'],
    ])
  })

  it('keeps numbers in descriptions, also where those of several rows are one above the other', () => {
    const rows = [
      head(left(100, 'Description')),
      row(2, '220 11.40 2508.00', left(100, 'Cork sheet of 6 mm')),
      row(3, '35 27.80 973.00', left(100, 'Cork rolls of 3 mm')),
      row(4, '4 12.50 50.00', left(100, 'Pallets')),
      [7, right(900, 'Total'), right(1100, '3531.00')],
    ] satisfies Row[]
    expect(read(rows, 'description')).toEqual([['Cork sheet of 6 mm'], ['Cork rolls of 3 mm'], ['Pallets']])
  })

  it('keeps a quantity and a price inside of the description of one row', () => {
    const rows = [
      [0, left(100, 'Invoice 12')],
      [2, left(100, 'Portraits of 9 people'), right(1100, '585.00')],
      [3, left(100, 'Rights for 3 years'), right(1100, '180.00')],
      [4, left(100, 'Travel 64 km at 0.40'), right(1100, '25.60')],
      [6, left(100, 'Total'), right(1100, '790.60')],
    ] satisfies Row[]
    expect(read(rows, 'description', 'quantity')).toEqual([
      ['Portraits of 9 people', undefined],
      ['Rights for 3 years', undefined],
      ['Travel 64 km at 0.40', '64'],
    ])
  })
})

describe('confidence of item codes', () => {
  /** Invoice rows with a code of the seller, and perhaps others below it. */
  const codes = (below: readonly string[], ...further: Row[]) =>
    find([
      [
        0,
        left(100, 'Item no.'),
        left(300, 'Description'),
        right(700, 'Qty'),
        right(900, 'Unit price'),
        right(1100, 'Amount'),
      ],
      [2, left(100, 'KT-4410'), left(300, 'Kettle, steel'), right(700, '2'), right(900, '31.00'), right(1100, '62.00')],
      ...below.map((code, i): Row => [3 + i, left(100, code)]),
      [7, left(100, 'KT-4475'), left(300, 'Teapot, glass'), right(700, '1'), right(900, '24.50'), right(1100, '24.50')],
      ...below.map((code, i): Row => [8 + i, left(100, code.replace('4', '5'))]),
      [12, left(700, 'Total'), right(1100, '86.50')],
      ...further,
    ]).line_items.map((item) => item.table_column_code!)

  it('is higher for the only code of a row than for one of two', () => {
    const [single, double] = [codes([]), codes(['4006381333931'])]
    expect(double.map(({ value }) => value)).toEqual(single.map(({ value }) => value))
    for (const { confidence } of single) expect(confidence).toBeGreaterThan(0.8)
    for (const { confidence } of double) expect(confidence).toBeLessThan(0.65)
  })

  it('does not depend on text below the table', () => {
    const [single, above] = [codes([]), codes([], [20, left(100, 'AF-2026')])]
    expect(above.map(({ confidence }) => confidence)).toEqual(single.map(({ confidence }) => confidence))
  })
})
