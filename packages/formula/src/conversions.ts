/** `int` and `float` of other values. */
import { toFloat } from './arithmetic.ts'
import { intOf } from './arguments.ts'
import { spend } from './budget.ts'
import { failure } from './errors.ts'
import { repr } from './text.ts'
import { isNumeric, numeric, plain, typeName, type Value } from './values.ts'

const MAX_DIGITS = 3_000

/** `int(value, base)`. */
export function toInt(args: Value[]): bigint {
  const value = plain(args.length === 0 ? 0n : args[0]!)
  if (typeof value === 'number') {
    if (Number.isNaN(value)) throw failure('ValueError', 'cannot convert float NaN to integer')
    if (!Number.isFinite(value)) throw failure('OverflowError', 'cannot convert float infinity to integer')
    return BigInt(Math.trunc(value))
  }
  if (isNumeric(value)) return numeric(value) as bigint
  if (typeof value !== 'string')
    throw failure(
      'TypeError',
      `int() argument must be a string, a bytes-like object or a real number, not '${typeName(value)}'`,
    )
  // Takes quadratic time.
  if (value.length > MAX_DIGITS) throw failure('LimitError', 'A number may have at most 3,000 digits.')
  spend(value.length + value.length ** 2 / 5_000)
  const base = args[1] === undefined ? 10 : intOf(args[1])
  const text = value
    .trim()
    .replaceAll(/(?<=[\da-z])_(?=[\da-z])/gi, '')
    .toLowerCase()
  const [, sign, digits = ''] = /^([+-]?)(?:0[xob](?=[\da-f]))?([\da-z]*)$/.exec(text) ?? []
  const isValid =
    digits !== '' && [...digits].every((digit) => Number.parseInt(digit, 36) < base) && base >= 2 && base <= 36
  if (!isValid || (base === 10 && /^[+-]?0[xob]/.test(text)))
    throw failure('ValueError', `invalid literal for int() with base ${base}: ${repr(value)}`)
  const int = [...digits].reduce((sum, digit) => sum * BigInt(base) + BigInt(Number.parseInt(digit, 36)), 0n)
  return sign === '-' ? -int : int
}

const FLOAT = /^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/i

/** `float(value)`. */
export function floatOf([given = 0n]: Value[]): number {
  const value = plain(given)
  if (isNumeric(value)) return toFloat(numeric(value))
  if (typeof value !== 'string')
    throw failure('TypeError', `float() argument must be a string or a real number, not '${typeName(value)}'`)
  const text = value.trim()
  if (FLOAT.test(text)) return Number(text.replaceAll('_', ''))
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(text)
  if (!special) throw failure('ValueError', `could not convert string to float: ${repr(value)}`)
  if (/nan/i.test(special[2]!)) return NaN
  return special[1] === '-' ? -Infinity : Infinity
}
