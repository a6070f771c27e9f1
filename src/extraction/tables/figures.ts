import { currencyOf, parseAmount } from '../normalise/amounts.ts'
import type { DecimalMark } from '../normalise/amounts.ts'
import type { Box, Line, Page, Word } from '../types.ts'
import { foldText, isUnit } from './lexicon.ts'

/** A number on the page: one word or several (`1 234,50 €`), with the unit glued or next to it (`3 Stk`). */
export interface Figure {
  value: number
  /** Other values the same ink can stand for (`1.000`, another reading of the recogniser). */
  others: number[]
  places: number
  percent: boolean
  currency: boolean
  /** Unit of measure glued to it or right behind it. */
  unit?: { text: string; words: Word[] }
  words: Word[]
  box: Box
  text: string
  confidence: number
}

export interface TableLine {
  page: number
  /** Place in the order of reading of the whole document. */
  index: number
  words: Word[]
  figures: Figure[]
  box: Box
  /** Height of ordinary type on the line, in pixels. */
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

export function median(values: readonly number[]): number {
  if (values.length === 0) return 0
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1]!
}

/** Lines of all pages in order of reading, each with the figures on it. */
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

function readFigureAt(
  words: readonly Word[],
  start: number,
  size: number,
  decimal: DecimalMark,
): { figure: Figure; next: number } | null {
  const taken: Word[] = []
  let at = start
  // a currency sign in front, even at the far left of its cell as accountants set it
  const first = words[at]!
  let currency = false
  if (currencyOf(first.text) && words[at + 1] && /^[-−–(]?[\d.,]/.test(words[at + 1]!.text)) {
    if (gapBetween(first, words[at + 1]!) > 6 * size) return null
    taken.push(first)
    currency = true
    at++
  } else if (/^[-−–]$/.test(first.text) && words[at + 1] && /^\d/.test(words[at + 1]!.text)) {
    if (gapBetween(first, words[at + 1]!) > 0.8 * size) return null
    taken.push(first)
    at++
  }
  const head = words[at]!
  if (!/\d/.test(head.text)) return null
  const glued = readGlued(head, decimal)
  if (glued) return { figure: makeFigure(glued, [...taken, head], decimal), next: at + 1 }
  taken.push(head)
  at++
  if (GROUP_HEAD.test(head.text)) {
    while (words[at] && GROUP_TAIL.test(words[at]!.text) && gapBetween(words[at - 1]!, words[at]!) <= 0.65 * size) {
      taken.push(words[at]!)
      at++
      if (/[.,]\d{1,4}\D*$/.test(words[at - 1]!.text)) break
    }
  }
  let text = taken.map((word) => word.text).join(' ')
  let parsed = parseAmount(text, decimal)
  if (!parsed && taken.length > 1 && !currency) {
    taken.length = 1
    at = start + 1
    text = taken[0]!.text
    parsed = parseAmount(text, decimal)
  }
  if (!parsed && /^\d{1,3}[.)]$/.test(text)) parsed = { value: Number.parseInt(text, 10), places: 0, percent: false }
  if (!parsed) return null
  const behind = words[at]
  if (behind && gapBetween(words[at - 1]!, behind) <= 1.1 * size) {
    if (
      behind.text === '%' ||
      (currencyOf(behind.text) && !currency && !/^[-−–(]?[\d.,]/.test(words[at + 1]?.text ?? ''))
    ) {
      taken.push(behind)
      if (behind.text === '%') parsed.percent = true
      else currency = true
      at++
    }
  }
  const figure = makeFigure(
    { ...parsed, currency: currency || parsed.currency !== undefined, text: taken.map((word) => word.text).join(' ') },
    taken,
    decimal,
  )
  const unit = words[at]
  if (unit && !figure.percent && !figure.currency && gapBetween(words[at - 1]!, unit) <= 1.6 * size) {
    if (isUnit(foldText(unit.text))) {
      figure.unit = { text: unit.text, words: [unit] }
      at++
    }
  }
  return { figure, next: at }
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
