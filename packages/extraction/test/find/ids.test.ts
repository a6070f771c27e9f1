import { describe, expect, it } from 'vitest'
import { analyse } from '../../src/find/analyse.ts'
import { extractDocument } from '../../src/engine.ts'
import { pageOf } from '../pages.ts'

const found = (text: string, source: 'text' | 'ocr' = 'text') => analyse(pageOf([[60, 60, text]], source)).candidates

describe('a label that is glued to a number', () => {
  it.each([
    ['NumberGST/2024/0058', 'GST/2024/0058'],
    ['Invoice NumberGST/2024/0058', 'GST/2024/0058'],
    ['InvoiceNumberINV-204', 'INV-204'],
    ['InvoiceNoINV-204', 'INV-204'],
    ['RechnungsnummerRE-2024-17', 'RE-2024-17'],
    ['RechnungsnummerRE2024', 'RE2024'],
    ['NúmeroF-2024/17', 'F-2024/17'],
    ['NumérodeF', undefined],
    ['Nummer4711', '4711'],
  ])('is no part of it: %s', (text, value) => {
    expect(found(text).id.map((id) => id.value)[0]).toBe(value)
  })

  it.each(['Nova17', 'NOR-4711', 'PianoNo5', 'LumberGST/17'])('is not seen in %s', (text) => {
    expect(found(text).id.map((id) => id.value)[0]).toBe(text)
  })

  it('gives the number of the invoice', () => {
    const { fields } = extractDocument(
      pageOf([
        [800, 60, 'TAX INVOICE', 32],
        [60, 60, 'Beacon Works Ltd', 24],
        [700, 240, 'Invoice NumberGST/2024/0058'],
        [700, 270, 'Invoice date: 12 March 2026'],
      ]),
    )
    expect(fields.document_id?.value).toBe('GST/2024/0058')
  })
})

describe('a letter that OCR reads for a zero', () => {
  it.each([
    ['INV-2O417', 'INV-20417'],
    ['2OO417', '200417'],
    ['FO-417', 'FO-417'],
    ['417O', '417O'],
  ])('is a zero between digits only: %s', (text, value) => {
    expect(found(text, 'ocr').id[0]!.value).toBe(value)
    expect(found(text).id[0]!.value).toBe(text)
  })

  it('is a zero in tax numbers and accounts whose check digits are right then', () => {
    expect(found('VAT no. GB98O780684', 'ocr').vat.map(({ value }) => value)).toEqual(['GB980780684'])
    expect(found('VAT no. GB98O780685', 'ocr').vat.map(({ value }) => value)).not.toContain('GB980780685')
    const iban = (text: string) => found(text, 'ocr').iban.map(({ value, traits }) => [value, traits[0]])
    expect(iban('IBAN DE89 37O4 OO44 O532 O13O OO')).toEqual([['DE89370400440532013000', 'mod97']])
    expect(iban('IBAN DE88 37O4 OO44 O532 O13O OO')).toEqual([['DE8837O4OO44O532O13OOO', 'no-mod97']])
  })
})

describe('a digit that is glued to an amount', () => {
  it.each([
    ['Total 1€238.00', ['238.00']],
    ['Total 5£1,238.00', ['1238.00']],
    ['Total €1238.00', ['1238.00']],
    ['Total 238.00€', ['238.00']],
  ])('is no amount: %s', (text, values) => {
    expect(found(text).amount.map(({ value }) => value)).toEqual(values)
  })

  it('is one where the sign is the decimal mark', () => {
    expect(found('Total 2€50').amount.map(({ value }) => value)).toContain('2.00')
  })
})
