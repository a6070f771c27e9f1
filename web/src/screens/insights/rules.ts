/** What the figures of a queue mean for its people and settings. Pure. */
import type { QueuePostAutomationTargetsBody } from '../../api/types.ts'
import type { Blocker, FieldFigures, Figures } from './types.ts'

export const PERIODS = [30, 90, 365] as const

/** Returns the days of the address if they are one of the periods, else 90. */
export const periodOf = (text: string | null): number => PERIODS.find((days) => String(days) === text) ?? 90

/** Confirmed documents of the period. */
export const documentCount = (series: Figures['document_automation_timeseries']): number =>
  series.reduce((sum, day) => sum + day.automated_count + day.non_automated_count, 0)

export interface NamedBlocker extends Blocker {
  /** Field that it concerns; null for whole documents. */
  schema_id: string | null
}

/** Returns all blockers, those of whole documents and of fields, most frequent first. */
export const allBlockers = (figures: Figures): NamedBlocker[] =>
  [
    ...figures.document_blockers.map((one) => ({ ...one, schema_id: null })),
    ...figures.datapoint_statistics.flatMap(({ schema_id, blockers }) =>
      blockers.map((one) => ({ ...one, schema_id })),
    ),
  ].sort((a, b) => b.document_count - a.document_count)

/**
 * Documents that the most frequent blocker of a field has held back. Documents with two blockers of one field are in both counts, so the
 * counts cannot be added.
 */
export const heldBack = ({ blockers }: FieldFigures): number =>
  Math.max(0, ...blockers.map(({ document_count }) => document_count))

export type Order = 'schema' | 'held' | 'errors'

/** Returns fields in an order; those without an error rate come last by errors. */
export function ordered(fields: readonly FieldFigures[], order: Order): FieldFigures[] {
  if (order === 'held') return fields.toSorted((a, b) => heldBack(b) - heldBack(a))
  if (order === 'errors')
    return fields.toSorted((a, b) => (b.estimated_error_rate ?? -1) - (a.estimated_error_rate ?? -1))
  return [...fields]
}

/** Acceptable shares of errors: one for all fields, and those of single fields that differ. */
export interface Limits {
  common: number
  own: Readonly<Record<string, number>>
}

export const limitOf = ({ common, own }: Limits, schemaId: string): number => own[schemaId] ?? common

/** Returns a share from a text in percent, with a comma or point; null unless it is a number from 0 to 100. */
export function shareOf(text: string): number | null {
  const trimmed = text.trim().replace(',', '.').replace(/\s*%$/, '')
  const value = /^\d+(\.\d*)?$/.test(trimmed) ? Number(trimmed) : NaN
  return value >= 0 && value <= 100 ? value / 100 : null
}

export interface Change {
  schema_id: string
  now: number | null
  then: number | null
  /** `review`: no threshold stays within the limit, so that every value needs a review. */
  kind: 'same' | 'lower' | 'higher' | 'review'
}

/** A threshold that no confidence reaches (they are at most 0.995): each value needs a review. */
export const ALWAYS_REVIEW = 1

/** Compares the thresholds of two figures of the same fields. */
export function changesOf(now: readonly FieldFigures[], then: readonly FieldFigures[]): Change[] {
  const chosen = new Map(then.map((field) => [field.schema_id, field.confidence_threshold]))
  return now.map(({ schema_id, confidence_threshold: before }) => {
    const after = chosen.get(schema_id) ?? null
    return { schema_id, now: before, then: after, kind: kindOf(before, after) }
  })
}

function kindOf(before: number | null, after: number | null): Change['kind'] {
  if (before === after) return 'same'
  // Fields without scores have no threshold before and after; one that loses its threshold needs a review in each document.
  if (after === null) return before === ALWAYS_REVIEW ? 'same' : 'review'
  return before === null || after < before ? 'lower' : 'higher'
}

/** Returns the target that writes the changed thresholds to the schema. Fields that keep theirs are left out, so that they stay as they are. */
export function targetOf(
  changes: readonly Change[],
  limits: Limits,
  projected: Figures,
): QueuePostAutomationTargetsBody {
  return {
    type: 'automation_assistant_v1',
    automation_rate_target: projected.document_automation_rate,
    error_rate_target: limits.common,
    datapoint_automation_targets: changes
      .filter(({ kind }) => kind !== 'same')
      .map(({ schema_id, then }) => ({
        schema_id,
        error_rate_target: limitOf(limits, schema_id),
        confidence_threshold: then ?? ALWAYS_REVIEW,
        error_rate_limit: limitOf(limits, schema_id),
      })),
  }
}
