/** What the reviewed documents of a queue would have given with other thresholds. */
import { isLow, lacksSource, MIN_REVIEWED, passes, type FiguredDocument, type FiguredField } from './figures.ts'

export interface FieldLimit {
  schema_id: string
  /** Highest acceptable share of wrong values among those that need no review. */
  error_rate_limit: number
}

/** Blockers that follow from thresholds, or that only say that automation is switched off. */
const RECOMPUTED = ['automation_disabled', 'low_score', 'no_validation_sources']

/**
 * Returns the fields with the lowest thresholds at which the observed share of wrong values stays within the limits: `Infinity` if there
 * is none. Fields without a limit, without scores, or in fewer than 30 reviewed documents keep their threshold.
 */
export function chooseThresholds(
  fields: readonly FiguredField[],
  limits: readonly FieldLimit[],
  reviewed: readonly FiguredDocument[],
): FiguredField[] {
  const limitOf = new Map(limits.map(({ schema_id, error_rate_limit }) => [schema_id, error_rate_limit]))
  return fields.map((field) => {
    const limit = limitOf.get(field.schema_id)
    if (limit === undefined || field.threshold === null) return field
    const threshold = lowestThreshold(field, limit, reviewed)
    return threshold === null ? field : { ...field, threshold }
  })
}

function lowestThreshold(field: FiguredField, limit: number, reviewed: readonly FiguredDocument[]): number | null {
  const { schema_id } = field
  const samples = reviewed.flatMap(({ captured, changed }) => {
    const value = captured?.[schema_id]
    return value ? { ...value, wrong: changed.has(schema_id) } : []
  })
  if (samples.length < MIN_REVIEWED) return null
  // Each passing value counts from the lowest threshold up to its score; from the highest score down, every sample is added once.
  const passing = samples
    .filter((one) => passes(one, { ...field, threshold: 0 }))
    .sort((a, b) => (b.s ?? Infinity) - (a.s ?? Infinity))
  let lowest = Infinity
  let wrong = 0
  for (const [index, sample] of passing.entries()) {
    if (sample.wrong) wrong++
    const next = passing[index + 1]
    // A threshold includes all values with the same score.
    if (next !== undefined && (next.s ?? Infinity) === (sample.s ?? Infinity)) continue
    if (wrong / (index + 1) <= limit) lowest = next === undefined ? 0 : (sample.s ?? lowest)
  }
  return lowest
}

/**
 * Returns the reviewed documents as automation with these thresholds would have treated them: automated unless a blocker remains. Blockers of
 * the types in `excluded` do not count.
 */
export function projectDocuments(
  fields: readonly FiguredField[],
  reviewed: readonly FiguredDocument[],
  excluded: readonly string[],
): FiguredDocument[] {
  return reviewed.map((one) => {
    const stored = one.blockers.filter(({ type }) => !RECOMPUTED.includes(type))
    const ofFields = fields.flatMap((field) => {
      const { schema_id } = field
      const value = one.captured?.[schema_id]
      if (!value) return []
      return [
        ...(lacksSource(value, field) ? [{ type: 'no_validation_sources', schema_id }] : []),
        ...(isLow(value, field) ? [{ type: 'low_score', schema_id }] : []),
      ]
    })
    const blockers = [...stored, ...ofFields].filter(({ type }) => !excluded.includes(type))
    return { ...one, blockers, automated: blockers.length === 0 }
  })
}
