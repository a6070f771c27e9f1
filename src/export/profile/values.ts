/** Numbers and dates as an export profile writes them. */
import { formatDate, parseIsoDate } from '../../rules/content/date-format.ts'
import { textOf } from '../../rules/content/format-result.ts'
import { DateValue, isEmpty, isNumeric, plain, type Value } from '@sheaf/formula'
import type { ExportColumn, ExportSettings } from '../../rules/export-profiles/types.ts'

/** A value in the form of the profile. */
export interface Written {
  text: string
  /** Whether it is a number or a date, which some programs read only without quotes. */
  isPlain: boolean
}

type Formats = Pick<ExportSettings, 'decimals' | 'decimal_separator' | 'date_format'>

export const NOTHING: Written = { text: '', isPlain: true }
export const written = (text: string): Written => ({ text, isPlain: false })

const DECIMAL = /^[+-]?\d+(\.\d+)?$/

/** Writes a plain decimal without grouping, rounded half away from zero to the digits of the column or the profile. */
export function writeNumber(decimal: string, column: ExportColumn, formats: Formats): Written {
  const decimals = column.decimals === undefined ? formats.decimals : column.decimals
  const text = decimals === null ? decimal.replace(/^\+/, '') : rounded(decimal, decimals)
  return { text: text.replace('.', formats.decimal_separator), isPlain: true }
}

/** Rounds a plain decimal half away from zero; `-0.004` with two digits is `0.00`. Exact for any number of digits. */
export function rounded(decimal: string, digits: number): string {
  const [, sign = '', whole = '0', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  const scaled = BigInt(whole + fraction.padEnd(digits + 1, '0').slice(0, digits + 1))
  const units = (scaled + 5n) / 10n
  const text = String(units).padStart(digits + 1, '0')
  const minus = sign === '-' && units > 0n ? '-' : ''
  return minus + (digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`)
}

/** Writes an ISO date. */
export const writeDate = (iso: string, column: ExportColumn, formats: Formats): Written => ({
  text: formatDate(iso, column.date_format ?? formats.date_format),
  isPlain: true,
})

/** Writes the value of a field. A value that is not of the field's type is written unchanged. */
export function writeField(
  { value, normalized_value }: { value: string; normalized_value: string | null },
  type: 'string' | 'number' | 'date',
  column: ExportColumn,
  formats: Formats,
): Written {
  if (value === '' && !normalized_value) return NOTHING
  if (type === 'number' && normalized_value && DECIMAL.test(normalized_value))
    return writeNumber(normalized_value, column, formats)
  const date = type === 'date' && normalized_value ? parseIsoDate(normalized_value) : null
  return date ? writeDate(date, column, formats) : written(value)
}

const withoutZeros = (text: string): string => text.replace(/\.?0+$/, '')

/** Digits of a fraction that calculations with binary numbers keep exact. */
const EXACT = 10

/** Writes the result of an expression. Throws FormulaError (TypeError) for lists and other composite values. */
export function writeResult(given: Value, column: ExportColumn, formats: Formats): Written {
  const value = plain(given)
  if (isEmpty(value)) return NOTHING
  if (typeof value === 'boolean') return written(String(value))
  const text = textOf(value)
  if (value instanceof DateValue) return writeDate(text, column, formats)
  if (!isNumeric(value)) return written(text)
  return writeNumber(typeof value === 'number' ? withoutZeros(rounded(text, EXACT)) : text, column, formats)
}
