import type { FieldModel } from '@sheaf/extraction/stages'
import { FEATURES } from './feature-names.ts'
import { Random } from './random.ts'

/** One document of a field's training set; features are numbers of `FEATURES`. */
export interface Example {
  group: string
  weight: number
  /** Features of each candidate. */
  candidates: readonly Int32Array[]
  /** Features of the answer "not on this page". */
  absence: Int32Array
  /** Indexes of the correct candidates; empty if the value is not on the page. */
  right: readonly number[]
}

export interface FitOptions {
  /** A feature must occur in this many groups, so that none identifies a single sender. */
  minGroups: number
  epochs: number
  /** Step size, and strength of the pull of each weight towards zero (absolute value and square). */
  rate: number
  l1: number
  l2: number
}

export const FIT: FitOptions = { minGroups: 3, epochs: 8, rate: 0.12, l1: 0.15, l2: 1 }

/** Slopes below this change nothing visible and cost most of the time. */
const MIN_SLOPE = 1e-4

/**
 * Learns the model of one field: maximizes the log of the summed probability of the correct candidates (or of "none"), one example after the
 * other in a shuffled but fixed order, so that the same data produce the same model. The steps are those of FTRL-Proximal (H. B. McMahan et
 * al., "Ad Click Prediction: a View from the Trenches", 2013), which leaves the weights of useless features at exactly zero.
 */
export class Learner {
  private readonly weights: Float64Array
  private readonly z: Float64Array
  private readonly n: Float64Array
  /** Number of groups in which each feature occurs. */
  private readonly groups: Int32Array
  private readonly noneAt: number
  private readonly options: FitOptions

  /** Continues where `base` is; all features of all later examples must have their numbers before. */
  constructor(options: FitOptions = FIT, base?: Learner) {
    this.options = options
    this.noneAt = base?.noneAt ?? FEATURES.size
    this.weights = base ? base.weights.slice() : new Float64Array(this.noneAt + 1)
    this.z = base ? base.z.slice() : new Float64Array(this.noneAt + 1)
    this.n = base ? base.n.slice() : new Float64Array(this.noneAt + 1)
    this.groups = base ? base.groups.slice() : new Int32Array(this.noneAt)
  }

  /** Learns from examples. Features of too few of the groups of all examples that it met are left out. */
  learn(examples: readonly Example[], epochs = this.options.epochs): this {
    const isUsed = (feature: number): boolean => this.groups[feature]! >= this.options.minGroups
    const mean = examples.reduce((sum, { weight }) => sum + weight, 0) / Math.max(1, examples.length) || 1
    const data = examples.map((example) => ({
      rows: example.candidates.map((features) => features.filter(isUsed)),
      absent: Int32Array.from([this.noneAt, ...example.absence.filter(isUsed)]),
      right: new Set(example.right),
      weight: example.weight / mean,
    }))
    const order = data.map((_, i) => i)
    const random = new Random(20_260_101)
    const gradient = new Float64Array(this.noneAt + 1)
    for (let epoch = 0; epoch < epochs; epoch++) {
      for (let i = order.length - 1; i > 0; i--) {
        const k = random.integer(0, i)
        ;[order[i], order[k]] = [order[k]!, order[i]!]
      }
      for (const at of order) this.step(data[at]!, gradient)
    }
    return this
  }

  private step(
    { rows, absent, right, weight }: { rows: Int32Array[]; absent: Int32Array; right: Set<number>; weight: number },
    gradient: Float64Array,
  ): void {
    const none = this.score(absent)
    const scores = rows.map((row) => this.score(row))
    const highest = scores.reduce((most, score) => Math.max(most, score), none)
    const noneMass = Math.exp(none - highest)
    let all = noneMass
    let correct = right.size === 0 ? noneMass : 0
    const masses = scores.map((score, i) => {
      const mass = Math.exp(score - highest)
      all += mass
      if (right.has(i)) correct += mass
      return mass
    })
    if (correct <= 0) return
    const touched: number[] = []
    const push = (row: Int32Array, slope: number): void => {
      if (Math.abs(slope) < MIN_SLOPE) return
      for (const feature of row) {
        if (gradient[feature] === 0) touched.push(feature)
        gradient[feature]! -= slope
      }
    }
    rows.forEach((row, i) => push(row, weight * ((right.has(i) ? masses[i]! / correct : 0) - masses[i]! / all)))
    push(absent, weight * ((right.size === 0 ? 1 : 0) - noneMass / all))
    for (const feature of touched) {
      this.move(feature, gradient[feature]!)
      gradient[feature] = 0
    }
  }

  private move(feature: number, slope: number): void {
    const { rate, l1, l2 } = this.options
    const before = Math.sqrt(this.n[feature]!)
    this.n[feature]! += slope * slope
    const after = Math.sqrt(this.n[feature]!)
    this.z[feature]! += slope - ((after - before) / rate) * this.weights[feature]!
    const z = this.z[feature]!
    const pull = Math.abs(z) - l1
    this.weights[feature] = pull <= 0 ? 0 : (-Math.sign(z) * pull) / ((1 + after) / rate + l2)
  }

  private score(row: Int32Array): number {
    let score = 0
    for (const feature of row) score += this.weights[feature]!
    return score
  }

  /** Counts the groups of examples, before it learns from them for the first time. */
  meet(examples: readonly Example[]): this {
    for (const members of Map.groupBy(examples, ({ group }) => group).values()) {
      const seen = new Set<number>()
      for (const { candidates, absence } of members) {
        for (const row of [...candidates, absence]) for (const feature of row) seen.add(feature)
      }
      for (const feature of seen) this.groups[feature]! += 1
    }
    return this
  }

  /** Returns the weights that are not zero, to three decimals, in the order of their names. */
  model(): FieldModel {
    const kept: [string, number][] = []
    for (const [name, feature] of FEATURES.entries()) {
      const weight = Math.round((this.weights[feature] ?? 0) * 1000) / 1000
      if (Math.abs(weight) >= 0.01) kept.push([name, weight])
    }
    return {
      weights: Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))),
      none: Math.round(this.weights[this.noneAt]! * 1000) / 1000,
    }
  }
}

/** Fits a model to examples. */
export const fit = (examples: readonly Example[], options: FitOptions = FIT): FieldModel =>
  new Learner(options).meet(examples).learn(examples).model()
