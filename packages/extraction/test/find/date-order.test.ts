import { describe, expect, it } from 'vitest'
import { analyse } from '../../src/find/analyse.ts'
import { AMBIGUOUS } from '../../src/find/dates.ts'
import { extractDocument } from '../../src/engine.ts'
import { pageOf, type Placed } from '../pages.ts'

const place = (lines: readonly string[]): Placed[] => lines.map((text, i): Placed => [60, 60 + i * 30, text])
const datesOf = (lines: readonly string[], locale?: string) => analyse(pageOf(place(lines)), locale).candidates.date
/** The order of the document, or `?` behind it if its dates are ambiguous. */
function orderOf(lines: readonly string[], locale?: string): string {
  const dates = datesOf([...lines, '03/04/2026'], locale)
  const last = dates.at(-1)!
  const order = last.value === '2026-04-03' ? 'dmy' : 'mdy'
  return last.traits.includes(AMBIGUOUS) ? `${order}?` : order
}

describe('the order of day and month is shown by', () => {
  it.each<[string, string, string[], string?]>([
    ['nothing', 'dmy?', []],
    ['a day above twelve', 'dmy', ['25/03/2026']],
    ['a day above twelve in the second place', 'mdy', ['03/25/2026']],
    ['no date that begins with its year', 'dmy?', ['2026-01-13']],
    ['no date whose parts are equal', 'dmy?', ['05/05/2026']],
    ['days above twelve in both places', 'dmy?', ['25/03/2026', '05/14/2026']],
    ['one day in both places', 'dmy?', ['25/03/2026', '03/25/2026']],
    ['one stray date', 'dmy?', ['25/03/2026', '26/03/2026', '05/14/2026']],
    ['days above twelve, rather than the locale', 'mdy', ['03/25/2026'], 'en_GB'],
    ['the same date with the name of its month', 'mdy', ['March 4, 2026']],
    ['the same date with the name of its month in another language', 'dmy', ['3. April 2026']],
    ['the same date with its year first', 'mdy', ['Printed 2026-03-04']],
    ['a date with a name nearby', 'mdy', ['Delivered on 28 February 2026', '02/12/2026']],
    ['no date with a name far from both', 'dmy?', ['Founded on 28 February 1987']],
    ['a weekday before it', 'mdy', ['Tuesday 02/03/2026 - Tue 03/03/2026', 'Tue, 02/10/2026']],
    ['a weekday behind it', 'dmy', ['06/03/2026 (Friday)']],
    [
      'a weekday in the language of the page',
      'dmy',
      ['Rechnung für die Lieferung und den Betrag', 'Freitag, 06/03/2026'],
    ],
    ['no weekday of both orders', 'dmy?', ['Sunday 01/11/2026']],
    ['a due date that is not before the issue date', 'mdy', ['Invoice date: 02/03/2026', 'Due date: 03/02/2026']],
    ['the same with the day first', 'dmy', ['Invoice date: 03/02/2026', 'Due date: 02/03/2026']],
    ['no due date that is later in both orders', 'dmy?', ['Invoice date: 03/04/2026', 'Due date: 05/06/2026']],
    ['the terms', 'mdy', ['Invoice date: 04/06/2026', 'Due date: 05/06/2026', 'Net 30']],
    ['the terms in days', 'dmy', ['Invoice date: 06/04/2026', 'Due date: 06/05/2026', 'Payable within 30 days']],
    ['an address in the United States', 'mdy', ['14 Mill Lane', 'Austin, TX 78799']],
    ['an address and not a house number of the form of a postcode', 'mdy', ['10425 Wilder Blvd', 'Austin, TX 78799']],
    ['a postcode of several countries', 'dmy', ['80331 München']],
    ['a country in the Philippines', 'mdy', ['Quezon City, Philippines']],
    ['a tax number', 'dmy', ['VAT no. GB980780684']],
    ['no country that writes dates in several ways', 'dmy?', ['12 King Street, Toronto', 'Canada']],
    [
      'the country of the seller, not of the buyer',
      'mdy',
      ['Austin, TX 78799', '', '', '', 'Bill to:', 'Oakline Ltd', 'London SW1A 1AA', '', '', ''],
    ],
    ['a currency of one country', 'dmy', ['Total £12.50']],
    ['no dollar alone', 'mdy?', ['Total $12.50']],
    ['the locale', 'dmy', [], 'en_GB'],
    ['the locale of another order', 'mdy', [], 'en_US'],
    ['no locale without an order', 'dmy?', [], 'ja_JP'],
    ['a country, rather than the locale', 'mdy', ['Austin, TX 78799'], 'en_GB'],
    ['no locale and a dollar that contradict each other', 'dmy?', ['Total $12.50'], 'en_GB'],
  ])('%s: %s', (_, order, lines, locale) => {
    expect(orderOf(lines, locale)).toBe(order)
  })
})

const GERMAN = ['Quittung', 'Wir danken für den Einkauf und das Vertrauen in die Bäckerei', 'Summe 12,50']

describe('a date with dots', () => {
  it.each<[string, string, string[]]>([
    ['has the day first', '2026-04-03', []],
    ['has the day first on a German receipt', '2026-04-03', GERMAN],
    ['has the month first in the United States', '2026-03-04', ['Austin, TX 78799']],
  ])('%s', (_, value, lines) => {
    const date = datesOf([...lines, '03.04.2026']).at(-1)!
    expect([date.value, date.traits.includes(AMBIGUOUS)]).toEqual([value, false])
  })
})

it('is not ambiguous where the language shows the order', () => {
  expect(orderOf(GERMAN)).toBe('dmy')
})

it('takes the two-digit year of a Chinese date for its first part, which is not ambiguous', () => {
  const [date] = datesOf(['发票日期 26.3.12', '购买方名称地址电话'])
  expect([date!.value, date!.traits.includes(AMBIGUOUS)]).toEqual(['2026-03-12', false])
})

const INVOICE: Placed[] = [
  [800, 60, 'INVOICE', 32],
  [60, 60, 'Beacon Works', 24],
  [700, 240, 'Invoice number:'],
  [960, 240, 'INV-20417'],
  [700, 270, 'Invoice date:'],
  [960, 270, '03/04/2026'],
  [700, 300, 'Date of supply:'],
  [960, 300, '03/02/2026'],
]

it('limits the confidence of ambiguous dates to a half, whatever their label', () => {
  const read = (pieces: Placed[]) => extractDocument(pageOf(pieces)).fields
  const ambiguous = read(INVOICE)
  expect(ambiguous.date_issue).toMatchObject({ value: '2026-04-03', confidence: 0.5 })
  const dates = Object.entries(ambiguous).filter(([field]) => field.startsWith('date_'))
  expect(dates.length).toBeGreaterThan(1)
  for (const [field, { confidence }] of dates) expect(confidence, field).toBeLessThanOrEqual(0.5)
  const clear = read([...INVOICE, [60, 90, 'London SW1A 1AA']])
  expect(clear.date_issue!.value).toBe('2026-04-03')
  expect(clear.date_issue!.confidence).toBeGreaterThan(0.9)
})
