/** The prediction for one field of one document. */
export interface Observation {
  group: string
  /** What a new customer's documents do not share with the known ones: intervals are over sources. */
  source: string
  /** True if a value is on the page. */
  truth: boolean
  predicted: boolean
  right: boolean
  /** Calibrated confidence; 0 without a prediction. */
  confidence: number
}

export interface Score {
  precision: number
  recall: number
  f1: number
}

/** Returns precision, recall and F1 of each group, averaged over groups; groups without truth and prediction are ignored. */
export function macroScore(observations: readonly Observation[]): Score & { groups: number } {
  const groups = new Map<string, Observation[]>()
  for (const one of observations) groups.set(one.group, [...(groups.get(one.group) ?? []), one])
  const sum = { precision: 0, recall: 0, f1: 0 }
  let count = 0
  for (const members of groups.values()) {
    const right = members.filter((one) => one.right).length
    const predicted = members.filter((one) => one.predicted).length
    const truth = members.filter((one) => one.truth).length
    if (predicted === 0 && truth === 0) continue
    count += 1
    const score = scoreOf(right, predicted, truth)
    sum.precision += score.precision
    sum.recall += score.recall
    sum.f1 += score.f1
  }
  const mean = (value: number): number => (count === 0 ? NaN : value / count)
  return { precision: mean(sum.precision), recall: mean(sum.recall), f1: mean(sum.f1), groups: count }
}

/** Without predictions, precision is 1 only if there was nothing to find. */
export function scoreOf(right: number, predicted: number, truth: number): Score {
  const precision = predicted === 0 ? (truth === 0 ? 1 : 0) : right / predicted
  const recall = truth === 0 ? (predicted === 0 ? 1 : 0) : right / truth
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}

/**
 * Returns the share of documents that could be automated at a given precision: for each group, the lowest threshold that reached it on the
 * other groups is applied to this one. Also returns the precision reached this way.
 */
export function automation(observations: readonly Observation[], precision = 0.98): { share: number; reached: number } {
  const all = observations.filter((one) => one.truth || one.predicted)
  const groups = [...new Set(all.map((one) => one.group))]
  let accepted = 0
  let right = 0
  for (const group of groups) {
    const threshold = lowestThreshold(
      all.filter((one) => one.group !== group && one.predicted),
      precision,
    )
    const passing = all.filter((one) => one.group === group && one.predicted && one.confidence >= threshold)
    accepted += passing.length
    right += passing.filter((one) => one.right).length
  }
  return { share: all.length === 0 ? NaN : accepted / all.length, reached: accepted === 0 ? NaN : right / accepted }
}

function lowestThreshold(observations: readonly Observation[], precision: number): number {
  const sorted = [...observations].sort((a, b) => b.confidence - a.confidence)
  let best = Infinity
  let right = 0
  sorted.forEach((one, i) => {
    if (one.right) right += 1
    const next = sorted[i + 1]
    if (next && next.confidence === one.confidence) return
    if (right / (i + 1) >= precision) best = one.confidence
  })
  return best
}
