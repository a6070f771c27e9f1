/** Arithmetic of ints and floats, with the results and errors of Python. */
import { failure } from './errors.ts'
import type { BinaryOperator } from './tree.ts'

/** Bits of an int. */
const MAX_BITS = 10_000

const nameOf = (value: bigint | number) => (typeof value === 'bigint' ? 'int' : 'float')

/** Calculates with two numbers. Throws FormulaError like Python, and LimitError for ints that become too large. */
export function arithmetic(operator: BinaryOperator, left: bigint | number, right: bigint | number): bigint | number {
  if (typeof left === 'bigint' && typeof right === 'bigint') return ints(operator, left, right)
  if (['|', '&', '^'].includes(operator))
    throw failure('TypeError', `unsupported operand type(s) for ${operator}: '${nameOf(left)}' and '${nameOf(right)}'`)
  return floats(operator, toFloat(left), toFloat(right))
}

export function toFloat(value: bigint | number): number {
  const float = Number(value)
  if (typeof value === 'bigint' && !Number.isFinite(float))
    throw failure('OverflowError', 'int too large to convert to float')
  return float
}

const floorDivide = (left: bigint, right: bigint): bigint => {
  const quotient = left / right
  return left % right !== 0n && left < 0n !== right < 0n ? quotient - 1n : quotient
}

function ints(operator: BinaryOperator, left: bigint, right: bigint): bigint | number {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return requireBits(left, right, left * right)
    case '/':
      if (right === 0n) throw failure('ZeroDivisionError', 'division by zero')
      return trueDivide(left, right)
    case '//':
      if (right === 0n) throw failure('ZeroDivisionError', 'integer division or modulo by zero')
      return floorDivide(left, right)
    case '%':
      if (right === 0n) throw failure('ZeroDivisionError', 'integer modulo by zero')
      return left - floorDivide(left, right) * right
    case '**':
      return power(left, right)
    case '|':
      return left | right
    case '&':
      return left & right
    case '^':
      return left ^ right
  }
}

const bitsOf = (value: bigint): number => value.toString(16).length * 4

function requireBits(left: bigint, right: bigint, result: bigint): bigint {
  if (bitsOf(left) + bitsOf(right) > MAX_BITS) throw failure('LimitError', 'A number may have at most 3,000 digits.')
  return result
}

/** The quotient as the nearest float: 54 bits and the rest decide the rounding. */
function trueDivide(left: bigint, right: bigint): number {
  const isNegative = left < 0n !== right < 0n
  const [a, b] = [left < 0n ? -left : left, right < 0n ? -right : right]
  if (a <= 2n ** 53n && b <= 2n ** 53n) return Number(left) / Number(right)
  const shift = BigInt(a.toString(2).length - b.toString(2).length - 66)
  const quotient = shift > 0n ? a / (b << shift) : (a << -shift) / b
  // The sticky bit keeps a truncated remainder from looking like a tie.
  const value = Number(quotient | 1n) * 2 ** Number(shift)
  if (!Number.isFinite(value)) throw failure('OverflowError', 'integer division result too large for a float')
  return isNegative ? -value : value
}

function power(base: bigint, exponent: bigint): bigint | number {
  if (exponent < 0n) {
    if (base === 0n) throw failure('ZeroDivisionError', '0.0 cannot be raised to a negative power')
    return floats('**', toFloat(base), toFloat(exponent))
  }
  if (base !== 0n && base !== 1n && base !== -1n && BigInt(bitsOf(base)) * exponent > BigInt(MAX_BITS))
    throw failure('LimitError', 'A number may have at most 3,000 digits.')
  return base ** exponent
}

function floats(operator: BinaryOperator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      if (right === 0) throw failure('ZeroDivisionError', 'float division by zero')
      return left / right
    case '//':
      if (right === 0) throw failure('ZeroDivisionError', 'float floor division by zero')
      return floorDivideFloats(left, right)
    case '%':
      if (right === 0) throw failure('ZeroDivisionError', 'float modulo')
      return modulo(left, right)
    default:
      return floatPower(left, right)
  }
}

function modulo(left: number, right: number): number {
  const rest = left % right
  if (rest === 0) return right < 0 ? -0 : 0
  return rest < 0 !== right < 0 ? rest + right : rest
}

function floorDivideFloats(left: number, right: number): number {
  const quotient = (left - modulo(left, right)) / right
  if (quotient === 0) return left / right < 0 || Object.is(left / right, -0) ? -0 : 0
  const floor = Math.floor(quotient)
  return quotient - floor > 0.5 ? floor + 1 : floor
}

function floatPower(left: number, right: number): number {
  if (left === 0 && right < 0) throw failure('ZeroDivisionError', '0.0 cannot be raised to a negative power')
  if (left < 0 && Number.isFinite(right) && !Number.isInteger(right))
    throw failure('ValueError', 'a negative number cannot be raised to a fractional power')
  if (left === 1) return 1
  const result = left ** right
  if (!Number.isFinite(result) && Number.isFinite(left) && Number.isFinite(right))
    throw failure('OverflowError', "(34, 'Numerical result out of range')")
  return result
}
