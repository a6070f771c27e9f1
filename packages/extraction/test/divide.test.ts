import { describe, expect, it } from 'vitest'
import { extractDocument } from '../src/engine.ts'
import type { DocumentPart, ReadDocument } from '../src/types.ts'
import { pageOf, SMALL_INVOICE, type Placed } from './pages.ts'

type Page = readonly (string | Placed)[]

/** A page with these lines from the top; the last one is in the lower margin. */
const page = (...lines: string[]): Page =>
  lines.map((text, at): Placed => [60, at > 0 && at === lines.length - 1 ? 1700 : 180 + at * 30, text])

/** The small invoice with other texts. */
const invoice = (changes: Record<string, string> = {}): Page =>
  SMALL_INVOICE.map(([x, y, text, size]): Placed => [x, y, changes[text] ?? text, size])

/** A file of these pages. */
function fileOf(pages: readonly Page[]): ReadDocument {
  const read = pages.map((pieces, at) => ({ ...pageOf(pieces as Placed[]).pages[0]!, number: at + 1 }))
  return { pages: read, pageCount: read.length, reader: 'test' }
}
const partsOf = (...pages: Page[]): DocumentPart[] | undefined => extractDocument(fileOf(pages)).parts
const numbersOf = (...pages: Page[]): number[][] | undefined => partsOf(...pages)?.map((part) => part.pages)

const body = 'Goods as ordered, net 14 days'

describe('the parts of a file', () => {
  it.each([
    ['Page 1 of 2', 'Page 2 of 2', 'Page 1 of 1'],
    ['Seite 1 von 2', 'Seite 2 von 2', 'Seite 1 von 3'],
    ['Strana 1/2', 'Strana 2/2', 'Strana 1/1'],
    ['Pagina 1 di 2', 'Pagina 2 di 2', 'Pagina 1 di 1'],
    ['1 / 2', '2 / 2', '1 / 1'],
  ])('begin where the numbers of pages start again: %s, %s, %s', (...footers) => {
    expect(numbersOf(...footers.map((footer) => page(body, footer)))).toEqual([[1, 2], [3]])
  })

  it('begin where number and parties change', () => {
    const first = page('Invoice No: A-1001', 'VAT ID: DE136695976', body)
    const second = page('Rechnung Nr. 2002', 'UID: ATU13585627', body)
    expect(numbersOf(first, second)).toEqual([[1], [2]])
    expect(numbersOf(first, page('Invoice No: A-1002', 'VAT ID: DE136695976', body))).toEqual([[1], [2]])
    expect(numbersOf(first, page(body), second)).toEqual([[1, 2], [3]])
  })

  it.each([
    ['English', {}],
    ['German', { INVOICE: 'RECHNUNG', 'Invoice No.:': 'Rechnungsnummer:', Total: 'Gesamtbetrag' }],
    ['Polish', { INVOICE: 'FAKTURA', 'Invoice No.:': 'Numer faktury:', Total: 'Razem do zapłaty' }],
  ])('begin at each complete invoice of one sender without numbers of pages and VAT numbers: %s', (_, texts) => {
    const one = (number: string) => invoice({ ...texts, 'VAT ID: DE136695976': body, 'INV-20417': number })
    expect(numbersOf(one('INV-20417'), one('INV-20418'), one('INV-20419'))).toEqual([[1], [2], [3]])
  })

  it('begin at each of many invoices with many rows, in the middle of the file too', () => {
    const rows = Array.from({ length: 40 }, (_, at): Placed[] => [
      [80, 700 + at * 20, `Item A-${4100 + at}`],
      [740, 700 + at * 20, '10'],
      [880, 700 + at * 20, '12.50'],
      [1060, 700 + at * 20, '125.00'],
    ]).flat()
    const pages = Array.from({ length: 24 }, (_, at) => [
      ...invoice({ 'INV-20417': `INV-${20417 + at}`, 'VAT ID: DE136695976': body }),
      ...rows,
    ])
    expect(numbersOf(...pages)).toEqual(pages.map((_, at) => [at + 1]))
  })

  it('are separated by separator pages, which are left out with blank ones', () => {
    expect(partsOf(page(body), page(), page('DOCUMENT SEPARATOR', 'T'), page(body), page())).toEqual([
      { pages: [1], left_out: [2, 3] },
      { pages: [4], left_out: [5] },
    ])
    expect(partsOf(page('Trennblatt'), page(body), page('Patch T'), page(body))).toEqual([
      { pages: [2], left_out: [1, 3] },
      { pages: [4], left_out: [] },
    ])
  })

  it.each<[string, Page[]]>([
    ['one page', [page('Invoice No: A-1001', 'VAT ID: DE136695976')]],
    ['no page', []],
    ['blank pages only', [page(), page()]],
    ['a blank page between two others', [page(body), page(), page(body)]],
    ['pages without any sign', [page(body), page(body)]],
    ['numbers that continue', [page('Invoice No: A-1001', 'Page 1 of 2'), page('Invoice No: B-2222', 'Page 2 of 2')]],
    [
      'a first page that announces more',
      [page(body, 'Page 1 of 3'), page('Invoice No: B-2222', 'VAT ID: DE136695976', body)],
    ],
    [
      'the same number on both pages',
      [page('Invoice No: A-1001', 'VAT ID: DE136695976', body), page('Invoice No: A-1001', 'UID: ATU13585627', body)],
    ],
    ['other parties alone', [page('VAT ID: DE136695976', body), page('UID: ATU13585627', body)]],
    [
      'several numbers, as in a reminder',
      [page('Invoice No: A-1001', body), page('Invoice No: B-1001', 'Invoice No: C-2222', body)],
    ],
    ['a fraction in a table', [page(body, body, '1 / 2', body, body), page(body, body, '1 / 1', body, body)]],
    [
      'a text about separators',
      [page(body), page('Our document separator has a blade of steel and comes with a warranty of two years')],
    ],
    ['an invoice and a page that names another one', [invoice(), page('Invoice No: A-1001', body)]],
  ])('are none for %s', (_, pages) => {
    expect(partsOf(...pages)).toBeUndefined()
  })
})

describe('copies of an invoice in one file', () => {
  const copies = [
    [...invoice(), [560, 60, 'ORIGINAL'] as const],
    [...invoice(), [560, 60, 'DUPLICADO'] as const],
    [...invoice(), [560, 60, 'TRIPLICADO'] as const],
  ]

  it('are one invoice with its rows once', () => {
    const [one, three] = [extractDocument(fileOf([invoice()])), extractDocument(fileOf(copies))]
    expect(three.line_items.map((row) => row.table_column_amount_total?.value)).toEqual(
      one.line_items.map((row) => row.table_column_amount_total?.value),
    )
    expect(three.line_items.length).toBe(2)
    expect(three.tax_details).toEqual(one.tax_details)
    expect(three.fields.amount_total).toEqual(one.fields.amount_total)
    expect(three.pages.map(({ number }) => number)).toEqual([1, 2, 3])
    expect(three.parts).toBeUndefined()
    expect(three.notes).toEqual([{ type: 'info', content: 'Pages that repeat other pages were left out: 2, 3.' }])
  })

  it('belong to the part of their original, also if each has the number 1 of 1', () => {
    const first = [invoice(), invoice()].map((one): Page => [...one, [560, 1700, 'Page 1 of 1']])
    const second: Page = [...invoice({ 'INV-20417': 'INV-20418' }), [560, 1700, 'Page 1 of 1']]
    expect(numbersOf(...first, second)).toEqual([[1, 2], [3]])
    expect(numbersOf(...first)).toBeUndefined()
  })

  it('are no pages that continue the invoice, although they repeat its letterhead', () => {
    const letterhead = Array.from({ length: 24 }, (_, at): Placed => [60, 800 + 20 * at, `Branch ${at + 10}`])
    const pages = [1, 2].map((number): Page => [...invoice(), ...letterhead, [560, 1700, `Page ${number} of 2`]])
    expect(extractDocument(fileOf(pages)).notes).toBeUndefined()
  })

  it('are no invoices that differ in their number, nor pages with other rows', () => {
    const next = invoice({ 'INV-20417': 'INV-20418' })
    expect(extractDocument(fileOf([invoice(), next])).line_items.length).toBe(4)
    const others = invoice({
      '10': '7',
      '12.50': '19.00',
      '125.00': '133.00',
      '2': '3',
      '37.50': '31.10',
      '75.00': '93.30',
    })
    expect(extractDocument(fileOf([invoice(), others])).line_items.length).toBeGreaterThan(2)
  })
})
