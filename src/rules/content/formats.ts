/**
 * Between the text people see and its normalised form (ISO date, plain decimal), for every type of field.
 * The recipe for a new date token is one row of TOKENS in date-format.ts, for a number format one row of MARKS.
 */
import { formatOf, valueTypeOf } from '../schema/defaults.ts'
import type { EnumOption, SchemaDatapoint } from '../schema/types.ts'
import { formatDate, parseDate, parseIsoDate } from './date-format.ts'
import { formatNumber, parseNumber, parsePlain } from './number-format.ts'

export { formatDate, isDateFormat, parseDate, parseIsoDate } from './date-format.ts'
export { formatNumber, NUMBER_FORMATS, parseNumber, parsePlain, sumPlain } from './number-format.ts'

/** `value` as shown, `normalized_value` null for text and for what cannot be read. */
export interface FormattedValue {
  value: string
  normalized_value: string | null
}

/** The value of the option a text means: by value, then by label, letter case aside; null when none fits. */
export function matchOption(options: readonly EnumOption[], text: string): string | null {
  const wanted = fold(text)
  const found =
    options.find((option) => option.value === text) ??
    options.find((option) => fold(option.value) === wanted) ??
    options.find((option) => fold(option.label ?? '') === wanted)
  return found?.value ?? null
}

const fold = (text: string) => text.trim().toLowerCase()

/** The normalised form of a text in a field: ISO date, plain decimal, or null. */
export function normalize(field: SchemaDatapoint, text: string): string | null {
  if (text.trim() === '') return null
  const type = valueTypeOf(field)
  if (type === 'string') return null
  // The values of options are written by the schema's author, not in a display format.
  if (field.type === 'enum') return type === 'date' ? parseIsoDate(text) : parsePlain(text)
  return type === 'date' ? parseDate(text, formatOf(field)) : parseNumber(text, formatOf(field))
}

/**
 * Reads a text given for a field and writes it as the field's format says. What cannot be read is kept as it is, for
 * a person to see and correct. `options` are the node's current ones, when they differ from the schema's.
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
 * Writes a normalised value (ISO date, plain decimal) in the field's format; null when it is no such value.
 * Unlike `readText` it never reads the point of `1.234` as a thousands mark.
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
  // Formats that leave something out (a day, decimals) decide what remains.
  return { value, normalized_value: normalize(field, value) }
}
