import type { Candidate } from '../../find/candidates.ts'
import type { LabelClass } from '../../lexicon/classes.ts'
import type { Relations } from '../relations.ts'
import type { Features } from './common.ts'

/** Amounts next to the labels of sums: what is known of a document before its fields are chosen. */
export interface LabelledSums {
  totals: readonly Candidate[]
  paid: readonly Candidate[]
  earlier: readonly Candidate[]
  /** Amounts with two decimals. */
  money: readonly Candidate[]
}

const cents = (candidate: Candidate): number => Math.round(Math.abs(candidate.number!) * 100)

/** Returns the amounts whose nearest label on the left is that of a total, a payment or an earlier balance. */
export function findLabelledSums(candidates: readonly Candidate[], relations: readonly Relations[]): LabelledSums {
  const labelled = (...classes: readonly LabelClass[]): Candidate[] =>
    candidates.filter((candidate, i) => {
      const label = relations[i]!.left[0]
      return (
        label?.between === 0 &&
        classes.some((name) => label.label.classes.has(name)) &&
        cents(candidate) > 0 &&
        !candidate.traits.includes('percent')
      )
    })
  return {
    totals: labelled('total', 'due'),
    paid: labelled('paid', 'deposit'),
    earlier: labelled('balance'),
    money: candidates.filter(({ traits }) => traits.includes('places:2') && !traits.includes('percent')),
  }
}

/**
 * Features of what is to be paid, whatever its label is: the total repeated on another line, the total without payments, the total with
 * an earlier balance.
 */
export function describeDue(candidate: Candidate, { totals, paid, earlier, money }: LabelledSums): Features {
  const features: Features = []
  const value = cents(candidate)
  const isTotal = totals.includes(candidate)
  const others = totals.filter((total) => total !== candidate && !isSameLine(total, candidate))
  if (!isTotal) {
    const same = others.filter((total) => cents(total) === value)
    if (same.some((total) => isBelow(candidate, total))) features.push('due:repeats-above')
    else if (same.length > 0) features.push('due:repeats')
  }
  const isOther = (parts: readonly Candidate[], sign: number): boolean =>
    others.some((total) => parts.some((part) => cents(total) + sign * cents(part) === value))
  describeRounding(features, candidate, totals, money)
  if (isOther(paid, -1)) features.push('due:rest')
  if (isOther(earlier, 1) || isOther(earlier, -1)) features.push('due:with-earlier')
  return features
}

/** The coins of some countries make totals multiples of five or ten cents: a few cents more or less than the sum before. */
function describeRounding(
  features: Features,
  candidate: Candidate,
  totals: readonly Candidate[],
  money: readonly Candidate[],
): void {
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
