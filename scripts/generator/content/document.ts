import type { Random } from '../../train/random.ts'
import { addDays } from '@sheaf/extraction/normalise'
import { COUNTRIES, countriesInScript } from '../data/countries.ts'
import type { Locale } from '../data/locales.ts'
import { wordsFor } from '../data/words.ts'
import { type Bank, makeBanks } from './banks.ts'
import { paymentReference } from './national.ts'
import { documentNumber, fill } from './numbers.ts'
import { makeParty, type Party } from './party.ts'
import { makeRows, round, round as roundTo, type Goods, type Row } from './rows.ts'

export const DOCUMENT_TYPES = [
  'invoice',
  'credit_note',
  'reminder',
  'delivery_note',
  'order',
  'receipt',
  'utility',
  'premium',
  'prepayment',
  'final',
] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

const SHARES: readonly (readonly [DocumentType, number])[] = [
  ['invoice', 0.58], ['utility', 0.04], ['premium', 0.025], ['prepayment', 0.03], ['final', 0.025],
  ['credit_note', 0.07], ['reminder', 0.03], ['delivery_note', 0.05], ['order', 0.05], ['receipt', 0.1],
] /* prettier-ignore */

export interface RateSum {
  rate: number
  base: number
  tax: number
}
export interface Totals {
  /** Sum of the rows as printed. */
  rows: number
  discount: number
  discountRate: number
  shipping: number
  rates: RateSum[]
  base: number
  tax: number
  rounding: number
  total: number
  paid: number
  advance: number
  previous: number
  due: number
}
/** What is billed, independent of layout and language of the labels. */
export interface Content {
  type: DocumentType
  currency: string
  /** Whether prices of rows include tax. */
  isGross: boolean
  /** Why there is no tax: a law of exemption, or a country without. */
  isExempt: boolean
  number: string
  issued: string
  due: string
  days: number
  delivered: string
  period: [from: string, to: string]
  order: string
  orderDate: string
  customer: string
  note: string
  project: string
  yourReference: string
  ourReference: string
  contract: string
  meter: string
  payReference: string
  credited: { number: string; date: string }
  seller: Party
  buyer: Party
  shipTo: Party | null
  banks: Bank[]
  rows: Row[]
  totals: Totals
  /** Older invoices that a reminder lists. */
  open: { number: string; date: string; due: string; amount: number }[]
  fee: number
  isDebit: boolean
  taxName: string
}

const PREFIXES: Readonly<Record<DocumentType, readonly string[]>> = {
  invoice: ['INV', 'RE', 'FA', 'F', 'R', 'FV', 'IN', 'SI', 'A', 'NF', 'VF', 'FT', 'RG', 'RN', 'FAC', 'AR', 'FC'],
  credit_note: ['CN', 'GS', 'AV', 'ST', 'CR', 'NC', 'KOR', 'SC'], reminder: ['REM', 'MA', 'M', 'R'], delivery_note: ['DN', 'LS', 'BL', 'WZ', 'DL', 'PS'],
  order: ['PO', 'BE', 'BC', 'B', 'ORD', 'ZO', 'OB', '45'], receipt: ['T', 'CS', 'R', 'B', 'POS'], utility: ['INV', 'V', 'U', 'RE'], premium: ['P', 'V', 'POL'],
  prepayment: ['PF', 'AN', 'AC', 'PRO', 'ZAL', 'DEP'], final: ['INV', 'SR', 'F', 'RE'],
} /* prettier-ignore */

export function pickType(random: Random): DocumentType {
  let roll = random.next()
  for (const [type, share] of SHARES) if ((roll -= share) < 0) return type
  return 'invoice'
}

const CURRENCY_SCALE: Readonly<Record<string, number>> = {
  CZK: 20,
  INR: 40,
  PLN: 3,
  SEK: 8,
  NOK: 8,
  DKK: 6,
  ZAR: 12,
  BRL: 4,
  MYR: 2,
  HUF: 350,
  RON: 5,
  TRY: 30,
  BGN: 2,
  UAH: 40,
  IDR: 1000,
  VND: 1500,
}

/** Currencies whose amounts are whole, though one of them has decimals in ISO 4217. */
export const placesOf = (currency: string): number => (['IDR', 'VND'].includes(currency) ? 0 : 2)

/**
 * Invents one document of a locale. `habits` decides what is the same in each document of a sender: with equal habits, documents have the same
 * parties, currency, taxes, forms of numbers and terms.
 */
export function makeContent(random: Random, locale: Locale, type: DocumentType, habits: Random = random): Content {
  const land = COUNTRIES[locale.country]!
  const words = wordsFor(
    locale.language === 'en' && land.names !== 'en' && habits.chance(0.4) ? land.names : locale.language,
  )
  const isRetail = type === 'receipt'
  const currency =
    land.currency !== 'EUR' &&
    habits.chance(isRetail ? 0 : locale.language === 'en' && land.names !== 'en' ? 0.35 : 0.06)
      ? habits.pick(['EUR', 'EUR', 'USD', 'GBP'])
      : land.currency === 'EUR' && !isRetail && habits.chance(0.04)
        ? habits.pick(['USD', 'GBP', 'CHF'])
        : land.currency
  const foreign = !isRetail && habits.chance(locale.language === 'en' && land.names !== 'en' ? 0.6 : 0.1)
  const buyerCountry = foreign ? habits.pick(countriesInScript(land)) : locale.country
  const year = habits.integer(2009, 2026)
  const issued = addDays(`${year}-01-01`, random.integer(0, 364))
  const days = habits.pick([0, 7, 8, 10, 14, 14, 14, 15, 20, 21, 28, 30, 30, 30, 45, 60, 60, 90])
  const order = habits.pick([
    () => fill(random, '%#######'),
    () => fill(random, '45########'),
    () => `PO-${fill(random, '####')}`,
    () => documentNumber(random, year, PREFIXES.order, habits),
    () => fill(random, '@@%####'),
    () => fill(random, '%####'),
  ])()
  const delivered = addDays(issued, -random.pick([0, 0, 1, 1, 2, 3, 5, 8, 14, 20]))
  const from = addDays(delivered, -random.pick([28, 29, 30, 60, 89, 180, 364]))
  const isExempt = !isRetail && (foreign ? habits.chance(0.5) : habits.chance(0.08))
  const isGross =
    !isExempt && type !== 'order' && (isRetail ? land.names !== 'en' || habits.chance(0.5) : habits.chance(0.13))
  const single = habits.chance(0.7)
  const rates = isExempt
    ? [0]
    : single
      ? [habits.chance(0.75) ? land.rates[0]! : habits.pick(land.rates)]
      : land.rates.slice(0, habits.integer(2, 3))
  const goods: Goods =
    type === 'utility'
      ? 'energy'
      : type === 'premium'
        ? 'policies'
        : isRetail
          ? 'products'
          : habits.pick(['products', 'products', 'services', 'services', 'mixed'] as const)
  const count =
    type === 'premium'
      ? random.integer(1, 3)
      : random.chance(0.06)
        ? random.integer(14, 45)
        : random.chance(0.3)
          ? random.integer(1, 2)
          : random.integer(2, isRetail ? 12 : 11)
  const scale = (CURRENCY_SCALE[currency] ?? 1) * (isRetail ? 0.25 : 1)
  const places = placesOf(currency)
  /** What costs a few euros elsewhere. */
  const unit = places === 0 ? scale : 1
  const rows = makeRows(random, words, goods, count, rates, scale, habits, places)
  const seller = makeParty(habits, locale.country, 'seller')
  const usual = makeParty(habits, buyerCountry, 'buyer')
  // A company of the same group.
  const buyer = habits !== random && random.chance(0.2) ? makeParty(random, buyerCountry, 'buyer') : usual
  if (type === 'credit_note' && habits.chance(0.5)) negate(rows, habits.chance(0.5))
  const totals = makeTotals(random, rows, { isGross, type, single, currency, unit }, habits)
  const bankCountry = habits.chance(0.95) ? locale.country : habits.pick(['DE', 'GB', 'NL', 'IE'])
  const banks = makeBanks(habits, { locale, bankCountry, town: seller.town, words })
  const number = documentNumber(random, year, PREFIXES[type], habits)
  const open = Array.from({ length: random.integer(1, 3) }, () => {
    const date = addDays(issued, -random.integer(40, 120))
    return {
      number: documentNumber(random, year, PREFIXES.invoice),
      date,
      due: addDays(date, 14),
      amount: round(Math.exp(random.between(3, 7)) * unit, places),
    }
  })
  return {
    type, currency, isGross, isExempt, number, issued, due: addDays(issued, days), days, delivered,
    period: [from, addDays(delivered, -1)], order, orderDate: addDays(delivered, -random.integer(1, 30)),
    customer: fill(habits, habits.pick(['%####', 'K%####', '%#####', 'C-####', '1####', 'CUST%###', '%#######', 'D%####', '%##', '%## ### ###'])),
    note: documentNumber(random, year, PREFIXES.delivery_note, habits), project: random.pick([fill(random, 'P-####'), random.pick(words.sections), `${random.pick(words.services)} ${random.pick(words.surnames)}`]),
    yourReference: habits.pick([fill(random, '@@/###'), `${random.pick(words.given)} ${random.pick(words.surnames)}`, fill(random, '%###-@@')]), ourReference: fill(random, habits.pick(['@@@/@@', '##-####', '@@####'])),
    contract: fill(habits, habits.pick(['%#########', 'V-#######', '%### ### ###'])), meter: fill(habits, habits.pick(['%#######', '1ESY##########', '@@%######'])),
    payReference: paymentReference(locale.country, fill(random, '%#########')), credited: { number: documentNumber(random, year, PREFIXES.invoice, habits), date: addDays(issued, -random.integer(5, 80)) },
    seller, buyer, shipTo: habits.chance(0.5) ? makeParty(habits, buyerCountry, 'buyer') : null,
    banks,
    rows, totals, open, fee: habits.pick([5, 10, 12, 40, 2.5, 15]) * unit, isDebit: habits.chance(0.1), taxName: habits.pick(land.taxNames),
  } /* prettier-ignore */
}

function negate(rows: Row[], byQuantity: boolean): void {
  for (const row of rows) {
    if (byQuantity) row.quantity = -row.quantity
    else row.price = -row.price
    row.amount = -row.amount
  }
}

interface Rules {
  isGross: boolean
  type: DocumentType
  single: boolean
  currency: string
  unit: number
}

function makeTotals(
  random: Random,
  rows: readonly Row[],
  { isGross, type, single, currency, unit }: Rules,
  habits: Random,
): Totals {
  const round = (value: number): number => roundTo(value, placesOf(currency))
  const sum = round(rows.reduce((total, row) => total + row.amount, 0))
  const goods = type === 'invoice' || type === 'order' || type === 'final'
  const discountRate = single && goods && habits.chance(0.08) ? habits.pick([2, 3, 5, 10, 15]) : 0
  const discount = discountRate ? round((sum * discountRate) / 100) : 0
  const shipping =
    single && goods && habits.chance(0.16) ? round(habits.pick([4.9, 5.95, 8, 12.5, 15, 25, 49.9, 6.5]) * unit) : 0
  const rates = [...new Set(rows.map((row) => row.rate))]
    .sort((a, b) => b - a)
    .map((rate): RateSum => {
      const part = round(
        rows.filter((row) => row.rate === rate).reduce((total, row) => total + row.amount, 0) - discount + shipping,
      )
      if (isGross) {
        const base = round(part / (1 + rate / 100))
        return { rate, base, tax: round(part - base) }
      }
      return { rate, base: part, tax: round((part * rate) / 100) }
    })
  const base = round(rates.reduce((total, part) => total + part.base, 0))
  const tax = round(rates.reduce((total, part) => total + part.tax, 0))
  const exact = round(base + tax)
  const step = ['CHF', 'MYR', 'AUD'].includes(currency) ? 0.05 : ['CZK', 'INR', 'HUF', 'SEK'].includes(currency) ? 1 : 0
  const total = step && habits.chance(0.4) ? round(Math.round(exact / step) * step) : exact
  const paid =
    type === 'utility'
      ? random.chance(0.3)
        ? random.integer(1, 9) * 10 * unit
        : 0
      : type === 'invoice' && total > 0 && random.chance(0.1)
        ? random.chance(0.5)
          ? total
          : round(total * random.pick([0.3, 0.5, 0.25]))
        : 0
  const advance = type === 'final' ? round(total * random.pick([0.3, 0.5, 0.4, 0.25])) : 0
  const previous =
    (type === 'utility' && random.chance(0.5)) || (type === 'invoice' && random.chance(0.04))
      ? round(Math.exp(random.between(2, 6)) * unit)
      : 0
  return {
    rows: sum,
    discount,
    discountRate,
    shipping,
    rates,
    base,
    tax,
    rounding: round(total - exact),
    total,
    paid,
    advance,
    previous,
    due: round(total - paid - advance + previous),
  }
}
