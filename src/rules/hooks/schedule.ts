import { CronPattern } from 'croner'

/** Cron patterns of scheduled hooks (decision 61): five fields, UTC. */
export interface Schedule {
  /** Ascending, 0 to 59. */
  minutes: number[]
  /** Ascending, 0 to 23. */
  hours: number[]
  /** Returns true if it runs on this day. `weekday` 0 is Sunday, `month` 1 is January. */
  runsOn: (day: { day: number; month: number; weekday: number }) => boolean
}

/** Minimum interval between two runs in minutes. */
export const MIN_INTERVAL = 10

const FIELDS = [
  { key: 'minute', name: 'minute' },
  { key: 'hour', name: 'hour' },
  { key: 'day', name: 'day of the month' },
  { key: 'month', name: 'month' },
  { key: 'dayOfWeek', name: 'day of the week' },
] as const

/** Twice the length of lists of all values. */
const MAX_LENGTH = 1000

/** One list item: the syntax of croner without its extensions `L`, `W`, `#`, `?` and `+`. */
const ITEM = /^(?:\*|(?:\d{1,2}|[a-z]{3})(?:-(?:\d{1,2}|[a-z]{3}))?)(?:\/\d{1,2})?$/i

/** Returns the parsed pattern, or an error as a sentence. */
export function readSchedule(cron: string): Schedule | string {
  if (cron.length > MAX_LENGTH) return `A cron expression has at most ${MAX_LENGTH} characters.`
  const fields = cron.trim().split(/\s+/)
  if (fields.length !== FIELDS.length) return 'A cron expression has five fields.'
  const invalid = fields.findIndex((field, index) => !isField(field, index))
  if (invalid >= 0) return `"${fields[invalid]}" is not a valid ${FIELDS[invalid]!.name}.`
  const { minute, hour, day, month, dayOfWeek } = parsePattern(fields)
  // Croner treats only a bare `*` as "not restricted"; here, as in Vixie cron, any field that starts with `*` is.
  const eitherDay = !fields[2]!.startsWith('*') && !fields[4]!.startsWith('*')
  const runsOn: Schedule['runsOn'] = (date) => {
    if (!month[date.month - 1]) return false
    const [byDay, byWeekday] = [Boolean(day[date.day - 1]), Boolean(dayOfWeek[date.weekday])]
    return eitherDay ? byDay || byWeekday : byDay && byWeekday
  }
  return { minutes: setValues(minute), hours: setValues(hour), runsOn }
}

const MONTHS = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
] as const
const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const

/** A calendar of a Temporal Schedule: it runs when all parts match. */
export interface Calendar {
  minute: number[]
  hour: number[]
  dayOfMonth: number[]
  month: (typeof MONTHS)[number][]
  dayOfWeek: (typeof WEEKDAYS)[number][]
}

/**
 * Returns the calendars of a valid cron expression, of which any may match: two if both the day of the month and the day of the week are
 * restricted, because then either is enough. Throws if the expression is invalid.
 */
export function calendarsOf(cron: string): Calendar[] {
  const error = errorOfCron(cron)
  if (error) throw new Error(error)
  const fields = cron.trim().split(/\s+/)
  const { minute, hour, day, month, dayOfWeek } = parsePattern(fields)
  const time = {
    minute: setValues(minute),
    hour: setValues(hour),
    month: setValues(month).map((index) => MONTHS[index]!),
  }
  const days = setValues(day).map((index) => index + 1)
  const weekdays = WEEKDAYS.filter((_, weekday) => dayOfWeek[weekday])
  const everyDay = Array.from({ length: 31 }, (_, index) => index + 1)
  const isEither = !fields[2]!.startsWith('*') && !fields[4]!.startsWith('*')
  return isEither
    ? [
        { ...time, dayOfMonth: days, dayOfWeek: [...WEEKDAYS] },
        { ...time, dayOfMonth: everyDay, dayOfWeek: weekdays },
      ]
    : [{ ...time, dayOfMonth: days, dayOfWeek: weekdays }]
}

/** Throws if croner rejects the pattern. `5/15` means every 15 starting at 5. */
const parsePattern = (fields: string[]): CronPattern =>
  new CronPattern(fields.join(' '), 'UTC', { mode: '5-part', sloppyRanges: true })

const isField = (field: string, index: number): boolean => field.split(',').every((item) => isItem(item, index))

/**
 * Tests each item alone, so that the error names its field. Croner accepts `50-70/5` as minutes and reads `7/2` as no day at all: an item
 * must also be valid without its step, and have a value.
 */
function isItem(item: string, index: number): boolean {
  if (!ITEM.test(item)) return false
  const parse = (text: string): CronPattern => parsePattern(FIELDS.map((_, other) => (other === index ? text : '*')))
  try {
    parse(item.replace(/\/\d+$/, ''))
    return parse(item)[FIELDS[index]!.key].some(Boolean)
  } catch {
    return false
  }
}

/** Croner represents a field as one number for each possible value, 0 if the value is not set. */
const setValues = (field: number[]): number[] => field.flatMap((set, value) => (set ? [value] : []))

/** Returns true if a run of the schedule lies after `since`, and not after `until`. Throws if the expression is invalid. */
export function runsWithin(cron: string, since: Date, until: Date): boolean {
  const schedule = readSchedule(cron)
  if (typeof schedule === 'string') throw new Error(schedule)
  const { hours, minutes, runsOn } = schedule
  for (let start = Math.floor(since.getTime() / DAY_MS) * DAY_MS; start <= until.getTime(); start += DAY_MS) {
    const date = new Date(start)
    if (!runsOn({ day: date.getUTCDate(), month: date.getUTCMonth() + 1, weekday: date.getUTCDay() })) continue
    const times = hours.flatMap((hour) => minutes.map((minute) => start + (hour * 60 + minute) * 60_000))
    if (times.some((time) => time > since.getTime() && time <= until.getTime())) return true
  }
  return false
}

/** The Gregorian calendar repeats after 400 years, including weekdays. */
const CALENDAR_DAYS = 146_097
const DAY_MS = 86_400_000
const MINUTES_OF_DAY = 1440

/**
 * Returns the minimum number of minutes between two runs over the whole calendar. Infinity if runs are always more than a day apart; null
 * if the schedule never runs.
 */
export function shortestInterval(schedule: Schedule): number | null {
  const times = schedule.hours.flatMap((hour) => schedule.minutes.map((minute) => hour * 60 + minute))
  let shortest = Infinity
  for (let index = 1; index < times.length; index++) shortest = Math.min(shortest, times[index]! - times[index - 1]!)
  const overnight = MINUTES_OF_DAY - times.at(-1)! + times[0]!
  let ever = false
  let before = false
  for (let number = 0; number <= CALENDAR_DAYS; number++) {
    const date = new Date(number * DAY_MS)
    const runs = schedule.runsOn({ day: date.getUTCDate(), month: date.getUTCMonth() + 1, weekday: date.getUTCDay() })
    ever ||= runs
    if (runs && before) return Math.min(shortest, overnight)
    before = runs
  }
  return ever ? shortest : null
}

/** Returns the cron expression in `config.schedule` of a hook; null if there is none. An empty one means no schedule. */
export function cronOf(schedule: unknown): string | null {
  const cron = typeof schedule === 'object' && schedule !== null && 'cron' in schedule ? schedule.cron : undefined
  return typeof cron === 'string' && cron.trim() !== '' ? cron : null
}

/** Returns the error of a cron expression as a sentence; null if it is valid. */
export function errorOfCron(cron: string): string | null {
  const schedule = readSchedule(cron)
  if (typeof schedule === 'string') return schedule
  const interval = shortestInterval(schedule)
  if (interval === null) return 'The schedule never runs.'
  return interval < MIN_INTERVAL ? `Runs must be at least ${MIN_INTERVAL} minutes apart.` : null
}
