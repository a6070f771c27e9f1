import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { interpret } from '../../src/domain/annotations/content/interpret.ts'
import { formatDate, formatNumber, NUMBER_FORMATS } from '../../src/rules/content/formats.ts'
import type { SchemaDatapoint } from '../../src/rules/schema/index.ts'

const field = (type: 'number' | 'date', format: string): SchemaDatapoint => ({
  category: 'datapoint',
  id: 'x',
  label: 'X',
  type,
  format,
})

describe('printed text of a field', () => {
  it('is understood in every format of numbers, with a currency on either side', () => {
    const cents = fc.integer({ min: -1e9, max: 1e9 })
    const formats = fc.constantFrom(...NUMBER_FORMATS.filter((format) => format.endsWith('#')))
    const around = fc.constantFrom(['', ' EUR'], ['€', ''], ['€ ', ''], ['CHF ', ''], ['', ' Kč'])
    fc.assert(
      fc.property(cents, formats, around, (amount, format, [before, after]) => {
        const plain = (amount / 100).toFixed(2)
        const shown = formatNumber(plain.replace(/^-(0\.00)$/, '$1'), format)
        expect(interpret(field('number', format), `${before}${shown}${after}`)).toBe(plain)
      }),
    )
  })

  it('is understood in numeric and written formats of dates, in the order of the format', () => {
    const day = fc.date({ min: new Date('1970-01-01'), max: new Date('2068-12-31'), noInvalidDate: true })
    const formats = ['YYYY-MM-DD', 'D.M.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'D MMM YYYY', 'MMMM D, YYYY']
    fc.assert(
      fc.property(day, fc.constantFrom(...formats), (date, format) => {
        const iso = date.toISOString().slice(0, 10)
        expect(interpret(field('date', format), `Date: ${formatDate(iso, format)}`)).toBe(iso)
      }),
    )
  })

  it('is null without a date or an amount', () => {
    for (const text of ['', 'none', 'abc 12', '31.02.2026']) {
      if (text !== 'abc 12') expect(interpret(field('date', 'D.M.YYYY'), text)).toBeNull()
      if (text !== '31.02.2026') expect(interpret(field('number', '#,##0.#'), text)).toBeNull()
    }
  })
})
