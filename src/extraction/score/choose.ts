import type { Analysis } from '../find/analyse.ts'
import type { CandidateKind } from '../find/candidates.ts'
import { describeKind, type Described } from './describe.ts'
import { SCORED_FIELDS, type ScoredField } from './fields.ts'
import { decideJointly, type Distributions } from './joint.ts'
import { type Models, scoreField } from './model.ts'
import { addSplitTax } from './split-tax.ts'

export type DescribedByKind = Record<CandidateKind, Described[]>

/** Computes the features of every candidate of every kind. */
export function describeAll(analysis: Analysis): DescribedByKind {
  const kinds = Object.keys(analysis.candidates) as CandidateKind[]
  return Object.fromEntries(kinds.map((kind) => [kind, describeKind(analysis, kind)])) as DescribedByKind
}

/** Returns the probabilities of the values of all scored fields, after the joint choice. */
export function chooseHeader(described: DescribedByKind, models: Models): Distributions {
  const distributions: Distributions = {}
  for (const [field, kind] of Object.entries(SCORED_FIELDS) as [ScoredField, CandidateKind][]) {
    const model = models[field]
    if (model) distributions[field] = scoreField(model, described[kind])
  }
  return decideJointly(addSplitTax(distributions))
}
