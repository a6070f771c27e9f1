import type { Candidate } from '../../find/candidates.ts'
import { overlapY, type Layout } from '../../find/layout.ts'
import { bucket } from '../../find/names.ts'
import type { Relations } from '../relations.ts'
import type { Features } from './common.ts'

/** Returns an amount in the smallest unit of its currency: cents, thousandths of a dinar, yen. */
export const unitsOf = (candidate: Candidate, decimals: number): number =>
  Math.round(Math.abs(candidate.number!) * 10 ** decimals)

/** Roles of a figure in the sums of its page; figures are distinguished by value, not by position. */
export interface Arithmetic {
  /** The decimals of the currency, and an amount in its smallest unit. */
  decimals: number
  units: (candidate: Candidate) => number
  /** base + tax = total, over all figures with decimals: from the value in units to the number of times it has the role. */
  total: Map<number, number>
  base: Map<number, number>
  tax: Map<number, number>
  /** Values in units that have a role in base + tax = total with a rate printed on the page: rate × base = tax. */
  ratedTotal: Set<number>
  ratedBase: Set<number>
  ratedTax: Set<number>
  /** cash - total = change */
  changedTotal: Set<number>
  changedCash: Set<number>
  /** Sum of a run of figures directly above in the same column. */
  columnSum: Set<Candidate>
  /** Distinct values in descending order. */
  ranked: number[]
  /** Rates in per cent printed on the page. */
  rates: number[]
}

const COMMON_RATES = [5, 5.5, 6, 7, 7.5, 8, 9, 10, 12, 13, 15, 16, 17, 18, 19, 20, 21, 22, 23, 25, 27]

export function findArithmetic(amounts: readonly Candidate[], decimals: number): Arithmetic {
  const units = (candidate: Candidate): number => unitsOf(candidate, decimals)
  const result: Arithmetic = {
    decimals,
    units,
    total: new Map(),
    base: new Map(),
    tax: new Map(),
    ratedTotal: new Set(),
    ratedBase: new Set(),
    ratedTax: new Set(),
    changedTotal: new Set(),
    changedCash: new Set(),
    columnSum: new Set(),
    ranked: [],
    rates: [],
  }
  const money = amounts.filter((amount) => !amount.traits.includes('percent') && units(amount) > 0)
  const precise = money.filter((amount) => amount.traits.includes('places:2'))
  const pool = [...new Set((precise.length >= 3 ? precise : money).map(units))].sort((a, b) => b - a).slice(0, 120)
  const present = new Set(pool)
  result.ranked = [
    ...new Set(money.filter((amount) => precise.length === 0 || !amount.traits.includes('places:0')).map(units)),
  ].sort((a, b) => b - a)
  result.rates = [
    ...new Set(amounts.filter((amount) => amount.traits.includes('percent')).map((amount) => Math.abs(amount.number!))),
  ].filter((rate) => rate > 0 && rate < 40)
  const rates = result.rates.length > 0 ? result.rates : COMMON_RATES
  for (let i = 0; i < pool.length; i++) {
    for (let j = i + 1; j < pool.length; j++) {
      const [total, part] = [pool[i]!, pool[j]!]
      const rest = total - part
      if (rest > part || (!present.has(rest) && !present.has(rest + 1) && !present.has(rest - 1))) continue
      const tax = present.has(rest) ? rest : present.has(rest + 1) ? rest + 1 : rest - 1
      // A tax is never more than two fifths of its base.
      if (tax > part * 0.4 || tax <= 0) {
        continue
      }
      if (tax === rest) {
        count(result.total, total)
        count(result.base, part)
        count(result.tax, tax)
      }
      if (rates.some((rate) => Math.abs((part * rate) / 100 - tax) <= 1.5)) {
        result.ratedTotal.add(total)
        result.ratedBase.add(part)
        result.ratedTax.add(tax)
      }
    }
  }
  findChange(money, result)
  findColumnSums(money, result)
  return result
}

function count(map: Map<number, number>, key: number): void {
  map.set(key, (map.get(key) ?? 0) + 1)
}

/** Till receipts: total, cash and change follow each other. */
function findChange(money: readonly Candidate[], result: Arithmetic): void {
  for (let i = 0; i < money.length; i++) {
    for (let j = i + 1; j < Math.min(money.length, i + 6); j++) {
      for (let k = j + 1; k < Math.min(money.length, i + 8); k++) {
        const [total, cash, change] = [result.units(money[i]!), result.units(money[j]!), result.units(money[k]!)]
        if (total > 0 && change > 0 && cash - total === change) {
          result.changedTotal.add(total)
          result.changedCash.add(cash)
        }
      }
    }
  }
}

/** A figure that is the sum of two to forty figures directly above it with the same right edge. */
function findColumnSums(money: readonly Candidate[], result: Arithmetic): void {
  for (const candidate of money) {
    const size = candidate.segment.size
    const above = money
      .filter(
        (other) =>
          other.segment.page === candidate.segment.page &&
          other.box[3] <= candidate.box[1] + size * 0.4 &&
          Math.abs(other.box[2] - candidate.box[2]) < size * 1.2,
      )
      .sort((a, b) => b.box[1] - a.box[1])
    let sum = 0
    const wanted = result.units(candidate)
    let started = false
    for (const [index, other] of above.slice(0, 40).entries()) {
      sum += Math.sign(other.number!) * result.units(other)
      if (index >= 1 && Math.abs(sum - wanted) <= 1) {
        result.columnSum.add(candidate)
        break
      }
      if (!started && index < 3 && sum !== 0 && sum > wanted) {
        sum = 0
        started = true
      }
    }
  }
}

/** Features that distinguish a total from a price, a tax from a base, cash from change. */
export function describeAmount(
  layout: Layout,
  candidate: Candidate,
  relations: Relations,
  peers: readonly Candidate[],
  arithmetic: Arithmetic,
  type: string | null,
): Features {
  const features: Features = []
  const value = arithmetic.units(candidate)
  const role = (name: string, map: Map<number, number>) => {
    const times = map.get(value) ?? 0
    if (times > 0) features.push(`sum:${name}`, `sum:${name}:${Math.min(3, times)}`)
  }
  role('total', arithmetic.total)
  role('base', arithmetic.base)
  role('tax', arithmetic.tax)
  if (arithmetic.ratedTotal.has(value)) features.push('rated:total')
  if (arithmetic.ratedBase.has(value)) features.push('rated:base')
  if (arithmetic.ratedTax.has(value)) features.push('rated:tax')
  if (arithmetic.changedTotal.has(value)) features.push('change:total')
  if (arithmetic.changedCash.has(value)) features.push('change:cash')
  if (arithmetic.columnSum.has(candidate)) features.push('column-sum')
  if (arithmetic.total.size === 0) features.push('no-sums')
  const rank = arithmetic.ranked.indexOf(value)
  features.push(`rank:${rank < 0 ? 'none' : bucket(rank, [0, 1, 2, 4, 8])}`)
  const rowPeers = peers.filter(
    (peer) =>
      peer !== candidate && peer.segment.page === candidate.segment.page && overlapY(peer.box, candidate.box) > 0.5,
  )
  features.push(`in-row:${Math.min(4, rowPeers.length)}`)
  if (!rowPeers.some((peer) => peer.box[0] >= candidate.box[2] - 2)) features.push('row-last')
  const sameEdge = peers.filter(
    (peer) => peer.segment.page === candidate.segment.page && Math.abs(peer.box[2] - candidate.box[2]) < layout.size,
  )
  if (sameEdge.length > 2) {
    const lower = sameEdge.filter((peer) => peer.box[1] > candidate.box[1] + 2).length
    features.push(`column-below:${bucket(lower, [0, 1, 2, 4])}`)
  } else features.push('column:none')
  const later =
    arithmetic.ranked.length > 0
      ? peers.filter(
          (peer) =>
            peer.segment.index > candidate.segment.index &&
            arithmetic.units(peer) >= value &&
            !peer.traits.includes('percent'),
        ).length
      : 0
  features.push(`larger-later:${bucket(later, [0, 1, 3])}`)
  // Feature combinations that a linear model cannot represent itself.
  const label = relations.left[0]?.between === 0 ? relations.left[0].label : undefined
  for (const labelClass of label?.classes ?? ['none']) {
    if (arithmetic.ratedTotal.has(value) || arithmetic.total.has(value)) features.push(`L=${labelClass}&sum:total`)
    if (arithmetic.ratedBase.has(value)) features.push(`L=${labelClass}&rated:base`)
    if (arithmetic.ratedTax.has(value)) features.push(`L=${labelClass}&rated:tax`)
    features.push(`L=${labelClass}&rank:${rank < 0 ? 'none' : Math.min(3, rank)}`)
    features.push(`L=${labelClass}&in-row:${Math.min(2, rowPeers.length)}`)
    if (layout.receipt) features.push(`L=${labelClass}&receipt`)
    // What is to be paid is the total of an invoice, and nothing on a credit note.
    features.push(`type:${type ?? 'none'}&L=${labelClass}`)
  }
  return features
}
