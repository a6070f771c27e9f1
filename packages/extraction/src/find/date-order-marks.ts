/** What the dates of a document say of the order of day and month, each in log odds: positive for the day first. */
import type { LabelClass } from '../lexicon/classes.ts'
import type { DayMonthOrder } from '../normalise/country-dates.ts'
import { foldText } from '../normalise/ids.ts'
import type { Label } from './labels.ts'
import { overlapX, type Segment } from './layout.ts'
import { isOpen, type Readings } from './numeric-dates.ts'

/** Set by hand, so that a fact about the dates outweighs what the country only makes likely. */
const WEIGHTS = {
  /** `25/03/2026`: no other order is possible. */
  only: 6,
  /** `Tuesday 03/02/2026` */
  weekday: 4,
  /** The days from issue to due date are those of the printed terms. */
  terms: 4,
  /** The same date is printed with the name of its month, or with its year first. */
  same: 3,
  /** In the other order the due date is before the issue date. */
  due: 3,
  /** Dates with names of months are less than a month away, and those of the other order more than three. */
  near: 1.5,
} as const

/** Further dates of the same kind say less. */
const MAX_TIMES = 3
const DAY = 86_400_000

export interface DateMarks {
  lead: number
  /** Whether facts about the dates show both orders. */
  isContradictory: boolean
}

/** Returns the sum of what the dates show. `days` are the terms of payment. */
export function weighDates(
  dates: readonly Readings[],
  labels: readonly Label[],
  language: string | null,
  days: readonly number[],
): DateMarks {
  const open = [...new Map(dates.filter(isOpen).map((date) => [date.dmy, date])).values()]
  const only = [
    ...new Map(dates.filter((date) => date.only).map((date) => [`${date.only} ${date.dmy}`, date])).values(),
  ]
  const facts = [
    times(only.map((date) => date.only)) * WEIGHTS.only,
    times(dates.filter(isOpen).map((date) => orderByWeekday(date, language))) * WEIGHTS.weekday,
    weighNamed(open, dates),
    weighPeriod(dates, labels, days),
  ]
  return {
    lead: facts.reduce((sum, fact) => sum + fact, 0),
    isContradictory:
      new Set(only.map((date) => date.only)).size > 1 ||
      (facts.some((fact) => fact >= WEIGHTS.near) && facts.some((fact) => fact <= -WEIGHTS.near)),
  }
}

/** Returns how many more facts are for the day first, at most `MAX_TIMES` for each order. */
function times(orders: readonly (DayMonthOrder | null)[]): number {
  const count = (order: DayMonthOrder): number => Math.min(MAX_TIMES, orders.filter((one) => one === order).length)
  return count('dmy') - count('mdy')
}

/** Returns the order that one condition holds for, null if it holds for both or neither. */
function orderBy(holds: (order: DayMonthOrder) => boolean): DayMonthOrder | null {
  const [day, month] = [holds('dmy'), holds('mdy')]
  return day === month ? null : day ? 'dmy' : 'mdy'
}

const weekdays = new Map<string, ReadonlyMap<string, number>>()

/** Returns the names and abbreviations of weekdays, folded, with their numbers; Sunday is 0. */
function weekdaysIn(language: string): ReadonlyMap<string, number> {
  const known = weekdays.get(language)
  if (known) return known
  const names = new Map<string, number>()
  for (const weekday of ['long', 'short'] as const) {
    const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
    // The third of January 2027 is a Sunday.
    for (let day = 0; day < 7; day++)
      names.set(foldText(format.format(Date.UTC(2027, 0, 3 + day))).replace(/\.$/, ''), day)
  }
  weekdays.set(language, names)
  return names
}

/** Returns the order in which a date is of the weekday beside it. */
function orderByWeekday(date: Readings, language: string | null): DayMonthOrder | null {
  const { text } = date.segment
  const before = /([\p{L}-]{2,16})[.,]?\s?\(?$/u.exec(text.slice(Math.max(0, date.start - 20), date.start))?.[1]
  const behind = /^,?\s?\(?([\p{L}-]{2,16})/u.exec(text.slice(date.end, date.end + 20))?.[1]
  for (const word of [before, behind]) {
    if (!word) continue
    for (const names of new Set([language ?? 'eng', 'eng'].map(weekdaysIn))) {
      const weekday = names.get(foldText(word))
      if (weekday !== undefined) return orderBy((order) => new Date(date[order]).getUTCDay() === weekday)
    }
  }
  return null
}

/** Dates that are sure, as they have the name of their month or their year first, agree with the open ones. */
function weighNamed(open: readonly Readings[], dates: readonly Readings[]): number {
  const certain = dates.filter(({ form, sure }) => form !== 'numeric' && sure)
  const values = new Set(certain.map(({ dmy }) => dmy))
  const same = times(open.map((date) => orderBy((order) => values.has(date[order]))))
  if (same !== 0) return same * WEIGHTS.same
  // How dates are written that begin with their year says nothing of other dates, and a list of them has many days.
  const named = certain.filter(({ form }) => form === 'named').map(({ dmy }) => Date.parse(dmy))
  if (named.length === 0) return 0
  const near = open.map((date) => {
    const away = (order: DayMonthOrder): number =>
      Math.min(...named.map((time) => Math.abs(time - Date.parse(date[order])))) / DAY
    const [day, month] = [away('dmy'), away('mdy')]
    return day <= 31 && month > 92 ? 'dmy' : month <= 31 && day > 92 ? 'mdy' : null
  })
  return Math.sign(times(near)) * WEIGHTS.near
}

/** The due date is not before the issue date, and often as many days behind it as the terms say. */
function weighPeriod(dates: readonly Readings[], labels: readonly Label[], days: readonly number[]): number {
  const byLine = Map.groupBy(labels, lineOf)
  const onLine = labelsBefore(dates, byLine)
  const kinds = dates.map((date) => classOf(date, onLine.get(date), byLine))
  const labelled = (kind: LabelClass): Readings | undefined => dates[kinds.indexOf(kind)]
  const [issue, due] = [labelled('invoice_date') ?? labelled('date'), labelled('due_date')]
  if (!issue || !due || issue === due) return 0
  const length = (order: DayMonthOrder): number => (Date.parse(due[order]) - Date.parse(issue[order])) / DAY
  return (
    times([orderBy((order) => length(order) >= 0)]) * WEIGHTS.due +
    times([orderBy((order) => days.includes(length(order)))]) * WEIGHTS.terms
  )
}

const KINDS: readonly LabelClass[] = ['invoice_date', 'due_date', 'date']

const lineOf = ({ segment }: { segment: Segment }): number => segment.line

/** Lines of other columns may be between a date and the label above it. */
const LINES_ABOVE = 4

/** Returns the nearest label before each date on its line, if there is no other date between. Each line is read once. */
function labelsBefore(dates: readonly Readings[], byLine: ReadonlyMap<number, readonly Label[]>): Map<Readings, Label> {
  const found = new Map<Readings, Label>()
  for (const [line, peers] of Map.groupBy(dates, lineOf)) {
    const labels = (byLine.get(line) ?? []).toSorted(byPosition)
    let next = 0
    for (const date of peers.toSorted(byPosition)) {
      for (; next < labels.length && byPosition(labels[next]!, date) < 0; next++) {
        const label = labels[next]!
        if (label.segment !== date.segment || label.end <= date.start) found.set(date, label)
      }
    }
  }
  return found
}

/** Returns what the label of a date says it is: the nearest label on its line, or else the one directly above. */
function classOf(
  { segment }: Readings,
  onLine: Label | undefined,
  byLine: ReadonlyMap<number, readonly Label[]>,
): LabelClass | undefined {
  let label = onLine
  for (let line = segment.line - 1; !label && line >= segment.line - LINES_ABOVE; line--)
    label = byLine
      .get(line)
      ?.findLast(
        (one) =>
          one.segment.page === segment.page &&
          segment.box[1] - one.box[3] < 2 * segment.size &&
          overlapX(one.box, segment.box) > 0.25,
      )
  return KINDS.find((name) => label?.classes.has(name))
}

const byPosition = (a: Pick<Readings, 'segment' | 'start'>, b: Pick<Readings, 'segment' | 'start'>): number =>
  a.segment.index - b.segment.index || a.start - b.start
