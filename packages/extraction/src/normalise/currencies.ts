/**
 * Currencies: codes, decimals and symbols are those of `Intl` (ISO 4217 and CLDR). Abbreviations that are printed in addition are listed here.
 */
import { foldText, isAscii } from './ids.ts'

/** Units of account, in which nothing is paid: special drawing rights and the Sucre. */
const OF_ACCOUNT = ['XDR', 'XSU']

/** The codes of ISO 4217. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(
  Intl.supportedValuesOf('currency').filter((code) => !OF_ACCOUNT.includes(code)),
)

/** Units of account of one country beside its currency, such as those of funds (ISO 4217). */
const OF_FUNDS = new Set(['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW'])

/** Returns true for a currency in which people pay. */
export const isMoney = (code: string): boolean => !OF_FUNDS.has(code)

const list = (codes: string): ReadonlySet<string> => new Set(codes.split(' '))

/**
 * Codes that are words, units or abbreviations in languages of the lexicons (`KGS`, `SVC charge`, `AWG 12`): only in capitals, and with further
 * evidence, they are codes.
 */
const WORDS = list(
  'ALL AMD ANG AWG BAM BOB BTN CUP CVE DOP GEL KGS LAK MAD MNT MOP MUR NAD SCR SDG SHP SOS SVC SYP TOP',
)
/** Codes that are words in small letters. */
const WORDS_IN_SMALL_LETTERS = list('ARS COP JOD PEN RON RUB SEK TRY')

/** Returns whether a code is also a word, so that the word in capitals does not show the currency. */
export const isWord = (code: string): boolean => WORDS.has(code)

interface Printed {
  decimals: number
  /** The short symbol in English, in small letters; the code if there is none. */
  symbol: string
}

/** A formatter is costly: each is made once. */
const printed = new Map<string, Printed>()

function printedOf(currency: string): Printed {
  const known = printed.get(currency)
  if (known) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const read = { decimals: format.resolvedOptions().maximumFractionDigits ?? 2, symbol: symbolIn(format) }
  printed.set(currency, read)
  return read
}

const symbolIn = (format: Intl.NumberFormat): string =>
  plain(format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? '').toLowerCase()

/** Returns the number of decimals of the amounts of a currency, as they are printed in practice: 2, 3 for dinars, 0 for yen and forints. */
export const decimalsOf = (code: string): number => (CURRENCY_CODES.has(code) ? printedOf(code).decimals : 2)

/** Printed with three decimals if with any: CLDR counts none, because coins are out of use, and ISO 4217 three. */
const OUT_OF_COINS = list('IQD')

/** Returns whether amounts of a currency may have three decimals. */
export const hasThousandths = (code: string): boolean => decimalsOf(code) === 3 || OUT_OF_COINS.has(code)

/**
 * Abbreviations that CLDR does not have, and letters without a sign of their own: those in small letters in any case of letters, the others as
 * they are. The most usual code is the first.
 */
const ABBREVIATIONS: readonly (readonly [text: string, codes: string])[] = [
  ['zł', 'PLN'],
  ['zl', 'PLN'],
  ['kč', 'CZK'],
  ['kc', 'CZK'],
  ['ft', 'HUF'],
  ['lei', 'RON MDL'],
  ['TL', 'TRY'],
  ['KD', 'KWD'],
  ['BD', 'BHD'],
  ['JD', 'JOD'],
  ['DT', 'TND'],
  ['au$', 'AUD'],
  ['c$', 'CAD NIO'],
  ['s$', 'SGD'],
  ['rs', 'INR PKR LKR NPR MUR SCR'],
  ['rs.', 'INR PKR LKR NPR MUR SCR'],
  ['rm', 'MYR'],
  ['rp', 'IDR'],
  ['kr', 'SEK NOK DKK ISK'],
  ['kr.', 'DKK SEK NOK ISK'],
  ['fr.', 'CHF'],
  ['sfr', 'CHF'],
  ['sfr.', 'CHF'],
  ['лв', 'BGN'],
  ['лв.', 'BGN'],
  ['грн', 'UAH'],
  ['руб', 'RUB'],
  ['fcfa', 'XOF XAF'],
  ['f cfa', 'XOF XAF'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['ευρώ', 'EUR'],
  ['円', 'JPY'],
  ['圓', 'TWD HKD JPY'],
  ['元', 'CNY TWD HKD'],
  ['원', 'KRW'],
  ['rmb', 'CNY'],
  ['人民币', 'CNY'],
  ['人民幣', 'CNY'],
  ['新台币', 'TWD'],
  ['新台幣', 'TWD'],
  ['新臺幣', 'TWD'],
  ['港币', 'HKD'],
  ['港幣', 'HKD'],
  ['đ', 'VND'],
  ['vnđ', 'VND'],
  ['đồng', 'VND'],
  ['ש"ח', 'ILS'],
  ['ש״ח', 'ILS'],
  ['nis', 'ILS'],
]
/** The most usual currency of a symbol that CLDR gives several currencies. */
const MOST_USUAL: Readonly<Record<string, string>> = { $: 'USD', '£': 'GBP', '¥': 'JPY', '₩': 'KRW' }

/** Symbols with a currency sign; letters alone are words too. */
const WITH_SIGN = /\p{Sc}/u
const ARABIC = /\p{Script=Arabic}/u

const plain = (text: string): string =>
  (isAscii(text) ? text : text.normalize('NFKC').replace(/[\u061c\u200e\u200f]/g, '')).trim()

type Symbols = ReadonlyMap<string, readonly string[]>

function addTo(found: Map<string, string[]>, text: string, code: string): void {
  const codes = found.get(text) ?? []
  if (!codes.includes(code)) found.set(text, [...codes, code])
}

let symbols: Symbols | undefined
let arabic: Symbols | undefined

function readSymbols(): Symbols {
  const found = new Map<string, string[]>()
  for (const [text, codes] of ABBREVIATIONS) for (const code of codes.split(' ')) addTo(found, text, code)
  for (const currency of CURRENCY_CODES) {
    const { symbol } = printedOf(currency)
    if (symbol === currency.toLowerCase()) continue
    const full = symbolIn(new Intl.NumberFormat('en', { style: 'currency', currency }))
    for (const text of [full, symbol]) if (WITH_SIGN.test(text)) addTo(found, text, currency)
  }
  for (const [text, code] of Object.entries(MOST_USUAL))
    found.set(text, [code, ...(found.get(text) ?? []).filter((other) => other !== code)])
  // `JM$`: the country before a sign of several currencies.
  for (const [sign, codes] of [...found])
    if (codes.length > 1 && /^\p{Sc}$/u.test(sign))
      for (const code of codes) {
        const text = code.slice(0, 2).toLowerCase() + sign
        if (codes.filter((other) => other.startsWith(code.slice(0, 2))).length === 1) addTo(found, text, code)
      }
  return found
}

/** Returns the abbreviations of currencies in Arabic (`د.ك.`), which are read when the first one is asked about. */
function readArabic(): Symbols {
  const found = new Map<string, string[]>()
  for (const currency of CURRENCY_CODES) {
    const text = symbolIn(new Intl.NumberFormat('ar', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }))
    if (ARABIC.test(text)) addTo(found, text, currency)
  }
  return found
}

/** Returns the currencies that a code, symbol or abbreviation can mean (`$`: USD, ARS, AUD …), the most usual one first. */
export function currenciesOf(text: string): readonly string[] {
  const printed = plain(text)
  const upper = printed.toUpperCase()
  if (CURRENCY_CODES.has(upper)) {
    const isSmall = printed !== upper
    if (!isSmall || !(WORDS.has(upper) || WORDS_IN_SMALL_LETTERS.has(upper))) return [upper]
  }
  if (ARABIC.test(printed)) {
    const known = (arabic ??= readArabic())
    // The last point is often left out.
    return known.get(printed) ?? known.get(`${printed}.`) ?? []
  }
  const all = (symbols ??= readSymbols())
  const key = printed.toLowerCase()
  return all.get(printed) ?? all.get(key) ?? all.get(key.replace(/[.:]$/, '')) ?? []
}

/**
 * Returns the ISO 4217 code of a single sign, abbreviation or code (`€`, `kč`, `RM`, `usd`): of the most usual currency if there are several;
 * null for any other text, and for codes that are words (`TOP`).
 */
export function currencyOf(text: string): string | null {
  // Nearly all words are asked about, several times, that are nothing of the kind.
  if (text.length > MAX_LENGTH) return null
  const known = answers.get(text)
  if (known !== undefined) return known
  if (answers.size >= MAX_ANSWERS) answers.clear()
  const code = currenciesOf(text)[0]
  const answer = code === undefined || WORDS.has(code) ? null : code
  answers.set(text, answer)
  return answer
}

const MAX_LENGTH = 7
const answers = new Map<string, string | null>()
const MAX_ANSWERS = 5_000

const namesByLanguage = new Map<string, ReadonlyMap<string, string>>()

/**
 * Returns the folded names of currencies in a language (ISO 639) and their codes: `australian dollar`, `tschechische krone`. Names of one word, such
 * as `euro`, are left out: several countries have a peso.
 */
export function currencyNames(language: string): ReadonlyMap<string, string> {
  const known = namesByLanguage.get(language)
  if (known) return known
  const display = new Intl.DisplayNames([language], { type: 'currency', fallback: 'none' })
  const names = new Map<string, string>()
  for (const currency of CURRENCY_CODES) {
    const name = foldText(display.of(currency) ?? '').replace(/\s*\(.*\)/, '')
    if (/\p{L}[ -]\p{L}/u.test(name)) names.set(name, currency)
  }
  namesByLanguage.set(language, names)
  return names
}
