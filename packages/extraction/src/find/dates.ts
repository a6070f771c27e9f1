import { type DateOrder, findDates } from '../normalise/dates.ts'
import { type Candidate, makeCandidate } from './candidates.ts'
import type { Layout } from './layout.ts'

/** The trait of a date that is another one in the other order of day and month, in a document that does not show its order. */
export const AMBIGUOUS = 'ambiguous'

/** Returns every date of every segment, and dates split by a wide gap (`12 March` `2024`). */
export function findDateCandidates(
  layout: Layout,
  { order, isAmbiguous, language }: { order: DateOrder; isAmbiguous: boolean; language: string | null },
): Candidate[] {
  const candidates: Candidate[] = []
  for (const segment of layout.segments) {
    for (const date of findDates(segment.text, order, language)) {
      const traits = [`form:${date.form}`]
      if (/^\D{0,3}\d{1,2}[:.]\d{2}/.test(segment.text.slice(date.end))) traits.push('time')
      if (!date.sure) traits.push('unsure')
      // In a document whose dates begin with the year, `26.3.12` does too.
      const isSwappable = date.form === 'numeric' && !date.sure && (order !== 'ymd' || /\d{4}$/.test(date.text))
      if (isAmbiguous && isSwappable) traits.push(AMBIGUOUS)
      candidates.push(makeCandidate('date', segment, date.start, date.end, date.value, `date.${date.form}`, traits))
    }
  }
  return candidates
}
