/**
 * Converts between displayed text and its normalized form (ISO date, plain decimal), for every type of field. A new date token is one row
 * of TOKENS in date-format.ts, a new number format one row of MARKS.
 */
import { formatOf, valueTypeOf } from '../schema/defaults.ts'
import type { EnumOption, SchemaDatapoint } from '../schema/types.ts'
import { formatDate, parseDate, parseIsoDate } from './date-format.ts'
import { formatNumber, parseNumber, parsePlain } from './number-format.ts'

export { formatDate, isDateFormat, parseDate, parseIsoDate } from './date-format.ts'
export { formatNumber, NUMBER_FORMATS, parseNumber, parsePlain, sumPlain } from './number-format.ts'

/** `value` as displayed; `normalized_value` null for text and for unparsable values. */
export interface FormattedValue {
  value: string
  normalized_value: string | null
}

/** Returns the value of the matching option, by value and then by label, ignoring case; null if none matches. */
export function matchOption(options: readonly EnumOption[], text: string): string | null {
  const wanted = fold(text)
  const found =
    options.find((option) => option.value === text) ??
    options.find((option) => fold(option.value) === wanted) ??
    options.find((option) => fold(option.label ?? '') === wanted)
  return found?.value ?? null
}

const fold = (text: string) => text.trim().toLowerCase()

/** Returns the normalized form of a text in a field: ISO date, plain decimal, or null. */
export function normalize(field: SchemaDatapoint, text: string): string | null {
  if (text.trim() === '') return null
  const type = valueTypeOf(field)
  if (type === 'string') return null
  // The values of options are defined in the schema, not in a display format.
  if (field.type === 'enum') return type === 'date' ? parseIsoDate(text) : parsePlain(text)
  return type === 'date' ? parseDate(text, formatOf(field)) : parseNumber(text, formatOf(field))
}

/**
 * Parses a text for a field and formats it in the field's format. An unparsable text is kept unchanged, for a user to correct. `options`
 * are the node's current ones if they differ from the schema's.
 */
export function readText(field: SchemaDatapoint, text: string, options?: readonly EnumOption[]): FormattedValue {
  if (text.trim() === '') return { value: field.type === 'string' ? text : '', normalized_value: null }
  if (field.type === 'enum') {
    const value = matchOption(options ?? field.options ?? [], text) ?? text
    return { value, normalized_value: normalize(field, value) }
  }
  const normalized = normalize(field, text)
  return normalized === null ? { value: text, normalized_value: null } : writeNormalized(field, normalized)
}

/**
 * Formats a normalized value (ISO date, plain decimal) in the field's format; null if it is not one. Unlike `readText` it never interprets
 * the point of `1.234` as a thousands separator.
 */
export function readNormalized(field: SchemaDatapoint, normalized: string): FormattedValue | null {
  if (normalized.trim() === '') return { value: '', normalized_value: null }
  const type = valueTypeOf(field)
  if (type === 'string') return readText(field, normalized)
  const plain = type === 'date' ? parseIsoDate(normalized) : parsePlain(normalized)
  if (plain === null) return null
  return field.type === 'enum' ? readText(field, plain) : writeNormalized(field, plain)
}

function writeNormalized(field: SchemaDatapoint, normalized: string): FormattedValue {
  const format = formatOf(field)
  const value = field.type === 'date' ? formatDate(normalized, format) : formatNumber(normalized, format)
  // Formats that omit something (a day, decimals) determine the remaining value.
  return { value, normalized_value: normalize(field, value) }
}
