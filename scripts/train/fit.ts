import type { FieldModel } from '../../src/extraction/score/model.ts'

/** One document of a field's training set. */
export interface Example {
  group: string
  weight: number
  /** Features of each candidate. */
  candidates: readonly (readonly string[])[]
  /** Indexes of the correct candidates; empty if the value is not on the page. */
  right: readonly number[]
}

export interface FitOptions {
  /** A feature must occur in this many groups, so that none identifies a single sender. */
  minGroups: number
  l2: number
  epochs: number
}

export const FIT: FitOptions = { minGroups: 3, l2: 0.03, epochs: 60 }

/**
 * Maximizes the log of the summed probability of the correct candidates (or of "none") with full-batch gradient steps and per-weight step
 * sizes (RMSprop), from zero, in a fixed order: the same data produce the same model.
 */
export function fit(examples: readonly Example[], options: FitOptions = FIT): FieldModel {
  const names = selectFeatures(examples, options.minGroups)
  const index = new Map(names.map((name, i) => [name, i]))
  const data = examples.map((example) => ({
    ...example,
    rows: example.candidates.map((features) =>
      Int32Array.from([...new Set(features)].flatMap((name) => index.get(name) ?? [])),
    ),
    rightSet: new Set(example.right),
  }))
  const size = names.length + 1
  const noneAt = names.length
  const weights = new Float64Array(size)
  const gradient = new Float64Array(size)
  const first = new Float64Array(size)
  const second = new Float64Array(size)
  const total = data.reduce((sum, example) => sum + example.weight, 0) || 1
  for (let epoch = 1; epoch <= options.epochs; epoch++) {
    gradient.fill(0)
    for (const example of data) {
      const scores = example.rows.map((row) => {
        let score = 0
        for (const feature of row) score += weights[feature]!
        return score
      })
      const highest = Math.max(weights[noneAt]!, ...scores)
      const noneMass = Math.exp(weights[noneAt]! - highest)
      let all = noneMass
      let right = example.right.length === 0 ? noneMass : 0
      const masses = scores.map((score, i) => {
        const mass = Math.exp(score - highest)
        all += mass
        if (example.rightSet.has(i)) right += mass
        return mass
      })
      if (right <= 0) continue
      example.rows.forEach((row, i) => {
        const slope = example.weight * ((example.rightSet.has(i) ? masses[i]! / right : 0) - masses[i]! / all)
        if (Math.abs(slope) < 1e-9) return
        for (const feature of row) gradient[feature]! += slope
      })
      gradient[noneAt]! += example.weight * ((example.right.length === 0 ? 1 : 0) - noneMass / all)
    }
    const rate = 0.15 * Math.min(1, (2 * (options.epochs - epoch + 1)) / options.epochs)
    for (let i = 0; i < size; i++) {
      const slope = gradient[i]! / total - (i === noneAt ? 0 : (options.l2 * weights[i]!) / 10)
      first[i] = 0.9 * first[i]! + 0.1 * slope
      second[i] = 0.99 * second[i]! + 0.01 * slope * slope
      const mean = first[i]! / (1 - 0.9 ** epoch)
      const spread = second[i]! / (1 - 0.99 ** epoch)
      weights[i]! += (rate * mean) / (Math.sqrt(spread) + 1e-4)
    }
  }
  const kept: Record<string, number> = {}
  for (const [i, name] of names.entries())
    if (Math.abs(weights[i]!) >= 0.02) kept[name] = Math.round(weights[i]! * 1000) / 1000
  return { weights: kept, none: Math.round(weights[noneAt]! * 1000) / 1000 }
}

function selectFeatures(examples: readonly Example[], minGroups: number): string[] {
  const groups = new Map<string, Set<string>>()
  for (const example of examples) {
    for (const features of example.candidates) {
      for (const name of features) {
        const set = groups.get(name)
        if (!set) groups.set(name, new Set([example.group]))
        else set.add(example.group)
      }
    }
  }
  return [...groups]
    .filter(([, set]) => set.size >= minGroups)
    .map(([name]) => name)
    .sort()
}
