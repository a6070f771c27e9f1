import { describe, expect, it } from 'vitest'
import { dividePages, type PageText } from '../../../src/rules/pages/divide.ts'

/** A page with these lines; the last one is at the bottom. */
const page = (...lines: string[]): PageText => ({
  lines: lines.map((text, index) => ({ text, top: index === lines.length - 1 ? 0.97 : 0.1 + index * 0.02 })),
})
const pagesOf = (pages: PageText[]) => dividePages(pages)?.map((part) => part.pages) ?? null
const body = 'Goods as ordered, net 14 days'

describe('dividePages', () => {
  it.each([
    ['Page 1 of 2', 'Page 2 of 2', 'Page 1 of 1'],
    ['Seite 1 von 2', 'Seite 2 von 2', 'Seite 1 von 3'],
    ['Strana 1/2', 'Strana 2/2', 'Strana 1/1'],
    ['1 / 2', '2 / 2', '1 / 1'],
    ['Sida 1 av 2', 'Sida 2 av 2', 'Sida 1 av 1'],
    ['Lehekülg 1/2', 'Lehekülg 2/2', 'Lehekülg 1/1'],
    ['Lpp. 1/2', 'Lpp. 2/2', 'Lpp. 1/1'],
    ['Puslapis 1 iš 2', 'Puslapis 2 iš 2', 'Puslapis 1 iš 1'],
  ])('divides where the numbers of pages start again: %s, %s, %s', (...footers) => {
    expect(pagesOf(footers.map((footer) => page(body, footer)))).toEqual([[0, 1], [2]])
  })

  it.each([
    ['Fakturanr. 1001', 'Fakturanr. 2002'],
    ['Kreditnota nr. 1001', 'Kreditnota nr. 2002'],
    ['Laskun numero: 1001', 'Laskun numero: 2002'],
    ['Laskunro 1001', 'Laskunro 2002'],
    ['Arve nr 1001', 'Arve number: 2002'],
    ['Rēķina Nr. 1001', 'Rēķins Nr. 2002'],
    ['Sąskaitos Nr. 1001', 'Sąskaitos numeris: 2002'],
  ])('divides between %s and %s', (first, second) => {
    expect(pagesOf([page(first, 'DE123456789', body), page(second, 'DE123456789', body)])).toEqual([[0], [1]])
  })

  it('divides where number and parties change', () => {
    const first = page('Invoice No: A-1001', 'VAT DE123456789', body)
    const second = page('Rechnung Nr. 2002', 'USt-IdNr. ATU12345678', body)
    expect(pagesOf([first, second])).toEqual([[0], [1]])
    expect(pagesOf([first, page('Invoice No: A-1002', 'VAT DE123456789', body)])).toEqual([[0], [1]])
    expect(pagesOf([first, page(body), second])).toEqual([[0, 1], [2]])
  })

  it('divides at separator pages, which it leaves out with blank ones', () => {
    expect(dividePages([page(body), page(), page('DOCUMENT SEPARATOR', 'T'), page(body), page()])).toEqual([
      { pages: [0], left_out: [1, 2] },
      { pages: [3], left_out: [4] },
    ])
    expect(dividePages([page('Trennblatt'), page(body), page('Patch T'), page(body)])).toEqual([
      { pages: [1], left_out: [0, 2] },
      { pages: [3], left_out: [] },
    ])
  })

  it.each([
    ['one page', [page('Invoice No: A-1001', 'DE123456789')]],
    ['no page', []],
    ['blank pages only', [page(), page()]],
    ['a blank page between two others', [page(body), page(), page(body)]],
    ['pages without any sign', [page(body), page(body)]],
    ['numbers that continue', [page('Invoice No: A-1', 'Page 1 of 2'), page('Invoice No: B-2222', 'Page 2 of 2')]],
    ['a first page that announces more', [page('Page 1 of 3'), page('Invoice No: B-2222', 'DE123456789', body)]],
    [
      'the same number on both pages',
      [page('Invoice No: A-1001', 'DE123456789'), page('Invoice No: A-1001', 'ATU12345678')],
    ],
    ['other parties alone', [page('Seller DE123456789', body), page('Ship to ATU12345678', body)]],
    [
      'several numbers, as in a reminder',
      [page('Invoice No: A-1001', body), page('Invoice No: B-1 Invoice No: C-2222', body)],
    ],
    ['a fraction in a table', [page(body, body, '1 / 2', body, body), page(body, body, '1 / 1', body, body)]],
    [
      'a text about separators',
      [page(body), page('Our document separator has a blade of steel and comes with a warranty of two years')],
    ],
  ] as [string, PageText[]][])('divides nothing for %s', (_, pages) => {
    expect(pagesOf(pages)).toBeNull()
  })

  it('has a precision of at least .98 on generated bundles', () => {
    let state = 20261123
    const random = () => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
      return state / 0x7fffffff
    }
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
    const number = (digits: number) => String(Math.floor(random() * 10 ** digits)).padStart(digits, '1')
    const document = (): PageText[] => {
      const count = 1 + Math.floor(random() * 4)
      const own = `${pick(['', 'INV-', 'R/', '2026-'])}${number(5)}`
      const title = `${pick(['Invoice No:', 'Rechnung Nr.', 'Facture n°', 'Faktura č.', 'Letter about'])} ${own}`
      const seller = `VAT ${pick(['DE', 'FR', 'NL', 'CZ'])}${number(9)}`
      const repeats = random() < 0.5
      const footer = pick([
        (n: number) => `Page ${n} of ${count}`,
        (n: number) => `Seite ${n}`,
        () => 'Thank you for your order',
        () => 'Bank 12 / 34',
      ])
      return Array.from({ length: count }, (_, n) =>
        page(
          ...(n === 0 || repeats ? [title, seller] : [body]),
          ...(random() < 0.2 ? [`Your order ${number(6)}, see invoice no ${number(6)}`] : []),
          ...(n > 0 && random() < 0.2 ? [`Carrier NL${number(9)}`] : []),
          body,
          footer(n + 1),
        ),
      )
    }
    let [found, wrong, missed] = [0, 0, 0]
    for (let bundle = 0; bundle < 3_000; bundle++) {
      const starts = new Set<number>()
      const pages: PageText[] = []
      for (let count = 1 + Math.floor(random() * 4); count > 0; count--) {
        if (pages.length > 0) starts.add(pages.length)
        pages.push(...document())
      }
      const begins = (dividePages(pages) ?? []).slice(1).map((part) => part.pages[0]!)
      found += begins.filter((begin) => starts.has(begin)).length
      wrong += begins.filter((begin) => !starts.has(begin)).length
      missed += [...starts].filter((start) => !begins.includes(start)).length
    }
    const precision = found / (found + wrong)
    console.info(`divided pages: precision ${precision.toFixed(4)}, recall ${(found / (found + missed)).toFixed(4)}`)
    expect(precision).toBeGreaterThanOrEqual(0.98)
    expect(found / (found + missed)).toBeGreaterThan(0.5)
  })
})
