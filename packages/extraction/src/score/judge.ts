import type { Label } from '../find/labels.ts'
import type { LabelClass } from '../lexicon/classes.ts'
import type { Described } from './describe.ts'

/** How far a value is from the label before it, in text heights: sums are at the end of their line. */
const REACH = 12
const REACH_OF_SUMS = 80

/** Returns how well a value fits behind or below a label of one of the classes; null if it does not. */
export function judge(entry: Described, classes: readonly LabelClass[]): { score: number; label: Label } | null {
  const left = entry.relations.left[0]
  const reach = entry.candidate.kind === 'amount' ? REACH_OF_SUMS : REACH
  if (left && left.between === 0 && left.distance < reach && classes.some((name) => left.label.classes.has(name))) {
    const wider = entry.features.includes('id:part-of-wider') ? -0.5 : 0
    const distance = Math.min(left.distance, REACH)
    return { score: 4 - distance / 6 + (left.label.colon ? 1 : 0) + wider, label: left.label }
  }
  const above = entry.relations.above[0]
  if (
    above &&
    above.between === 0 &&
    above.distance < 2 &&
    above.label.alone &&
    classes.some((name) => above.label.classes.has(name))
  ) {
    return { score: 3 - above.distance / 2, label: above.label }
  }
  return null
}
