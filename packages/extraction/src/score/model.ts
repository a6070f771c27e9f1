import type { CandidateKind } from '../find/candidates.ts'
import type { Described } from './describe.ts'
import { SCORED_FIELDS, type ScoredField } from './fields.ts'

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

/**
 * The weights of several fields that choose among the same candidates: a feature is looked up once, and its weights are those of `values` from
 * its position on, one for each field.
 */
interface Weights {
  fields: readonly ScoredField[]
  positions: ReadonlyMap<string, number>
  values: Float64Array
}

const arranged = new WeakMap<Models, Map<CandidateKind, Weights>>()

/** Arranges the weights of the fields of a kind, once for each set of models. */
function weightsOf(models: Models, kind: CandidateKind): Weights {
  const kinds = arranged.get(models) ?? new Map<CandidateKind, Weights>()
  arranged.set(models, kinds)
  const known = kinds.get(kind)
  if (known) return known
  const fields = (Object.keys(SCORED_FIELDS) as ScoredField[]).filter(
    (field) => SCORED_FIELDS[field] === kind && models[field] !== undefined,
  )
  const features = new Set(fields.flatMap((field) => Object.keys(models[field]!.weights)))
  const positions = new Map([...features].map((feature, number) => [feature, number * fields.length]))
  const values = new Float64Array(features.size * fields.length)
  fields.forEach((field, i) => {
    for (const [feature, weight] of Object.entries(models[field]!.weights)) values[positions.get(feature)! + i] = weight
  })
  const weights = { fields, positions, values }
  kinds.set(kind, weights)
  return weights
}

/** Returns the scores of candidates, or of "not on this page", for each of the fields: those of the first one, then of the second, and so on. */
function scoreAll({ fields, positions, values }: Weights, described: readonly (readonly string[])[]): Float64Array {
  const count = fields.length
  const scores = new Float64Array(described.length * count)
  let start = 0
  for (const features of described) {
    for (const feature of features) {
      const position = positions.get(feature)
      if (position !== undefined) for (let i = 0; i < count; i++) scores[start + i]! += values[position + i]!
    }
    start += count
  }
  return scores
}

/** Returns the probabilities of all values of each field of a kind that has a model. */
export function scoreKind(
  models: Models,
  kind: CandidateKind,
  described: readonly Described[],
  absence: readonly string[] = [],
): Partial<Record<ScoredField, Distribution>> {
  const weights = weightsOf(models, kind)
  const scores = scoreAll(
    weights,
    described.map(({ features }) => features),
  )
  const none = scoreAll(weights, [absence])
  return Object.fromEntries(
    weights.fields.map((field, i) => [
      field,
      distribute(
        described,
        described.map((_, number) => scores[number * weights.fields.length + i]!),
        models[field]!.none + none[i]!,
      ),
    ]),
  )
}

/** Returns the softmax of the scores of the candidates and of "not on this page", by value. */
function distribute(described: readonly Described[], scores: readonly number[], none: number): Distribution {
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
