import { describe, expect, it } from 'vitest'
import { makeContent, DOCUMENT_TYPES, placesOf } from '../../../scripts/generator/content/document.ts'
import { withCheckDigit } from '../../../scripts/generator/content/check-digits.ts'
import { bicOf, ibanOf, vatNumber } from '../../../scripts/generator/content/numbers.ts'
import { makeParty } from '../../../scripts/generator/content/party.ts'
import { decimal, makeFormat, quantity, writeDate } from '../../../scripts/generator/content/format.ts'
import { COUNTRIES } from '../../../scripts/generator/data/countries.ts'
import { LOCALES } from '../../../scripts/generator/data/locales.ts'
import { WORDS } from '../../../scripts/generator/data/words.ts'
import { LABELS } from '../../../scripts/generator/labels/index.ts'
import { FAMILIES, programOf, PROGRAMS } from '../../../scripts/generator/layout/programs.ts'
import { Random } from '../../../scripts/train/random.ts'
import { checkTaxId, findDates, isBic, isIban, parseVat, TAX_IDS } from '@sheaf/extraction/normalise'

/** Languages with names of months that mean another month in another language, in ISO 639-3. */
const CODES: Readonly<Record<string, string>> = { cs: 'ces', hr: 'hrv', pl: 'pol' }

describe('invented contents', () => {
  it.each(Object.keys(COUNTRIES))('%s has valid IBANs, BICs and VAT numbers', (country) => {
    const random = new Random(11)
    for (let i = 0; i < 200; i++) {
      const iban = ibanOf(random, country)
      if (iban !== null) expect(isIban(iban), iban).toBe(true)
      expect(isBic(bicOf(random, country))).toBe(true)
      const vat = vatNumber(random, country)
      if (vat !== null && /^[A-Z]{2}/.test(vat)) expect(parseVat(vat)?.valid, vat).toBe(true)
    }
  })

  it.each(Object.keys(COUNTRIES))('%s has companies with numbers of registers whose check digits exist', (country) => {
    const random = new Random(11)
    for (let i = 0; i < 100; i++) expect(() => makeParty(random, country, 'seller')).not.toThrow()
  })

  it('have Indian tax numbers with the right check character, which may be a letter', () => {
    const kind = TAX_IDS.find(({ name }) => name === 'GSTIN')!
    const random = new Random(11)
    const numbers = Array.from({ length: 200 }, () => vatNumber(random, 'IN')!)
    expect(numbers.filter((number) => checkTaxId(kind, number) !== 'valid')).toEqual([])
  })

  it.each([
    ['HU', '12892312'],
    ['RO', '18547290'],
    ['GR', '094259216'],
    ['SI', '50223054'],
    ['HR', '33392005961'],
    ['SK', '2022749619'],
    ['BG', '175074752'],
    ['TR', '4540536920'],
    ['EDRPOU', '32855961'],
    ['ICO', '25123891'],
  ])('have the check digit that the number of a known company has in %s', (kind, number) => {
    expect(withCheckDigit(kind, number.slice(0, -1))).toBe(number)
  })

  it('add up for every type of document', () => {
    const random = new Random(5)
    for (let i = 0; i < 600; i++) {
      const { totals, rows, fee, currency } = makeContent(
        random,
        LOCALES[i % LOCALES.length]!,
        DOCUMENT_TYPES[i % DOCUMENT_TYPES.length]!,
      )
      expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBeCloseTo(totals.rows, 2)
      expect(totals.rates.reduce((sum, rate) => sum + rate.base, 0)).toBeCloseTo(totals.base, 2)
      expect(totals.rates.reduce((sum, rate) => sum + rate.tax, 0)).toBeCloseTo(totals.tax, 2)
      expect(totals.base + totals.tax + totals.rounding).toBeCloseTo(totals.total, 2)
      expect(totals.total - totals.paid - totals.advance + totals.previous).toBeCloseTo(totals.due, 2)
      expect(fee).toBeGreaterThan(0)
      for (const row of rows) {
        const exact = row.quantity * row.price * (1 - row.discount / 100)
        expect(Math.abs(exact - row.amount)).toBeLessThan(0.51 * 10 ** -placesOf(currency))
      }
    }
  })

  it('write numbers and dates as the country does', () => {
    const format = {
      ...makeFormat(new Random(1), COUNTRIES.DE!, 'de', 'EUR'),
      decimal: ',',
      group: '.',
      language: 'de',
    }
    expect(decimal(format, -1234567.5)).toBe('-1.234.567,50')
    expect(decimal({ ...format, decimal: '.', group: 'in' }, 1234567.5)).toBe('12,34,567.50')
    expect(quantity(format, 2.25)).toBe('2,25')
    expect(quantity(format, 3)).toBe('3')
    expect(writeDate(format, '2024-03-01', 'd. month yyyy')).toBe('1. März 2024')
    expect(writeDate({ ...format, language: 'en' }, '2024-03-22', 'do month yyyy')).toBe('22nd March 2024')
    expect(writeDate({ ...format, language: 'id' }, '2024-03-01', 'd month yyyy')).toBe('1 Maret 2024')
    expect(writeDate(format, '2024-03-01', "'ngày' dd 'tháng' mm 'năm' yyyy")).toBe('ngày 01 tháng 03 năm 2024')
    expect(decimal({ ...format, places: 0 }, 1234567)).toBe('1.234.567')
    expect(writeDate({ ...format, language: 'cs' }, '2024-03-01', 'd. month yyyy')).toBe('1. března 2024')
  })

  it('have labels and words in every language', () => {
    const languages = new Set(LOCALES.map((locale) => locale.language))
    for (const language of languages) {
      expect(WORDS[language], language).toBeDefined()
      for (const [key, text] of Object.entries(LABELS[language]!)) {
        expect(
          text.split('||').every((part) => part.split('|').every((variant) => variant.trim() !== '')),
          `${language} ${key}`,
        ).toBe(true)
      }
    }
    expect(languages.size).toBeGreaterThanOrEqual(26)
  })

  it('have names of months that the extraction reads', () => {
    for (const { language, country } of LOCALES.filter((locale) => locale.language !== 'en')) {
      for (const pattern of COUNTRIES[country]!.dates) {
        for (let month = 1; month <= 12; month++) {
          const iso = `2024-${String(month).padStart(2, '0')}-17`
          const text = writeDate({ language, datePattern: pattern }, iso)
          expect(findDates(text, 'dmy', CODES[language])[0]?.value, `${language} ${text}`).toBe(iso)
        }
      }
    }
  })

  it('have programs whose families share the structure and differ in measures', () => {
    const programs = Array.from({ length: PROGRAMS }, (_, number) => programOf(number))
    expect(new Set(programs.map((program) => program.family)).size).toBe(FAMILIES)
    const relatives = programs.filter((program) => program.family === 12)
    expect(new Set(relatives.map((program) => program.head)).size).toBe(1)
    expect(
      new Set(relatives.map((program) => `${program.font} ${program.size} ${program.margin}`)).size,
    ).toBeGreaterThan(1)
  })
})
