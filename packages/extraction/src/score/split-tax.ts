import { unite } from '../find/layout.ts'
import type { Distributions } from './joint.ts'
import type { Answer, Distribution } from './model.ts'

/** Taxes that may be parts of a sum, and likely totals and bases with which their sum is compared. */
const PARTS = 7
const SIDES = 2
const MAX_PARTS = 3
/** Bounds of the probability of the sum. Labelled taxes that fill the gap between total and base are no accident, however unlikely each is. */
const MIN_SHARE = 0.2
const MAX_SHARE = 0.5
/** Half a cent per part, because each is rounded separately. */
const tolerance = (parts: number) => 0.006 + parts * 0.005

/**
 * An invoice with several tax rates often prints a tax for each but not their sum. If no likely tax is the difference of a likely total and
 * base, but the sum of two or three of them is, the sum is added to the answers with the combined score of its parts. The joint choice then
 * decides.
 */
export function addSplitTax(distributions: Distributions): Distributions {
  const { amount_total: total, amount_total_base: base, amount_total_tax: tax } = distributions
  if (!total || !base || !tax) return distributions
  const parts = tax.answers.filter((answer) => Number(answer.value) > 0 && isLabelled(answer)).slice(0, PARTS)
  for (const sum of total.answers.slice(0, SIDES)) {
    for (const net of base.answers.slice(0, SIDES)) {
      const wanted = Number(sum.value) - Number(net.value)
      if (wanted <= 0.01) continue
      if (tax.answers.some((answer) => Math.abs(Number(answer.value) - wanted) < 0.011)) continue
      const found = subsetsOf(parts).filter(
        (subset) => Math.abs(sumOf(subset) - wanted) < tolerance(subset.length) && standApart(subset, [sum, net]),
      )
      // An ambiguous decomposition of the sum is not used.
      if (found.length === 1) return { ...distributions, amount_total_tax: withSum(tax, found[0]!, wanted) }
    }
  }
  return distributions
}

/** What may be between the label of a tax and its amount: `19 % MwSt. von 100,00 EUR 19,00`, `21 % btw over € 100,00`. */
const BETWEEN = ['L=currency', 'L=period', 'L=base']

/** The line of each part is labelled as a tax, because any two figures may add up to anything. */
const isLabelled = ({ best: { features } }: Answer) =>
  features.includes('L=tax') || (features.includes('L2=tax') && BETWEEN.some((label) => features.includes(label)))

const sumOf = (answers: readonly Answer[]) => answers.reduce((sum, answer) => sum + Number(answer.value), 0)

function subsetsOf(answers: readonly Answer[]): Answer[][] {
  let subsets: Answer[][] = [[]]
  for (const answer of answers) {
    subsets = [
      ...subsets,
      ...subsets.filter((subset) => subset.length < MAX_PARTS).map((subset) => [...subset, answer]),
    ]
  }
  return subsets.filter((subset) => subset.length > 1)
}

/** Each part is on a line of its own, and none of them is the total or the base itself. */
function standApart(parts: readonly Answer[], others: readonly Answer[]): boolean {
  const lines = new Set(parts.map((part) => part.best.candidate.segment.line))
  return lines.size === parts.length && parts.every((part) => others.every((other) => other.value !== part.value))
}

function withSum(tax: Distribution, parts: Answer[], wanted: number): Distribution {
  const ordered = parts.toSorted((a, b) => a.best.candidate.box[1] - b.best.candidate.box[1])
  const [first] = ordered as [Answer]
  const { candidate } = first.best
  const probability = ordered.reduce((all, part) => all + part.probability, 0)
  const share = Math.min(MAX_SHARE, Math.max(MIN_SHARE, probability))
  const answer: Answer = {
    value: wanted.toFixed(2),
    probability: share,
    score: first.score,
    best: {
      ...first.best,
      candidate: {
        ...candidate,
        value: wanted.toFixed(2),
        number: Number(wanted.toFixed(2)),
        text: ordered.map((part) => part.best.candidate.text).join(' + '),
        box: unite(ordered.map((part) => part.best.candidate.box)),
        confidence: Math.min(...ordered.map((part) => part.best.candidate.confidence)),
        generator: 'amount.sum-of-rates',
      },
      features: [...first.best.features, 'sum:tax'],
    },
  }
  const rest = tax.answers.map((other) => ({ ...other, probability: other.probability * (1 - share) }))
  return { answers: [answer, ...rest].toSorted((a, b) => b.probability - a.probability), none: tax.none * (1 - share) }
}
