import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatDate,
  formatNumber,
  isDateFormat,
  matchOption,
  normalize,
  NUMBER_FORMATS,
  parseDate,
  parseIsoDate,
  parseNumber,
  parsePlain,
  readNormalized,
  readText,
  sumPlain,
} from '../../../src/rules/content/formats.ts'
import type { SchemaDatapoint } from '../../../src/rules/schema/index.ts'

const field = (over: Partial<SchemaDatapoint>): SchemaDatapoint => ({
  category: 'datapoint',
  id: 'x',
  label: 'X',
  type: 'string',
  ...over,
})

const plainDecimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.stringMatching(/^\d{0,4}$/))
  .map(([negative, whole, fraction]) => {
    const text = fraction ? `${whole}.${fraction}` : String(whole)
    return negative && /[1-9]/.test(text) ? `-${text}` : text
  })
const DATE_FORMATS = [
  'YYYY-MM-DD',
  'D.M.YYYY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD. MM. YYYY',
  'D MMM YYYY',
  'MMMM D, YYYY',
  'YYYYMMDD',
  'YYYY/M/D',
  'D-M-YY',
  '[on] D.M.YYYY',
]
const isoDate = fc
  .tuple(fc.integer({ min: 1969, max: 2068 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([y, m, d]) => `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`)

describe('numbers', () => {
  it('can be parsed after formatting, in every format with decimals', () => {
    const formats = NUMBER_FORMATS.filter((format) => format.endsWith('#'))
    expect(formats).toHaveLength(5)
    fc.assert(
      fc.property(plainDecimal, fc.constantFrom(...formats), (plain, format) => {
        const shown = formatNumber(plain, format)
        expect(parseNumber(shown, format)).toBe(plain)
        expect(formatNumber(parseNumber(shown, format)!, format)).toBe(shown)
      }),
    )
  })

  it('are parsed as whole numbers or null in formats without decimals', () => {
    const formats = NUMBER_FORMATS.filter((format) => !format.endsWith('#'))
    fc.assert(
      fc.property(plainDecimal, fc.constantFrom(...formats), (plain, format) => {
        const [whole, fraction = ''] = plain.split('.')
        expect(parseNumber(formatNumber(plain, format), format)).toBe(/[1-9]/.test(fraction) ? null : whole)
      }),
    )
  })

  it('are never misread: parsing returns null or the same digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-+]?[0-9.,' ]{1,12}$/), fc.constantFrom(...NUMBER_FORMATS), (text, format) => {
        const plain = parseNumber(text, format)
        if (plain === null) return
        expect(plain).toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/)
        const digits = (s: string) => s.replace(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '')
        expect(digits(plain)).toBe(digits(text))
      }),
    )
  })

  it.each([
    ['1 234,50', '# ##0,#', '1234.50'],
    ['1\u00a0234,50', '# ##0,#', '1234.50'],
    ['1234,5', '# ##0,#', '1234.5'],
    ['1,200.00', '#,##0.#', '1200.00'],
    ["1'200.00", "#'##0.#", '1200.00'],
    ['1’200.00', "#'##0.#", '1200.00'],
    ['1.200,00', '#.##0,#', '1200.00'],
    ['-0.00', '# ##0.#', '0.00'],
    ['\u221212', '# ##0.#', '-12'],
    ['007', '# ##0.#', '7'],
    ['12.00', '# ##0', '12'],
    ['1.234', '#.##0,#', '1234'],
    ['0.125', '#.##0,#', '0.125'],
    ['1234.56', '#.##0,#', '1234.56'],
  ])('are parsed: %s in %s is %s', (text, format, plain) => {
    expect(parseNumber(text, format)).toBe(plain)
  })

  it.each([
    ['12,5', '#,##0.#'],
    ['1,23,456', '#,##0.#'],
    ['12.5', '# ##0'],
    ['EUR 5', '# ##0.#'],
    ['', '# ##0.#'],
    ['.5', '# ##0.#'],
    ['--5', '# ##0.#'],
  ])('are refused: %s in %s', (text, format) => {
    expect(parseNumber(text, format)).toBeNull()
  })

  it('accept plain decimals in every format with decimals, unless the format reads them as grouped', () => {
    fc.assert(
      fc.property(plainDecimal, fc.constantFrom('# ##0,#', '# ##0.#', '#,##0.#', "#'##0.#"), (plain, format) => {
        expect(parseNumber(plain, format)).toBe(plain)
      }),
    )
  })

  it('are added exactly', () => {
    expect(sumPlain(['0.1', '0.2', '-0.30'])).toBe('0.00')
    expect(sumPlain(['100', '20.50'])).toBe('120.50')
    expect(sumPlain(['-0.05', '0.01'])).toBe('-0.04')
    expect(sumPlain([])).toBe('0')
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e6, max: 1e6 })), (cents) => {
        const text = (n: number) =>
          `${n < 0 ? '-' : ''}${Math.floor(Math.abs(n) / 100)}.${String(Math.abs(n) % 100).padStart(2, '0')}`
        const total = cents.reduce((a, b) => a + b, 0)
        expect(sumPlain(cents.map(text))).toBe(cents.length ? text(total) : '0')
      }),
    )
  })
})

describe('dates', () => {
  // Compared by patterns for spaces beside each other, these texts take years.
  it.each([
    [`YYYY${'[ ]'.repeat(14)}MM`, `2026${' '.repeat(1_400)}x`],
    [`YYYY${'[.]'.repeat(14)}MM`, `2026${`.${' '.repeat(100)}`.repeat(14)}x`],
    [`YYYY${'[.] '.repeat(11)}MM`, `2026${`.${' '.repeat(100)}`.repeat(11)}x`],
  ])('are compared with the format %s in linear time', (format, text) => {
    expect(isDateFormat(format)).toBe(true)
    expect(parseDate(text, format)).toBeNull()
    expect(parseDate(formatDate('2026-07-01', format), format)).toBe('2026-07-01')
  })

  it('can be parsed after formatting, in every format', () => {
    fc.assert(
      fc.property(isoDate, fc.constantFrom(...DATE_FORMATS), (iso, format) => {
        const shown = formatDate(iso, format)
        expect(parseDate(shown, format)).toBe(iso)
        expect(parseDate(iso, format)).toBe(iso)
      }),
    )
  })

  it.each([
    ['5.1.2026', 'D.M.YYYY', '2026-01-05'],
    ['05. 01. 2026', 'D.M.YYYY', '2026-01-05'],
    ['1/5/2026', 'MM/DD/YYYY', '2026-01-05'],
    ['5 jan 2026', 'D MMM YYYY', '2026-01-05'],
    ['5.1.70', 'D.M.YY', '1970-01-05'],
    ['01/2026', 'MM/YYYY', '2026-01-01'],
    ['2026-01-05T10:00:00Z', 'D.M.YYYY', '2026-01-05'],
    ['2024-02-29', 'D.M.YYYY', '2024-02-29'],
    ['2026-25-01', 'YYYY-DD-MM', '2026-01-25'],
    ['2026-01-25', 'YYYY-DD-MM', '2026-01-25'],
  ])('are parsed: %s in %s is %s', (text, format, iso) => {
    expect(parseDate(text, format)).toBe(iso)
  })

  it.each(['31.2.2026', '29.2.2026', '5/1/2026', '5.1.26', '', '5.1.', '0.1.2026', '5.13.2026'])(
    'are refused: %s in D.M.YYYY',
    (text) => {
      expect(parseDate(text, 'D.M.YYYY')).toBeNull()
    },
  )

  it('are parsed as valid calendar dates or null', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{4}-\d{2}-\d{2}$/), (text) => {
        const moment = new Date(`${text}T00:00:00Z`)
        const real =
          !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) && !text.startsWith('0000')
        expect(parseIsoDate(text)).toBe(real ? text : null)
      }),
    )
  })

  it('have validated formats', () => {
    for (const format of DATE_FORMATS) expect(isDateFormat(format)).toBe(true)
    for (const format of [
      '',
      'DD',
      'DD.MM',
      'YYYY',
      'Q YYYY',
      'DD.MM.YYYY HH:mm',
      'D.D.YYYY',
      'dd.mm.yyyy',
      'D.M.YYYYY',
    ])
      expect(isDateFormat(format)).toBe(false)
  })
})

describe('readText', () => {
  const date = field({ type: 'date', format: 'D.M.YYYY' })
  const number = field({ type: 'number', format: '#,##0.#' })

  it('parses and formats values', () => {
    expect(readText(date, '2026-01-05')).toEqual({ value: '5.1.2026', normalized_value: '2026-01-05' })
    expect(readText(number, '1200.00')).toEqual({ value: '1,200.00', normalized_value: '1200.00' })
    expect(readText(field({}), 'B-9')).toEqual({ value: 'B-9', normalized_value: null })
  })

  it('keeps unreadable text', () => {
    expect(readText(date, 'yesterday')).toEqual({ value: 'yesterday', normalized_value: null })
    expect(readText(number, '')).toEqual({ value: '', normalized_value: null })
  })

  it('is idempotent: reading a value again changes nothing', () => {
    const any = fc.oneof(fc.string(), plainDecimal, isoDate)
    fc.assert(
      fc.property(any, fc.constantFrom(date, number, field({}), field({ type: 'number' })), (text, field) => {
        const once = readText(field, text)
        expect(readText(field, once.value)).toEqual(once)
      }),
    )
  })

  it('stores the value of an option, found by value or label, ignoring case', () => {
    const options = [
      { value: 'eur', label: 'Euro' },
      { value: 'usd', label: 'eur' },
    ]
    expect(matchOption(options, 'EUR')).toBe('eur')
    expect(matchOption(options, 'euro ')).toBe('eur')
    expect(matchOption(options, 'CZK')).toBeNull()
    expect(readText(field({ type: 'enum', options }), 'EURO')).toEqual({ value: 'eur', normalized_value: null })
    expect(readText(field({ type: 'enum', options }), 'CZK')).toEqual({ value: 'CZK', normalized_value: null })
    const rates = field({ type: 'enum', enum_value_type: 'number', options: [{ value: '21.0', label: 'standard' }] })
    expect(readText(rates, 'Standard')).toEqual({ value: '21.0', normalized_value: '21.0' })
  })
})

describe('readNormalized', () => {
  it('never reads a decimal point as a thousands separator', () => {
    const quantity = field({ type: 'number', format: '#.##0,#' })
    expect(readNormalized(quantity, '1.234')).toEqual({ value: '1,234', normalized_value: '1.234' })
    const pieces = field({ type: 'number', format: '#.##0' })
    expect(readNormalized(pieces, '1.125')).toEqual({ value: '1,125', normalized_value: null })
  })

  it('refuses values that are not normalized', () => {
    expect(readNormalized(field({ type: 'date' }), '5.1.2026')).toBeNull()
    expect(readNormalized(field({ type: 'number' }), '1 200')).toBeNull()
    expect(parsePlain('+05')).toBe('5')
  })

  it('is consistent with reading the displayed value', () => {
    fc.assert(
      fc.property(plainDecimal, fc.constantFrom(...NUMBER_FORMATS.filter((f) => f.endsWith('#'))), (plain, format) => {
        const number = field({ type: 'number', format })
        const shown = readNormalized(number, plain)!
        expect(shown.normalized_value).toBe(plain)
        expect(normalize(number, shown.value)).toBe(plain)
      }),
    )
  })
})
