import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText, ibanLength, isBic, isIban, isIbanShape, parseVat } from '../../src/normalise/ids.ts'

describe('isIban', () => {
  it.each([
    'DE89 3704 0044 0532 0130 00',
    'GB82WEST12345698765432',
    'FR1420041010050500013M02606',
    'NL91ABNA0417164300',
    'BE68539007547034',
  ])('accepts %s', (text) => {
    expect(isIban(text)).toBe(true)
  })

  it('accepts invalid national check digits, which occur in sample documents', () => {
    expect(isIban('FR20 1254 2547 2569 8542 5874 698')).toBe(true)
  })

  it.each([
    ['letters where the country has digits', 'AT4547130387957T7I2P'],
    ['a length of another country', 'DE6253700440532013000'],
    ['a country without IBAN', 'US12345678901234567890'],
    ['a territory that uses the code of France', 'RE2012542547256985425874698'],
  ])('refuses %s', (_what, text) => {
    expect(isIban(text)).toBe(false)
  })

  it('refuses every change of one digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 21 }), fc.integer({ min: 1, max: 9 }), (at, change) => {
        const iban = 'DE89370400440532013000'
        const digit = (Number(iban[at]) + change) % 10
        const wrong = `${iban.slice(0, at)}${digit}${iban.slice(at + 1)}`
        expect(isIban(wrong)).toBe(false)
        expect(isIbanShape(wrong)).toBe(true)
      }),
    )
  })
})

describe('ibanLength', () => {
  it('returns the length of the registry, undefined for unknown countries', () => {
    expect(['DE', 'MT', 'NO', 'LY', 'US', 'RE', 'XX'].map(ibanLength)).toEqual([
      22,
      31,
      15,
      25,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('isBic', () => {
  it('requires eight or eleven characters with a country', () => {
    expect([isBic('COBADEFFXXX'), isBic('DEUTDEFF'), isBic('DEUTQQFF'), isBic('DEUTDE')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('rejects words of invoices', () => {
    expect(['RECHNUNG', 'CUSTOMER', 'DELIVERY', 'INVOICES'].map(isBic)).toEqual([false, false, false, false])
  })
})

describe('parseVat', () => {
  it.each([
    ['DE 136 695 976', true],
    ['DE136695977', false],
    ['ATU13585627', true],
    ['FR 40 303265045', true],
    ['NL004495445B01', true],
    ['GB980780684', true],
    ['IT00743110157', true],
    ['PL8567346215', true],
    ['BE0428759497', true],
    ['LU15027442', true],
  ])('checks %s', (text, valid) => {
    expect(parseVat(text)?.valid).toBe(valid)
  })

  it('refuses numbers without a country or of a wrong length', () => {
    expect([parseVat('136695976'), parseVat('DE12345'), parseVat('XX136695976')]).toEqual([null, null, null])
  })
})

describe('foldText', () => {
  it('drops case and accents', () => {
    expect(foldText('Fällig Größe ŁÓDŹ')).toBe('fallig grosse lodz')
    expect(foldText('Beløb på LÆSØ')).toBe('belob pa laeso')
  })
})
