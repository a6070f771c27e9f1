import type { Analysis } from '../find/analyse.ts'
import type { CandidateKind } from '../find/candidates.ts'
import { describeAbsence } from './absence.ts'
import { describeKind, type DescribedByKind } from './describe.ts'
import { framePartiesOf } from './features/block.ts'
import type { Features } from './features/common.ts'
import { SCORED_FIELDS, type ScoredField } from './fields.ts'
import { decideJointly, type Distributions } from './joint.ts'
import { type Models, scoreKind } from './model.ts'
import { addSplitTax } from './split-tax.ts'

export type { DescribedByKind } from './describe.ts'

/** The candidates of a document with their features, and the features of the answer "not on this page". */
export interface Description {
  byKind: DescribedByKind
  absence: Features
  /** The decimals of the currency. */
  decimals?: number
}

/** Computes the features of every candidate of every kind. */
export function describeAll(analysis: Analysis): Description {
  const kinds = Object.keys(analysis.candidates) as CandidateKind[]
  const frame = framePartiesOf(analysis)
  const byKind = Object.fromEntries(kinds.map((kind) => [kind, describeKind(analysis, kind, frame)])) as DescribedByKind
  return { byKind, absence: describeAbsence(analysis, byKind), decimals: analysis.decimals }
}

/** Returns the probabilities of the values of all scored fields, after the joint choice. */
export function chooseHeader({ byKind, absence, decimals = 2 }: Description, models: Models): Distributions {
  const kinds = Object.keys(byKind) as CandidateKind[]
  const scored = new Map(kinds.map((kind) => [kind, scoreKind(models, kind, byKind[kind], absence)]))
  const distributions: Distributions = {}
  for (const [field, kind] of Object.entries(SCORED_FIELDS) as [ScoredField, CandidateKind][]) {
    const distribution = scored.get(kind)?.[field]
    if (distribution) distributions[field] = distribution
  }
  return decideJointly(addSplitTax(distributions, byKind.amount, decimals), byKind, decimals)
}
