/** The currencies of the countries that a document shows, as evidence for its currency where a sign has several meanings. */
import { CURRENCY_CODES } from '../normalise/currencies.ts'
import { type CountryEvidence, type EvidenceKind, WEIGHTS } from './country-evidence.ts'

/** The weight of each kind of evidence for a currency, in log odds. */
export type CurrencyEvidence = ReadonlyMap<string, ReadonlyMap<EvidenceKind, number>>

const list = (codes: string): readonly string[] => codes.split(' ')

/** Members of the euro area, Bulgaria since 2026, and the countries that use the euro by agreement or alone. */
const EURO = new Set(list('AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK'))
/** Countries and territories that use the currency of another one. */
const USERS: Readonly<Record<string, readonly string[]>> = {
  USD: list('AS BQ EC FM GU IO MH MP PR PW SV TC TL UM VG VI'),
  AUD: list('CC CX HM KI NF NR TV'),
  NZD: list('CK NU PN TK'),
  DKK: list('FO GL'),
  NOK: list('BV SJ'),
  GBP: list('GG IM JE'),
  CHF: list('LI'),
  XCD: list('AG AI DM GD KN LC MS VC'),
  XOF: list('BF BJ CI GW ML NE SN TG'),
  XAF: list('CF CG CM GA GQ TD'),
}
const USED_IN = new Map(
  Object.entries(USERS).flatMap(([code, users]) => users.map((country) => [country, code] as const)),
)

/** Returns the currencies of a country: a code of ISO 4217 begins with the code of its country in ISO 3166. */
function currenciesIn(country: string): readonly string[] {
  const own = [...CURRENCY_CODES].filter((code) => code.startsWith(country))
  if (EURO.has(country)) return ['EUR', ...own]
  const used = USED_IN.get(country)
  return used ? [used, ...own] : own
}

/** Returns the countries of a currency, the reverse of `currenciesIn`. */
export function countriesUsing(currency: string): readonly string[] {
  if (currency === 'EUR') return [...EURO]
  return [currency.slice(0, 2), ...(USERS[currency] ?? [])]
}

/** If a document shows several countries, the log odds by which the currency of one of them has to lead: those of .95. */
export const MIN_LEAD = Math.log(0.95 / 0.05)

/** Spoken in many countries: a page in French with `$` is not Canadian for that. */
const OF_MANY_COUNTRIES = new Set(list('ara eng fra por spa'))

/**
 * Returns the currencies of the countries of a document. Evidence that fits several countries, such as `12345 Town`, shows none of them; a currency
 * on the page is what is to be decided.
 */
export function currenciesShown(evidence: readonly CountryEvidence[]): CurrencyEvidence {
  const found = new Map<string, Map<EvidenceKind, number>>()
  for (const { kind, country, weight, text } of evidence) {
    const isMeant = kind === 'language' ? !OF_MANY_COUNTRIES.has(text) : weight === WEIGHTS[kind]
    if (kind === 'currency' || !isMeant) continue
    for (const currency of currenciesIn(country)) {
      const kinds = found.get(currency) ?? new Map<EvidenceKind, number>()
      // Both parties may be in one country.
      found.set(currency, kinds.set(kind, Math.max(weight, kinds.get(kind) ?? 0)))
    }
  }
  return found
}
