import { describe, expect, it } from 'vitest'
import {
  beginsWithHouse,
  findPostcode,
  hasPostcode,
  isHouseNumber,
  looksLikeAddress,
  looksLikeContact,
  looksLikeStreet,
  namesStreet,
} from '../../src/find/postal.ts'
import { countriesOfAddress, MAX_ADDRESS_LINE } from '../../src/find/postal-countries.ts'

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

describe('isHouseNumber', () => {
  it.each([
    ['14', '14 Mill Lane, Oxton OX9 9ZZ', true],
    ['3', '3 Quay Street', true],
    ['9', '9 Market Cross, Lower Marden', true],
    ['14', 'Hauptstraße 14', true],
    ['12', 'rue du Port 12', true],
    ['62', '12 Mill Lane, gate 62', false],
    ['50', 'Delivery by road 50', false],
    ['12', '12 chairs', false],
    ['15000', 'Total 15000', false],
  ])('looks at %s in %s', (figure, text, expected) => {
    const start = text.indexOf(figure)
    expect(isHouseNumber(text, { start, end: start + figure.length })).toBe(expected)
  })
})

describe('a line that is too long for an address', () => {
  const MEGABYTE = 1_000_000
  it.each(['12345 Straße ', '14 Alder ', 'Aa', '1', 'a1 ', '東京都市', 'tel '])(
    'is none, and takes no time: a megabyte of "%s"',
    (unit) => {
      const line = unit.repeat(MEGABYTE / unit.length)
      const tests = [looksLikeAddress, namesStreet, beginsWithHouse, looksLikeStreet, hasPostcode, looksLikeContact]
      for (const test of tests) expect(test(line), test.name).toBe(false)
      expect(isHouseNumber(line, { start: 0, end: 1 })).toBe(false)
      expect([findPostcode(line), countriesOfAddress(line)]).toEqual([null, []])
    },
  )

  it('has more than 200 characters', () => {
    const line = (length: number) => '48151 Neustadt'.padEnd(length, ' x')
    expect([hasPostcode(line(MAX_ADDRESS_LINE)), hasPostcode(line(MAX_ADDRESS_LINE + 1))]).toEqual([true, false])
    expect(MAX_ADDRESS_LINE).toBe(200)
  })
})
