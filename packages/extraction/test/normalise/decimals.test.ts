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
  ] as const)('finds in %j, with the mark %s, %i decimals', (texts, mark, decimals) => {
    expect(decideDecimals(texts, mark)).toBe(decimals)
  })
})
