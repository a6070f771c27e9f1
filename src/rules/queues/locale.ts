/** Locales of queues, as `en_GB`: a language with an optional region or script. */

const PARTS = /^([a-z]{2,3})(?:[_-](?:([A-Za-z]{2})|([A-Za-z]{4})))?$/
const names = (type: 'language' | 'region' | 'script') => new Intl.DisplayNames('en', { type, fallback: 'none' })
const languages = names('language')
const regions = names('region')
const scripts = names('script')
/** A code of CLDR for no region. */
const NO_REGION = 'ZZ'

/** Returns true for `auto` and for locales whose parts are codes that CLDR knows. */
export function isKnownLocale(locale: string): boolean {
  if (locale === 'auto') return true
  const [, language, region, script] = PARTS.exec(locale) ?? []
  if (!language || !languages.of(language)) return false
  if (region) return region.toUpperCase() !== NO_REGION && regions.of(region.toUpperCase()) !== undefined
  return !script || scripts.of(script) !== undefined
}

export interface Formats {
  /** Format of dates, with the tokens of `content/date-format.ts`. */
  date: string
  /** One of NUMBER_FORMATS. */
  number: string
}

/** For `auto`, the default of queues. */
const DEFAULT_LOCALE = 'en_GB'

/** Returns the formats in which people of a locale write dates and numbers, as CLDR describes them. `auto` counts as the default. */
export function formatsOf(locale: string): Formats {
  const tag = (locale === 'auto' ? DEFAULT_LOCALE : locale).replace('_', '-')
  return { date: dateFormatOf(tag), number: numberFormatOf(tag) }
}

/** Gregorian years and Western digits, which documents also use where the calendar or the digits of the language differ. */
const WESTERN = { calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' } as const
const TOKENS: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = { day: 'DD', month: 'MM', year: 'YYYY' }

/** Years first are ISO dates: `2026/4/8` and `2026. 4. 8.` differ from them only in their separators. */
function dateFormatOf(tag: string): string {
  const parts = new Intl.DateTimeFormat(tag, { ...WESTERN, year: 'numeric', month: 'numeric', day: 'numeric' })
    .formatToParts(Date.UTC(2026, 3, 8))
    .filter(({ type, value }) => TOKENS[type] || /[./-]/.test(value))
  const order = parts.flatMap(({ type }) => TOKENS[type] ?? [])
  if (order.length !== 3 || order[0] === 'YYYY') return 'YYYY-MM-DD'
  const separator = parts.find(({ type }) => type === 'literal')?.value ?? '/'
  // `8. 4. 2026`, as in Czech: no leading zeros.
  const isShort = separator.startsWith('. ') || separator.startsWith('.\u00a0')
  return order.map((token) => (isShort && token !== 'YYYY' ? token.slice(1) : token)).join(separator.trim())
}

function numberFormatOf(tag: string): string {
  const parts = new Intl.NumberFormat(tag, { numberingSystem: 'latn' }).formatToParts(1234567.8)
  const mark = (name: 'group' | 'decimal') => parts.find(({ type }) => type === name)?.value ?? ''
  const group = mark('group')
  if (mark('decimal') === ',') return group === '.' ? '#.##0,#' : '# ##0,#'
  if (group === ',') return '#,##0.#'
  return /['\u2019]/.test(group) ? "#'##0.#" : '# ##0.#'
}
