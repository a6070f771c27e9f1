/**
 * Cron patterns of scheduled hooks: minute, hour, day of month, month, day of week; UTC. Where both days are given, either is
 * enough, as cron has it; a field that begins with `*` gives none.
 */
export interface Schedule {
  minutes: number[]
  hours: number[]
  /** Does it run on this day? `weekday` 0 is Sunday, `month` 1 January. */
  runsOn: (day: { day: number; month: number; weekday: number }) => boolean
}

/** Minutes between two runs (api.md, Limits). */
export const SHORTEST_INTERVAL = 10

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const FIELDS = [
  { name: 'minute', low: 0, high: 59, names: [] as string[] },
  { name: 'hour', low: 0, high: 23, names: [] as string[] },
  { name: 'day of the month', low: 1, high: 31, names: [] as string[] },
  { name: 'month', low: 1, high: 12, names: MONTHS },
  { name: 'day of the week', low: 0, high: 7, names: DAYS },
]

/** The pattern, or a sentence that says what is wrong with it. */
export function readSchedule(cron: string): Schedule | string {
  const parts = cron.trim().split(/\s+/)
  if (parts.length !== FIELDS.length) return 'A cron expression has five fields.'
  const sets: number[][] = []
  for (const [index, part] of parts.entries()) {
    const set = valuesOf(part, FIELDS[index]!)
    if (!set) return `"${part}" is not a valid ${FIELDS[index]!.name}.`
    sets.push(set)
  }
  const [minutes, hours, days, months, weekdays] = sets as [number[], number[], number[], number[], number[]]
  const sunday = weekdays.map((weekday) => weekday % 7)
  const [anyDay, anyWeekday] = [parts[2]!.startsWith('*'), parts[4]!.startsWith('*')]
  const runsOn: Schedule['runsOn'] = ({ day, month, weekday }) => {
    if (!months.includes(month)) return false
    const [byDay, byWeekday] = [days.includes(day), sunday.includes(weekday)]
    return anyDay || anyWeekday ? byDay && byWeekday : byDay || byWeekday
  }
  return { minutes, hours, runsOn }
}

/** `5`, `1-5`, `*`, any of them with `/step`, and lists of these; sorted. Null when it is none. */
function valuesOf(text: string, { low, high, names }: (typeof FIELDS)[number]): number[] | null {
  const found = new Set<number>()
  for (const item of text.toLowerCase().split(',')) {
    const match = /^(?:\*|([a-z0-9]{1,3})(?:-([a-z0-9]{1,3}))?)(?:\/(\d{1,3}))?$/.exec(item)
    if (!match) return null
    const [, first, last, step] = match
    const from = first === undefined ? low : numberOf(first, low, names)
    // `5/15` means from 5 on; the star of the weekday ends on Saturday.
    const open = names === DAYS ? 6 : high
    const to =
      last === undefined ? (first === undefined || step !== undefined ? open : from) : numberOf(last, low, names)
    const by = step === undefined ? 1 : Number(step)
    if (from === null || to === null || from < low || to > high || from > to || by < 1) return null
    for (let value = from; value <= to; value += by) found.add(value)
  }
  return [...found].sort((a, b) => a - b)
}

function numberOf(text: string, low: number, names: string[]): number | null {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const index = names.indexOf(text)
  // Months count from 1, days of the week from 0, as the lowest number of the field does.
  return index < 0 ? null : index + low
}

/** The Gregorian calendar repeats after 400 years, weekdays included. */
const CALENDAR_DAYS = 146_097
const DAY_MS = 86_400_000
const MINUTES_OF_DAY = 1440

/** The fewest minutes between two runs, over the whole calendar; null when it never runs, Infinity when only once a day far apart. */
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

/** What is wrong with a cron expression, as a sentence; null when it may be used. */
export function faultOfCron(cron: string): string | null {
  const schedule = readSchedule(cron)
  if (typeof schedule === 'string') return schedule
  const interval = shortestInterval(schedule)
  if (interval === null) return 'The schedule never runs.'
  return interval < SHORTEST_INTERVAL ? `Runs must be at least ${SHORTEST_INTERVAL} minutes apart.` : null
}
