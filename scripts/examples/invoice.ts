/** The content of an invoice, independent of its layout. Sums are computed, so that every document adds up. */

export type Language = 'en' | 'de' | 'fr'

export interface Company {
  name: string
  street: string
  city: string
  country?: string
  vat_id: string
  email?: string
  phone?: string
}

export interface Item {
  code: string
  description: string
  quantity: number
  unit: string
  /** Without tax. */
  price: number
  /** Percent. */
  rate: number
}

export interface Invoice {
  language: Language
  currency: 'EUR' | 'GBP'
  number: string
  /** ISO dates. */
  issued: string
  due: string
  delivered?: string
  order?: string
  customer_number?: string
  terms: string
  seller: Company
  buyer: Company
  /** The branch code of a BIC is three letters X for a head office (ISO 9362). */
  bank: { name: string; iban: string; bic: string }
  items: Item[]
}

export interface Totals {
  base: number
  tax: number
  total: number
  rates: { rate: number; base: number; tax: number }[]
}

const round = (value: number) => Math.round((value + Number.EPSILON) * 100) / 100

export const amountOf = (item: Item): number => round(item.quantity * item.price)

/** Tax is rounded once per rate, as most invoices do. */
export function totalsOf({ items }: Pick<Invoice, 'items'>): Totals {
  const rates = [...new Set(items.map((item) => item.rate))]
    .sort((a, b) => b - a)
    .map((rate) => {
      const base = round(items.filter((item) => item.rate === rate).reduce((sum, item) => sum + amountOf(item), 0))
      return { rate, base, tax: round((base * rate) / 100) }
    })
  const base = round(rates.reduce((sum, part) => sum + part.base, 0))
  const tax = round(rates.reduce((sum, part) => sum + part.tax, 0))
  return { base, tax, total: round(base + tax), rates }
}

const LOCALES = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' } as const

/** Two decimals. The thin spaces of French are replaced by plain ones, which every font has. */
export const money = (value: number, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    .format(value)
    .replace(/[\u00a0\u202f]/g, ' ')

export const number = (value: number, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language]).format(value).replace(/[\u00a0\u202f]/g, ' ')

const MONTHS = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November',
  'December',
] /* prettier-ignore */ // twelve names on two lines

/** `2026-03-09` as 9 March 2026, 09.03.2026 or 09/03/2026. */
export function date(iso: string, language: Language): string {
  const [year, month, day] = iso.split('-') as [string, string, string]
  if (language === 'de') return `${day}.${month}.${year}`
  if (language === 'fr') return `${day}/${month}/${year}`
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`
}

/** In groups of four, as printed. */
export const spaced = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ')

/** Returns an IBAN with the check digits of ISO 7064 mod 97-10. */
export function iban(country: string, account: string): string {
  const digits = `${account}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  const check = 98n - (BigInt(digits) % 97n)
  return `${country}${String(check).padStart(2, '0')}${account}`
}
