/** The dates of a document in both orders of day and month, as evidence for one of them. */
import type { DayMonthOrder } from '../normalise/country-dates.ts'
import { findDates, type FoundDate } from '../normalise/dates.ts'
import type { Layout, Segment } from './layout.ts'

/** A date of the page, ISO 8601, as it is read with the day first and with the month first. */
export interface Readings extends Record<DayMonthOrder, string> {
  segment: Segment
  start: number
  end: number
  form: FoundDate['form']
  /** The only order in which it is a date, for `25/03/2026`; null if both are possible, or make no difference. */
  only: DayMonthOrder | null
  /** False for a month whose name means another month in another language. */
  sure: boolean
  isDotted: boolean
}

/** A price list may have thousands; the first and the last pages have those that matter. */
const MAX_DATES = 400

/** Returns all dates of a document in both orders, in reading order. */
export function readBothWays({ segments }: Layout, language: string | null): Readings[] {
  const all = segments.flatMap((segment) => readSegment(segment, language))
  return all.length <= MAX_DATES ? all : [...all.slice(0, MAX_DATES / 2), ...all.slice(-MAX_DATES / 2)]
}

function readSegment(segment: Segment, language: string | null): Readings[] {
  const dayFirst = findDates(segment.text, 'dmy', language)
  const isOpen = dayFirst.some(({ form, sure }) => form === 'numeric' && !sure)
  const monthFirst = isOpen ? findDates(segment.text, 'mdy', language) : dayFirst
  return dayFirst.flatMap((date) => {
    const { value: dmy, start, end, text, form, sure } = date
    const mdy = monthFirst.find((other) => other.start === start && other.end === end)?.value
    if (mdy === undefined) return []
    const [first, second] = text.split(/\D+/).map(Number)
    const only = form !== 'numeric' || dmy !== mdy || first === second ? null : first! > 12 ? 'dmy' : 'mdy'
    return [
      { segment, start, end, form, dmy, mdy, only, sure: form === 'numeric' || sure, isDotted: text.includes('.') },
    ]
  })
}

/** Returns true for a date that is another one in the other order. */
export const isOpen = ({ dmy, mdy }: Readings): boolean => dmy !== mdy
