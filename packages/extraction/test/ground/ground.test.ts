import { describe, expect, it } from 'vitest'
import { groundClaims } from '../../src/ground/index.ts'
import type { HeaderField } from '../../src/types.ts'
import { pageOf, SMALL_INVOICE, type Placed } from '../pages.ts'

const invoice = pageOf(SMALL_INVOICE)

function ground(field: HeaderField, text: string, document = invoice, documentType?: string) {
  const { values, dropped } = groundClaims(
    document,
    { [field]: { text, probability: 0.9 } },
    documentType ? { documentType } : {},
  )
  const reasons = Object.entries(dropped).flatMap(([reason, count]) => (count > 0 ? [reason] : []))
  return values[field] ?? reasons.join()
}
const more = (...pieces: Placed[]) => pageOf([...SMALL_INVOICE, ...pieces])

describe('a claim about a document', () => {
  it('gets text, value and box of the words on the page', () => {
    expect(ground('document_id', 'INV-20417')).toEqual({
      text: 'INV-20417',
      value: 'INV-20417',
      page: 1,
      position: [980, 270 - 30, 980 + 9 * 8, 256],
      probability: 0.9,
      doubtful: false,
    })
  })

  it.each<[HeaderField, string, string, string]>([
    ['date_issue', '14.03.2024', '2024-03-14', '14.03.2024'],
    ['date_issue', '2024-03-14', '2024-03-14', '14.03.2024'],
    ['date_issue', '14 March 2024', '2024-03-14', '14.03.2024'],
    ['amount_total', '238.00', '238.00', '238.00'],
    ['amount_total', '€ 238,00', '238.00', '238.00'],
    ['amount_total', '238', '238.00', '238.00'],
    ['iban', 'DE89370400440532013000', 'DE89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
    ['bic', 'cobadeffxxx', 'COBADEFFXXX', 'COBADEFFXXX'],
    ['sender_vat_id', 'DE 136 695 976', 'DE136695976', 'DE136695976'],
    ['currency', '€', 'EUR', '€'],
    ['currency', 'EUR', 'EUR', '€'],
    ['recipient_name', 'oakline   services LTD.', 'Oakline Services Ltd', 'Oakline Services Ltd'],
    [
      'recipient_address',
      '4 Mill Lane, 10115 Oldbridge',
      '4 Mill Lane, 10115 Oldbridge',
      '4 Mill Lane, 10115 Oldbridge',
    ],
  ])('%s "%s" is %s', (field, text, value, asPrinted) => {
    expect(ground(field, text)).toMatchObject({ value, text: asPrinted })
  })

  it('has the box of all of its lines', () => {
    expect(ground('recipient_address', '4 Mill Lane, 10115 Oldbridge')).toMatchObject({
      position: [80, 294, 80 + 15 * 8, 336],
    })
  })

  it.each<[HeaderField, string]>([
    ['document_id', 'INV-20418'],
    ['date_issue', '2024-03-15'],
    ['amount_total', '9999.99'],
    ['sender_name', 'Tannbach Holding AG'],
    ['iban', 'DE02120300000000202051'],
    ['recipient_address', '4 Mill Lane, 10116 Oldbridge'],
    ['sender_email', 'pay@attacker.example'],
    ['document_id', ''],
    ['sender_name', 'a '.repeat(100)],
  ])('%s "%s" is not on the page', (field, text) => {
    expect(ground(field, text)).toBe('not_on_page')
  })

  it.each<[HeaderField, string]>([
    ['amount_total', 'INV-20417'],
    ['amount_total', '19 %'],
    ['amount_total', '12'],
    ['amount_total', '10'],
    ['date_issue', '238.00'],
    ['document_id', '14.03.2024'],
    ['document_id', '238.00'],
    ['iban', 'PO-7781'],
    ['sender_name', '14.03.2024'],
    ['sender_name', 'INVOICE'],
    ['sender_vat_id', 'INV-20417'],
    ['sender_address', 'Copy paper A4'],
    ['sender_email', 'Gartenweg 12'],
    ['sender_ic', 'INV-20417'],
    ['document_type', 'INVOICE'],
  ])('%s "%s" is of the wrong kind', (field, text) => {
    expect(ground(field, text)).toBe('wrong_kind')
  })

  it('is foreign if documents of the type have no such field', () => {
    const note = pageOf([
      [80, 60, 'DELIVERY NOTE', 32],
      [80, 200, 'Copy paper'],
      [700, 200, '10'],
    ])
    expect(ground('amount_total', '10', note, 'delivery_note')).toBe('foreign')
  })

  it('is doubtful if the check digits of its number are wrong', () => {
    const document = more([480, 1540, 'IBAN: DE89 3704 0044 0532 0130 01'])
    expect(ground('iban', 'DE89370400440532013001', document)).toMatchObject({ doubtful: true })
    expect(ground('iban', 'DE89370400440532013000', document)).toMatchObject({ doubtful: false })
  })

  it('about a sign of several currencies is not used', () => {
    const document = pageOf([
      [80, 60, 'Total'],
      [300, 60, '$12.50'],
    ])
    expect(ground('currency', '$', document)).toBe('not_on_page')
    expect(ground('currency', 'CAD', document)).toMatchObject({ value: 'CAD' })
  })

  it('keeps the sign of the page', () => {
    const document = more([1060, 700, '-0.37'])
    expect(ground('amount_rounding', '0.37', document)).toMatchObject({ value: '-0.37' })
  })

  it('ends at the end of a column', () => {
    // The line below continues in another column.
    expect(ground('sender_name', 'Oakline Services Ltd INV-20417')).toBe('not_on_page')
  })

  it('of words that repeat on the whole page is searched once at each place', () => {
    const words = Array.from({ length: 40 }, (_, row) =>
      Array.from({ length: 40 }, (_, column): Placed => [column * 30, row * 20, 'a']),
    ).flat()
    expect(ground('sender_address', `${'a '.repeat(39)}b`, pageOf(words))).toBe('not_on_page')
  })

  it('with the name of a property of objects is no field', () => {
    const claims = JSON.parse('{"__proto__": {"text": "INV-20417"}, "constructor": {"text": "INV-20417"}}')
    expect(groundClaims(invoice, claims)).toEqual({
      values: {},
      dropped: { not_on_page: 0, wrong_kind: 2, foreign: 0 },
    })
  })
})
