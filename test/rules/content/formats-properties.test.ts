/** Formats of fields in both directions: what is displayed is read as what was meant, for each type and format. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDateFormat, NUMBER_FORMATS, readNormalized, readText } from '../../../src/rules/content/formats.ts'
import type { SchemaDatapoint } from '../../../src/rules/schema/index.ts'
import { aField } from './fixtures.ts'

/** Day, month and year in every order, notation and separator. */
const DATE_FORMATS = [
  ['D', 'M', 'YYYY'],
  ['DD', 'MM', 'YYYY'],
  ['M', 'D', 'YYYY'],
  ['MM', 'DD', 'YYYY'],
  ['YYYY', 'MM', 'DD'],
  ['YYYY', 'DD', 'MM'],
  ['D', 'MMM', 'YYYY'],
  ['MMMM', 'D', 'YYYY'],
  ['D', 'M', 'YY'],
].flatMap((parts) => ['.', '. ', '/', '-', ' ', ' | ', ', ', ' [de] '].map((separator) => parts.join(separator)))
const isoDate = fc
  .date({ min: new Date('1969-01-01'), max: new Date('2068-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const plainDecimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.stringMatching(/^\d{0,6}$/))
  .map(([negative, whole, fraction]) => {
    const text = fraction ? `${whole}.${fraction}` : String(whole)
    return negative && /[1-9]/.test(text) ? `-${text}` : text
  })

/** Displays a normalized value and reads what is displayed, as a person who opens and saves a field does. */
function thereAndBack(field: SchemaDatapoint, normalized: string) {
  const shown = readNormalized(field, normalized)!
  const read = readText(field, shown.value)
  return { shown, read }
}

describe('a value that is displayed and read again', () => {
  it.each(DATE_FORMATS)('is the same date in the format %s', (format) => {
    expect(isDateFormat(format)).toBe(true)
    fc.assert(
      fc.property(isoDate, (iso) => {
        const { shown, read } = thereAndBack(aField({ type: 'date', format }), iso)
        expect(shown.normalized_value).toBe(iso)
        expect(read).toEqual(shown)
      }),
      { numRuns: 50 },
    )
  })

  it.each(NUMBER_FORMATS)('is the same number in the format %s', (format) => {
    const whole = !format.endsWith('#')
    fc.assert(
      fc.property(plainDecimal, (plain) => {
        const { shown, read } = thereAndBack(aField({ type: 'number', format }), plain)
        const isWhole = !/\.\d*[1-9]/.test(plain)
        if (!whole) expect(shown.normalized_value).toBe(plain)
        // A fraction in a format without decimals stays visible, and is no valid number.
        else expect(shown.normalized_value).toBe(isWhole ? plain.split('.')[0] : null)
        expect(read).toEqual(shown)
      }),
    )
  })

  it('is the same option of an enum, read from its value or its label in any case', () => {
    const text = fc.stringMatching(/^[a-zA-Zčéß0-9][a-zA-Zčéß0-9 ./-]{0,8}[a-z0-9]$/)
    const options = fc.uniqueArray(fc.record({ value: text, label: text }), {
      minLength: 1,
      maxLength: 5,
      selector: ({ value }) => value.toLowerCase(),
    })
    fc.assert(
      fc.property(options, fc.nat(), (choices, index) => {
        const field = aField({ type: 'enum', options: choices })
        const { value, label } = choices[index % choices.length]!
        expect(readText(field, value)).toEqual({ value, normalized_value: null })
        expect(readText(field, ` ${value.toLowerCase()} `).value).toBe(value)
        const names = choices.flatMap((choice) => [choice.value.toLowerCase(), choice.label.toLowerCase()])
        if (names.filter((name) => name === label.toLowerCase()).length === 1)
          expect(readText(field, label).value).toBe(value)
        expect(readText(field, readText(field, label).value)).toEqual(readText(field, label))
      }),
    )
  })

  it('is the same option of an enum of numbers or dates, also by its normalized value', () => {
    fc.assert(
      fc.property(plainDecimal, isoDate, (number, date) => {
        for (const [enum_value_type, value] of [
          ['number', number],
          ['date', date],
        ] as const) {
          const field = aField({ type: 'enum', enum_value_type, options: [{ value, label: 'The one' }] })
          expect(readText(field, 'the one')).toEqual({ value, normalized_value: value })
          expect(thereAndBack(field, value).read).toEqual({ value, normalized_value: value })
        }
      }),
    )
  })
})
