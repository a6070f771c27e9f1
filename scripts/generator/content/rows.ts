import type { Random } from '../../train/random.ts'
import type { Words } from '../data/words.ts'
import { fill } from './numbers.ts'

export interface Row {
  description: string
  /** Lines below the description: dates, serial numbers, notes. `{date}` and `{date2}` are ISO dates in braces. */
  details: string[]
  code: string
  quantity: number
  unit: string
  /** Without tax, or with it if the document's prices include tax. */
  price: number
  priceDecimals: number
  discount: number
  rate: number
  /** Quantity times price less discount. */
  amount: number
  /** Heading printed above this row. */
  section: string | null
}

export const round = (value: number, places = 2): number => {
  const factor = 10 ** places
  return Math.round((value + Math.sign(value) * 1e-9) * factor) / factor
}

export type Goods = 'products' | 'services' | 'mixed' | 'energy' | 'policies'

function describe(random: Random, words: Words, kind: Goods, isProduct: boolean): string {
  if (kind === 'energy') return random.pick(words.energy)
  if (kind === 'policies') return random.pick(words.policies)
  if (!isProduct) {
    const service = random.pick(words.services)
    return random.pick([
      service,
      service,
      `${service} ${fill(random, '0%/20##')}`,
      `${service} – ${random.pick(words.attributes)}`,
      `${service}: ${random.pick(words.services)}`,
      `${service} (${random.pick(words.products)})`,
    ])
  }
  const product = random.pick(words.products)
  const attribute = random.pick(words.attributes)
  const more = random.pick(words.attributes)
  return random.pick([
    product,
    `${product} ${attribute}`,
    `${product}, ${attribute}`,
    `${product} ${attribute}, ${more}`,
    `${product} ${fill(random, '@@-###')}`,
    `${product} - ${attribute}`,
    `${fill(random, '@@##')} ${product}`,
    `${product} ${attribute} ${random.pick(words.products)} ${more}`,
    product.toUpperCase(),
    `${product} + ${random.pick(words.products)} (${attribute})`,
  ])
}

const CODES = [
  '######',
  '@@###',
  '#####-##',
  '@##.###',
  '%###',
  '@@@-###-@',
  '####.##',
  '%############',
  '@@-%##',
  '@%####',
]

/** Rows of one document. `rates` are the tax rates that may occur, `places` the decimals of the currency. */
export function makeRows(
  random: Random,
  words: Words,
  goods: Goods,
  count: number,
  rates: readonly number[],
  scale: number,
  habits: Random,
  places = 2,
): Row[] {
  const code = habits.pick(CODES)
  const counter = random.integer(1000, 9999)
  const discounts = habits.chance(0.12)
  const whole = habits.chance(0.7)
  const ends = habits.chance(0.35)
  const usual = goods === 'energy' ? habits.pick([2, 3, 4]) : habits.chance(0.05) ? 4 : 2
  const decimals = places === 0 ? 0 : usual
  const pieces = habits.pick(words.pieces)
  const hours = habits.pick(words.hours)
  const hasDetails = habits.chance(0.3)
  const sections = habits.chance(0.07)
  const used = new Set<string>()
  return Array.from({ length: count }, (_, i) => {
    const isProduct = goods === 'products' || (goods === 'mixed' && random.chance(0.5))
    let description = describe(random, words, goods, isProduct)
    for (let tries = 0; used.has(description) && tries < 5; tries++)
      description = describe(random, words, goods, isProduct)
    used.add(description)
    const isMeasured = random.chance(0.25)
    const unit = isMeasured ? random.pick(words.measures) : isProduct ? pieces : hours
    const amount = isProduct
      ? isMeasured && !whole
        ? random.integer(1, 4000) / random.pick([10, 100, 2])
        : random.pick([1, 1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 24, 25, 50, 100, 150, 250, 500])
      : whole
        ? random.pick([1, 1, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 40])
        : random.integer(1, 80) / 4
    const quantity = goods === 'energy' ? random.integer(1, 4000) : goods === 'policies' ? 1 : amount
    const base =
      goods === 'energy'
        ? (0.02 + random.next() * 0.4) * (places === 0 ? scale : 1)
        : Math.exp(random.between(isProduct ? 0.5 : 2.8, isProduct ? 5.5 : 6.5)) * scale
    const factor = 10 ** decimals
    const price = Math.max(
      1 / factor,
      ends
        ? Math.round(base) - (places === 0 ? 0 : 0.01) + (base < 1 ? 1 : 0)
        : random.chance(0.3)
          ? Math.max(1, Math.round(base))
          : Math.round(base * factor) / factor,
    )
    const discount = discounts && random.chance(0.6) ? random.pick([5, 10, 15, 20, 2.5]) : 0
    return {
      description,
      details:
        hasDetails && random.chance(0.65)
          ? Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () =>
              random
                .pick(words.details)
                .replace('{serial}', fill(random, '%#######'))
                .replace('{person}', `${random.pick(words.given)} ${random.pick(words.surnames)}`),
            )
          : [],
      code: code.includes('####.##') ? `${counter + i}` : fill(random, code),
      quantity,
      unit: goods === 'energy' ? 'kWh' : unit,
      price: Math.round(price * factor) / factor,
      priceDecimals: decimals,
      discount,
      rate: random.chance(0.75) ? rates[0]! : random.pick(rates),
      amount: round(quantity * price * (1 - discount / 100), places),
      section: sections && (i === 0 || random.chance(0.3)) ? random.pick(words.sections) : null,
    }
  })
}
