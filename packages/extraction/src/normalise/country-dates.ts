/** Where the month precedes the day: by the date formats of Unicode's CLDR, as `Intl.DateTimeFormat` has them. */

export type DayMonthOrder = 'dmy' | 'mdy'

const DAY = new Date(Date.UTC(2026, 2, 14))
const NUMERIC = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
const DAY_AND_MONTH = { month: 'numeric', day: 'numeric' } as const
const NAMED = { dateStyle: 'medium' } as const

/** Returns the parts of a date in their order, such as `dmy`; null if CLDR has no formats of the locale. */
function partsIn(locale: string, options: Intl.DateTimeFormatOptions): string | null {
  const format = new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory', timeZone: 'UTC' })
  // Another region means that the format is that of another locale.
  const { region } = new Intl.Locale(locale)
  if (region && new Intl.Locale(format.resolvedOptions().locale).region !== region) return null
  const parts = format.formatToParts(DAY).map(({ type }) => type)
  return parts.flatMap((type) => (type === 'day' || type === 'month' || type === 'year' ? type[0]! : [])).join('')
}

/**
 * Returns the order of a locale, such as `en-GB` or `en_GB`, in dates that end with the year. Null if the locale is unknown, or if its dates begin with
 * the year and nothing shows that its days precede its months.
 */
export function dateOrderOfLocale(locale: string): DayMonthOrder | null {
  try {
    const tag = locale.replaceAll('_', '-')
    const numeric = partsIn(tag, NUMERIC)
    if (numeric === 'dmy' || numeric === 'mdy') return numeric
    const isDayFirst = [DAY_AND_MONTH, NAMED].some((options) => partsIn(tag, options)?.startsWith('d'))
    return isDayFirst ? 'dmy' : null
  } catch {
    // Not a tag of a locale.
    return null
  }
}

const known = new Map<string, DayMonthOrder | null>()

/**
 * Returns the order of a country (ISO 3166) in dates that end with the year: that of its most spoken language and of English there, or null if they
 * differ, as in Malta, or are unknown, as in Canada.
 */
export function dateOrderOf(country: string): DayMonthOrder | null {
  const cached = known.get(country)
  if (cached !== undefined) return cached
  if (!/^[A-Z]{2}$/.test(country)) return null
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  const orders = new Set([language, 'en'].flatMap((code) => dateOrderOfLocale(`${code}-${country}`) ?? []))
  const order = orders.size === 1 ? [...orders][0]! : null
  known.set(country, order)
  return order
}
