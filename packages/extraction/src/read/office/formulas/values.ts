/** Values of cells, and how one kind becomes another in a formula. */
import { SSF } from '@e965/xlsx'
import { Unsupported } from './parse.ts'

/** Null for an empty cell. Dates are numbers of days. */
export type Value = number | string | boolean | null
/** The values of a range, row by row. */
export type Matrix = Value[][]
export type Argument = Value | Matrix

/** The formula has an error as its result, such as #DIV/0!, which IFERROR replaces. */
export class FormulaError extends Error {}

const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i

/** Returns the number of a value, as operators do. Throws `FormulaError` for other texts. */
export function numberOf(value: Argument): number {
  const one = single(value)
  if (typeof one === 'number') return one
  if (one === null) return 0
  if (typeof one === 'boolean') return one ? 1 : 0
  if (!NUMBER.test(one)) throw new FormulaError('#VALUE!')
  return Number(one)
}

/** Texts of numbers are only as exact as spreadsheets keep them: 15 digits. */
export function textOf(value: Argument): string {
  const one = single(value)
  if (typeof one === 'boolean') return one ? 'TRUE' : 'FALSE'
  if (typeof one === 'number') return String(Number(one.toPrecision(15)))
  return one ?? ''
}

export function isTrue(value: Argument): boolean {
  const one = single(value)
  if (typeof one !== 'string') return Boolean(one)
  if (/^true$/i.test(one)) return true
  if (/^false$/i.test(one)) return false
  throw new FormulaError('#VALUE!')
}

/** A range counts as a value if it is a single cell. */
export function single(value: Argument): Value {
  if (!Array.isArray(value)) return value
  if (value.length !== 1 || value[0]!.length !== 1) throw new Unsupported('array')
  return value[0]![0]!
}

export const matrixOf = (value: Argument): Matrix => (Array.isArray(value) ? value : [[value]])

/** Order of kinds: numbers, then texts, then booleans. An empty cell is like the other value's zero. */
const RANK = { number: 0, string: 1, boolean: 2 } as const

/** Returns a negative number, zero or a positive number; texts are compared without case. */
export function compare(left: Value, right: Value): number {
  const [a, b] = [left ?? blankLike(right), right ?? blankLike(left)]
  const [kindA, kindB] = [typeof a as keyof typeof RANK, typeof b as keyof typeof RANK]
  if (kindA !== kindB) return RANK[kindA] - RANK[kindB]
  if (typeof a === 'string' && typeof b === 'string') {
    const [x, y] = [a.toLowerCase(), b.toLowerCase()]
    return x < y ? -1 : x > y ? 1 : 0
  }
  return Number(a) - Number(b)
}

const blankLike = (other: Value): number | string | boolean =>
  typeof other === 'string' ? '' : typeof other === 'boolean' ? false : 0

/** Returns a number in a format of spreadsheets; null if the format is none. */
export function formatNumber(value: number, format: string): string | null {
  try {
    // The library takes the dots of a date for those of decimals.
    const plain = SSF.is_date(format) ? format.replaceAll(/(?<!\\)\.(?!0)/g, '\\.') : format
    return SSF.format(plain, value, { dateNF: 'yyyy-mm-dd' }) as string
  } catch {
    return null
  }
}
