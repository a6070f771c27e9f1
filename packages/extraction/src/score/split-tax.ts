import { unite } from '../find/layout.ts'
import { amountKey } from '../normalise/amounts.ts'
import type { Described } from './describe.ts'
import type { Distributions } from './joint.ts'
import type { Answer, Distribution } from './model.ts'
import { findBasesInLabels, isLabelledTax, isTaxPlace } from './taxes.ts'

/** Taxes that may be parts of a sum, and likely totals and bases with which their sum is compared. */
const PARTS = 7
const SIDES = 2
const MAX_PARTS = 3
/** Bounds of the probability of the sum. Labelled taxes that fill the gap between total and base are no accident, however unlikely each is. */
const MIN_SHARE = 0.2
const MAX_SHARE = 0.5
/** Half a unit per part, because each is rounded separately. */
const tolerance = (parts: number, unit: number): number => (0.6 + parts * 0.5) * unit

/**
 * An invoice with several taxes often prints each of them but not their sum. If no labelled tax is the difference of a likely total and base, but
 * the sum of two or three of them is, the sum is added to the answers with the combined score of its parts. The joint choice then decides. Equal
 * taxes on several lines are several: the central and the state's tax of India. `amounts` are all candidates.
 */
export function addSplitTax(
  distributions: Distributions,
  amounts: readonly Described[] = [],
  decimals = 2,
): Distributions {
  const { amount_total: total, amount_total_base: base, amount_total_tax: tax } = distributions
  if (!total || !base || !tax) return distributions
  const unit = 10 ** -decimals
  const parts = partsOf(tax, amounts, decimals)
  for (const sum of total.answers.slice(0, SIDES)) {
    for (const net of base.answers.slice(0, SIDES)) {
      const wanted = Number(sum.value) - Number(net.value)
      if (wanted <= unit) continue
      const isPrinted = tax.answers.some(
        ({ value, best }) => Math.abs(Number(value) - wanted) < 1.1 * unit && isTaxPlace(best),
      )
      if (isPrinted) continue
      const found = new Map<string, Answer[]>()
      for (const subset of subsetsOf(parts)) {
        const isWanted = Math.abs(sumOf(subset) - wanted) < tolerance(subset.length, unit)
        if (!isWanted || !standApart(subset, [sum, net])) continue
        const values = subset.map(({ value }) => value).sort()
        found.set(values.join(' '), found.get(values.join(' ')) ?? subset)
      }
      // An ambiguous decomposition of the sum is not used.
      if (found.size === 1) return { ...distributions, amount_total_tax: withSum(tax, [...found.values()][0]!, wanted) }
    }
  }
  return distributions
}

/** Returns the likely labelled taxes; one that is printed on several lines as often as that. */
function partsOf(tax: Distribution, amounts: readonly Described[], decimals: number): Answer[] {
  const bases = findBasesInLabels(amounts, decimals)
  const isPart = (described: Described): boolean =>
    isLabelledTax(described) &&
    !described.candidate.traits.includes('percent') &&
    !bases.has(described.candidate) &&
    Number(described.candidate.value) > 0
  const likely = tax.answers.filter(({ best }) => isPart(best)).slice(0, PARTS)
  return likely.flatMap((answer) => {
    const lines = new Set([answer.best.candidate.segment.line])
    const others = amounts.filter((described) => {
      const { candidate } = described
      if (candidate.value !== answer.value || !isPart(described)) return false
      return lines.size < lines.add(candidate.segment.line).size
    })
    return [answer, ...others.map((best): Answer => ({ ...answer, best }))].slice(0, MAX_PARTS)
  })
}

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
  const value = amountKey(wanted)
  const same = tax.answers.filter((other) => other.value === value)
  const values = new Set([...ordered, ...same].map((part) => part.value))
  const probability = tax.answers.reduce((all, other) => all + (values.has(other.value) ? other.probability : 0), 0)
  const share = Math.min(MAX_SHARE, Math.max(MIN_SHARE, probability))
  const answer: Answer = {
    value,
    probability: share,
    score: first.score,
    best: {
      ...first.best,
      candidate: {
        ...candidate,
        value,
        number: ordered.every((part) => part.best.candidate.number! < 0) ? -Number(value) : Number(value),
        text: ordered.map((part) => part.best.candidate.text).join(' + '),
        box: unite(ordered.map((part) => part.best.candidate.box)),
        confidence: Math.min(...ordered.map((part) => part.best.candidate.confidence)),
        generator: 'amount.sum-of-rates',
      },
      features: [...first.best.features, 'sum:tax'],
    },
  }
  const rest = tax.answers
    .filter((other) => other.value !== value)
    .map((other) => ({ ...other, probability: other.probability * (1 - share) }))
  // What the answers with the same value had is that of the sum too.
  const left = 1 - share - rest.reduce((all, other) => all + other.probability, 0)
  return { answers: [answer, ...rest].toSorted((a, b) => b.probability - a.probability), none: Math.max(0, left) }
}
