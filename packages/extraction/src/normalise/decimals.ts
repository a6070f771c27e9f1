/** How a document prints the decimals of its amounts: their mark, and their number. */
import type { DecimalMark } from './amounts.ts'
import { CURRENCY_CODES, currenciesOf, currencyOf, decimalsOf, hasThousandths, isMoney, isWord } from './currencies.ts'

/** Figures with decimals that no group of thousands can be: `12,50`, `1.234,56`, `0.375`, `1,296.225`. */
const WITH_DECIMALS =
  /(?<![\d.,])(?:(?<whole>\d{1,3}(?:[ .,'’]\d{3})*|\d+)(?<mark>[.,])\d{2}|(?<exact>0|\d{1,3}(?:(?<group>[ .,'’])\d{3})(?:\k<group>\d{3})*)(?<last>[.,])\d{3})(?![\d.,]?\d)/g
/** Figures with one mark before three digits: decimals of dinars, or a group of thousands. */
const WITH_THOUSANDTHS = /(?<![\d.,'’])\d{1,3}([.,])\d{3}(?![\d.,]?\d)/g

/** So many figures with three digits behind a mark for one with two are thousands: the one is a time (`14.24`), a version or a size. */
const MANY = 4

/** Codes, short forms and names of currencies with three decimals; and of those without, in any script. */
const THOUSANDTHS = wordsOf(codesWhere(hasThousandths))
const DINARS = /\bdinars?\b|دينار|\b(?:omani rials?|rials? omani)\b/i
const SHORT_DINARS = /(?<!\p{L})(?:KD|BD|JD|DT)\s?\d{1,3}[.,]\d{3}(?!\d)|\d[.,]\d{3}\s?(?:KD|BD|JD|DT)(?!\p{L})/u
const WITHOUT_DECIMALS = wordsOf(codesWhere((code) => decimalsOf(code) === 0))
const WHOLE_SIGNS = /[¥￥₩₫円원]|(?<=\d )Ft(?!\p{L})/u

/** Codes that are no words, as alternatives of a pattern. */
function codesWhere(isMeant: (code: string) => boolean): string {
  return [...CURRENCY_CODES].filter((code) => !isWord(code) && isMeant(code)).join('|')
}

function wordsOf(words: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\d])(?:${words})(?!\p{L})`, 'u')
}

const showThousandths = (texts: readonly string[]): boolean =>
  texts.some((text) => THOUSANDTHS.test(text) || DINARS.test(text) || SHORT_DINARS.test(text) || hasDinarSign(text))

/** `د.ك.`, `د.ب.`: the short forms of currencies in Arabic. */
const hasDinarSign = (text: string): boolean =>
  (text.match(/\p{Script=Arabic}\.\p{Script=Arabic}\.?/gu) ?? []).some((sign) =>
    currenciesOf(sign.endsWith('.') ? sign : `${sign}.`).some(hasThousandths),
  )

/**
 * Determines the decimal mark of a whole document. Each unambiguous figure votes (`12,50`, `1.234,56`, `1'000.00`, `0.375`); where the
 * currency has three decimals, `12.250` votes too, and otherwise `$ 12.250` votes for the other mark. `locale` (`de_DE`, `en-GB`) decides if
 * there are no votes or a tie; the default is a point.
 */
export function decideDecimalMark(texts: readonly string[], locale?: string): DecimalMark {
  const votes = { ',': 0, '.': 0 }
  const doubtful = { ',': 0, '.': 0 }
  /** Of them, those directly beside a currency. */
  const money = { ',': 0, '.': 0 }
  for (const text of texts) {
    for (const { groups } of text.matchAll(WITH_DECIMALS)) {
      const { whole, mark, exact, last } = groups as Partial<Record<string, string>>
      const digits = (whole ?? exact)!
      const point = (mark ?? last) as DecimalMark
      if (digits.includes(point)) continue
      votes[point] += digits.length > 3 && /[ .,'’]/.test(digits) ? 2 : 1
    }
    for (const match of text.matchAll(WITH_THOUSANDTHS)) {
      const mark = match[1] as DecimalMark
      doubtful[mark]++
      if (isBesideCurrency(text, match.index, match.index + match[0].length)) money[mark]++
    }
  }
  const certain = votes[','] + votes['.']
  if (certain < doubtful[','] + doubtful['.']) {
    const isOfThousandths = showThousandths(texts)
    if (isOfThousandths) for (const mark of [',', '.'] as const) votes[mark] += doubtful[mark]
    else if (certain === 0) {
      votes[','] += money['.']
      votes['.'] += money[',']
    }
  }
  // `25,000` in Vietnamese is 25 thousand dong: a currency without decimals has no thousandths.
  const isOutnumbered = doubtful[','] + doubtful['.'] >= MANY * certain
  if (isOutnumbered && isWhole(locale) && (doubtful[','] === 0 || doubtful['.'] === 0)) {
    votes[','] += doubtful['.']
    votes['.'] += doubtful[',']
  }
  const { ',': comma, '.': point } = votes
  if (comma > point * 1.5) return ','
  if (point > comma * 1.5) return '.'
  const prior = localeDecimalMark(locale)
  if (prior) return prior
  return comma > point ? ',' : '.'
}

function isBesideCurrency(text: string, start: number, end: number): boolean {
  const before = /([^\s\d]{1,4})\s?$/.exec(text.slice(Math.max(0, start - 5), start))?.[1]
  const behind = /^\s?([^\s\d]{1,4})(?![^\s\d])/.exec(text.slice(end, end + 6))?.[1]
  return [before, behind].some((sign) => sign !== undefined && currencyOf(sign) !== null)
}

/**
 * Determines how many decimals the amounts of a document have: three or none if it shows a currency with as many and its figures agree, else
 * two. `locale` is a locale or a language (ISO 639-3); its currency counts for documents without cents.
 */
export function decideDecimals(texts: readonly string[], decimal: DecimalMark, locale?: string): 0 | 2 | 3 {
  const two = new RegExp(String.raw`\d[${decimal}]\d{2}(?![\d.,]?\d)`, 'g')
  const three = new RegExp(String.raw`\d[${decimal}]\d{3}(?![\d.,]?\d)`, 'g')
  const count = (pattern: RegExp): number => texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)
  const cents = count(two)
  if (count(three) > cents && showThousandths(texts)) return 3
  if (cents > 0) return 2
  return isWhole(locale) || texts.some((text) => WITHOUT_DECIMALS.test(text) || WHOLE_SIGNS.test(text)) ? 0 : 2
}

/** Returns whether the currency where a language is mostly written, or of the region of a locale, has no decimals: `vie`, `ja_JP`. */
function isWhole(locale: string | undefined): boolean {
  if (!locale || locale === 'auto') return false
  try {
    const { region } = new Intl.Locale(locale.replace('_', '-')).maximize()
    const own = [...CURRENCY_CODES].filter((code) => region && code.startsWith(region) && isMoney(code))
    return own.length > 0 && own.every((code) => decimalsOf(code) === 0)
  } catch {
    return false
  }
}

function localeDecimalMark(locale: string | undefined): DecimalMark | null {
  if (!locale || locale === 'auto') return null
  try {
    const parts = new Intl.NumberFormat(locale.replace('_', '-')).formatToParts(1.5)
    return parts.find((part) => part.type === 'decimal')?.value === ',' ? ',' : '.'
  } catch {
    return null
  }
}
