import type { Box } from '../types.ts'
import { boxOf, type Segment, wordsOf } from './layout.ts'

export type CandidateKind = 'date' | 'amount' | 'id' | 'iban' | 'bic' | 'vat' | 'name' | 'currency'

/** A position on the page that could be the value of a field of its kind. */
export interface Candidate {
  kind: CandidateKind
  /** Normalized; equal values are one answer, regardless of their position. */
  value: string
  /** For amounts: the value with its sign, and the currency that its line names. */
  number?: number
  currency?: string
  text: string
  segment: Segment
  start: number
  end: number
  box: Box
  /** The reader's confidence in the least certain word. */
  confidence: number
  generator: string
  /** Properties found by the generator: features for the scorer. */
  traits: string[]
}

export function makeCandidate(
  kind: CandidateKind,
  segment: Segment,
  start: number,
  end: number,
  value: string,
  generator: string,
  traits: string[] = [],
): Candidate {
  const words = wordsOf(segment, start, end)
  return {
    kind,
    value,
    text: segment.text.slice(start, end),
    segment,
    start,
    end,
    box: boxOf(segment, start, end),
    confidence: words.reduce((least, word) => Math.min(least, word.confidence), 1),
    generator,
    traits,
  }
}
