/** What the plots of a queue show besides its figures of automation: confidence against accuracy, and time per document. */
import type { FiguredDocument, FiguredField } from './figures.ts'

/** Bins of equal width between confidence 0 and 1. */
const BINS = 10

/** Values whose confidence is at least `from` and less than `to`; the last bin includes 1. Bins without values are omitted. */
export interface ConfidenceBin {
  from: number
  to: number
  /** Reviewed values. */
  count: number
  /** Reviewed values that the reviewer left as they were captured. */
  accurate_count: number
}

export interface ProcessingTime {
  /** Median and 90th percentile of the seconds that a document was open; null without documents. */
  median_s: number | null
  p90_s: number | null
  /** Reviewed documents with a known time. */
  document_count: number
  /** Days with such documents, oldest first. */
  timeseries: { date: string; median_s: number; document_count: number }[]
}

/** Compares the confidence of captured values with what reviewers left of them. Documents without a review are ignored. */
export function confidenceAccuracy(
  fields: readonly Pick<FiguredField, 'schema_id'>[],
  documents: readonly FiguredDocument[],
): ConfidenceBin[] {
  const bins = Array.from({ length: BINS }, (_, index) => ({
    from: index / BINS,
    to: (index + 1) / BINS,
    count: 0,
    accurate_count: 0,
  }))
  for (const { reviewed, captured, changed } of documents) {
    if (!reviewed || !captured) continue
    for (const { schema_id } of fields) {
      const score = captured[schema_id]?.s ?? null
      if (score === null) continue
      const bin = bins[Math.max(0, Math.min(BINS - 1, Math.floor(score * BINS)))]!
      bin.count++
      if (!changed.has(schema_id)) bin.accurate_count++
    }
  }
  return bins.filter(({ count }) => count > 0)
}

/** Summarizes the time that reviewers had documents open. A time of 0 means that the client reported none. */
export function processingTime(documents: readonly FiguredDocument[]): ProcessingTime {
  const timed = documents.filter(({ reviewed, time_spent_s }) => reviewed && time_spent_s > 0)
  const timesOf = (some: readonly FiguredDocument[]) => some.map((one) => one.time_spent_s).sort((a, b) => a - b)
  const all = timesOf(timed)
  const byDate = [...Map.groupBy(timed, ({ date }) => date)].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    median_s: all.length ? percentile(all, 0.5) : null,
    p90_s: all.length ? percentile(all, 0.9) : null,
    document_count: all.length,
    timeseries: byDate.map(([date, ofDay]) => ({
      date,
      median_s: percentile(timesOf(ofDay), 0.5),
      document_count: ofDay.length,
    })),
  }
}

/** The value at this share of sorted values, interpolated between its neighbours and rounded to tenths. */
function percentile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share
  const below = sorted[Math.floor(position)]!
  const above = sorted[Math.ceil(position)]!
  return Math.round((below + (above - below) * (position % 1)) * 10) / 10
}
