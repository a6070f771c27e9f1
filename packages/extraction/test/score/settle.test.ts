import { describe, expect, it } from 'vitest'
import { extractDocument } from '../../src/engine.ts'
import type { Extraction } from '../../src/types.ts'
import { pageOf, type Placed, textsOfSums } from '../pages.ts'

/** A document with the given labels and amounts, and lines of the letterhead. */
const read = (title: string, sums: readonly (readonly [string, string])[], ...head: string[]): Extraction =>
  extractDocument(pageOf([...head.map((text, i): Placed => [80, 60 + i * 30, text]), ...textsOfSums(title, sums)]))
const amountsOf = ({ fields }: Extraction): (string | undefined)[] => [
  fields.amount_total_base?.value,
  fields.amount_total_tax?.value,
  fields.amount_total?.value,
]
const SUMS = [
  ['Subtotal', '48.00'],
  ['Tax 20%', '9.60'],
  ['Total', '57.60'],
] as const
/** The sums in a notation. */
const sums = (form: string) => SUMS.map(([label, amount]) => [label, form.replace('#', amount)] as const)

describe('a credit note', () => {
  it.each(['-$#', '$-#', '($#)', '# CR', '#-', '(GBP #)', '(# GBP)', '-GBP #', '- #', '\u2212#', '$ (#)'])(
    'has negative amounts and taxes in the notation %s',
    (form) => {
      const extraction = read('CREDIT NOTE', sums(form))
      expect(amountsOf(extraction)).toEqual(['-48.00', '-9.60', '-57.60'])
      expect(extraction.tax_details.map((row) => row.tax_detail_tax?.value)).toEqual(['-9.60'])
      expect(extraction.checks.map(({ name }) => name)).toContain('total=base+tax')
    },
  )

  it('has amounts of one sign, and those that are printed with another one are doubtful', () => {
    const mixed = read('CREDIT NOTE', [
      ['Subtotal', '48.00'],
      ['Tax 20%', '9.60'],
      ['Total', '-57.60'],
    ])
    expect(amountsOf(mixed)).toEqual(['-48.00', '-9.60', '-57.60'])
    expect(mixed.fields.amount_total!.confidence).toBeGreaterThan(0.9)
    expect(mixed.fields.amount_total_base!.confidence).toBeLessThanOrEqual(0.5)
    expect(mixed.tax_details.map((row) => row.tax_detail_base?.value)).toEqual(['-48.00'])
  })

  it('keeps positive amounts if it prints no other', () => {
    expect(amountsOf(read('CREDIT NOTE', sums('#')))).toEqual(['48.00', '9.60', '57.60'])
  })

  it('is the document of which the number is one, whatever its title is', () => {
    const extraction = extractDocument(
      pageOf([
        [820, 60, 'STATEMENT', 32],
        [780, 240, 'Credit memo no.'],
        [980, 240, 'CN-3071'],
        ...sums('# CR').flatMap(([label, amount], i): Placed[] => [
          [700, 900 + i * 40, label],
          [1050, 900 + i * 40, amount],
        ]),
      ]),
    )
    expect(extraction.fields.document_type?.value).toBe('credit_note')
  })
})

describe('an invoice', () => {
  it('has a positive tax although parentheses are around it, which is doubtful', () => {
    const extraction = read('INVOICE', [
      ['Subtotal', '48.00'],
      ['Tax 20%', '(9.60)'],
      ['Total', '57.60'],
    ])
    expect(amountsOf(extraction)).toEqual(['48.00', '9.60', '57.60'])
    expect(extraction.fields.amount_total_tax!.confidence).toBeLessThanOrEqual(0.5)
    expect(extraction.fields.amount_total!.confidence).toBeGreaterThan(0.9)
  })

  it('has the sign of its total, which is doubtful if base and tax have another one', () => {
    const refund = read('INVOICE', [
      ['Subtotal', '48.00'],
      ['Tax 20%', '9.60'],
      ['Total', '-$57.60'],
    ])
    expect(amountsOf(refund)).toEqual(['-48.00', '-9.60', '-57.60'])
    expect(refund.fields.amount_total!.confidence).toBeLessThanOrEqual(0.5)
  })
})

describe('the decimals of the amounts', () => {
  it.each([
    ['KWD', ['1,234.500', '61.725', '1,296.225'], ['1234.500', '61.725', '1296.225']],
    ['BHD', ['52.750', '2.638', '55.388'], ['52.750', '2.638', '55.388']],
    ['JPY', ['12,345', '617', '12,962'], ['12345', '617', '12962']],
    ['JPY', ['12,345.00', '617.25', '12,962.25'], ['12345.00', '617.25', '12962.25']],
    ['EUR', ['1,234.50', '61.73', '1,296.23'], ['1234.50', '61.73', '1296.23']],
  ])('are those that are printed, and those of the currency: %s %j', (currency, [base, tax, total], expected) => {
    const extraction = read('INVOICE', [
      ['Subtotal', base!],
      ['VAT 5%', tax!],
      [`Total ${currency}`, total!],
    ])
    expect(extraction.fields.currency?.value).toBe(currency)
    expect(amountsOf(extraction)).toEqual(expected)
    expect(extraction.checks.map(({ name }) => name)).toContain('total=base+tax')
    expect(extraction.tax_details.map((row) => row.tax_detail_base?.value)).toEqual([expected[0]])
  })

  it('count in the check of the sum', () => {
    const names = (total: string): string[] =>
      read('INVOICE', [
        ['Subtotal', '52.750'],
        ['VAT 5%', '2.638'],
        ['Total KWD', total],
      ]).checks.map(({ name }) => name)
    expect(names('55.388')).toContain('total=base+tax')
    expect(names('55.395')).not.toContain('total=base+tax')
  })

  it('are not taken for a group of thousands, or a group for decimals, with certainty', () => {
    const pesos = read(
      'FACTURA',
      [
        ['Neto', '$100.000'],
        ['IVA 19%', '$19.000'],
        ['Total', '$119.000'],
      ],
      'Faro SpA',
      'Santiago, Chile',
    )
    expect([pesos.fields.currency?.value, pesos.fields.amount_total?.value]).toEqual(['CLP', '119000'])
    const unknown = read('INVOICE', [
      ['Subtotal', '100.000'],
      ['Tax 19%', '19.000'],
      ['Total', '119.000'],
    ])
    expect(unknown.fields.amount_total!.confidence).toBeLessThanOrEqual(0.5)
  })
})

describe('the currency', () => {
  it('is that of the total, and not that of its equivalent', () => {
    const { fields } = read('INVOICE', [
      ['Net total EUR', '310.00'],
      ['VAT 20% EUR', '62.00'],
      ['Total EUR', '372.00'],
      ['Equivalent in GBP at 0.8500', '316.20'],
      ['VAT in GBP', '52.70'],
    ])
    expect([fields.currency, fields.amount_total, fields.amount_total_tax].map((field) => field?.value)).toEqual([
      'EUR',
      '372.00',
      '62.00',
    ])
  })

  it('has a low confidence if nothing shows the country of its sign', () => {
    const confidenceOf = (...head: string[]): number => {
      const { currency } = read('INVOICE', sums('$#'), ...head).fields
      expect(currency?.value).toBe('USD')
      return currency!.confidence
    }
    expect(confidenceOf('Beacon Works')).toBeLessThanOrEqual(0.5)
    expect(confidenceOf('Beacon Works', 'Springfield, IL 62701')).toBeGreaterThan(0.9)
  })
})

describe('the tax', () => {
  it('is the sum of equal taxes', () => {
    const { fields, tax_details } = read('TAX INVOICE', [
      ['Taxable amount', '137,500.00'],
      ['CGST 9%', '12,375.00'],
      ['SGST 9%', '12,375.00'],
      ['Total INR', '162,250.00'],
    ])
    expect(fields.amount_total_tax?.value).toBe('24750.00')
    expect(tax_details.map((row) => row.tax_detail_tax?.value)).toEqual(['12375.00', '12375.00'])
  })

  it('is no base in a label, and no zero beside another tax', () => {
    const { fields, tax_details } = read('INVOICE', [
      ['Net total', '175.00'],
      ['VAT 20% on 110.00', '22.00'],
      ['VAT 5% on 5.00', '0.25'],
      ['VAT 0% on 60.00', '0.00'],
      ['Total GBP', '197.25'],
    ])
    expect(fields.amount_total_tax?.value).toBe('22.25')
    expect(
      tax_details.map((row) =>
        [row.tax_detail_rate, row.tax_detail_base, row.tax_detail_tax].map((cell) => cell?.value),
      ),
    ).toEqual([
      ['20', '110.00', '22.00'],
      ['5', '5.00', '0.25'],
      ['0', '60.00', '0.00'],
    ])
  })

  it('is doubtful if it is not the difference of total and base, unless the rest is printed', () => {
    const confidenceOf = (...more: [string, string][]): number | undefined =>
      read('INVOICE', [['Subtotal', '100.00'], ...more, ['VAT 20%', '20.00'], ['Total', '128.00']]).fields
        .amount_total_tax?.confidence
    expect(confidenceOf() ?? 0).toBeLessThanOrEqual(0.5)
    expect(confidenceOf(['Shipping', '8.00'])).toBeGreaterThan(0.5)
  })
})
