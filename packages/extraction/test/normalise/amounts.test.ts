import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount, isSameAmount, parseAmount } from '../../src/normalise/amounts.ts'

const money = fc.integer({ min: -999_999_999, max: 999_999_999 }).map((cents) => cents / 100)

function print(value: number, group: string, mark: string): string {
  const [whole, cents] = Math.abs(value).toFixed(2).split('.') as [string, string]
  return `${whole.replace(/\B(?=(\d{3})+$)/g, group)}${mark}${cents}`
}

describe('parseAmount', () => {
  it.each([
    ['.', ','],
    ['', ','],
    [' ', ','],
    [',', '.'],
    ["'", '.'],
    ['', '.'],
  ])('reads every amount grouped by "%s" with the mark "%s"', (group, mark) => {
    fc.assert(
      fc.property(money, (value) => {
        expect(parseAmount(print(value, group, mark))?.value).toBeCloseTo(Math.abs(value), 6)
      }),
    )
  })

  it('reads all notations of negative amounts', () => {
    fc.assert(
      fc.property(
        money.filter((value) => value >= 0.01),
        (value) => {
          const text = print(value, '.', ',')
          for (const form of [`-${text}`, `${text}-`, `(${text})`, `- ${text}`, `-${text} €`, `€ -${text}`]) {
            expect(parseAmount(form)?.value, form).toBeCloseTo(-value, 6)
          }
        },
      ),
    )
  })

  it.each([
    ['-$57.60', 'USD'],
    ['$-57.60', 'USD'],
    ['($57.60)', 'USD'],
    ['$(57.60)', 'USD'],
    ['(GBP 57.60)', 'GBP'],
    ['(57.60 GBP)', 'GBP'],
    ['-GBP 57.60', 'GBP'],
    ['GBP -57.60', 'GBP'],
    ['57.60- GBP', 'GBP'],
    ['\u2212€57.60', 'EUR'],
    ['€ \u221257.60', 'EUR'],
    ['57.60 CR', undefined],
    ['57.60CR', undefined],
    ['57.60 GBP CR', 'GBP'],
    ['(57.60) CR', undefined],
    ['57.60 Cr.', undefined],
    ['57.60\u2212', undefined],
    ['57.60 -', undefined],
  ])('reads %s as a negative amount', (text, currency) => {
    expect(parseAmount(text)).toEqual({ value: -57.6, places: 2, percent: false, ...(currency ? { currency } : {}) })
  })

  it('reads a debit, and a dash in the place of cents, as positive', () => {
    expect(parseAmount('57.60 DR')?.value).toBe(57.6)
    expect(parseAmount('57,- €', ',')?.value).toBe(57)
    expect(parseAmount('57,\u2013', ',')?.value).toBe(57)
  })

  it.each([
    ['1,296.225', 1296.225],
    ['1.296,225', 1296.225],
    ['1 296.225', 1296.225],
    ['12,345,678.901', 12_345_678.901],
    ['KWD 1,296.225', 1296.225],
    ['-1,296.225', -1296.225],
  ])('reads the last of two different marks in %s as the decimal mark', (text, value) => {
    for (const decimal of ['.', ','] as const) expect(parseAmount(text, decimal)).toMatchObject({ value, places: 3 })
  })

  it('reads a single separator before three digits by the decimal mark of the document', () => {
    expect(parseAmount('1.234', ',')?.value).toBe(1234)
    expect(parseAmount('1.234', '.')?.value).toBe(1.234)
  })

  it('reads Indian groups of two digits above the thousands', () => {
    expect(parseAmount('1,09,574.68')?.value).toBe(109_574.68)
    expect(parseAmount('Rs 1,62,72,267.59')).toMatchObject({ value: 16_272_267.59, currency: 'INR' })
    expect(parseAmount('12,34')?.value).toBe(12.34)
  })

  it('returns the currency next to the number', () => {
    expect(parseAmount('RM 1,250.00')).toMatchObject({ value: 1250, currency: 'MYR' })
    expect(parseAmount('190,00 zł')).toMatchObject({ value: 190, currency: 'PLN' })
    expect(parseAmount('12,- €')).toMatchObject({ value: 12, currency: 'EUR' })
    expect(parseAmount('19 %')).toMatchObject({ value: 19, percent: true })
  })

  it.each(['', 'abc', '12/5', '5.5.5', '1,234 567', '€', '12:30', '(12.50', 'CR'])('refuses %j', (text) => {
    expect(parseAmount(text)).toBeNull()
  })

  it('never throws for any text', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseAmount(text)))
  })
})

describe('isSameAmount', () => {
  it('compares in the decimals of the value that has fewer, but at least two', () => {
    expect(isSameAmount('372', '-372.00')).toBe(true)
    expect(isSameAmount('12.35', '12.3451')).toBe(true)
    expect(isSameAmount('55.388', '55.390')).toBe(false)
    expect(isSameAmount('12.30', '12.31')).toBe(false)
  })
})

describe('formatAmount', () => {
  it('writes plain decimals with a point', () => {
    expect(formatAmount(1234.5)).toBe('1234.50')
    expect(formatAmount(-0)).toBe('0.00')
  })
})
