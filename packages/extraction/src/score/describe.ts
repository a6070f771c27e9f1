import type { Analysis } from '../find/analyse.ts'
import type { Candidate, CandidateKind } from '../find/candidates.ts'
import { readTerms } from '../find/terms.ts'
import { describeBlock, describeName, type PartyFrame } from './features/block.ts'
import { describeAmount, findArithmetic } from './features/amounts.ts'
import { describeCommon, type Features } from './features/common.ts'
import { describeDue, findLabelledSums } from './features/sums.ts'
import { describeDate, describeId, describeSide, findIdPlaces, findSides } from './features/others.ts'
import { type Relations, relate } from './relations.ts'

export interface Described {
  candidate: Candidate
  relations: Relations
  features: Features
}
export type DescribedByKind = Record<CandidateKind, Described[]>

/** Computes the features of all candidates of one kind. `frame` is what those of the parties share. */
export function describeKind(analysis: Analysis, kind: CandidateKind, frame: PartyFrame): Described[] {
  const { layout, labels, decimals } = analysis
  const type = analysis.type?.value ?? null
  const candidates = analysis.candidates[kind]
  const relations = relate(layout, labels, candidates)
  const repeats = new Map<string, number>()
  for (const candidate of candidates) repeats.set(candidate.value, (repeats.get(candidate.value) ?? 0) + 1)
  const parties = isOfParty(kind) ? frame : undefined
  const sides = parties && findSides(layout, candidates)
  const dates = kind === 'date' ? { peers: candidates, days: readTerms(layout), type } : undefined
  const places = kind === 'id' ? findIdPlaces(candidates) : undefined
  const arithmetic = kind === 'amount' ? findArithmetic(candidates, decimals) : undefined
  const sums = kind === 'amount' ? findLabelledSums(candidates, relations, decimals) : undefined
  return candidates.map((candidate, i) => {
    const features = describeCommon(layout, candidate, relations[i]!, repeats.get(candidate.value)!)
    if (arithmetic) features.push(...describeAmount(layout, candidate, relations[i]!, candidates, arithmetic, type))
    if (sums) features.push(...describeDue(candidate, sums))
    if (dates) features.push(...describeDate(candidate, relations[i]!, dates))
    if (kind === 'id') features.push(...describeId(candidate, relations[i]!, places!, type))
    if (parties) {
      features.push(
        ...describeSide(layout, labels, candidate, relations[i]!, sides!),
        ...describeBlock(parties, candidate),
      )
      if (kind === 'name') features.push(...describeName(parties, candidate))
    }
    return { candidate, relations: relations[i]!, features }
  })
}

/** Kinds whose values belong to the seller or the buyer. */
const isOfParty = (kind: CandidateKind): boolean =>
  kind === 'vat' || kind === 'name' || kind === 'iban' || kind === 'bic'
