import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyOf, decideDecimalMark, formatAmount, parseAmount } from '../../src/normalise/amounts.ts'

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

  it.each(['', 'abc', '12/5', '5.5.5', '1.234.56', '€', '12:30'])('refuses %j', (text) => {
    expect(parseAmount(text)).toBeNull()
  })

  it('never throws for any text', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseAmount(text)))
  })
})

describe('decideDecimalMark', () => {
  it('uses unambiguous numbers', () => {
    expect(decideDecimalMark(['Summe 1.234,56', 'Menge 1.000'])).toBe(',')
    expect(decideDecimalMark(['Total 1,234.56'], 'de_DE')).toBe('.')
  })

  it('falls back to the locale, then to the point', () => {
    expect(decideDecimalMark(['no figures'], 'de_DE')).toBe(',')
    expect(decideDecimalMark(['no figures'])).toBe('.')
  })
})

describe('formatAmount and currencyOf', () => {
  it('writes plain decimals with a point', () => {
    expect(formatAmount(1234.5)).toBe('1234.50')
    expect(formatAmount(-0)).toBe('0.00')
  })

  it('recognises signs, abbreviations and codes', () => {
    expect(['円', '元', '원', 'NT$', 'RMB', 'vnđ', 'ש"ח', 'ر.س'].map(currencyOf)).toEqual([
      'JPY',
      'CNY',
      'KRW',
      'TWD',
      'CNY',
      'VND',
      'ILS',
      'SAR',
    ])
    expect([currencyOf('€'), currencyOf('kč'), currencyOf('usd'), currencyOf('xyz')]).toEqual([
      'EUR',
      'CZK',
      'USD',
      null,
    ])
  })
})
