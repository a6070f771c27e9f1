/** Converts the result of a formula to the value of a field. */
import { DateValue, FormulaError, isEmpty, isNumeric, numeric, plain, str, typeName, type Value } from '@sheaf/formula'
import { valueTypeOf } from '../schema/defaults.ts'
import type { SchemaDatapoint } from '../schema/types.ts'
import { readNormalized, readText, type FormattedValue } from './formats.ts'
import { MAX_VALUE_LENGTH, type DatapointNode } from './types.ts'

/** Returns the displayed form of a result in the field's format. Throws FormulaError (TypeError) for lists and other composite values. */
export function formatResult(field: SchemaDatapoint, node: DatapointNode, given: Value): FormattedValue {
  const value = plain(given)
  if (isEmpty(value)) return { value: '', normalized_value: null }
  const text = textOf(value)
  if (text.length > MAX_VALUE_LENGTH)
    throw new FormulaError('LimitError', `A value may have at most ${MAX_VALUE_LENGTH} characters.`)
  const isTyped = value instanceof DateValue || (isNumeric(value) && typeof value !== 'boolean')
  const normalized = isTyped && valueTypeOf(field) !== 'string' ? readNormalized(field, text) : null
  return normalized ?? readText(field, text, node.options)
}

/** Returns a plain value as text: digits without an exponent, ISO dates. Throws FormulaError (TypeError) for composite values. */
export function textOf(value: Value): string {
  if (typeof value === 'string' || typeof value === 'boolean' || value instanceof DateValue) return str(value)
  if (isNumeric(value)) return plainNumber(numeric(value))
  throw new FormulaError('TypeError', `the result must be a text, a number or a date, not '${typeName(value)}'`)
}

/** Digits without an exponent and without a fraction of zeros. */
function plainNumber(value: bigint | number): string {
  if (typeof value === 'bigint') return String(value)
  if (!Number.isFinite(value)) throw new FormulaError('ValueError', `the result is not a finite number: ${str(value)}`)
  const text = String(value)
  if (!text.includes('e')) return text
  return Math.abs(value) >= 1 ? BigInt(value).toString() : value.toFixed(20).replace(/\.?0+$/, '')
}
