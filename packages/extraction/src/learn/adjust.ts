import type { DescribedByKind } from '../score/choose.ts'
import type { Described } from '../score/describe.ts'
import { decideJointly, type Distributions } from '../score/joint.ts'
import type { Answer } from '../score/model.ts'
import { isScored, kindOf } from './kinds.ts'
import type { Recall, RecalledField } from './recall.ts'

/**
 * Weight of the memory, set manually: in log odds for full support by very many lessons, the number of lessons at which it has half of this
 * weight, and how much the engine's own opinion counts less for each lesson. `floor` is the probability that the engine is assumed to give
 * to a value that it does not consider.
 */
const MEMORY = { most: 11, half: 1.2, fading: 0.25, floor: 1e-3, empty: 0.7 } as const

/** Returns how much the memory counts for a field, in log odds: less if people changed its earlier proposals. */
function weightOf({ support, hits, misses }: RecalledField): number {
  const reliable = (hits + 2) / (hits + misses + 2)
  return (MEMORY.most * support.count * reliable) / (support.count + MEMORY.half)
}

/** Combines the engine's probabilities with the support of the lessons. Fields without lessons stay as they are. */
export function adjust(
  distributions: Distributions,
  described: DescribedByKind,
  recall: Recall,
  receipt: boolean,
  decimals = 2,
): Distributions {
  const adjusted: Distributions = { ...distributions }
  for (const [field, recalled] of recall.fields) {
    const before = isScored(field) ? distributions[field] : undefined
    if (!before || !isScored(field)) continue
    const kind = kindOf(field)!
    const { support } = recalled
    const answers: Answer[] = [...before.answers]
    for (const { value, placed, share } of support.values) {
      if (!placed || share < 0.02 || answers.some((answer) => answer.value === value)) continue
      const best = described[kind].find(({ candidate }: Described) => candidate === placed.candidate)
      if (best) answers.push({ value, probability: 0, best, score: 0 })
    }
    const most = weightOf(recalled)
    const own = 1 / (1 + MEMORY.fading * support.count)
    const backed = new Map(support.values.map((one) => [one.value, one]))
    const logs = answers.map(
      ({ value, probability }) =>
        own * Math.log(Math.max(MEMORY.floor, probability)) + most * (backed.get(value)?.share ?? 0),
    )
    const none = own * Math.log(Math.max(MEMORY.floor, before.none)) + most * MEMORY.empty * support.empty
    const highest = Math.max(none, ...logs)
    const masses = logs.map((log) => Math.exp(log - highest))
    const all = masses.reduce((sum, mass) => sum + mass, Math.exp(none - highest))
    const list = answers.map((answer, i): Answer => {
      const placed = backed.get(answer.value)?.placed
      // The position that the lessons point to, if the value is on the page several times.
      const best =
        placed && placed.candidate !== answer.best.candidate
          ? (described[kind].find(({ candidate }: Described) => candidate === placed.candidate) ?? answer.best)
          : answer.best
      return { ...answer, best, probability: masses[i]! / all }
    })
    list.sort((a, b) => b.probability - a.probability || (a.value < b.value ? -1 : 1))
    adjusted[field] = { answers: list, none: Math.exp(none - highest) / all }
  }
  return receipt ? adjusted : { ...adjusted, ...decideSums(adjusted, described, decimals) }
}

/** The engine's opinion, which included the sums, counts less now. The sums of receipts are rounded. */
function decideSums(
  { amount_total, amount_total_tax, amount_total_base }: Distributions,
  described: DescribedByKind,
  decimals: number,
): Distributions {
  if (!amount_total || !amount_total_tax || !amount_total_base) return {}
  return decideJointly({ amount_total, amount_total_tax, amount_total_base }, described, decimals)
}
