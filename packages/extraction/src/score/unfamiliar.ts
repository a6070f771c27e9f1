/** Lowers the confidence of values on documents that are unlike those of the training. */
import { USUAL } from '../find/familiarity.ts'
import type { ExtractedValue } from '../types.ts'

/**
 * The log odds by which a value is less probable on a document without any known word than on a usual one, per share of missing words. Fitted by
 * maximum likelihood to 1,087 values of 160 public documents that the training does not have (docs/extraction.md, "calibrate").
 */
const ODDS_PER_SHARE = 4

/** Returns a value with the confidence that it deserves on a document of this familiarity (`familiarityOf`). */
export function lowerUnfamiliar<Value extends Pick<ExtractedValue, 'confidence'>>(
  value: Value,
  familiarity: number,
): Value {
  const missing = USUAL - familiarity
  if (missing <= 0 || value.confidence <= 0 || value.confidence >= 1) return value
  const odds = (value.confidence / (1 - value.confidence)) * Math.exp(-ODDS_PER_SHARE * missing)
  return { ...value, confidence: Math.round((odds / (1 + odds)) * 1e4) / 1e4 }
}
