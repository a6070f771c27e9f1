import { describe, expect, it } from 'vitest'
import { analyse } from '../../src/find/analyse.ts'
import { DOUBTFUL } from '../../src/find/currency.ts'
import { pageOf, type Placed } from '../pages.ts'

const currencies = (...lines: string[]) =>
  analyse(pageOf(lines.map((text, i): Placed => [60, 60 + i * 30, text]))).candidates.currency
/** The currencies that are not doubtful: the page shows their country. */
const shown = (...lines: string[]): string[] =>
  currencies(...lines).flatMap(({ value, traits }) => (traits.includes(DOUBTFUL) ? [] : [value]))

describe('a sign of several currencies', () => {
  it.each([
    ['an address', '$', 'CAD', ['Maple Works', '12 King Street, Toronto', 'Canada']],
    ['an address in the United States', '$', 'USD', ['Beacon Works', 'Springfield, IL 62701']],
    ['a telephone number', '$', 'AUD', ['Beacon Works', 'Tel. +61 2 5550 1234']],
    ['the area of a telephone number', '$', 'JMD', ['Beacon Works', 'Tel. +1 876 555 0199']],
    ['a domain', '$', 'NZD', ['www.beacon-works.co.nz']],
    ['an address of email', '$', 'SGD', ['accounts@beacon-works.com.sg']],
    ['a town', '$', 'CLP', ['Sociedad Faro', 'Santiago, Chile']],
    ['the label of a tax number', '$', 'MXN', ['Faro SA', 'RFC: FAR010203AB1']],
    ['a tax number', 'kr', 'SEK', ['VAT no. SE556188840401']],
    ['an IBAN', 'kr', 'DKK', ['IBAN DK50 0040 0440 1162 43']],
    ['a domain', 'kr', 'NOK', ['post@fjordpapir.no']],
    ['a legal form', 'kr', 'SEK', ['Tannbach Papper AB']],
    ['a name of a country', '¥', 'CNY', ['Lotus Trading Co., Ltd, Suzhou, China']],
    ['letters', '¥', 'JPY', ['株式会社ハーバー']],
    ['an address', 'Rs.', 'PKR', ['Indus Paper', 'Karachi, Pakistan']],
    ['a word', '(Rs)', 'INR', ['Price (Rs)', 'Pune, India']],
    ['an address', 'lei', 'RON', ['Carpati SRL', 'Iasi, Romania']],
    ['a domain', 'lei', 'MDL', ['office@nistru.md']],
  ])('is decided by %s: %s is %s', (_, sign, code, lines) => {
    expect(shown(...lines, `Total ${sign} 12.50`)).toEqual([code])
  })

  it.each(['$', 'kr', '¥', 'Rs', 'lei'])('is doubtful if nothing shows the country: %s', (sign) => {
    const found = currencies('Beacon Works', `Total ${sign} 12.50`)
    expect(found.length).toBeGreaterThan(0)
    for (const { value, traits } of found) expect(traits, value).toContain(DOUBTFUL)
  })

  it('is no abbreviation with a point, and no name of a street', () => {
    for (const line of ['pos.nr 4', 'inv.no 4711', 'ust.id', 'Muster gmbh und co.kg', 'Via Cristoforo Colombo 4'])
      for (const sign of ['$', 'kr', 'Rs']) expect(shown(line, `Total ${sign} 12.50`), line).toEqual([])
  })

  it('means the same as the same sign with letters', () => {
    expect(currencies('Prices in US$', 'Total $12.50').map(({ value }) => value)).toEqual(['USD'])
    expect(currencies('Prices in NT$', 'Taipei, Taiwan', 'Total $12.50').map(({ value }) => value)).toEqual(['TWD'])
  })

  it('means what the page names by a code or in words, unless it shows the country of another', () => {
    const codes = (...lines: string[]): string[] => currencies(...lines).map(({ value }) => value)
    expect(codes('All amounts are in Australian dollars', 'Total $12.50')).toEqual(['AUD'])
    expect(codes('Bitte überweisen Sie den Rechnungsbetrag in US-Dollar auf das Konto', 'Gesamt $12.50')).toEqual([
      'USD',
    ])
    expect(codes('Prices in NZD', 'Total $12.50')).toEqual(['NZD'])
    expect(codes('Account in USD', 'www.beacon.com.au', 'Total $12.50').toSorted()).toEqual(['AUD', 'USD'])
  })

  it('is doubtful if seller and buyer are in different countries of the sign', () => {
    const found = currencies('Springfield, IL 62701', 'Maple Ltd, Toronto, Canada', 'Total $12.50')
    for (const { value, traits } of found) expect(traits, value).toContain(DOUBTFUL)
  })

  it.each(['€', '£', '₪', '₺', 'Ft', 'CA$', 'R$', 'USD'])('is certain if it has one meaning: %s', (sign) => {
    const found = currencies('Beacon Works', `Total ${sign} 12.50`)
    expect(found).toHaveLength(1)
    expect(found[0]!.traits).not.toContain(DOUBTFUL)
  })
})

describe('two capitals', () => {
  it('are a currency in front of an amount, and not in a number', () => {
    const codes = (...lines: string[]): string[] => currencies(...lines).map(({ value }) => value)
    expect(codes('Total KD 55.388')).toEqual(['KWD'])
    expect(codes('Price (TL)', '1.250,00')).toEqual(['TRY'])
    expect(codes('Invoice number: KD-0559', 'Order JD 4711')).toEqual([])
  })
})

describe('a code', () => {
  it('of any currency is read', () => {
    expect(currencies('Total EGP 12.50').map(({ value }) => value)).toEqual(['EGP'])
    expect(currencies('Amount in KES', '1,250.00').map(({ value }) => value)).toEqual(['KES'])
  })

  it('that is also a word needs a label, brackets or its country', () => {
    const codes = (...lines: string[]): string[] => currencies(...lines).map(({ value }) => value)
    expect(codes('TOP 12.50 ALL 3.00')).toEqual([])
    expect(codes('Kept in TOP condition', 'Total KGS 1,250.00', 'SVC 1.20')).toEqual([])
    expect(codes('Total MAD 12.50')).toEqual(['MAD'])
    expect(codes('Amount (MAD)', '12.50')).toEqual(['MAD'])
    expect(codes('Currency: MAD')).toEqual(['MAD'])
    expect(codes('Atlas Papier, Casablanca, Morocco', '12.50 MAD')).toEqual(['MAD'])
  })
})
