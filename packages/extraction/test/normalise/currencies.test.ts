import { describe, expect, it } from 'vitest'
import { CURRENCY_CODES, currenciesOf, currencyOf, decimalsOf, hasThousandths } from '../../src/normalise/currencies.ts'

describe('decimalsOf', () => {
  it.each([
    ['EUR USD GBP INR BRL EGP CHF', 2],
    ['KWD BHD OMR JOD TND LYD', 3],
    ['JPY KRW CLP ISK HUF VND', 0],
    ['none', 2],
  ])('of %s is %i', (codes, decimals) => {
    for (const code of codes.split(' ')) expect(decimalsOf(code), code).toBe(decimals)
  })

  it('may be three in the currency of Iraq too', () => {
    expect([hasThousandths('IQD'), hasThousandths('KWD'), hasThousandths('EUR')]).toEqual([true, true, false])
  })
})

describe('currenciesOf', () => {
  it('knows every code of ISO 4217', () => {
    for (const code of CURRENCY_CODES) expect(currenciesOf(code), code).toEqual([code])
    expect(CURRENCY_CODES.size).toBeGreaterThan(150)
    expect(CURRENCY_CODES.has('XDR')).toBe(false)
  })

  it.each([
    ['€', 'EUR'],
    ['₪', 'ILS'],
    ['₺', 'TRY'],
    ['TL', 'TRY'],
    ['Ft', 'HUF'],
    ['kč', 'CZK'],
    ['R$', 'BRL'],
    ['A$', 'AUD'],
    ['AU$', 'AUD'],
    ['JM$', 'JMD'],
    ['NT$', 'TWD'],
    ['CN¥', 'CNY'],
    ['GH₵', 'GHS'],
    ['KD', 'KWD'],
    ['د.ك.', 'KWD'],
    ['ر.س', 'SAR'],
    ['円', 'JPY'],
    ['원', 'KRW'],
    ['NT$', 'TWD'],
    ['新臺幣', 'TWD'],
    ['人民币', 'CNY'],
    ['RMB', 'CNY'],
    ['vnđ', 'VND'],
    ['đ', 'VND'],
    ['ש"ח', 'ILS'],
    ['NIS', 'ILS'],
    ['usd', 'USD'],
  ])('reads %s', (text, code) => {
    expect(currenciesOf(text)).toEqual([code])
  })

  it.each([
    ['$', 'USD', 'ARS AUD CAD CLP COP HKD MXN NZD SGD TWD UYU'],
    ['kr', 'SEK', 'NOK DKK ISK'],
    ['kr.', 'DKK', 'SEK NOK ISK'],
    ['¥', 'JPY', 'CNY'],
    ['\uffe5', 'JPY', 'CNY'],
    ['Rs', 'INR', 'PKR LKR NPR MUR'],
    ['₨', 'INR', 'PKR LKR NPR MUR'],
    ['lei', 'RON', 'MDL'],
    ['元', 'CNY', 'TWD HKD'],
    ['圓', 'TWD', 'HKD JPY'],
    ['£', 'GBP', 'GIP FKP'],
  ])('knows the meanings of %s', (text, usual, others) => {
    const codes = currenciesOf(text)
    expect(codes[0]).toBe(usual)
    expect(codes).toEqual(expect.arrayContaining(others.split(' ')))
  })

  it('takes no words for codes', () => {
    for (const text of ['top', 'TOP', 'all', 'ALL', 'pen', 'try', 'kd', 'xyz', ''])
      expect(currencyOf(text), text).toBeNull()
    expect([currencyOf('PEN'), currencyOf('TRY')]).toEqual(['PEN', 'TRY'])
  })
})
