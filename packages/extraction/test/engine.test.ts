import { describe, expect, it } from 'vitest'
import { extractDocument } from '../src/engine.ts'
import { LANGUAGES } from '../src/lexicon/index.ts'
import { LABEL_CLASSES } from '../src/lexicon/classes.ts'
import { loadTrained } from '../src/model/index.ts'
import type { HeaderField } from '../src/types.ts'
import { pageOf, type Placed, SMALL_INVOICE } from './pages.ts'

const KNOWN: Partial<Record<HeaderField, string>> = {
  document_id: 'INV-20417',
  order_id: 'PO-7781',
  date_issue: '2024-03-14',
  date_due: '2024-03-28',
  amount_total: '238.00',
  amount_total_tax: '38.00',
  amount_total_base: '200.00',
  currency: 'EUR',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  sender_vat_id: 'DE136695976',
  sender_name: 'Tannbach Papier GmbH',
  recipient_name: 'Oakline Services Ltd',
  sender_address: 'Gartenweg 12, 48151 Neustadt',
  recipient_address: '4 Mill Lane, 10115 Oldbridge',
  document_type: 'tax_invoice',
  language: 'eng',
}

const xml = `<Invoice><ID>INV-20417</ID><IssueDate>2024-03-14</IssueDate><DocumentCurrencyCode>EUR</DocumentCurrencyCode>
  <LegalMonetaryTotal><TaxInclusiveAmount>999.00</TaxInclusiveAmount></LegalMonetaryTotal></Invoice>`

describe('extractDocument', () => {
  it('finds the header fields of a small invoice', () => {
    const { fields } = extractDocument(pageOf(SMALL_INVOICE))
    const found = Object.fromEntries(Object.keys(KNOWN).map((field) => [field, fields[field as HeaderField]?.value]))
    expect(found).toEqual(KNOWN)
  })

  it('returns a position, a probability and evidence for every value', () => {
    const document = pageOf(SMALL_INVOICE)
    for (const found of Object.values(extractDocument(document).fields)) {
      expect(found.page).toBe(1)
      expect(found.position[2]).toBeGreaterThan(found.position[0])
      expect(found.position[3]).toBeLessThanOrEqual(document.pages[0]!.height)
      expect(found.confidence).toBeGreaterThan(0)
      expect(found.confidence).toBeLessThan(1)
      expect(found.evidence.generator).not.toBe('')
    }
  })

  it('reads a payment without the minus of what it takes off', () => {
    const { fields } = extractDocument(pageOf([...SMALL_INVOICE, [60, 1000, 'Amount paid: -50.00']]))
    expect(fields.amount_paid?.value).toBe('50.00')
  })

  it('reads a payment at the end of its line as a whole, with the thousands that a space divides', () => {
    const paid: Placed[] = [
      [60, 1000, 'Already paid'],
      [1000, 1000, '4 066,14 €'],
    ]
    const { fields } = extractDocument(pageOf([...SMALL_INVOICE, ...paid]), { locale: 'fr_FR' })
    expect(fields.amount_paid?.value).toBe('4066.14')
  })

  it('lists the checks that pass', () => {
    const names = extractDocument(pageOf(SMALL_INVOICE)).checks.map((check) => check.name)
    expect(names).toEqual(expect.arrayContaining(['total=base+tax', 'issue<=due', 'mod97', 'vat-checksum']))
  })

  it('returns the same result for the same document', () => {
    expect(JSON.stringify(extractDocument(pageOf(SMALL_INVOICE)))).toBe(
      JSON.stringify(extractDocument(pageOf(SMALL_INVOICE))),
    )
  })

  it('returns an empty result for a page without words', () => {
    const extraction = extractDocument(pageOf([]))
    expect([extraction.fields, extraction.line_items, extraction.language]).toEqual([{}, [], null])
  })

  it('prefers an attached e-invoice and compares it with the page', () => {
    const document = { ...pageOf(SMALL_INVOICE), embeddedXml: { name: 'factur-x.xml', text: xml } }
    const { fields } = extractDocument(document)
    expect(fields.document_id).toMatchObject({
      value: 'INV-20417',
      confidence: 0.99,
      evidence: { generator: 'xml.ubl', checks: ['on-page'] },
    })
    expect(fields.document_id!.position[0]).toBeGreaterThan(900)
    expect(fields.amount_total!.value).toBe('999.00')
    expect(fields.amount_total!.confidence).toBeLessThan(0.95)
    expect(extractDocument(document, { embeddedXml: false }).fields.amount_total!.value).toBe('238.00')
  })
})

describe('the shipped model', () => {
  it('is small', () => {
    expect(JSON.stringify(loadTrained()).length).toBeLessThan(2_000_000)
  })
})

describe('the lexicons', () => {
  it('contain the terms of an invoice in every language', () => {
    for (const [language, { labels }] of Object.entries(LANGUAGES)) {
      for (const name of [
        'total',
        'base',
        'tax',
        'invoice_date',
        'due_date',
        'invoice_no',
        'order_no',
        'iban',
        'vat_id',
        'bill_to',
        'seller',
      ] as const) {
        expect(labels[name], `${language} ${name}`).toBeTruthy()
      }
      for (const name of Object.keys(labels)) expect(LABEL_CLASSES).toContain(name)
    }
  })
})
