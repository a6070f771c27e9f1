import table from '../model/own-fields.json' with { type: 'json' }
import type { OwnFieldType } from './field.ts'
import type { LabelMatch, Side } from './types.ts'

/** What is known of a value that was found by a label. */
export interface OwnEvidence {
  type: OwnFieldType
  match: LabelMatch
  side: Side
  /** Other places with the label have other values. */
  isContested: boolean
}

interface Count {
  right: number
  total: number
}
const counts = table as Readonly<Record<string, Count>>

/** Returns the key of the table of counts, which `bench/extraction/fit-own-fields.ts` writes. */
export const evidenceKey = ({ type, match, side, isContested }: OwnEvidence): string =>
  `${type === 'enum' ? 'string' : type}|${match}|${side}|${isContested ? 'contested' : 'alone'}`

/** Evidence without counts is right half of the time; counts outweigh this from four documents on. */
const EXPECTED: Count = { right: 2, total: 4 }

/** Returns the share of values with this evidence that were right on the documents of the data folder. */
export function confidenceOf(evidence: OwnEvidence): number {
  const { right, total } = counts[evidenceKey(evidence)] ?? { right: 0, total: 0 }
  return (right + EXPECTED.right) / (total + EXPECTED.total)
}
