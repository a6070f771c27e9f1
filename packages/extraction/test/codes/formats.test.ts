import { describe, expect, it } from 'vitest'
import { parsePaymentCode } from '../../src/codes/index.ts'
import { EPC, SPAYD, SWISS } from './payloads.ts'

/** Replaces the line at a place, counted from 0. */
const line = (payload: string, at: number, value: string): string =>
  payload
    .split(/\r?\n/)
    .map((old, index) => (index === at ? value : old))
    .join('\n')

describe('a payment code', () => {
  it('of the EPC format is read', () => {
    expect(parsePaymentCode(EPC)).toEqual({
      format: 'epc',
      facts: {
        iban: 'DE89370400440532013000',
        bic: 'GENODEF1XXX',
        creditor_name: 'Muster Handel GmbH',
        amount: '119.00',
        currency: 'EUR',
        message: 'RE-2031-88 Kunde 4711',
      },
    })
  })

  it('of the EPC format needs neither BIC, amount nor text, and may end each line with two characters', () => {
    const least = 'BCD\r\n001\r\n2\r\nSCT\r\n\r\nMuster\r\nDE89 3704 0044 0532 0130 00\r\n'
    expect(parsePaymentCode(least)?.facts).toEqual({
      iban: 'DE89370400440532013000',
      creditor_name: 'Muster',
      currency: 'EUR',
    })
  })

  it('of a Swiss bill is read, with structured and combined addresses', () => {
    expect(parsePaymentCode(SWISS)).toEqual({
      format: 'swiss',
      facts: {
        iban: 'CH4431999123000889012',
        amount: '2500.25',
        currency: 'CHF',
        creditor_name: 'Alpenblick Treuhand AG',
        creditor_address: 'Seestrasse 12, 8001 Zürich',
        debtor_name: 'Bergbahn Beispiel AG',
        debtor_address: 'Talweg 3, 7500 St. Moritz',
        reference: '210000000003139471430009017',
        message: 'Auftrag 2031-88',
      },
    })
  })

  it('of a Swiss bill needs neither amount, debtor nor reference', () => {
    let payload = line(line(line(SWISS, 18, ''), 27, 'NON'), 28, '')
    for (let at = 20; at < 27; at++) payload = line(payload, at, '')
    const facts = parsePaymentCode(payload)!.facts
    expect(Object.keys(facts).sort()).toEqual(['creditor_address', 'creditor_name', 'currency', 'iban', 'message'])
  })

  it('of the SPAYD format is read', () => {
    expect(parsePaymentCode(SPAYD)).toEqual({
      format: 'spayd',
      facts: {
        iban: 'CZ5855000000001265098001',
        bic: 'RZBCCZPP',
        amount: '480.50',
        currency: 'CZK',
        due_date: '2031-04-15',
        var_sym: '1234567890',
        const_sym: '0308',
        spec_sym: '77',
        message: 'FAKTURA 2031*88',
        creditor_name: 'VZOROVA S.R.O.',
      },
    })
  })

  it.each([
    ['a web address', 'https://example.com/pay?iban=DE89370400440532013000'],
    ['an empty text', ''],
    ['EPC with wrong check digits', EPC.replace('DE89', 'DE88')],
    ['EPC without a name', line(EPC, 5, '')],
    ['EPC with a name of 71 characters', line(EPC, 5, 'x'.repeat(71))],
    ['EPC with a name that changes the direction of text', line(EPC, 5, 'Muster\u202egnaB')],
    ['EPC with a null character in the name', line(EPC, 5, 'Mu\0ster')],
    ['EPC with an amount in another currency', line(EPC, 7, 'USD119.00')],
    ['EPC with an amount below zero', line(EPC, 7, 'EUR-1')],
    ['EPC with an amount in scientific notation', line(EPC, 7, 'EUR1e9')],
    ['EPC with an amount of ten digits', line(EPC, 7, 'EUR1234567890.00')],
    ['EPC with another service', line(EPC, 3, 'SDD')],
    ['EPC with 13 lines', `${EPC}\n\nthirteen`],
    ['EPC above 331 characters', `${EPC}${'x'.repeat(331)}`],
    ['a Swiss bill with an account of another country', line(SWISS, 3, 'DE89370400440532013000')],
    ['a Swiss bill in dollars', line(SWISS, 19, 'USD')],
    ['a Swiss bill without its trailer', line(SWISS, 30, '')],
    ['a Swiss bill with a reference that does not fit its type', line(SWISS, 28, 'RF18539007547034')],
    ['a Swiss bill above 997 characters', `${SWISS}\r\n${'x'.repeat(900)}`],
    ['SPAYD without an account', 'SPD*1.0*AM:480.50*CC:CZK'],
    ['SPAYD with a key that occurs twice', `${SPAYD}*AM:1.00`],
    ['SPAYD with an amount that no format allows', SPAYD.replace('480.50', '480,50')],
    ['SPAYD above 1,000 characters', `${SPAYD}*X-URL:${'x'.repeat(900)}`],
    ['a megabyte', 'SPD*1.0*'.padEnd(2 ** 20, 'A:B*')],
  ])('is not read from %s', (_, text) => {
    expect(parsePaymentCode(text)).toBeNull()
  })

  it.each([
    ['a date that does not exist', SPAYD.replace('20310415', '20310231'), 'due_date'],
    ['a symbol of eleven digits', SPAYD.replace('1234567890', '12345678901'), 'var_sym'],
    ['a text above its limit', line(EPC, 10, 'x'.repeat(141)), 'message'],
    ['a BIC that is none', line(EPC, 4, 'NOBANK'), 'bic'],
  ])('is read without %s', (_, payload, fact) => {
    const code = parsePaymentCode(payload)
    expect(code).not.toBeNull()
    expect(code!.facts).not.toHaveProperty(fact)
  })
})
