import type { Figure } from './figures.ts'

/** The relation of quantity, price and amount of a row. */
export interface Agreement {
  /** `equal`: quantity 1 and the price repeated; `product`: a real product; the others require another figure. */
  kind: 'product' | 'equal' | 'zero' | 'discount' | 'addition' | 'per' | 'taxed'
  quantity: number
  price: number
  amount: number
}

const valuesOf = (figure: Figure): number[] => [figure.value, ...figure.others]

/** Decimals of dinars: amounts are not rounded to more. */
const MOST_PLACES = 3

/** Tolerance for the rounding of the amount and of a price printed with few decimals. */
function tolerance(quantity: Figure, price: Figure, amountPlaces: number): number {
  const amountRoom = amountPlaces === 0 ? 0.011 : 0.51 * 10 ** -Math.min(MOST_PLACES, amountPlaces)
  const priceRoom = price.places === 0 ? 0 : Math.abs(quantity.value) * 0.5 * 10 ** -price.places
  const quantityRoom = Number.isInteger(quantity.value) ? 0 : Math.abs(price.value) * 0.5 * 10 ** -quantity.places
  return amountRoom + Math.min(priceRoom + quantityRoom, Math.abs(quantity.value * price.value) * 0.02) + 1e-6
}

/** Checks quantity × price = amount, also with the signs of credit notes. */
export function agree(quantity: Figure, price: Figure, amount: Figure): Agreement | null {
  for (const q of valuesOf(quantity)) {
    for (const p of valuesOf(price)) {
      for (const a of valuesOf(amount)) {
        if (Math.abs(Math.abs(q * p) - Math.abs(a)) > tolerance(quantity, price, amount.places)) continue
        const kind = a === 0 ? 'zero' : Math.abs(q) === 1 || Math.abs(p) === 1 ? 'equal' : 'product'
        return { kind, quantity: q, price: p, amount: a }
      }
    }
  }
  return null
}

/**
 * Checks quantity × price = amount with one more figure of the row: a discount in per cent, an amount added or subtracted, a price per
 * several units, or a tax rate included in the amount but not in the price.
 */
export function agreeWith(
  quantity: Figure,
  price: Figure,
  amount: Figure,
  further: readonly Figure[],
): Agreement | null {
  const q = quantity.value
  const p = price.value
  const a = amount.value
  const full = q * p
  if (full === 0 || a === 0) return null
  const room = tolerance(quantity, price, amount.places)
  const near = (expected: number): boolean => Math.abs(Math.abs(expected) - Math.abs(a)) <= room
  const result = (kind: Agreement['kind']): Agreement => ({ kind, quantity: q, price: p, amount: a })
  for (const figure of further) {
    const x = figure.value
    if (x === 0) continue
    const rate = Math.abs(x) / 100
    if (Math.abs(x) < 100 && near(full * (1 - rate))) return result('discount')
    if (figure.percent && near(full * (1 + rate))) return result('taxed')
    // What is added or taken off is a part of the amount; otherwise the "rest" of an amount with tax is its tax.
    if (
      !figure.percent &&
      figure.places >= 2 &&
      Math.abs(x) <= Math.abs(full) / 2 &&
      (near(full + x) || near(full - x))
    )
      return result('addition')
    if (!figure.percent && x > 1 && near(full / x)) return result('per')
  }
  for (let i = 0; i < further.length; i++) {
    for (let j = 0; j < further.length; j++) {
      if (i === j) continue
      const x = further[i]!
      const y = further[j]!
      if (x.percent || x.value <= 1 || y.value === 0) continue
      if (y.places >= 2 && !y.percent && (near(full / x.value + y.value) || near(full / x.value - y.value)))
        return result('per')
      if (Math.abs(y.value) < 100 && near((full / x.value) * (1 - Math.abs(y.value) / 100))) return result('per')
    }
  }
  // Below that the quantity could be a tax rate and the amount the tax.
  for (const unit of [100, 1000]) if (near(full / unit) && Math.abs(q) > 30 && Number.isInteger(q)) return result('per')
  return null
}

/**
 * Returns true if the sum equals one of the targets, to the smallest unit of the currency (a cent) with a tolerance for the rounding of each
 * row.
 */
export function meetsTarget(sum: number, count: number, targets: readonly number[], unit = 0.01): boolean {
  const room = unit * (0.51 + Math.min(2, 0.1 * count))
  return targets.some((target) => Math.abs(Math.abs(sum) - Math.abs(target)) <= room)
}
