import type { Candidate } from '../../find/candidates.ts'
import type { LabelClass } from '../../lexicon/classes.ts'
import type { Relations } from '../relations.ts'
import { unitsOf } from './amounts.ts'
import type { Features } from './common.ts'

/** Amounts next to the labels of sums: what is known of a document before its fields are chosen. */
export interface LabelledSums {
  totals: readonly Candidate[]
  paid: readonly Candidate[]
  earlier: readonly Candidate[]
  /** Amounts with the decimals of money. */
  money: readonly Candidate[]
  /** The decimals of the currency. */
  decimals: number
}

/** Returns the amounts whose nearest label on the left is that of a total, a payment or an earlier balance. */
export function findLabelledSums(
  candidates: readonly Candidate[],
  relations: readonly Relations[],
  decimals: number,
): LabelledSums {
  const labelled = (...classes: readonly LabelClass[]): Candidate[] =>
    candidates.filter((candidate, i) => {
      const label = relations[i]!.left[0]
      return (
        label?.between === 0 &&
        classes.some((name) => label.label.classes.has(name)) &&
        unitsOf(candidate, decimals) > 0 &&
        !candidate.traits.includes('percent')
      )
    })
  return {
    totals: labelled('total', 'due'),
    paid: labelled('paid', 'deposit'),
    earlier: labelled('balance'),
    money: candidates.filter(({ traits }) => traits.includes('places:2') && !traits.includes('percent')),
    decimals,
  }
}

/**
 * Features of what is to be paid, whatever its label is: the total repeated on another line, the total without payments, the total with
 * an earlier balance.
 */
export function describeDue(candidate: Candidate, sums: LabelledSums): Features {
  const { totals, paid, earlier, decimals } = sums
  const features: Features = []
  const units = (other: Candidate): number => unitsOf(other, decimals)
  const value = units(candidate)
  const isTotal = totals.includes(candidate)
  const others = totals.filter((total) => total !== candidate && !isSameLine(total, candidate))
  if (!isTotal) {
    const same = others.filter((total) => units(total) === value)
    if (same.some((total) => isBelow(candidate, total))) features.push('due:repeats-above')
    else if (same.length > 0) features.push('due:repeats')
  }
  const isOther = (parts: readonly Candidate[], sign: number): boolean =>
    others.some((total) => parts.some((part) => units(total) + sign * units(part) === value))
  // There are coins of cents only.
  if (decimals === 2) describeRounding(features, candidate, sums)
  if (isOther(paid, -1)) features.push('due:rest')
  if (isOther(earlier, 1) || isOther(earlier, -1)) features.push('due:with-earlier')
  return features
}

/** The coins of some countries make totals multiples of five or ten cents: a few cents more or less than the sum before. */
function describeRounding(features: Features, candidate: Candidate, { totals, money }: LabelledSums): void {
  const cents = (other: Candidate): number => unitsOf(other, 2)
  const value = cents(candidate)
  const isNear = (other: Candidate): boolean => {
    const difference = Math.abs(cents(other) - value)
    return difference > 0 && difference < 5
  }
  if (value % 5 === 0) {
    if (totals.some((total) => cents(total) % 5 !== 0 && isNear(total))) features.push('round:after')
  } else if (totals.includes(candidate) && money.some((other) => cents(other) % 5 === 0 && isNear(other)))
    features.push('round:before')
}

const isSameLine = (a: Candidate, b: Candidate): boolean =>
  a.segment.page === b.segment.page && a.segment.line === b.segment.line

/** Returns whether a candidate is in the same column as another one and below it, with few lines in between. */
function isBelow(candidate: Candidate, above: Candidate): boolean {
  const size = Math.max(candidate.segment.size, above.segment.size)
  const gap = candidate.box[1] - above.box[3]
  return (
    candidate.segment.page === above.segment.page &&
    gap > -0.4 * size &&
    gap < 8 * size &&
    (Math.abs(candidate.box[2] - above.box[2]) < 1.5 * size || Math.abs(candidate.box[0] - above.box[0]) < size)
  )
}
