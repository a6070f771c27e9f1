import { parseAmount } from '../normalise/amounts.ts'
import type { DecimalMark, ParsedAmount } from '../normalise/amounts.ts'
import { currencyOf } from '../normalise/currencies.ts'
import type { Box, Line, Page, Word } from '../types.ts'
import { foldText, isUnit } from './lexicon.ts'

/** A number on the page: one word or several (`1 234,50 €`), with a unit attached or next to it (`3 Stk`). */
export interface Figure {
  value: number
  /** Alternative values of the same characters (`1.000`, another OCR reading). */
  others: number[]
  places: number
  percent: boolean
  currency: boolean
  /** Unit of measure attached to it or directly after it. */
  unit?: { text: string; words: Word[] }
  words: Word[]
  box: Box
  text: string
  confidence: number
}

export interface TableLine {
  page: number
  /** Position in the reading order of the whole document. */
  index: number
  words: Word[]
  figures: Figure[]
  box: Box
  /** Font size of the body text on the line, in pixels. */
  size: number
}

const GLUED = /^[x×@]?(\d+(?:[.,]\d+)?)([\p{L}²³]{1,7})\.?$/u
const TIMES = /^[x×@](\d+(?:[.,]\d+)?)$|^(\d+(?:[.,]\d+)?)[x×]$/i
const GROUP_HEAD = /^[-−–(]?(?:[^\d\s]{1,3})?\d{1,3}(?:[ .,'’]\d{3})*$/
const GROUP_TAIL = /^\d{3}(?:[.,]\d{1,4})?(?:[^\d\s]{1,3}|\s?%)?\)?-?$/

export function unionBox(words: readonly { box: Box }[]): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity]
  for (const word of words) {
    box[0] = Math.min(box[0], word.box[0])
    box[1] = Math.min(box[1], word.box[1])
    box[2] = Math.max(box[2], word.box[2])
    box[3] = Math.max(box[3], word.box[3])
  }
  return box
}

/** Returns the number of letters in words, without digits and marks. */
export const countLetters = (words: readonly Word[]): number =>
  words.reduce((sum, word) => sum + (word.text.match(/\p{L}/gu)?.length ?? 0), 0)

export function median(values: readonly number[]): number {
  if (values.length === 0) return 0
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1]!
}

/** Returns the lines of all pages in reading order, each with its figures. */
export function readTableLines(pages: readonly Page[], decimal: DecimalMark): TableLine[] {
  const lines: TableLine[] = []
  for (const page of pages) {
    for (const line of page.lines) {
      if (line.words.length > 0) lines.push(readLine(line, page.number, lines.length, decimal))
    }
  }
  return lines
}

function readLine(line: Line, page: number, index: number, decimal: DecimalMark): TableLine {
  const words = [...line.words].sort((a, b) => a.box[0] - b.box[0])
  const size = median(words.map((word) => word.size)) || line.box[3] - line.box[1]
  return { page, index, words, figures: findFigures(words, size, decimal), box: line.box, size }
}

function findFigures(words: readonly Word[], size: number, decimal: DecimalMark): Figure[] {
  const figures: Figure[] = []
  for (let i = 0; i < words.length;) {
    const figure = readFigureAt(words, i, size, decimal)
    if (!figure) {
      i++
      continue
    }
    figures.push(figure.figure)
    i = figure.next
  }
  return figures
}

const gapBetween = (a: Word, b: Word): number => b.box[0] - a.box[2]

/** Returns the figure whose first word is at `start`, and the index of the word after it; null if there is none. */
function readFigureAt(
  words: readonly Word[],
  start: number,
  size: number,
  decimal: DecimalMark,
): { figure: Figure; next: number } | null {
  const front = readFront(words, start, size)
  const head = front && words[start + front.words.length]!
  if (!head || !/\d/.test(head.text)) return null
  const glued = readGlued(head, decimal)
  if (glued) {
    const all = [...front.words, head]
    return { figure: makeFigure(glued, all, decimal), next: start + all.length }
  }
  const groups = takeGroups(words, start + front.words.length, size)
  const closing = words[start + front.words.length + groups.length]
  if (/^\(/.test(head.text) && closes(closing)) groups.push(closing!)
  const read = readAmount([...front.words, ...groups], front, decimal)
  if (!read) return null
  const taken = [...read.words]
  let next = start + taken.length
  const mark = markBehind(words, next, size, front.currency)
  if (mark) taken.push(words[next++]!)
  const isCredit = isCreditAt(words, next, size)
  if (isCredit) taken.push(words[next++]!)
  const { amount } = read
  const figure = makeFigure(
    {
      ...amount,
      value: isCredit ? -Math.abs(amount.value) : amount.value,
      percent: amount.percent || mark === 'percent',
      currency: front.currency || mark === 'currency' || amount.currency !== undefined,
      text: textOf(taken),
    },
    taken,
    decimal,
  )
  const unit = words[next]
  if (unit && !figure.percent && !figure.currency && gapBetween(words[next - 1]!, unit) <= 1.6 * size) {
    if (isUnit(foldText(unit.text))) {
      figure.unit = { text: unit.text, words: [unit] }
      next++
    }
  }
  return { figure, next }
}

const textOf = (words: readonly Word[]): string => words.map((word) => word.text).join(' ')

interface Front {
  words: Word[]
  currency: boolean
}

/** Returns the currency sign, minus or parenthesis before the digits, if there is one; null if the digits are too far from it. */
function readFront(words: readonly Word[], start: number, size: number): Front | null {
  const [first, second] = [words[start]!, words[start + 1]]
  // `(GBP 57.60)`, `-EUR 57.60`: the sign is before the currency.
  if (second && currencyOf(first.text.replace(/^[-−–(]/, '')) && /^[-−–(]?[\d.,]/.test(second.text)) {
    // In accounting formats the sign is at the far left of the cell.
    return gapBetween(first, second) > 6 * size ? null : { words: [first], currency: true }
  }
  if (second && /^[-−–]$/.test(first.text) && /^(?:\p{Sc}\s?)?\d/u.test(second.text)) {
    return gapBetween(first, second) > 0.8 * size ? null : { words: [first], currency: false }
  }
  return { words: [], currency: false }
}

/** Returns the word at `start` and the groups of thousands that follow it as separate words. */
function takeGroups(words: readonly Word[], start: number, size: number): Word[] {
  const taken = [words[start]!]
  if (!GROUP_HEAD.test(taken[0]!.text)) return taken
  for (let at = start + 1; words[at] && GROUP_TAIL.test(words[at]!.text); at++) {
    if (gapBetween(words[at - 1]!, words[at]!) > 0.8 * size) break
    taken.push(words[at]!)
    if (/[.,]\d{1,4}\D*$/.test(words[at]!.text)) break
  }
  return taken
}

/** Returns whether the word after an amount marks it as a credit: `57.60 CR`. */
function isCreditAt(words: readonly Word[], at: number, size: number): boolean {
  const behind = words[at]
  return behind !== undefined && /^cr\.?$/i.test(behind.text) && gapBetween(words[at - 1]!, behind) <= 1.6 * size
}

/** `(57.60 GBP)`: the currency in the parentheses of a negative amount. */
const closes = (word: Word | undefined): boolean =>
  word !== undefined && word.text.endsWith(')') && currencyOf(word.text.slice(0, -1)) !== null

/** Returns the amount of all the words or else of the first alone, with the words it consists of. */
function readAmount(words: Word[], front: Front, decimal: DecimalMark): { amount: ParsedAmount; words: Word[] } | null {
  const whole = parseAmount(textOf(words), decimal)
  if (whole) return { amount: whole, words }
  const taken = front.currency ? words : words.slice(0, 1)
  const text = textOf(taken)
  const first = parseAmount(text, decimal)
  if (first) return { amount: first, words: taken }
  // `3.` or `3)` numbers a row.
  if (!/^\d{1,3}[.)]$/.test(text)) return null
  return { amount: { value: Number.parseInt(text, 10), places: 0, percent: false }, words: taken }
}

/** Interprets the word after an amount. */
function markBehind(
  words: readonly Word[],
  at: number,
  size: number,
  hasCurrency: boolean,
): 'percent' | 'currency' | null {
  const behind = words[at]
  if (!behind || gapBetween(words[at - 1]!, behind) > 1.1 * size) return null
  if (behind.text === '%') return 'percent'
  if (hasCurrency || !currencyOf(behind.text)) return null
  // A sign before the next number belongs to that number, unless it is far nearer to this one: `34.90 €      2`.
  const next = words[at + 1]
  if (!next || !/^[-−–(]?[\d.,]/.test(next.text)) return 'currency'
  return gapBetween(behind, next) > Math.max(size, 3 * gapBetween(words[at - 1]!, behind)) ? 'currency' : null
}

interface Reading {
  value: number
  places: number
  percent: boolean
  currency: boolean
  text: string
  unit?: string
}

function readGlued(word: Word, decimal: DecimalMark): Reading | null {
  const times = TIMES.exec(word.text)
  const match = times ? null : GLUED.exec(word.text)
  const digits = times ? (times[1] ?? times[2]) : match?.[1]
  if (digits === undefined) return null
  const unit = match?.[2]
  if (unit !== undefined && (!isUnit(foldText(unit)) || currencyOf(unit))) return null
  const parsed = parseAmount(digits, decimal)
  if (!parsed) return null
  return { ...parsed, currency: false, text: word.text, ...(unit ? { unit } : {}) }
}

function makeFigure(reading: Reading, words: Word[], decimal: DecimalMark): Figure {
  const { value, places, percent, currency, text } = reading
  const others: number[] = []
  if (/\d[.,]\d{3}(?!\d)/.test(text)) {
    const other = parseAmount(text, decimal === ',' ? '.' : ',')
    if (other && other.value !== value) others.push(other.value)
  }
  for (const alternative of words.length === 1 ? (words[0]!.alternatives ?? []) : []) {
    const other = parseAmount(alternative, decimal)
    if (other && other.value !== value) others.push(other.value)
  }
  return {
    value,
    others,
    places,
    percent,
    currency,
    words: [...words],
    box: unionBox(words),
    text,
    confidence: Math.min(...words.map((word) => word.confidence)),
    ...(reading.unit ? { unit: { text: reading.unit, words: [words[words.length - 1]!] } } : {}),
  }
}
