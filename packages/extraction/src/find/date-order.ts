/** The order of day and month in the numeric dates of a document. */
import { dateOrderOf, dateOrderOfLocale, type DayMonthOrder } from '../normalise/country-dates.ts'
import type { Candidate } from './candidates.ts'
import { countriesUsing } from './countries.ts'
import { type CountryEvidence, type EvidenceKind, WEIGHTS } from './country-evidence.ts'
import { DOUBTFUL } from './currency.ts'
import { weighDates } from './date-order-marks.ts'
import type { Label } from './labels.ts'
import type { Layout } from './layout.ts'
import { isOpen, readBothWays } from './numeric-dates.ts'
import { readTerms } from './terms.ts'

export interface DecidedOrder {
  order: DayMonthOrder
  /** True if nothing shows the order of dates such as `03/04/2026`, or if what shows it is contradictory. */
  isAmbiguous: boolean
}

/** What is known of a document when the order of its dates is asked for. */
export interface OrderSources {
  layout: Layout
  labels: readonly Label[]
  /** ISO 639-3. */
  language: string | null
  countries: readonly CountryEvidence[]
  /** Candidates for the currency. */
  currencies: readonly Candidate[]
  /** Of the queue, such as `en_GB`. */
  locale?: string | undefined
}

/** The log odds by which one order has to lead: those of the language or the locale alone. */
const MIN_LEAD = 1

/** In log odds, set by hand; the weights of dates are in `date-order-marks.ts`, those of countries in `country-evidence.ts`. */
const ODDS = {
  /** `03.04.2026`: by CLDR, no country writes the month first and then a dot. */
  dotted: 2,
  currency: 1,
  /** The dollar of the United States, in which companies of many countries are paid. */
  dollar: 0.5,
  locale: 1,
  /** The country of the buyer is another one on exports; less so if nothing shows the country of the seller. */
  buyer: 0.3,
  onlyBuyer: 0.6,
} as const

/**
 * Decides once per document whether day or month comes first, by all that shows it: dates that are possible in one order only, that agree with dates in
 * words, weekdays and terms of payment, a due date that is not before the issue date, the countries of the document, its currency, and the locale of its
 * queue. The day is first if nothing shows it.
 */
export function decideDateOrder(sources: OrderSources): DecidedOrder {
  const { layout, labels, language, countries, currencies, locale } = sources
  const dates = readBothWays(layout, language)
  const open = dates.filter(isOpen)
  if (open.length === 0) return { order: 'dmy', isAmbiguous: false }
  const abroad = weighCountries(countries)
  const isDotted = open.filter((date) => date.isDotted).length * 2 > open.length
  const marks = weighDates(dates, labels, language, readTerms(layout))
  const lead =
    marks.lead +
    abroad +
    (isDotted && abroad >= 0 ? ODDS.dotted : 0) +
    weighCurrency(currencies) +
    signOf(locale && locale !== 'auto' ? dateOrderOfLocale(locale) : null) * ODDS.locale
  return { order: lead < 0 ? 'mdy' : 'dmy', isAmbiguous: marks.isContradictory || Math.abs(lead) < MIN_LEAD }
}

const signOf = (order: DayMonthOrder | null | undefined): number => (order === 'dmy' ? 1 : order === 'mdy' ? -1 : 0)

/** Returns the order that all countries have whose order is known; null if there is none or they differ. */
function commonOrder(countries: readonly string[]): DayMonthOrder | null {
  const orders = new Set(countries.flatMap((country) => dateOrderOf(country) ?? []))
  return orders.size === 1 ? [...orders][0]! : null
}

/**
 * Returns the log odds of the countries. What several countries share counts if all of them have one order, unless the same kind names a country alone:
 * `12345 Main Street` is no postcode beside `Austin, TX 78799`.
 */
function weighCountries(evidence: readonly CountryEvidence[]): number {
  // The code of a currency is weighed with the currency.
  const groups = Map.groupBy(
    evidence.filter(({ kind }) => kind !== 'currency'),
    ({ kind, side, text }) => `${kind} ${side === 'buyer' ? 'buyer' : ''} ${text}`,
  )
  const found = [...groups.values()].map((group) => ({
    kind: group[0]!.kind,
    isBuyer: group[0]!.side === 'buyer',
    isShared: group[0]!.weight < WEIGHTS[group[0]!.kind],
    order: commonOrder(group.map(({ country }) => country)),
  }))
  const orderOf = (kind: EvidenceKind, isBuyer: boolean): DayMonthOrder | null => {
    const own = found.filter((one) => one.kind === kind && one.isBuyer === isBuyer)
    const alone = own.filter(({ isShared }) => !isShared)
    const orders = new Set((alone.length > 0 ? alone : own).flatMap(({ order }) => order ?? []))
    return orders.size === 1 ? [...orders][0]! : null
  }
  const buyer = found.some((one) => !one.isBuyer && one.kind !== 'language') ? ODDS.buyer : ODDS.onlyBuyer
  let lead = 0
  for (const kind of Object.keys(WEIGHTS) as EvidenceKind[])
    for (const isBuyer of [false, true]) lead += signOf(orderOf(kind, isBuyer)) * WEIGHTS[kind] * (isBuyer ? buyer : 1)
  return lead
}

/** Returns the log odds of the currency that the page shows most; a sign of several currencies usually means the dollar of the United States. */
function weighCurrency(currencies: readonly Candidate[]): number {
  const most = currencies.filter(({ traits }) => traits.includes('cur:rank:0'))
  const certain = most.filter(({ traits }) => !traits.includes(DOUBTFUL))
  if (certain.length > 1) return 0
  const [code] =
    certain.length === 1 ? [certain[0]!.value] : most.flatMap(({ value }) => (value === 'USD' ? value : []))
  if (code === undefined) return 0
  return code === 'USD' ? -ODDS.dollar : signOf(commonOrder(countriesUsing(code))) * ODDS.currency
}
