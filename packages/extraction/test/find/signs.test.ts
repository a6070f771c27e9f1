import { describe, expect, it } from 'vitest'
import { analyse } from '../../src/find/analyse.ts'
import { pageOf, type Placed } from '../pages.ts'

const amounts = (...lines: string[]) =>
  analyse(pageOf(lines.map((text, i): Placed => [60, 60 + i * 30, text]))).candidates.amount
const read = (...lines: string[]): number[] => amounts(...lines).map(({ number }) => number!)

describe('the sign of amounts', () => {
  it.each([
    '-$57.60',
    '$-57.60',
    '($57.60)',
    '$(57.60)',
    '$ (57.60)',
    '57.60-',
    '57.60\u2212',
    '\u221257.60',
    '- 57.60',
    '57.60 CR',
    '57.60CR',
    '57.60 cr.',
    '(57.60)',
    '(GBP 57.60)',
    '(57.60 GBP)',
    '-GBP 57.60',
    '-GBP57.60',
    '- GBP 57.60',
    'GBP -57.60',
    'GBP (57.60)',
    '57.60- GBP',
    '57.60 GBP CR',
  ])('is negative in %s, alone and behind a label', (text) => {
    expect(read(text)).toEqual([-57.6])
    expect(read(`Total: ${text}`)).toEqual([-57.6])
  })

  it('is negative in the notations of other countries', () => {
    expect(read('Summe \u221257,60 €', 'Netto 1.250,00-')).toEqual([-57.6, -1250])
    expect(read('Total (1 234,56)')).toContain(-1234.56)
    expect(read('Total -€1.234,56')).toEqual([-1234.56])
  })

  it.each([
    ['Total - 57.60', [57.6]],
    ['Total 57.60 DR', [57.6]],
    ['- 12 boxes', [12]],
    ['(20.00 incl. VAT)', [20]],
    ['(incl. VAT 20.00)', [20]],
    ['Total 67.00 EUR (57.60 GBP)', [67, 57.6]],
    ['Rent 12.00 - water 3.00', [12, 3]],
    ['12,- € and 57,\u2013', [12, 57]],
    ['VAT (5 %) 3.00', [5, 3]],
  ])('is positive in %s', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it('is part of the text and the position', () => {
    const [amount] = amounts('Total (GBP 57.60)')
    expect(amount).toMatchObject({ text: '(GBP 57.60)', value: '57.60', currency: 'GBP' })
    expect(amount!.traits).toContain('negative')
  })

  it('is that of the letters of an account, of which both occur beside a word for it', () => {
    expect(read('Kontoauszug', 'Zahlung 57,60 H', 'Rechnung 12,00 S')).toEqual([-57.6, 12])
    expect(read('Extrato', 'Pagamento 57,60 C', 'Compra 12,00 D')).toEqual([-57.6, 12])
    // Codes of taxes.
    expect(read('Kontoauszug', 'Papier 57,60 H')).toEqual([57.6])
    expect(read('Paper 57.60 C', 'Pens 12.00 D')).toEqual([57.6, 12])
  })
})

describe('the currency of an amount', () => {
  it.each([
    ['EUR 372.00 GBP 316.20', ['EUR', 'GBP']],
    ['372.00 EUR 316.20 GBP', ['EUR', 'GBP']],
    ['Equivalent in GBP at 0.8500 316.20', ['GBP', 'GBP']],
    ['VAT USD 20.00', ['USD']],
    // A dollar of some country.
    ['Total $20.00', [undefined]],
    ['Total 20.00', [undefined]],
  ])('is that beside it, or else in front of it on its line: %s', (text, expected) => {
    expect(amounts(text).map(({ currency }) => currency)).toEqual(expected)
  })
})

describe('the decimals of amounts', () => {
  it('are kept, and those of the currency count as those of money', () => {
    const dinars = amounts('Total KWD 1,296.225', 'Net 1,234.500', 'VAT 61.725')
    expect(dinars.map(({ value }) => value)).toEqual(['1296.225', '1234.50', '61.725'])
    expect(dinars.every(({ traits }) => traits.includes('places:2'))).toBe(true)
    const yen = amounts('Total ¥13,579', 'Net 12,345', 'Boxes 3')
    expect(yen.map(({ traits }) => traits.includes('places:2'))).toEqual([true, true, false])
    expect(amounts('Weight 12.250', 'Total EUR 5.00')[0]!.traits).toContain('places:3')
  })
})
