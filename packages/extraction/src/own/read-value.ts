/** Reads a value of a type at its place. */
import { findDates } from '../normalise/dates.ts'
import { parseAmount } from '../normalise/amounts.ts'
import { tokenize } from '../lexicon/index.ts'
import type { Analysis } from '../find/analyse.ts'
import type { OwnField } from './field.ts'
import type { Place } from './types.ts'

export interface ReadValue {
  value: string
  start: number
  end: number
}

/** What may be printed between a label and a date or a number, such as a weekday or a currency. */
const MAX_BEFORE = 15
const MAX_TEXT = 200
/** A figure with its sign and its currency: `4.711,5`, `€ 12`, `RM8.60`, `512kWh`; the digits of `A123B4` are none. */
const FIGURES = /(?<![\p{L}\d.,])[-−(]?\s?(?:\p{Lu}{0,3}\p{Sc}?)\s?\d(?:[\d.,'’\u00a0\u202f ]*\d)?(?!\p{L}*\d)/gu
/** Lines and dots to write on. */
const BLANK = /^[\s._\-–—…]*$/u
/** Words of labels whose values have a digit. */
const NUMBERED = new Set(['no', 'number', 'code', 'id', 'serial', 'reference', 'ref'])

/** Returns the value of a field in its normal form; null if what is printed there cannot be one. */
export function readValue(field: OwnField, place: Place, analysis: Analysis): ReadValue | null {
  const text = place.segment.text.slice(place.start, place.end)
  if (BLANK.test(text)) return null
  if (field.type === 'date') return readDate(text, place, analysis)
  if (field.type === 'number') return readNumber(field, text, place, analysis)
  if (field.type === 'enum') return readOption(field, text, place)
  return readText(field, text, place)
}

function readDate(text: string, { start }: Place, { order, language }: Analysis): ReadValue | null {
  const date = findDates(text, order, language)[0]
  if (!date || date.start > MAX_BEFORE) return null
  return { value: date.value, start: start + date.start, end: start + date.end }
}

function readNumber(
  { label }: OwnField,
  text: string,
  { start }: Place,
  { decimal, order, language }: Analysis,
): ReadValue | null {
  const dates = findDates(text, order, language)
  const asksForRate = /%|\b(?:rate|percent\p{L}*|taux|satz|stawka|aliquota|tarief)\b/iu.test(label)
  for (const { 0: printed, index } of text.matchAll(FIGURES)) {
    if (index > MAX_BEFORE) return null
    // `VAT 20 %: 126.40`
    const isRate = !asksForRate && /^\s?%/.test(text.slice(index + printed.length))
    if (isRate || dates.some((date) => date.start <= index && index < date.end)) continue
    const parsed = parseAmount(printed, decimal)
    if (parsed)
      return {
        value: parsed.value.toFixed(Math.min(6, parsed.places)),
        start: start + index,
        end: start + index + printed.length,
      }
  }
  return null
}

/** A text, or of a number only the words with its digits. */
function readText({ label }: OwnField, text: string, { start }: Place): ReadValue | null {
  const words = tokenize(text)
  // The rest of a label: `Facture N°`.
  if (text.length > MAX_TEXT || words.every(({ token }) => token === 'no')) return null
  const isNumbered = tokenize(label).some(({ token }) => NUMBERED.has(token))
  if (!isNumbered) return { value: text, start, end: start + text.length }
  const number = /^\S*\d\S*(?: \S*\d\S*)*|^\p{Lu}{1,5} \S*\d\S*(?: \S*\d\S*)*/u.exec(text)?.[0].replace(/[,;.]$/, '')
  return number ? { value: number, start, end: start + number.length } : null
}

/** Options to tick are all printed: `check-marks.ts` reads them. */
const BOX = /[☐☒☑□✓✔✗✘]|\[[\sxX]?\]|\([\sxX]?\)/u

/** The option whose words a text begins with; the longest one wins. */
function readOption({ options = [] }: OwnField, text: string, { start }: Place): ReadValue | null {
  if (BOX.test(text)) return null
  const words = tokenize(text)
  let best: { value: string; length: number } | null = null
  for (const option of options)
    for (const name of [option.label, option.value]) {
      const wanted = tokenize(name)
      const isPrinted = wanted.length > 0 && wanted.every(({ token }, i) => words[i]?.token === token)
      if (isPrinted && wanted.length > (best?.length ?? 0)) best = { value: option.value, length: wanted.length }
    }
  if (!best) return null
  const [first, last] = [words[0]!, words[best.length - 1]!]
  return { value: best.value, start: start + first.start, end: start + last.end }
}
