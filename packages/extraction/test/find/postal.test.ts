import { describe, expect, it } from 'vitest'
import { hasPostcode, looksLikeAddress, looksLikeStreet } from '../../src/find/postal.ts'

describe('the line with the postcode', () => {
  it.each([
    'Vancouver BC V6Z 6K1',
    '1000-205 Lisboa',
    'São Paulo - SP, 01310-100',
    'Dublin D02 X285',
    'Mumbai - 400 001',
    'Singapore 018956',
    '〒100-0001 東京都千代田区',
    'C1425ABC Buenos Aires',
    'Geelong VIC 3220',
    'Porthallow PL9 4QX',
    '48151 Neustadt',
  ])('is part of an address, and no street: %s', (line) => {
    expect([looksLikeAddress(line), hasPostcode(line), looksLikeStreet(line)]).toEqual([true, true, false])
  })

  it.each(['Valve B1234ABC', 'Ref. 12-345', 'GST ACT', 'Copy paper A4 V6Z6K1'])('is not %s', (line) => {
    expect(hasPostcode(line)).toBe(false)
  })
})
