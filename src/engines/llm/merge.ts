import { type GroundedValue, findChecks, isSame } from '@sheaf/extraction/claims'
import type { ExtractedValue, Extraction, HeaderField } from '@sheaf/extraction/types'
import { calibrate, type ModelCalibration } from './calibration.ts'

/** What became of an answer that is on the page. */
export type MergeResult = 'agreed' | 'filled' | 'replaced' | 'alternative'

/** The limits of the built-in extractor (packages/extraction/src/engine.ts): less certain values are only alternatives, of which there are few. */
const MIN_CONFIDENCE = 0.4
const MAX_ALTERNATIVES = 5
/** A number whose check digits are wrong is doubtful, whoever has read it. */
const MAX_UNCHECKED = 0.5

const round = (value: number): number => Math.round(value * 10_000) / 10_000

/**
 * Merges answers of the model into the values of the built-in extractor:
 *
 * - An empty field gets the answer, with the confidence of the calibration.
 * - The same value: b + (1 - b) · q / 2 for the confidences b of the extractor and q of the model. Both err on the same documents, so
 *   agreement removes at most half of the doubt.
 * - Another value: at most one is right, so that each confidence is lowered by the other's, as for two independent witnesses:
 *   b (1 - q) / (1 - b q). The more probable one stays, the other becomes an alternative.
 *
 * Values of an attached e-invoice, and those that a payment code states, confirms or contradicts, stay as they are. Returns a new extraction.
 */
export function mergeAnswers(
  extraction: Extraction,
  answers: Partial<Record<HeaderField, GroundedValue>>,
  calibration: ModelCalibration,
): { extraction: Extraction; results: MergeResult[] } {
  const fields = { ...extraction.fields }
  const alternatives = { ...extraction.alternatives }
  const results: MergeResult[] = []
  for (const [field, answer] of Object.entries(answers) as [HeaderField, GroundedValue][]) {
    const present = fields[field]
    if (present && isStated(present)) continue
    const ours = valueOf(answer, calibrate(calibration, field, answer.probability))
    const others = (alternatives[field] ?? []).filter((other) => !isSame(field, other.value, ours.value))
    const merged = present ? compare(field, present, ours, answer.doubtful) : alone(ours)
    results.push(merged.result)
    if (merged.value) fields[field] = merged.value
    const kept = [...others, ...(merged.other ? [merged.other] : [])]
      .sort((a, b) => b.confidence - a.confidence)
      .slice(0, MAX_ALTERNATIVES)
    if (kept.length > 0) alternatives[field] = kept
    else delete alternatives[field]
  }
  const { alternatives: _, ...rest } = extraction
  return {
    extraction: {
      ...rest,
      engine: { ...extraction.engine, version: `${extraction.engine.version}+llm` },
      fields,
      ...(Object.keys(alternatives).length > 0 ? { alternatives } : {}),
      checks: findChecks(fields, extraction.line_items, extraction.tax_details),
    },
    results,
  }
}

/** Whether a program of the sender has stated the value, or another one: agreement of two readings of the page proves less. */
const isStated = ({ evidence: { generator, checks = [] } }: ExtractedValue): boolean =>
  /^(xml|code)\./.test(generator) || checks.some((check) => check === 'qr' || check === 'qr-disagrees')

function valueOf({ text, value, page, position, doubtful }: GroundedValue, confidence: number): ExtractedValue {
  const limited = doubtful ? Math.min(MAX_UNCHECKED, confidence) : confidence
  return { text, value, confidence: round(limited), page, position, evidence: { generator: 'llm' } }
}

interface Merged {
  result: MergeResult
  value?: ExtractedValue
  other?: ExtractedValue
}

const alone = (ours: ExtractedValue): Merged =>
  ours.confidence < MIN_CONFIDENCE ? { result: 'alternative', other: ours } : { result: 'filled', value: ours }

function compare(field: HeaderField, present: ExtractedValue, ours: ExtractedValue, doubtful: boolean): Merged {
  const [b, q] = [present.confidence, ours.confidence]
  if (isSame(field, present.value, ours.value)) {
    const { checks = [] } = present.evidence
    const raised = doubtful ? b : b + ((1 - b) * q) / 2
    const evidence = { ...present.evidence, checks: [...checks, 'llm'] }
    return { result: 'agreed', value: { ...present, confidence: round(raised), evidence } }
  }
  const lowered = (own: ExtractedValue, p: number, other: number): ExtractedValue => ({
    ...own,
    confidence: round((p * (1 - other)) / (1 - p * other)),
  })
  const [stays, goes] = [lowered(present, b, q), lowered(ours, q, b)]
  return b >= q
    ? { result: 'alternative', value: stays, other: goes }
    : { result: 'replaced', value: goes, other: stays }
}
