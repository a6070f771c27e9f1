import type { Described } from './describe.ts'
import type { ScoredField } from './fields.ts'

/**
 * A conditional logistic model: each candidate has a score (the sum of the weights of its features), "not on this page" has the score
 * `none` plus that of its own features, and the probabilities are their softmax. Probabilities of equal values are added.
 */
export interface FieldModel {
  /** Feature name → weight. */
  weights: Readonly<Record<string, number>>
  none: number
}
export type Models = Partial<Record<ScoredField, FieldModel>>

export interface Answer {
  value: string
  probability: number
  /** The best position of this value. */
  best: Described
  /** Score of that position. */
  score: number
}

export interface Distribution {
  /** Most probable first. */
  answers: Answer[]
  none: number
}

export const scoreOf = (model: FieldModel, features: readonly string[]): number => {
  let score = 0
  for (const feature of features) score += model.weights[feature] ?? 0
  return score
}

/** Returns the probabilities of all values of one field. */
export function scoreField(
  model: FieldModel,
  described: readonly Described[],
  absence: readonly string[] = [],
): Distribution {
  const scores = described.map((entry) => scoreOf(model, entry.features))
  const none = model.none + scoreOf(model, absence)
  const highest = Math.max(none, ...scores)
  const noneMass = Math.exp(none - highest)
  let sum = noneMass
  const answers = new Map<string, Answer>()
  described.forEach((entry, i) => {
    const mass = Math.exp(scores[i]! - highest)
    sum += mass
    const known = answers.get(entry.candidate.value)
    if (!known)
      answers.set(entry.candidate.value, {
        value: entry.candidate.value,
        probability: mass,
        best: entry,
        score: scores[i]!,
      })
    else {
      known.probability += mass
      if (scores[i]! > known.score) {
        known.score = scores[i]!
        known.best = entry
      }
    }
  })
  const list = [...answers.values()]
  for (const answer of list) answer.probability /= sum
  return {
    answers: list.sort((a, b) => b.probability - a.probability || (a.value < b.value ? -1 : 1)),
    none: noneMass / sum,
  }
}
