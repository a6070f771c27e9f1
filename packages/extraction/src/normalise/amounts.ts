/** Converts printed amounts, in the notations of Europe, Asia and the Americas, to plain numbers. */
import { currencyOf } from './currencies.ts'

export type DecimalMark = '.' | ','

export interface ParsedAmount {
  value: number
  /** Digits after the decimal mark. */
  places: number
  /** ISO 4217 code if there is a currency sign or code next to the figure. */
  currency?: string
  percent: boolean
}

// In India, groups above the thousands have two digits: 1,09,574.68.
const FIGURE = /^(\d{1,3}(?:[ .,'’`\u00a0\u202f]\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}|\d+)?(?:([.,·])(\d{1,6}|-{1,2}|–))?$/

/** Characters that are printed for a minus; an en dash behind a decimal mark replaces the missing cents. */
const MINUS = /[\u2010-\u2012\u2212\ufe63\uff0d]/g

/** `57.60 CR`: an amount in favour of the customer, in accounts in English. */
const CREDIT = /(?:(?<=\d)|\s+)cr\.?$/i
/** `57.60 DR`: the opposite. */
const DEBIT = /(?:(?<=\d)|\s+)dr\.?$/i

interface Marks {
  negative: boolean
  percent: boolean
  currency?: string
}

/**
 * Parses an amount that is the whole of `text` apart from currency signs, sign, percent and footnote letters. `1.234,56`, `1,234.56`, `1
 * 234,56`, `1'234.50`, `€ 12`, `12,- €`, `19 %`; negative are `-5.00`, `5.00-`, `-$5.00`, `$-5.00`, `(5.00)`, `(GBP 5.00)`, `5.00 CR`. A single
 * mark followed by exactly three digits is interpreted by `decimal`, the document's decimal mark.
 */
export function parseAmount(text: string, decimal: DecimalMark = '.'): ParsedAmount | null {
  let rest = text.trim()
  if (rest === '' || rest.length > 40 || !/\d/.test(rest)) return null
  rest = rest.replace(MINUS, '-')
  const marks: Marks = { negative: false, percent: false }
  for (let i = 0; i < 8; i++) {
    const before = rest
    rest = strip(rest, marks)
    if (rest === before) break
  }
  // A stray mark before the digits, as in `RM.12.50` or `.12.50`.
  if (marks.currency) rest = rest.replace(/^[.,]\s*(?=\d+[.,])/, '')
  rest = rest.replace(/(\d)\s([.,]\d{2})$/, '$1$2').replace(/([.,])\s(\d{2})$/, '$1$2')
  const read = readFigure(rest, decimal)
  if (!read) return null
  const { percent, currency } = marks
  return {
    value: marks.negative ? -read.value : read.value,
    places: read.places,
    percent,
    ...(currency ? { currency } : {}),
  }
}

/** Removes marks at the ends of an amount, notes their meaning, and returns the rest. */
function strip(text: string, marks: Marks): string {
  let rest = text.replace(/^[:=*~]+|[:=*;]+$/g, '').trim()
  if (/^\(.*\)$/.test(rest)) {
    marks.negative = true
    rest = rest.slice(1, -1).trim()
  }
  if (rest.endsWith('%')) {
    marks.percent = true
    rest = rest.slice(0, -1).trim()
  }
  const head = /^([^\d.,+\-–(]{1,6})(?=[\s.,\d+\-–(])/.exec(rest)?.[0]
  const tail = /(?<=[\d.,\s\-–)])([^\d.,+\-–(\s]{1,5}\.?)$/.exec(rest)?.[0]
  const [first, last] = [head && currencyOf(head), tail && currencyOf(tail)]
  if (first || last) {
    marks.currency ??= (first || last)!
    return (first ? rest.slice(head!.length) : rest.slice(0, -tail!.length)).trim()
  }
  if (CREDIT.test(rest)) {
    marks.negative = true
    return rest.replace(CREDIT, '')
  }
  if (DEBIT.test(rest)) return rest.replace(DEBIT, '')
  const sign = /^([-–+])\s*(?=\D*\d)/.exec(rest)
  if (sign) {
    if (sign[1] !== '+') marks.negative = true
    return rest.slice(sign[0].length)
  }
  if (/\d\s*[-–]$/.test(rest) && !/[.,]\s*[-–]+$/.test(rest)) {
    marks.negative = true
    return rest.replace(/\s*[-–]$/, '')
  }
  return rest
}

function readFigure(figure: string, decimal: DecimalMark): { value: number; places: number } | null {
  const match = FIGURE.exec(figure)
  if (!match || (match[1] === undefined && !/^\d+$/.test(match[3] ?? ''))) return null
  let whole = match[1] ?? '0'
  const mark = match[2]
  let fraction = /^\d+$/.test(match[3] ?? '') ? match[3]! : ''
  let groupMarks = [...new Set(whole.replace(/\d/g, ''))]
  if (groupMarks.length > 1) {
    // 1,296.225: the last of two different marks is the decimal mark of an amount with three decimals.
    const parts = mark === undefined ? /^(.*)([.,])(\d{3})$/.exec(whole) : null
    groupMarks = [...new Set(parts?.[1]!.replace(/\d/g, ''))]
    if (!parts || groupMarks.length > 1 || groupMarks[0] === parts[2]) return null
    return { value: Number(`${parts[1]!.replace(/\D/g, '')}.${parts[3]}`), places: 3 }
  }
  const groupMark = groupMarks[0]
  if (mark !== undefined && groupMark === mark) {
    // 1.234.567: three digits after a repeated mark are another group. 3.500.00 is typed with one mark for both; the last two digits are cents.
    if (fraction.length !== 2 && fraction.length !== 3) return null
    if (fraction.length === 3) {
      whole += fraction
      fraction = ''
    }
  } else if (mark === undefined && groupMark !== undefined && /[.,]/.test(groupMark)) {
    const groups = whole.split(groupMark)
    // A single group in a document that uses this mark for decimals: 1.234 is one and 234 thousandths.
    if (groups.length === 2 && groupMark === decimal) {
      return { value: Number(`${groups[0]}.${groups[1]}`), places: 3 }
    }
  } else if (mark !== undefined && groupMark === undefined && fraction.length === 3 && mark !== decimal) {
    whole += fraction
    fraction = ''
  }
  const digits = whole.replace(/\D/g, '')
  if (digits.length > 13) return null
  return { value: Number(fraction === '' ? digits : `${digits}.${fraction}`), places: fraction.length }
}

/** Formats a number as a plain decimal with a point and at least `places` digits after it. */
export function formatAmount(value: number, places = 2): string {
  const rounded = Math.abs(value) < 1e-9 ? 0 : value
  return rounded.toFixed(Math.min(6, Math.max(0, places)))
}

/** Returns the form in which equal amounts are equal, whatever their sign and decimals: at least two decimals, and no zeros after them. */
export const amountKey = (value: number): string => formatAmount(Math.abs(value), 6).replace(/0{1,4}$/, '')

const placesOf = (value: string): number => value.split('.')[1]?.length ?? 0

/** Returns whether two plain decimals are the same amount, whatever their sign, in the decimals of the one that has fewer, but at least two. */
export function isSameAmount(a: string, b: string): boolean {
  const room = 0.5 * 10 ** -Math.max(2, Math.min(placesOf(a), placesOf(b)))
  return Math.abs(Math.abs(Number(a)) - Math.abs(Number(b))) < room
}
