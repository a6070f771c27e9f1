/** Exact decimal digits of floats: the rounding of Python, which JavaScript's own methods do not have for ties and large numbers. */

import { spend } from './budget.ts'

/** Returns the fraction mantissa × 2^exponent that a finite float is. */
function binary(value: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  const bits = view.getBigUint64(0)
  const raw = Number((bits >> 52n) & 0x7ffn)
  const fraction = bits & 0xfffffffffffffn
  const mantissa = raw === 0 ? fraction : fraction | (1n << 52n)
  return { mantissa, exponent: (raw || 1) - 1075 }
}

/** Divides and rounds half to even. Both are positive or 0. */
function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator
  const twice = (numerator % denominator) * 2n
  return twice > denominator || (twice === denominator && quotient % 2n === 1n) ? quotient + 1n : quotient
}

/** Returns |value| × 10^digits as an integer, rounded half to even. `digits` may be negative. */
export function scaled(value: number, digits: number): bigint {
  const { mantissa, exponent } = binary(Math.abs(value))
  spend(5 + (Math.abs(digits) + Math.abs(exponent)) / 8)
  let [numerator, denominator] = [mantissa, 1n]
  if (exponent >= 0) numerator <<= BigInt(exponent)
  else denominator <<= BigInt(-exponent)
  if (digits >= 0) numerator *= 10n ** BigInt(digits)
  else denominator *= 10n ** BigInt(-digits)
  return divideRounded(numerator, denominator)
}

/** Digits of an int; packages/formula/src/arithmetic.ts refuses longer ones. */
const MAX_DIGITS = 3_000

/** Rounds an int half to even at a power of ten: `round(1250, -2)` is 1200. */
export function roundInt(value: bigint, digits: number): bigint {
  if (digits >= 0) return value
  // More digits than a number may have.
  if (digits < -MAX_DIGITS) return 0n
  const unit = 10n ** BigInt(-digits)
  const rounded = divideRounded(value < 0n ? -value : value, unit) * unit
  return value < 0n ? -rounded : rounded
}

const isNegative = (value: number) => value < 0 || Object.is(value, -0)

/** Returns the float with `digits` places after the point, as `'%.<digits>f'` does. */
export function fixed(value: number, digits: number): string {
  const text = scaled(value, digits)
    .toString()
    .padStart(digits + 1, '0')
  const sign = isNegative(value) ? '-' : ''
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Rounds a float to `digits` places, as `round` does. */
export function roundFloat(value: number, digits: number): number {
  if (!Number.isFinite(value) || digits > 323) return value
  if (digits < -308) return isNegative(value) ? -0 : 0
  return Number(`${isNegative(value) ? '-' : ''}${scaled(value, digits)}e${-digits}`)
}

/** Returns the decimal digits and the exponent of scientific notation with `digits` places after the point. */
export function scientific(value: number, digits: number): { digits: string; exponent: number } {
  if (value === 0) return { digits: '0'.repeat(digits + 1), exponent: 0 }
  let exponent = Math.floor(Math.log10(Math.abs(value)))
  for (;;) {
    const text = scaled(value, digits - exponent).toString()
    if (text.length === digits + 1) return { digits: text, exponent }
    exponent += text.length > digits + 1 ? 1 : -1
  }
}

/** Returns the shortest text that reads as the same float, in Python's notation. */
export function repr(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf'
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const [, sign, whole, part = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))!
  const raw = whole! + part
  const digits = raw.replace(/^0+/, '')
  // The place of the point, counted from the first digit that is not 0.
  const point = whole!.length + Number(power) - (raw.length - digits.length)
  const significant = digits.replace(/0+$/, '')
  if (point > 16 || point < -3) {
    const rest = significant.slice(1)
    const exponent = point - 1
    return `${sign}${significant[0]}${rest && `.${rest}`}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
  }
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${significant}`
  const padded = significant.padEnd(point, '0')
  return `${sign}${padded.slice(0, point)}.${padded.slice(point) || '0'}`
}
