/** Figures of a queue's automation, computed from documents whose outcome is known. */
import type { Status } from '../annotations/status.ts'

/** The statuses of confirmed documents. */
export const CONFIRMED: readonly Status[] = ['in_workflow', 'confirmed', 'exporting', 'exported', 'failed_export']

/** Reviewed documents from which on a rate is an estimate and not a coincidence. */
export const MIN_REVIEWED = 30
/** Days that a point of the series of error rates looks back, its own included. */
const ERROR_WINDOW_DAYS = 30
const MAX_EXAMPLES = 10

/** What the import captured of one field in one document. */
export interface CapturedField {
  /** The lowest score of its values that have no other source of validation; null if there is none. */
  s: number | null
  /** A value has neither a score nor a source of validation. */
  n: boolean
  /** A value is absent (`isAbsent` of decide.ts). Earlier versions recorded such values as `n`. */
  e?: boolean
}

/** A blocker of a document: `schema_id` is null for the whole document. */
export interface FoundBlocker {
  type: string
  schema_id: string | null
}

export interface FiguredDocument {
  annotation_id: number
  /** The day of the confirmation, UTC. */
  date: string
  /** Confirmed without a person. */
  automated: boolean
  /** A person confirmed it, so that its values are known to be right. */
  reviewed: boolean
  /** Null for documents without a record of what was captured. */
  captured: Readonly<Record<string, CapturedField>> | null
  /** Schema ids of the fields whose values are not those that were captured. */
  changed: ReadonlySet<string>
  blockers: readonly FoundBlocker[]
  /** Seconds that reviewers had it open; 0 if unknown. */
  time_spent_s: number
}

/** An exportable field, in the order of the schema. */
export interface FiguredField {
  schema_id: string
  /** Score from which a value needs no review: null if the field has no score, `Infinity` if it always needs one. */
  threshold: number | null
  /** What automation does if the document does not have the field: `required` and `reviewed`, the setting of the queue, need a review. */
  absent: 'passes' | 'required' | 'reviewed'
}

export interface BlockerFigures {
  blocker: string
  document_count: number
  granularity: 'annotation' | 'datapoint'
  example_annotation_ids: number[]
}

export interface Insights {
  /** 0 without documents: clients read a number. */
  document_automation_rate: number
  document_touchless_rate: number | null
  document_automation_timeseries: {
    date: string
    automated_count: number
    non_automated_count: number
    touched_count: number
    touchless_count: number
  }[]
  datapoint_statistics: {
    schema_id: string
    is_quality_estimate: boolean
    blocked_document_counts: Record<string, number>
    estimated_error_rate: number | null
    confidence_threshold: number | null
    blockers: BlockerFigures[]
  }[]
  document_blockers: BlockerFigures[]
  estimated_error_rate_timeseries: {
    date: string
    /** Clients read a number, so it is given for few documents too; `is_quality_estimate` says whether they are enough. */
    error_rate_estimate: number
    is_quality_estimate: boolean
    window_document_count: number
  }[]
  estimated_error_rate: number | null
  is_aurora_queue: false
}

type Conditions = Pick<FiguredField, 'threshold' | 'absent'>

/** Whether the values of a field would pass without a review: each has a source of validation, reaches the threshold, or may be absent. */
export const passes = (captured: CapturedField, field: Conditions): boolean =>
  !lacksSource(captured, field) && !isLow(captured, field)

/** Whether a value of a field has neither a score nor a source of validation, and has to be present. */
export const lacksSource = ({ n, e }: CapturedField, { absent }: Conditions): boolean =>
  n || (e === true && absent !== 'passes')

/** Whether the score of a value is below the threshold. */
export const isLow = ({ s }: CapturedField, { threshold }: Conditions): boolean =>
  s !== null && threshold !== null && s < threshold

/** Computes the figures. `documents` are all confirmed ones of the period; estimates and the touchless rate are null without enough documents. */
export function figuresOf(fields: readonly FiguredField[], documents: readonly FiguredDocument[]): Insights {
  const ids = fields.map(({ schema_id }) => schema_id)
  const known = documents.filter(({ captured }) => captured !== null)
  const isChanged = ({ changed }: FiguredDocument) => ids.some((id) => changed.has(id))
  const isTouched = (one: FiguredDocument) => !one.automated && isChanged(one)
  const touchless = known.filter((one) => !isTouched(one))
  const byDate = Map.groupBy(documents, ({ date }) => date)
  const dates = [...byDate.keys()].sort()
  const escaped = escapedErrors(fields, known)
  const reviewed = known.filter((one) => one.reviewed)
  const blockers = blockerFigures(documents)
  return {
    document_automation_rate: share(documents.filter(({ automated }) => automated).length, documents.length) ?? 0,
    document_touchless_rate: share(touchless.length, known.length),
    document_automation_timeseries: dates.map((date) => {
      const ofDay = byDate.get(date)!
      const automated_count = ofDay.filter(({ automated }) => automated).length
      const seen = ofDay.filter(({ captured }) => captured !== null)
      const touched_count = seen.filter(isTouched).length
      return {
        date,
        automated_count,
        non_automated_count: ofDay.length - automated_count,
        touched_count,
        touchless_count: seen.length - touched_count,
      }
    }),
    datapoint_statistics: fields.map((field) => fieldFigures(field, blockers.get(field.schema_id) ?? [], reviewed)),
    document_blockers: blockers.get(null) ?? [],
    estimated_error_rate_timeseries: errorSeries(reviewed, escaped),
    estimated_error_rate: reviewed.length < MIN_REVIEWED ? null : share(escaped.size, reviewed.length),
    is_aurora_queue: false,
  }
}

/** A share from 0 to 1 with six digits; null of nothing. */
export const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1e6) / 1e6

/** The reviewed documents in which a value that passes without a review was wrong. */
export function escapedErrors(
  fields: readonly FiguredField[],
  known: readonly FiguredDocument[],
): Set<FiguredDocument> {
  const wrong = ({ captured, changed }: FiguredDocument) =>
    fields.some((field) => {
      const value = captured?.[field.schema_id]
      return value !== undefined && changed.has(field.schema_id) && passes(value, field)
    })
  return new Set(known.filter((one) => one.reviewed && wrong(one)))
}

function fieldFigures(
  field: FiguredField,
  blockers: BlockerFigures[],
  reviewed: readonly FiguredDocument[],
): Insights['datapoint_statistics'][number] {
  const { schema_id, threshold } = field
  const passing = reviewed.filter(({ captured }) => {
    const value = captured![schema_id]
    return value !== undefined && passes(value, field)
  })
  const enough = passing.length >= MIN_REVIEWED
  return {
    schema_id,
    is_quality_estimate: enough,
    blocked_document_counts: Object.fromEntries(blockers.map((one) => [one.blocker, one.document_count])),
    estimated_error_rate: enough
      ? share(passing.filter(({ changed }) => changed.has(schema_id)).length, passing.length)
      : null,
    confidence_threshold: threshold === Infinity ? null : threshold,
    blockers,
  }
}

/** Counts the documents by type of blocker, most frequent first, of each field and (null) of whole documents. */
function blockerFigures(documents: readonly FiguredDocument[]): Map<string | null, BlockerFigures[]> {
  const found = new Map<string | null, Map<string, Set<number>>>()
  for (const { annotation_id, blockers } of documents)
    for (const { type, schema_id } of blockers) {
      const types = found.get(schema_id) ?? new Map<string, Set<number>>()
      found.set(schema_id, types.set(type, (types.get(type) ?? new Set()).add(annotation_id)))
    }
  const figures = ([schema_id, types]: [string | null, Map<string, Set<number>>]): [
    string | null,
    BlockerFigures[],
  ] => [
    schema_id,
    [...types]
      .sort(([a, ofA], [b, ofB]) => ofB.size - ofA.size || (a < b ? -1 : 1))
      .map(([blocker, ids]) => ({
        blocker,
        document_count: ids.size,
        granularity: schema_id === null ? 'annotation' : 'datapoint',
        example_annotation_ids: [...ids].slice(0, MAX_EXAMPLES),
      })),
  ]
  return new Map([...found].map(figures))
}

const DAY_MS = 86_400_000

/** A point for each day with reviewed documents, over the documents of the days before it. */
function errorSeries(
  reviewed: readonly FiguredDocument[],
  escaped: ReadonlySet<FiguredDocument>,
): Insights['estimated_error_rate_timeseries'] {
  const days = new Map<string, { documents: number; errors: number }>()
  for (const one of reviewed) {
    const day = days.get(one.date) ?? { documents: 0, errors: 0 }
    days.set(one.date, { documents: day.documents + 1, errors: day.errors + (escaped.has(one) ? 1 : 0) })
  }
  const sorted = [...days].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([date]) => {
    const first = new Date(Date.parse(date) - (ERROR_WINDOW_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
    const inside = sorted.filter(([other]) => other >= first && other <= date).map(([, day]) => day)
    const documents = inside.reduce((sum, day) => sum + day.documents, 0)
    const errors = inside.reduce((sum, day) => sum + day.errors, 0)
    return {
      date,
      error_rate_estimate: share(errors, documents) ?? 0,
      is_quality_estimate: documents >= MIN_REVIEWED,
      window_document_count: documents,
    }
  })
}
