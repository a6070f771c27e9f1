/** Series by day, as the API returns them: only days with documents. Plots need every day, and weeks for long periods. Pure. */

const DAY_MS = 86_400_000
/** Longer periods are shown by week: a bar of a day would be thinner than a finger or an eye can meet. */
const MAX_DAYS = 100

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Returns the days of a period that ends on the day of `now`, oldest first, UTC. */
export function daysOfPeriod(days: number, now: number): string[] {
  const last = Date.parse(dayOf(now))
  return Array.from({ length: days }, (_, index) => dayOf(last - (days - 1 - index) * DAY_MS))
}

export interface Span {
  /** First day, `YYYY-MM-DD`. */
  from: string
  /** Last day, inclusive. */
  to: string
}

/** Divides a period into the spans of a plot: days, or for long periods weeks of seven days, of which the first may be shorter. */
export function spansOf(days: number, now: number): Span[] {
  const all = daysOfPeriod(days, now)
  if (days <= MAX_DAYS) return all.map((day) => ({ from: day, to: day }))
  const spans: Span[] = []
  for (let end = all.length; end > 0; end -= 7) spans.unshift({ from: all[Math.max(0, end - 7)]!, to: all[end - 1]! })
  return spans
}

/** Puts the entries of a series into the span of their date. Entries outside all spans are left out, spans without entries stay empty. */
export function bySpan<T extends { date: string }>(spans: readonly Span[], series: readonly T[]): T[][] {
  return spans.map(({ from, to }) => series.filter(({ date }) => date >= from && date <= to))
}

/** Returns the mean of values weighted by numbers of documents; null without documents, which is not zero. */
export function weightedMean(entries: readonly { value: number | null; count: number }[]): number | null {
  const known = entries.filter(({ value, count }) => value !== null && count > 0)
  const total = known.reduce((sum, { count }) => sum + count, 0)
  return total === 0 ? null : known.reduce((sum, { value, count }) => sum + value! * count, 0) / total
}
