/** Why a document was not automated, as plain data for sentences. */
import type { AutomationBlocker } from '../../../api/types.ts'
import { duplicateOf, type Duplicate } from '../model/state.ts'

/** One reason against automation, about the document or about one value. */
export interface Reason {
  /** Id of the node; null for the whole document. */
  nodeId: number | null
  /** Messages of checks, hooks and rules. */
  texts: readonly string[]
  /** Confidence and threshold of a value, from 0 to 1. */
  score: number | null
  threshold: number | null
  /** The check that failed. */
  check: string | null
  /** The value that a recommendation is about. */
  value: string | null
  /** The documents of which this one is a duplicate. */
  duplicates: readonly Duplicate[]
}

/** Reasons of one kind about the same field, or about the document. */
export interface ReasonGroup {
  type: string
  /** Id of the field in the schema; null for the whole document. */
  schemaId: string | null
  reasons: readonly Reason[]
  /** There are more than those listed. */
  isTruncated: boolean
}

const objectOf = (value: unknown): Record<string, unknown> => Object(value) as Record<string, unknown>
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => textOf(one) !== null).map(String)

function reasonOf(nodeId: number | null, given: unknown): Reason {
  const details = objectOf(given)
  return {
    nodeId,
    texts: textsOf(details.message_content ?? details.content),
    score: numberOf(details.score),
    threshold: numberOf(details.threshold),
    check: textOf(details.validation),
    value: textOf(details.value),
    duplicates: Array.isArray(details.duplicates) ? details.duplicates.map(duplicateOf) : [],
  }
}

/** Returns the reasons of an automation blocker, those about the whole document first. */
export function reasonGroups(content: AutomationBlocker['content']): ReasonGroup[] {
  const groups = content.map((item): ReasonGroup => {
    const type = String(item.type)
    const schemaId = textOf(item.schema_id)
    if (schemaId === null) return { type, schemaId, reasons: [reasonOf(null, item.details)], isTruncated: false }
    const samples = Array.isArray(item.samples) ? item.samples : item.samples === undefined ? [] : [item.samples]
    const reasons = samples.map((sample) => {
      const { datapoint_id, details } = objectOf(sample)
      return reasonOf(numberOf(datapoint_id), details)
    })
    return { type, schemaId, reasons, isTruncated: item.samples_truncated === true }
  })
  return [
    ...groups.filter(({ schemaId }) => schemaId === null),
    ...groups.filter(({ schemaId, reasons }) => schemaId !== null && reasons.length > 0),
  ]
}

/** The types with sentences of their own. */
const KNOWN = [
  'automation_disabled',
  'is_duplicate',
  'suggested_edit_present',
  'low_score',
  'failed_checks',
  'no_validation_sources',
  'error_message',
  'delete_recommendation_filename',
  'delete_recommendation_page_count',
  'delete_recommendation_field',
  'extension',
] as const
type KnownType = (typeof KNOWN)[number]
/** Keys of the messages that sentences are made of. */
export type ReasonKey = `side.reason.${KnownType | 'other' | 'min_occurrences'}`

const keyOf = (type: string, check: string | null): ReasonKey =>
  check === 'min_occurrences'
    ? 'side.reason.min_occurrences'
    : `side.reason.${KNOWN.find((one) => one === type) ?? 'other'}`

/** Returns the key of the sentence of a reason and the values in it; `share` writes a confidence, with digits after the point. */
export function reasonSentence(
  type: string,
  reason: Reason,
  share: (value: number, digits: number) => string,
): { key: ReasonKey; values: Record<string, string> } {
  const { texts, score, threshold, check, value } = reason
  const digits = digitsFor(score ?? 0, threshold ?? 0)
  return {
    key: keyOf(type, check),
    values: {
      type: type.replaceAll('_', ' '),
      texts: texts.join(' '),
      check: check ?? '',
      value: value ?? '',
      score: score === null ? '?' : share(score, digits),
      threshold: threshold === null ? '?' : share(threshold, digits),
    },
  }
}

/** Digits of a percentage at which two different shares look different, at most 3. */
export function digitsFor(one: number, other: number): number {
  if (one === other) return 0
  for (let digits = 0; digits < 3; digits++)
    if ((one * 100).toFixed(digits) !== (other * 100).toFixed(digits)) return digits
  return 3
}
