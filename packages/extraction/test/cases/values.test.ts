/** Invoices with the right values: one for each kind of mistake that users have reported. */
import { describe, expect, it } from 'vitest'
import { makePdf } from '../read/files.ts'
import { draw, type Drawn, extract, PLANKS, SUMS } from './invoice.ts'

describe('amounts', () => {
  it.each<[what: string, drawn: Drawn, right: Record<string, string | number | null>]>([
    [
      'in brackets and behind a minus with a sign of currency are those of a credit note',
      {
        title: 'Credit Memo',
        sender: ['Wren Timber Inc.', '8 Kiln Road, Dallas, TX 75299'],
        facts: [
          ['Credit memo no.', 'CM-88'],
          ['Date', '7 May 2026'],
        ],
        rows: [['Returned oak planks', '(2)', '40.00', '(80.00)']],
        sums: [
          ['Subtotal', '(80.00)'],
          ['Tax 10%', '(8.00)'],
          ['Total', '-$88.00'],
        ],
      },
      { invoice_id: 'CM-88', amount_total: -88, amount_total_base: -80, amount_total_tax: -8, currency: 'USD' },
    ],
    [
      'followed by CR are those of a credit note',
      {
        title: 'Statement credit',
        facts: [
          ['Credit memo no.', 'CM-88'],
          ['Date', '7 May 2026'],
        ],
        rows: [['Returned oak planks', '2', '40.00', '80.00 CR']],
        sums: [
          ['Subtotal', '80.00 CR'],
          ['Tax 10%', '8.00 CR'],
          ['Total', '88.00 CR'],
        ],
      },
      { document_type: 'credit_note', amount_total: -88, amount_total_base: -80, amount_total_tax: -8 },
    ],
    [
      'in Kuwaiti dinars have three decimals',
      {
        rows: [['Hinges', '6', '1.375', '8.250']],
        sums: [
          ['Subtotal', '8.250'],
          ['VAT 5%', '0.413'],
          ['Total KWD', '8.663'],
        ],
      },
      { amount_total: 8.663, amount_total_base: 8.25, amount_total_tax: 0.413, currency: 'KWD' },
    ],
    [
      'may be in any currency of ISO 4217',
      {
        ...PLANKS,
        sums: [
          ['Net total', '200.00'],
          ['VAT 14%', '28.00'],
          ['Total EGP', '228.00'],
        ],
      },
      { amount_total: 228, currency: 'EGP' },
    ],
    [
      'may have their equivalent in another currency',
      {
        ...PLANKS,
        sums: [
          ['Net total EUR', '200.00'],
          ['VAT 20% EUR', '40.00'],
          ['Total EUR', '240.00'],
          ['Equivalent in GBP at 0.8600', '206.40'],
        ],
      },
      { amount_total: 240, currency: 'EUR' },
    ],
    [
      'are not street numbers behind labels without amounts',
      {
        sums: [
          ['Net total', ''],
          ['VAT 20%', ''],
          ['Total GBP', ''],
        ],
      },
      { amount_total: null, amount_total_base: null, amount_total_tax: null, invoice_id: 'WT-5512' },
    ],
    [
      'are those of an invoice otherwise',
      { ...PLANKS, sums: SUMS },
      { amount_total: 240, currency: 'GBP', date_due: '2026-06-06' },
    ],
  ])('%s', async (_, drawn, right) => {
    const { value, line_items } = await extract(await makePdf([draw(drawn)]))
    expect(Object.fromEntries(Object.keys(right).map((key) => [key, value(key)]))).toEqual(right)
    if (drawn.rows?.[0]![3].startsWith('('))
      expect(
        line_items[0]!.table_column_amount_total_base?.value ?? line_items[0]!.table_column_amount_total?.value,
      ).toBe('-80.00')
  })

  it('of two taxes with one rate are both counted', async () => {
    const sums = [
      ['Subtotal', '200.00'],
      ['State tax 5%', '10.00'],
      ['City tax 5%', '10.00'],
      ['Total USD', '220.00'],
    ] as const
    const { value, tax_details } = await extract(await makePdf([draw({ ...PLANKS, sums })]))
    expect([value('amount_total_tax'), value('amount_total'), tax_details.length]).toEqual([20, 220, 2])
  })

  it('in the labels of taxes are their bases', async () => {
    const sums = [
      ['Net total', '206.00'],
      ['VAT 20% on 200.00', '40.00'],
      ['VAT 5% on 6.00', '0.30'],
      ['Total GBP', '246.30'],
    ] as const
    const rows = [
      ['Oak planks', '5', '40.00', '200.00'],
      ['Postage', '1', '6.00', '6.00'],
    ] as const
    const { value, tax_details } = await extract(await makePdf([draw({ rows, sums })]))
    expect([value('amount_total_tax'), value('amount_total_base')]).toEqual([40.3, 206])
    expect(
      tax_details.map((row) =>
        [row.tax_detail_rate, row.tax_detail_base, row.tax_detail_tax].map((cell) => Number(cell?.value)),
      ),
    ).toEqual([
      [20, 200, 40],
      [5, 6, 0.3],
    ])
  })
})

describe('dates', () => {
  it('have the month first if the due date would come too early otherwise, whatever the locale of the queue', async () => {
    const facts = [
      ['Invoice number', 'WT-5512'],
      ['Invoice date', '04/05/2026'],
      ['Due date', '05/04/2026'],
    ] as const
    const sender = ['Wren Timber Inc.', '8 Kiln Road, Dallas, TX 75299']
    const sums = [
      ['Subtotal', '$200.00'],
      ['Sales tax 8%', '$16.00'],
      ['Total due', '$216.00'],
    ] as const
    const { value } = await extract(await makePdf([draw({ ...PLANKS, sender, facts, sums })]), {}, 'en_GB')
    expect([value('date_issue'), value('date_due'), value('amount_total')]).toEqual(['2026-04-05', '2026-05-04', 216])
  })
})
