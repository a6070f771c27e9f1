/** Which changes of a queue would automate more of its documents, by what automation would have done with those that were reviewed. */
import {
  escapedErrors,
  MIN_REVIEWED,
  share,
  type FiguredDocument,
  type FiguredField,
  type FoundBlocker,
} from './figures.ts'
import { chooseThresholds, projectDocuments } from './projection.ts'

/** The kinds of changes, in the order of preference if two have the same effect. */
export const CHANGE_TYPES = ['enable_automation', 'make_optional', 'automate_empty_fields', 'lower_thresholds'] as const
export type ChangeType = (typeof CHANGE_TYPES)[number]

/** A field that half of the documents have is missing in this many of them less than once in a thousand times. */
export const MIN_EMPTY = 10

/** What the suggestions change. */
interface Setup {
  enabled: boolean
  fields: readonly FiguredField[]
}

export interface Suggestion {
  type: ChangeType
  /** The fields that it changes, in the order of the schema, with their new threshold if it changes thresholds. */
  fields: { schema_id: string; confidence_threshold: number | null }[]
  /** Share of the reviewed documents that would need no person after this change and those before it. */
  document_automation_rate: number
  /** Share of the reviewed documents in which a value that needs no review would have been wrong; null with fewer than 30. */
  estimated_error_rate: number | null
}

export interface Suggestions {
  /** Share of the reviewed documents that would need no person with the present set-up. */
  document_automation_rate: number
  suggestions: Suggestion[]
}

interface Outcome {
  rate: number
  errors: number | null
  /** What is left that prevents automation, in all documents. */
  blockers: number
}

interface Step {
  type: ChangeType
  setup: Setup
  outcome: Outcome
}

/**
 * Returns changes one after the other: first the one with the largest effect, then the one with the largest effect after it, and so on as long
 * as one has an effect. `reviewed` are reviewed documents with a record of the import; `limit` is the highest acceptable share of wrong values
 * of a field for which a lower threshold is suggested.
 */
export function suggestChanges(setup: Setup, reviewed: readonly FiguredDocument[], limit: number): Suggestions {
  const start = outcomeOf(setup, setup, reviewed)
  const steps: Step[] = []
  for (;;) {
    const now = steps.at(-1)?.setup ?? setup
    const next = CHANGE_TYPES.flatMap((type): Step[] => {
      const changed = changeBy(type, now, reviewed, limit)
      return changed ? [{ type, setup: changed, outcome: outcomeOf(setup, changed, reviewed) }] : []
    }).sort((a, b) => b.outcome.rate - a.outcome.rate || a.outcome.blockers - b.outcome.blockers)[0]
    if (!next) break
    steps.push(next)
  }
  // A change without an effect of its own is only a condition of those after it.
  const rates = [start.rate, ...steps.map(({ outcome }) => outcome.rate)]
  const useful = steps.slice(
    0,
    rates.findLastIndex((rate, index) => index > 0 && rate > rates[index - 1]!),
  )
  return {
    document_automation_rate: start.rate,
    suggestions: useful.map(({ type, setup: { fields }, outcome }, index) => ({
      type,
      fields: changedFields(useful[index - 1]?.setup.fields ?? setup.fields, fields),
      document_automation_rate: outcome.rate,
      estimated_error_rate: outcome.errors,
    })),
  }
}

/** Returns the set-up after a change of a type, or null if the change would change nothing. */
function changeBy(type: ChangeType, setup: Setup, reviewed: readonly FiguredDocument[], limit: number): Setup | null {
  const { enabled, fields } = setup
  const withFields = (next: readonly FiguredField[]) =>
    changedFields(fields, next).length > 0 ? { ...setup, fields: next } : null
  switch (type) {
    case 'enable_automation':
      return enabled ? null : { ...setup, enabled: true }
    case 'make_optional': {
      const passing = fields.some(({ absent }) => absent === 'reviewed') ? 'reviewed' : 'passes'
      return withFields(
        fields.map((field) =>
          field.absent === 'required' && isNeverThere(field, reviewed) ? { ...field, absent: passing } : field,
        ),
      )
    }
    case 'automate_empty_fields': {
      const isMissed = ({ schema_id }: FiguredField) => reviewed.some(({ captured }) => captured?.[schema_id]?.e)
      return withFields(
        fields.map((field) =>
          field.absent === 'reviewed' && isMissed(field) ? { ...field, absent: 'passes' as const } : field,
        ),
      )
    }
    case 'lower_thresholds': {
      const limits = fields.map(({ schema_id }) => ({ schema_id, error_rate_limit: limit }))
      const chosen = chooseThresholds(fields, limits, reviewed)
      // Raising a threshold is a matter of errors and not of automation.
      return withFields(fields.map((field, index) => (isLower(chosen[index]!, field) ? chosen[index]! : field)))
    }
  }
}

const isLower = (chosen: FiguredField, { threshold }: FiguredField) =>
  chosen.threshold !== null && threshold !== null && chosen.threshold < threshold

/** Whether neither the engine nor a reviewer found a value of the field in any document. */
function isNeverThere({ schema_id }: FiguredField, reviewed: readonly FiguredDocument[]): boolean {
  const recorded = reviewed.filter(({ captured }) => captured?.[schema_id] !== undefined)
  const isEmpty = ({ captured, changed }: FiguredDocument) => {
    const { s, n, e } = captured![schema_id]!
    return e === true && !n && s === null && !changed.has(schema_id)
  }
  return recorded.length >= MIN_EMPTY && recorded.every(isEmpty)
}

const changedFields = (before: readonly FiguredField[], after: readonly FiguredField[]): Suggestion['fields'] =>
  after.flatMap(({ schema_id, threshold, absent }, index) => {
    const { threshold: earlier, absent: absentEarlier } = before[index]!
    if (threshold === earlier && absent === absentEarlier) return []
    return [{ schema_id, confidence_threshold: threshold === earlier ? null : threshold }]
  })

function outcomeOf(before: Setup, setup: Setup, reviewed: readonly FiguredDocument[]): Outcome {
  const wasRequired = new Set(before.fields.flatMap((one) => (one.absent === 'required' ? [one.schema_id] : [])))
  const optional = new Set(
    setup.fields.flatMap(({ schema_id, absent }) =>
      absent !== 'required' && wasRequired.has(schema_id) ? [schema_id] : [],
    ),
  )
  // The error of an empty value that is no longer required.
  const isGone = ({ type, schema_id }: FoundBlocker) =>
    type === 'error_message' && schema_id !== null && optional.has(schema_id)
  const projected = projectDocuments(
    setup.fields,
    reviewed.map((one) => ({ ...one, blockers: one.blockers.filter((blocker) => !isGone(blocker)) })),
    [],
  )
  const automated = setup.enabled ? projected.filter((one) => one.automated).length : 0
  return {
    rate: share(automated, projected.length) ?? 0,
    errors:
      projected.length < MIN_REVIEWED ? null : share(escapedErrors(setup.fields, projected).size, projected.length),
    blockers: projected.reduce((sum, { blockers }) => sum + blockers.length, setup.enabled ? 0 : reviewed.length),
  }
}
