/** Values that something on their page contradicts: a person should compare them, however clearly they are labelled, and whatever was learned. */
import { DOUBTFUL } from '../find/currency.ts'
import type { ExtractedValue } from '../types.ts'

/** The highest confidence of such a value. */
export const MAX_DOUBTFUL = 0.5

/**
 * The contradictions, by the name of their check in the evidence of a value. `lessons`: whether users resolve it by confirming values of the layout.
 * They say what a sign means in all documents of a sender. What is contradicted on this page only, they have not seen.
 */
export const DOUBTS = {
  'wrong-check-digits': { lessons: false },
  /** Its sign has several meanings, and nothing on the page shows this one. */
  'currency-unsure': { lessons: true },
  /** Its printed sign is not that of the other amounts. */
  'sign-disagrees': { lessons: false },
  /** A tax that is not the difference of total and base. */
  'tax-disagrees': { lessons: false },
  /** Three decimals in a currency that has two. */
  'decimals-unsure': { lessons: false },
  /** Its day and month may be swapped. */
  'date-ambiguous': { lessons: false },
  /** A payment code has another value. */
  'qr-disagrees': { lessons: false },
} as const satisfies Record<string, { lessons: boolean }>
export type Doubt = keyof typeof DOUBTS

/** Returns a value that something contradicts: with a limited confidence, and the contradiction among its checks. */
export function doubt(value: ExtractedValue, by: Doubt): ExtractedValue {
  const checks = [...new Set([...(value.evidence.checks ?? []), by])]
  return {
    ...value,
    confidence: Math.min(MAX_DOUBTFUL, value.confidence),
    evidence: { ...value.evidence, checks },
  }
}

const TRAITS: Readonly<Record<string, Doubt>> = {
  'no-mod97': 'wrong-check-digits',
  invalid: 'wrong-check-digits',
  [DOUBTFUL]: 'currency-unsure',
}

/** Returns a value with what the traits of its candidate contradict. */
export const doubtTraits = (value: ExtractedValue, traits: readonly string[]): ExtractedValue =>
  traits.reduce((known, trait) => (TRAITS[trait] ? doubt(known, TRAITS[trait]) : known), value)

/** Returns a value whose confidence was determined from lessons: what is contradicted stays limited, unless they resolve it. */
export function keepDoubts(value: ExtractedValue): ExtractedValue {
  const { checks = [] } = value.evidence
  const doubts = checks.filter((check): check is Doubt => check in DOUBTS)
  if (doubts.length === 0) return value
  const rest = checks.filter((check) => !(check in DOUBTS) || !DOUBTS[check as Doubt].lessons)
  const { checks: _, ...evidence } = value.evidence
  const kept = { ...value, evidence: { ...evidence, ...(rest.length > 0 ? { checks: rest } : {}) } }
  return doubts.some((name) => !DOUBTS[name].lessons)
    ? { ...kept, confidence: Math.min(MAX_DOUBTFUL, value.confidence) }
    : kept
}
