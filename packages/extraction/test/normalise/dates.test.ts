import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, findDates, isoDate, parseDate } from '../../src/normalise/dates.ts'
import { readMonth } from '../../src/normalise/month-names.ts'

const day = fc
  .integer({ min: 0, max: 25_000 })
  .map((offset) => addDays('1980-01-01', offset))
  .filter((date) => date < '2049')

describe('findDates', () => {
  it('reads numeric dates with four-digit years in either order', () => {
    fc.assert(
      fc.property(day, fc.constantFrom('.', '/', '-'), (iso, mark) => {
        const [year, month, date] = iso.split('-') as [string, string, string]
        expect(parseDate([date, month, year].join(mark))).toBe(iso)
        expect(parseDate([year, month, date].join(mark))).toBe(iso)
        expect(parseDate([month, date, year].join(mark), 'mdy')).toBe(iso)
      }),
    )
  })

  it.each([
    ['5. März 2020', '2020-03-05'],
    ['March 5, 2020', '2020-03-05'],
    ['2 février 2015', '2015-02-02'],
    ['1er août 2019', '2019-08-01'],
    ['12 JAN 2018', '2018-01-12'],
    ['05-Mar-20', '2020-03-05'],
    ['3 stycznia 2021', '2021-01-03'],
    ['14. října 2022', '2022-10-14'],
    ['7 de mayo de 2023', '2023-05-07'],
    ['9 luglio 2017', '2017-07-09'],
    ['30 mei 2016', '2016-05-30'],
    ['2026. március 12.', '2026-03-12'],
    ['Budapest, 2026. 03. 12.', '2026-03-12'],
    ['12 martie 2026', '2026-03-12'],
    ['12 Kasım 2026', '2026-11-12'],
    ['12 Μαΐου 2026', '2026-05-12'],
    ['12. mája 2026', '2026-05-12'],
    ['12. avgusta 2026', '2026-08-12'],
    ['12. siječnja 2026.', '2026-01-12'],
    ['12 юни 2026 г.', '2026-06-12'],
    ['«12» грудня 2026 р.', '2026-12-12'],
    ['31. 12. 2019', '2019-12-31'],
    ['2026. gada 12. marts', '2026-03-12'],
    ['Rīgā, 2026.gada 12.martā', '2026-03-12'],
    ['2026 m. kovo 12 d.', '2026-03-12'],
    ['2026 m. kovo mėn. 12 d.', '2026-03-12'],
    ['10.03.18 12:55', '2018-03-10'],
    ['27/06/185:02:32 PM', '2018-06-27'],
    ['20180310', '2018-03-10'],
    ['17 Agustus 2026', '2026-08-17'],
    ['5 Nopember 2025', '2025-11-05'],
    ['Ngày 12 tháng 03 năm 2026', '2026-03-12'],
    ['Ngày (Date) 12 tháng (month) 03 năm (year) 2026', '2026-03-12'],
    ['5 tháng 12, 2026', '2026-12-05'],
    ['5 tháng mười hai 2026', '2026-12-05'],
    ['12 مارس 2026', '2026-03-12'],
    ['12 تشرين الثاني 2026', '2026-11-12'],
    ['12 בינואר 2026', '2026-01-12'],
  ])('reads %s', (text, iso) => {
    expect(parseDate(text)).toBe(iso)
  })

  it.each([
    '31.02.2020',
    '1.2.3.4',
    '12.50.10',
    '2024-13-01',
    '45/45/2020',
    'Version 2.6',
    '3.14.22',
    'Version 3.12.22',
    'v 3.12.22',
    'Firmware: 12.3.24',
    '2026 m. kovo 45 d.',
    '2026 no. 12',
  ])('finds no date in %s', (text) => {
    expect(findDates(text)).toEqual([])
  })

  it('takes versions for no dates, unless months come first', () => {
    const read = (text: string) => findDates(text, 'mdy').map(({ value }) => value)
    expect(read('3.14.22')).toEqual(['2022-03-14'])
    expect(read('Version 3.14.22')).toEqual([])
    expect(findDates('Invoice 12.3.24').map(({ value }) => value)).toEqual(['2024-03-12'])
  })

  it('takes no year for that of the next date', () => {
    expect(findDates('5 Jan 2015 May 12 2015').map(({ value }) => value)).toEqual(['2015-01-05', '2015-05-12'])
    expect(findDates('In 2015 March 10, 2016').map(({ value }) => value)).toEqual(['2016-03-10'])
  })

  it('takes the month of the language of the document, and is unsure without it', () => {
    const read = (text: string, language?: string) =>
      findDates(text, 'dmy', language).map(({ value, sure }) => [value, sure])
    expect(read('12. listopada 2026.', 'hrv')).toEqual([['2026-10-12', true]])
    expect(read('12 listopada 2026', 'pol')).toEqual([['2026-11-12', true]])
    expect(read('12. listopad 2026', 'ces')).toEqual([['2026-11-12', true]])
    expect(read('12. listopada 2026.')).toEqual([['2026-11-12', false]])
    expect(read('12. prosinca 2026.')).toEqual([['2026-12-12', true]])
  })

  it('returns the offsets of the date in the text', () => {
    const text = 'Datum: 05.04.2021, fällig 19.04.2021'
    expect(findDates(text).map((date) => text.slice(date.start, date.end))).toEqual(['05.04.2021', '19.04.2021'])
  })

  it('never throws, and returns only valid dates', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d./ \-a-z]{0,30}$/), (text) => {
        for (const { value } of findDates(text))
          expect(new Date(`${value}T00:00:00Z`).toISOString().slice(0, 10)).toBe(value)
      }),
    )
  })
})

describe('isoDate and readMonth', () => {
  it('accept leap days only in leap years', () => {
    expect(isoDate(2024, 2, 29)).toBe('2024-02-29')
    expect(isoDate(2023, 2, 29)).toBeNull()
  })

  it('recognise months of several languages with and without accents', () => {
    expect(['Août', 'aout', 'września', 'Mrz.', 'foo'].map((name) => readMonth(name)?.month ?? null)).toEqual([
      8,
      8,
      9,
      3,
      null,
    ])
  })
})
