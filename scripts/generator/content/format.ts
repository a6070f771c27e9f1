import type { Random } from '../../train/random.ts'
import type { Country } from '../data/countries.ts'
import { piece, type Piece } from '../draw/sheet.ts'

/** How the document writes numbers, dates and currencies. */
export interface Format {
  decimal: string
  group: string
  datePattern: string
  language: string
  currency: string
  /** `€`, `EUR`, `zł`, … */
  sign: string
  signBefore: boolean
  /** Between sign and amount. */
  signSpace: string
  /** Decimals of amounts. */
  places: number
}

const SIGNS: Readonly<Record<string, readonly string[]>> = {
  EUR: ['€', '€', '€', 'EUR', 'EUR', 'Euro'],
  GBP: ['£', '£', '£', 'GBP'],
  USD: ['$', '$', '$', '$', 'USD', 'US$'],
  CAD: ['$', '$', 'CAD', 'CA$', 'C$'],
  AUD: ['$', '$', 'AUD', 'A$'],
  NZD: ['$', 'NZD', 'NZ$'],
  INR: ['Rs.', 'Rs', 'INR', 'Rs'],
  MYR: ['RM', 'RM', 'MYR'],
  ZAR: ['R', 'ZAR'],
  CHF: ['CHF', 'CHF', 'Fr.', 'SFr.'],
  PLN: ['zł', 'PLN', 'PLN', 'zł'],
  CZK: ['Kč', 'Kč', 'CZK'],
  SEK: ['SEK', 'kr'],
  NOK: ['NOK', 'kr'],
  DKK: ['DKK', 'kr.', 'kr'],
  BRL: ['R$', 'R$', 'BRL'],
  HUF: ['Ft', 'Ft', 'Ft', 'HUF'],
  RON: ['lei', 'RON', 'RON', 'Lei'],
  TRY: ['TL', 'TL', '₺', 'TRY'],
  BGN: ['лв.', 'лв.', 'лв', 'BGN'],
  UAH: ['грн', 'грн.', 'грн', '₴', 'UAH'],
  IDR: ['Rp', 'Rp', 'Rp', 'Rp.', 'IDR'],
  VND: ['đ', '₫', 'VND', 'VNĐ', 'đồng'],
}
const BEFORE = /^([$£€₺]|US\$|CA\$|C\$|A\$|NZ\$|Rs\.?|RM|R|R\$|CHF|S?Fr\.|MYR|INR|USD|GBP|ZAR|Rp\.?|IDR)$/

/** Chooses a format of the country; English documents of other countries often use English separators. */
export function makeFormat(random: Random, country: Country, language: string, currency: string): Format {
  const english = language === 'en' && (country.decimal !== ',' || random.chance(0.6))
  const sign = random.pick(SIGNS[currency] ?? [currency])
  const usual = BEFORE.test(sign) && (english || country.names === 'nl' || sign !== '€')
  const signBefore = random.chance(0.08) ? !usual : usual
  const glued = /^[$£€₺]|\$$|^Rs|^RM$|^R$|^Rp/.test(sign) && (signBefore ? random.chance(0.75) : random.chance(0.2))
  return {
    decimal: english ? '.' : country.decimal,
    group: english
      ? random.pick(country.groups.includes('in') ? ['in', ','] : [',', ',', ',', ''])
      : random.pick(country.groups.filter((group) => group !== 'in')),
    datePattern: random.pick(country.dates),
    language,
    currency,
    sign,
    signBefore,
    signSpace: glued ? '' : random.chance(0.25) ? '\u00a0' : ' ',
    // Rupiahs are printed with two zeros or without decimals.
    places: currency === 'VND' || (currency === 'IDR' && random.chance(0.5)) ? 0 : 2,
  }
}

function grouped(whole: string, group: string): string {
  if (group === 'in')
    return whole.length <= 3 ? whole : `${whole.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',')},${whole.slice(-3)}`
  return whole.replace(/\B(?=(\d{3})+$)/g, group)
}

/** A number with `places` decimals, as `1.234,50`; by default with those of amounts. */
export function decimal(format: Format, value: number, places = format.places): string {
  const [whole, rest] = Math.abs(value).toFixed(places).split('.') as [string, string?]
  return `${value < 0 ? '-' : ''}${grouped(whole, format.group)}${rest ? format.decimal + rest : ''}`
}

/** A quantity with as many decimals as it needs. */
export function quantity(format: Format, value: number, places?: number): string {
  const needed = Number.isInteger(value)
    ? 0
    : Number.isInteger(Math.round(value * 1000) / 100)
      ? 1
      : Number.isInteger(Math.round(value * 10000) / 100)
        ? 2
        : 3
  return decimal(format, value, places ?? needed)
}

/** An amount with its currency, if `signed`; the sign of the currency is a value of its own. */
export function money(
  format: Format,
  keys: readonly string[],
  value: number,
  signed: boolean,
  places = format.places,
): (string | Piece)[] {
  const amount = keys.length > 0 ? piece(keys, decimal(format, value, places)) : decimal(format, value, places)
  if (!signed) return [amount]
  const sign = piece('currency', format.sign)
  return format.signBefore
    ? [sign, ...(format.signSpace ? [format.signSpace] : []), amount]
    : [amount, ...(format.signSpace ? [format.signSpace] : []), sign]
}

const names = new Map<string, string[]>()

function monthName(language: string, month: number, style: 'short' | 'long'): string {
  const key = `${language}/${style}`
  let known = names.get(key)
  if (!known) {
    const formatter = new Intl.DateTimeFormat(language, { day: 'numeric', month: style, timeZone: 'UTC' })
    known = Array.from(
      { length: 12 },
      (_, i) => formatter.formatToParts(Date.UTC(2024, i, 15)).find((part) => part.type === 'month')!.value,
    )
    names.set(key, known)
  }
  return known[month - 1]!
}

const ordinal = (day: number): string =>
  `${day}${day % 10 === 1 && day !== 11 ? 'st' : day % 10 === 2 && day !== 12 ? 'nd' : day % 10 === 3 && day !== 13 ? 'rd' : 'th'}`

/** Writes an ISO date by a pattern such as `dd.mm.yyyy` or `d month yyyy`; what is between apostrophes is kept. */
export function writeDate(
  format: Pick<Format, 'language' | 'datePattern'>,
  iso: string,
  pattern = format.datePattern,
): string {
  const [year, month, day] = iso.split('-').map(Number) as [number, number, number]
  return pattern.replace(/'[^']*'|\byyyy|\byy|month|\bmon\b|\bmm|\bm\b|\bdd|\bdo\b|\bd\b/g, (part) => {
    if (part.startsWith("'")) return part.slice(1, -1)
    if (part === 'yyyy') return String(year)
    if (part === 'yy') return String(year).slice(2)
    if (part === 'month') return monthName(format.language, month, 'long')
    if (part === 'mon') return monthName(format.language, month, 'short').replace(/\.$/, '')
    if (part === 'mm') return String(month).padStart(2, '0')
    if (part === 'm') return String(month)
    if (part === 'dd') return String(day).padStart(2, '0')
    return part === 'do' ? ordinal(day) : String(day)
  })
}
