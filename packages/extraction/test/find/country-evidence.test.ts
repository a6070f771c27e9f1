import { describe, expect, it } from 'vitest'
import { analyse } from '../../src/find/analyse.ts'
import { isRoutingNumber } from '../../src/find/bank-codes.ts'
import { collectCountryEvidence, WEIGHTS } from '../../src/find/country-evidence.ts'
import { pageOf, type Placed } from '../pages.ts'

/** Returns the weight of each country, the highest first; `party`: of the evidence of this party, and of what belongs to neither. */
const evidence = (
  pieces: readonly Placed[],
  { party, language }: { party?: 'seller' | 'buyer'; language?: string } = {},
): Map<string, number> => {
  const document = pageOf(pieces)
  const { layout, labels, blocks, candidates } = analyse(document)
  const context = {
    layout,
    labels,
    blocks,
    vats: candidates.vat,
    ibans: candidates.iban,
    ...(language ? { language } : {}),
  }
  const weights = new Map<string, number>()
  for (const { country, weight, side } of collectCountryEvidence(document, context))
    if (!party || !side || side === party) weights.set(country, (weights.get(country) ?? 0) + weight)
  return new Map([...weights].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)))
}
const ofLines = (...lines: string[]): Map<string, number> =>
  evidence(lines.map((text, i): Placed => [60, 60 + 30 * i, text]))

describe('collectCountryEvidence', () => {
  it.each([
    // Tax numbers.
    ['DE136695976', 'DE', WEIGHTS.tax_id],
    ['EL094259216', 'GR', WEIGHTS.tax_id],
    ['CUIT: 30-75364277-9', 'AR', WEIGHTS.tax_id],
    ['GSTIN: 27ABCCD4004E1Z7', 'IN', WEIGHTS.tax_id],
    ['EIN: 12-0965918', 'US', WEIGHTS.tax_id_form],
    ['CUIT: 30-75364277-0', 'AR', WEIGHTS.tax_id_invalid],
    ['EORI: PL123456789000000', 'PL', WEIGHTS.tax_id_form],
    // Banks and accounts.
    ['DE89 3704 0044 0532 0130 00', 'DE', WEIGHTS.iban],
    ['Sort code: 20-00-00', 'GB', WEIGHTS.bank],
    ['BSB 062-000', 'AU', WEIGHTS.bank],
    ['ABA Routing No. 021000021', 'US', WEIGHTS.bank],
    ['IFSC Code: ABCD0123456', 'IN', WEIGHTS.bank],
    ['CLABE: 002010077777777771', 'MX', WEIGHTS.bank],
    ['CBU 0070999020000012345678', 'AR', WEIGHTS.bank],
    // Telephone numbers.
    ['+44 20 7946 0018', 'GB', WEIGHTS.phone],
    ['0049 (0) 30 123456', 'DE', WEIGHTS.phone],
    ['Phone (604) 682-0123', 'CA', WEIGHTS.phone],
    ['Phone 212-736-5000', 'US', WEIGHTS.phone],
    // Domains.
    ['sales@northmoor-paper.co.uk', 'GB', WEIGHTS.domain],
    ['www.harbour-books.com.au', 'AU', WEIGHTS.domain],
    // Addresses.
    ['Porthallow PL9 4QX', 'GB', WEIGHTS.address],
    ['Vancouver BC V6Z 6K1', 'CA', WEIGHTS.address],
    ['Lower Marden, TX 75201', 'US', WEIGHTS.address],
    ['1234 AB Nordhaven', 'NL', WEIGHTS.address],
    ['00-950 Warszawa', 'PL', WEIGHTS.address],
    ['1000-205 Lisboa', 'PT', WEIGHTS.address],
    ['Geelong VIC 3220', 'AU', WEIGHTS.address],
    ['D-48151 Neustadt', 'DE', WEIGHTS.address],
    ['20121 Borgo Nuovo (MI)', 'IT', WEIGHTS.address],
    ['CEP 01310-100', 'BR', WEIGHTS.address],
    ['Mumbai - 400 001', 'IN', WEIGHTS.address],
    ['Pune 411001', 'IN', WEIGHTS.address],
    ['Dublin D02 X285', 'IE', WEIGHTS.address],
    ['〒100-0001', 'JP', WEIGHTS.address],
    ['Singapore 018956', 'SG', WEIGHTS.address],
    ['111 22 Nordhamn', 'SE', WEIGHTS.address / 4],
    ['75018 PORT-NEUF, FR', 'FR', WEIGHTS.address / 14],
    // Names of countries.
    ['Österreich', 'AT', WEIGHTS.country_name],
    ['Neustadt, Německo', 'DE', WEIGHTS.country_name],
    ['U.S.A.', 'US', WEIGHTS.country_name],
    // Marks of one country.
    ['Lotus Trading Shanghai', 'CN', WEIGHTS.place],
    ['HST 13%', 'CA', WEIGHTS.tax_name],
    ['Tannbach Papper AB', 'SE', WEIGHTS.legal_form],
    ['Harbour Works Pty Ltd', 'AU', WEIGHTS.legal_form],
    ['株式会社ハーバー', 'JP', WEIGHTS.script],
    // Currencies of one country.
    ['Total SEK 1 250.00', 'SE', WEIGHTS.currency],
  ])('takes %s for %s', (line, country, weight) => {
    expect(ofLines(line).get(country)).toBe(weight)
  })

  it.each([
    ['a domain that is sold worldwide', 'info@beacon.io'],
    ['a currency of many countries', 'Total EUR 1 250.00'],
    ['a street named after a town', 'Corso Buenos Aires 174'],
    ['letters of a code', 'AB-77610'],
    ['a word in capitals', 'TOTAL ALL 12.00'],
    ['a word in capitals that is also a unit', 'GEL 500'],
    ['a routing number with a wrong check digit', 'ABA Routing No. 021000022'],
    ['a law', 'GST ACT 2017'],
    ['a number behind a dash', 'Invoice - 202401'],
    ['a code', 'Valve B1234ABC'],
    ['a number that begins with two zeros', 'Customer 004912345678'],
    ['an amount', 'Total 12 345.00'],
  ])('takes no country from %s', (_what, line) => {
    expect([...ofLines(line).keys()]).toEqual([])
  })

  it('counts the same evidence once, and adds what is different', () => {
    const twice = ofLines('+44 20 7946 0018', '+44 20 7946 0019')
    expect(twice.get('GB')).toBe(WEIGHTS.phone)
    expect(ofLines('+44 20 7946 0018', 'sales@northmoor.co.uk').get('GB')).toBe(WEIGHTS.phone + WEIGHTS.domain)
  })

  it('divides the weight of a language among its countries', () => {
    const weights = evidence([], { language: 'deu' })
    expect([...weights]).toEqual(['AT', 'CH', 'DE'].map((country) => [country, WEIGHTS.language / 3]))
  })

  it('distinguishes the parties by the headings of their blocks, and gives what belongs to neither to both', () => {
    const pieces: Placed[] = [
      [60, 60, 'Seller:'],
      [60, 80, 'Northmoor Paper Ltd'],
      [60, 100, 'Porthallow PL9 4QX'],
      [60, 300, 'Bill to:'],
      [60, 320, 'Harbour Books Inc'],
      [60, 340, 'Lower Marden, TX 75201'],
      [60, 1500, 'www.northmoor.co.uk'],
    ]
    const keys = (side: 'seller' | 'buyer'): string[] => [...evidence(pieces, { party: side }).keys()].sort()
    expect(keys('seller')).toEqual(['GB'])
    expect(keys('buyer')).toEqual(['GB', 'US'])
  })

  it('gives a tax number to the party that its label names', () => {
    const pieces: Placed[] = [
      [60, 60, 'Ihre USt-IdNr.: DE136695976'],
      [60, 1500, 'Unsere USt-IdNr.: ATU13585627'],
    ]
    expect([...evidence(pieces, { party: 'seller' }).keys()]).toEqual(['AT'])
    expect([...evidence(pieces, { party: 'buyer' }).keys()]).toEqual(['DE'])
  })
})

describe('isRoutingNumber', () => {
  it.each([
    ['021000021', true],
    ['021000022', false],
    ['02100002', false],
  ])('checks %s', (value, right) => {
    expect(isRoutingNumber(value)).toBe(right)
  })
})
