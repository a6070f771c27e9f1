/** Reads a value of a type at its place. */
import { findDates } from '../normalise/dates.ts'
import { parseAmount } from '../normalise/amounts.ts'
import { tokenize } from '../lexicon/index.ts'
import { hasBox, optionOf } from './check-marks.ts'
import type { Analysis } from '../find/analyse.ts'
import type { OwnField } from './field.ts'
import type { Place } from './types.ts'

export interface ReadValue {
  value: string
  start: number
  end: number
  /** A share, for a field that does not ask for one: another place may have its number. */
  isDoubtful?: boolean
}

/** What may be printed between a label and a date: a weekday, a word such as `on`. */
const BEFORE_DATE = /^[^\p{L}\d]*(?:\p{L}{1,12}[.,]|\p{L}{1,3})?[^\p{L}\d]*$/u
/** The same of a number: a currency, `approx.`. */
const BEFORE_NUMBER = /^[^\p{L}\d]*(?:\p{Lu}{1,4}|ca\.?|approx\.?|about)?[^\p{L}\d]*$/u
const MAX_TEXT = 200
/**
 * A figure with its sign and its currency: `4.711,5`, `€ 12`, `RM8.60`, `512kWh`. The digits of `A123B4` are none, and `10:30`, `12-15`, `1/2`, `120 x 80`
 * and `2h 30` are several.
 */
const FIGURES =
  /(?<![\p{L}\d.,:/])(?<!\d\s?[-x×]\s?)[-−(]?\s?(?:\p{Lu}{0,3}\p{Sc}?)\s?\d(?:[\d.,'’\u00a0\u202f ]*\d)?(?!\d|[\d.,'’]*\d|\p{L}*\d|\s?[:/x×]\s?\d|-\d|h\s?\d)/gu
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
  if (!date || !BEFORE_DATE.test(text.slice(0, date.start))) return null
  return { value: date.value, start: start + date.start, end: start + date.end }
}

function readNumber(
  { label }: OwnField,
  text: string,
  { start }: Place,
  { decimal, order, language }: Analysis,
): ReadValue | null {
  const dates = findDates(text, order, language)
  const isOfDate = (index: number): boolean => dates.some((date) => date.start <= index && index < date.end)
  const figures = [...text.matchAll(FIGURES)].filter(({ index }) => !isOfDate(index))
  const isRate = ({ 0: printed, index }: RegExpExecArray): boolean => /^\s?%/.test(text.slice(index + printed.length))
  // `VAT 20 %: 126.40`: a share is the value only of a field that asks for one, or if there is nothing else.
  const asksForRate = /%|\b(?:rate|percent\p{L}*|taux|satz|stawka|aliquota|tarief)\b/iu.test(label)
  const found = asksForRate ? figures[0] : (figures.find((figure) => !isRate(figure)) ?? figures[0])
  const between = found && text.slice(0, found.index).replace(/\d[\d.,]*\s?%/gu, '')
  const parsed = found && BEFORE_NUMBER.test(between!) ? parseAmount(found[0], decimal) : null
  if (!parsed) return null
  const from = start + found!.index
  const isDoubtful = !asksForRate && isRate(found!)
  return {
    value: parsed.value.toFixed(Math.min(6, parsed.places)),
    start: from,
    end: from + found![0].length,
    isDoubtful,
  }
}

/** A text, or of a number only the words with its digits. */
function readText({ label }: OwnField, text: string, { start, isMarked }: Place): ReadValue | null {
  // `The Landlord may terminate …`: without a mark, what follows a word is the rest of a sentence or of a name.
  if (isMarked === false && !/^\S*\d/u.test(text)) return null
  const words = tokenize(text)
  // The rest of a label: `Facture N°`.
  if (text.length > MAX_TEXT || words.every(({ token }) => token === 'no')) return null
  const isNumbered = tokenize(label).some(({ token }) => NUMBERED.has(token))
  if (!isNumbered) return { value: text, start, end: start + text.length }
  const number = /^\S*\d\S*(?: \S*\d\S*)*|^\p{Lu}{1,5} \S*\d\S*(?: \S*\d\S*)*/u.exec(text)?.[0].replace(/[,;.]$/, '')
  return number ? { value: number, start, end: start + number.length } : null
}

/** Options to tick are all printed: `check-marks.ts` reads them. */
function readOption(field: OwnField, text: string, { start }: Place): ReadValue | null {
  const option = hasBox(text) ? null : optionOf(field, text)
  return option && { value: option.value, start: start + option.start, end: start + option.end }
}
