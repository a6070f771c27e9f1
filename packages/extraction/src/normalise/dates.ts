/** Converts printed dates, numeric or with the names of months of all languages, to ISO dates. */
import { remember } from './remember.ts'
import { ERA_NAMES, fromHijri, yearOfBuddhist, yearOfEra } from './calendars.ts'
import { readMonth, UNUSUAL_NAMES } from './month-names.ts'

/** `ymd` is about two-digit years (`26.3.12`); dates that end with the year are then read as `dmy`. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'

export interface FoundDate {
  /** ISO 8601, `2024-02-29`. */
  value: string
  /** Offsets in the searched text. */
  start: number
  end: number
  text: string
  /** False if day and month could be swapped, or if the name of the month is another month in another language. */
  sure: boolean
  form: 'numeric' | 'iso' | 'named' | 'compact'
}

/** The notations that have a form of their own for the model, and those of other calendars and languages, which count as `iso`. */
type Notation = FoundDate['form'] | 'era' | 'hijri' | 'vietnamese'
const formOf = (notation: Notation): FoundDate['form'] =>
  notation === 'era' || notation === 'hijri' || notation === 'vietnamese' ? 'iso' : notation

const SEP = String.raw`\s?[./\-–]\s?`
const NAME = `(?:${[...UNUSUAL_NAMES, String.raw`\p{L}{3,12}\.?`].join('|')})`
/** The letter of an era of Japan in front (`R8.3.12`): its years are too short to be distinguished from those of a code, so it is no date. */
const NO_ERA = String.raw`(?<!(?<!\p{L})[MTSHR]\.?)`
/** What says that a date is one of the Islamic calendar. */
const HIJRI = String.raw`\s?(?:هـ?|A\.?H\.?|H)(?![\p{L}\d])`
/** `hint` is a part that every match of `re` has, and cheaper to find: most lines have none. */
const PATTERNS: readonly { form: Notation; hint: RegExp; re: RegExp }[] = [
  {
    form: 'iso',
    hint: /\d{4}\s?[./\-–]/,
    re: new RegExp(String.raw`(?<!\d)((?:19|20)\d{2})(${SEP})(\d{1,2})\2(\d{1,2})(?!\d)`, 'gu'),
  },
  { form: 'iso', hint: /年/, re: /(?<!\d)((?:19|20)\d{2})()\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?[日号號]/gu },
  { form: 'iso', hint: /년/, re: /(?<!\d)((?:19|20)\d{2})()\s?년\s?(\d{1,2})\s?월\s?(\d{1,2})\s?일/gu },
  {
    form: 'era',
    hint: /年/,
    re: new RegExp(String.raw`(${ERA_NAMES})\s?(元|\d{1,3})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?[日號号]`, 'gu'),
  },
  // Only Taiwan has years of three digits.
  { form: 'era', hint: /1\d\d\s?年/, re: /(?<!\d)()(1\d{2})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?[日號号]/gu },
  {
    form: 'hijri',
    hint: /1[34]\d\d/,
    re: new RegExp(String.raw`(?<![\d./-])(1[34]\d{2})(${SEP})(\d{1,2})\2(\d{1,2})${HIJRI}`, 'gu'),
  },
  {
    form: 'hijri',
    hint: /1[34]\d\d/,
    re: new RegExp(String.raw`(?<![\d./-])(\d{1,2})(${SEP})(\d{1,2})\2(1[34]\d{2})${HIJRI}`, 'gu'),
  },
  {
    form: 'vietnamese',
    hint: /th[áa]ng/i,
    re: /(?<!\d)(\d{1,2})\s*th[áa]ng(?:\s*\(month\))?\s*(\d{1,2})(?:\s*,?\s*n[ăa]m(?:\s*\(year\))?\s*|[\s,/-]{1,2})((?:19|20)\d{2})(?!\d)/giu,
  },
  // Directly followed by a time: 27/06/185:02 is 27/06/18 5:02.
  {
    form: 'numeric',
    hint: /\d:\d/,
    re: /(?<![\d.,/])(\d{1,2})([./-])(\d{1,2})\2((?:19|20)\d{2}|\d{2})(?=\d{1,2}:\d{2})/gu,
  },
  {
    form: 'numeric',
    hint: /\d\s?[./\-–]\s?\d{1,2}\s?[./\-–]/,
    re: new RegExp(
      String.raw`(?<![\d/])(?<!\d[.,])${NO_ERA}(\d{1,2})(${SEP})(\d{1,2})${SEP}((?:19|20|25)\d{2}|'?\d{2})(?![\d%])(?![.,/\-]\d)`,
      'gu',
    ),
  },
  {
    form: 'numeric',
    hint: /\d\s\d{1,2}\s\d{4}/,
    re: /(?<![\d.,/])(\d{1,2})(\s)(\d{1,2})\s((?:19|20)\d{2})(?![\d.,])/gu,
  },
  {
    form: 'named',
    hint: /\p{L}{2}/u,
    re: new RegExp(
      String.raw`(?<![\d\p{L}])(\d{1,2})(?:st|nd|rd|th|er|º|°|ème|[»”"])?[.\s,/\-]{0,3}(?:de\s|of\s)?(${NAME})[\s,/.\-']{0,3}(?:de\s|del\s)?((?:19|20)\d{2}|\d{2})(?!\d|[.,]\d)`,
      'giu',
    ),
  },
  {
    form: 'named',
    hint: /\p{L}{2}/u,
    re: new RegExp(
      String.raw`(?<![\d\p{L}])(${NAME})[\s,/.\-]{0,3}(\d{1,2})(?:st|nd|rd|th)?[\s,/.\-']{1,3}((?:19|20)\d{2}|\d{2})(?!\d|[.,:]\d)`,
      'giu',
    ),
  },
  // The year first, as in the Latvian `2026. gada 12. marts`, the Lithuanian `2026 m. kovo 12 d.` and the Hungarian `2026. március 12.`
  {
    form: 'named',
    hint: /(?:19|20)\d{2}[.\s]/,
    re: new RegExp(
      String.raw`(?<![\d\p{L}./\-])((?:19|20)\d{2})(?:\.\s?|\s)(?:(?:gada|g\.|m\.|metų|metais)\s)?(?:(\d{1,2})\.?\s?(${NAME})|(${NAME})\s(?:mėn\.\s)?(\d{1,2})(?!\d|[.,:]\d)(?:\s?d\.)?)`,
      'giu',
    ),
  },
  {
    form: 'compact',
    hint: /20\d{6}/,
    re: /(?<![\d.,/A-Za-z-])((?:20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?![\d.,/A-Za-z-])/gu,
  },
]

/**
 * Returns all dates in one line of text, left to right, without overlaps. `order` determines the meaning of `03/04/2024`, and `language`
 * that of names of months that are different months in different languages. Several stages ask for the dates of a line.
 */
export function findDates(text: string, order: DateOrder = 'dmy', language?: string | null): readonly FoundDate[] {
  // A date has three digits at least: `1 May 24`; `元` is the first year of an era.
  if (!/\d\D*\d\D*\d/.test(text) && !text.includes('元')) return []
  const key = `${order} ${language ?? ''}`
  let find = finders.get(key)
  if (!find) finders.set(key, (find = remember((line) => searchDates(line, order, language))))
  return find(text)
}

/** By the order and the language. */
const finders = new Map<string, (text: string) => readonly FoundDate[]>()

function searchDates(text: string, order: DateOrder, language?: string | null): FoundDate[] {
  const found: FoundDate[] = []
  for (const { form, hint, re } of PATTERNS) {
    if (!hint.test(text)) continue
    for (const match of text.matchAll(re)) {
      const read = readMatch(form, match, order, language)
      if (!read) continue
      const start = match.index
      const end = start + match[0].length
      if (found.some((other) => start < other.end && other.start < end)) continue
      found.push({ value: read.value, sure: read.sure, start, end, text: match[0], form: formOf(form) })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

/** Thai documents have years of the Buddhist era, of which two digits would be another year of the Gregorian calendar. */
const THAI = /\p{Script=Thai}/u

function readMatch(
  form: Notation,
  match: RegExpMatchArray,
  order: DateOrder,
  language?: string | null,
): { value: string; sure: boolean } | null {
  const make = (year: string, month: number, day: number, sure: boolean) => {
    const value = isoDate(fullYear(year), month, day)
    return value === null ? null : { value, sure }
  }
  if (form === 'iso') return make(match[1]!, Number(match[3]), Number(match[4]), true)
  if (form === 'compact') return make(match[1]!, Number(match[2]), Number(match[3]), true)
  if (form === 'named') {
    const parts = /^\d{4}$/.test(match[1]!)
      ? { year: match[1]!, day: match[2] ?? match[5]!, name: match[3] ?? match[4]! }
      : /^\d/.test(match[1]!)
        ? { year: match[3]!, day: match[1]!, name: match[2]! }
        : { year: match[3]!, day: match[2]!, name: match[1]! }
    const named = readMonth(parts.name, language)
    return named && make(parts.year, named.month, Number(parts.day), named.sure)
  }
  if (form === 'era') {
    const year = match[1] ? yearOfEra(match[1], match[2]!) : yearOfEra('民國', match[2]!)
    return make(String(year), Number(match[3]), Number(match[4]), true)
  }
  if (form === 'vietnamese') return make(match[3]!, Number(match[2]), Number(match[1]), true)
  if (form === 'hijri') {
    const [year, day] = match[1]!.length === 4 ? [match[1]!, match[4]!] : [match[4]!, match[1]!]
    const date = fromHijri(Number(year), Number(match[3]), Number(day))
    return date && make(String(date.year), date.month, date.day, true)
  }
  const [first, second] = [Number(match[1]), Number(match[3])]
  const printed = match[4]!
  const year = /^25\d\d$/.test(printed) ? String(yearOfBuddhist(Number(printed))) : printed
  if (year.length < 4 && THAI.test(match.input!)) return null
  if (order === 'ymd' && /^\d{2}$/.test(year)) return make(match[1]!, second, Number(year), false)
  if (isVersion(match, order)) return null
  if (first > 12 || first === second) return make(year, second, first, true)
  if (second > 12) return make(year, first, second, true)
  return order === 'mdy' ? make(year, first, second, false) : make(year, second, first, false)
}

const VERSION =
  /(?<!\p{L})(?:v|vs?n|ver|vers|versione?|versi[oó]n|version|versão|wersja|verze|release|rel|build|firmware)[.:]?\s?$/iu

/**
 * `3.14.22` is a version: with dots and two digits of the year, a month comes first only if the whole document has this order. `Version 3.12.22` is
 * one in any order.
 */
function isVersion(match: RegExpMatchArray, order: DateOrder): boolean {
  const isShort = match[4]!.length === 2 && match[2]!.trim() === '.'
  if (isShort && order !== 'mdy' && Number(match[3]) > 12) return true
  return isShort && VERSION.test(match.input!.slice(Math.max(0, match.index! - 12), match.index))
}

function fullYear(text: string): number {
  const year = Number(text.replace(/\D/g, ''))
  if (year >= 100) return year
  return year < 70 ? 2000 + year : 1900 + year
}

/** Returns `yyyy-mm-dd` if it is a valid date between 1950 and 2099, else null. */
export function isoDate(year: number, month: number, day: number): string | null {
  if (year < 1950 || year > 2099 || month < 1 || month > 12 || day < 1) return null
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Returns the date if it is the whole text of a cell, else null. */
export function parseDate(text: string, order: DateOrder = 'dmy'): string | null {
  return findDates(text, order)[0]?.value ?? null
}

/** Returns the date `days` after an ISO date. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
