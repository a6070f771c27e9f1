import { describe, expect, it } from 'vitest'
import { decideDecimalMark, decideDecimals } from '../../src/normalise/decimals.ts'

describe('decideDecimalMark', () => {
  it('uses unambiguous numbers', () => {
    expect(decideDecimalMark(['Summe 1.234,56', 'Menge 1.000'])).toBe(',')
    expect(decideDecimalMark(['Total 1,234.56'], 'de_DE')).toBe('.')
  })

  it('uses three decimals where the currency has them, and groups of three digits where it has not', () => {
    expect(decideDecimalMark(['Total KWD 55.388', '12.250', '49.000'], 'de_DE')).toBe('.')
    expect(decideDecimalMark(['Total BD 55.388', '12.250'], 'de_DE')).toBe('.')
    expect(decideDecimalMark(['0.375', '12.250'], 'de_DE')).toBe('.')
    expect(decideDecimalMark(['1,296.225'], 'de_DE')).toBe('.')
    expect(decideDecimalMark(['Total $119.000'], 'en_US')).toBe(',')
    expect(decideDecimalMark(['Összesen 12.700 Ft'], 'en_US')).toBe(',')
    expect(decideDecimalMark(['Weight 12.250'], 'en_US')).toBe('.')
  })

  it('takes groups of three digits for thousands where the currency of the language has no decimals', () => {
    expect(decideDecimalMark(['25,000', '200,000', '4,500'], 'vie')).toBe('.')
    expect(decideDecimalMark(['25.000', '200.000'], 'vi_VN')).toBe(',')
    expect(decideDecimalMark(['25,000', '200,000'], 'jpn')).toBe('.')
    // A time, beside prices.
    const prices = ['60.000', '180.000', '28.000', '56.000', '236.000']
    expect(decideDecimalMark([...prices, '22/06/2020 14.24'], 'ind')).toBe(',')
    expect(decideDecimalMark([...prices, '22/06/2020 14.24'], 'eng')).toBe('.')
    expect(decideDecimalMark([...prices.slice(0, 3), '14.24'], 'ind')).toBe('.')
    // A price with decimals: another currency.
    expect(decideDecimalMark(['25,000', '12,50'], 'vie')).toBe(',')
    expect(decideDecimalMark(['25,000', '200,000'], 'deu')).toBe(',')
  })

  it('falls back to the locale, then to the point', () => {
    expect(decideDecimalMark(['no figures'], 'de_DE')).toBe(',')
    expect(decideDecimalMark(['no figures'])).toBe('.')
  })
})

describe('decideDecimals', () => {
  it.each([
    [['Total KWD 55.388', '12.250', '5.00'], '.', 3],
    [['Total 55,388 dinars', '12,250'], ',', 3],
    // Goods by weight, in a currency of cents.
    [['Total EUR 55.38', '12.250', '0.375'], '.', 2],
    [['0.375 kg', '12.250 kg'], '.', 2],
    [['Total ¥13,579', '14.03.2024'], '.', 0],
    [['Összesen 12 700 Ft'], ',', 0],
    [['Total ¥13,579.50'], '.', 2],
    // A word, and no code of Albania.
    [['ALL ITEMS'], '.', 2],
    [['665,000'], '.', 0, 'vie'],
    [['665,000'], '.', 0, 'ko_KR'],
    [['665,000.50'], '.', 2, 'vie'],
    [['665,000'], '.', 2, 'eng'],
  ] as const)('finds in %j, with the mark %s, %i decimals', (texts, mark, decimals, locale?: string) => {
    expect(decideDecimals(texts, mark, locale)).toBe(decimals)
  })
})
