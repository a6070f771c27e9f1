/** Dates of calendars other than the Gregorian one. A calendar that a date does not name is never guessed. */

/** The year before the first one of each era of Japan (JIS X 0301), and of the Republic of China. */
const ERAS: Readonly<Record<string, number>> = {
  明治: 1867,
  大正: 1911,
  昭和: 1925,
  平成: 1988,
  令和: 2018,
  民國: 1911,
  民国: 1911,
}

/** The names of the eras, as an expression. */
export const ERA_NAMES = Object.keys(ERAS).join('|')

/** Returns the Gregorian year of a year of an era; the first one is also written `元`. */
export const yearOfEra = (era: string, year: string): number => ERAS[era]! + (year === '元' ? 1 : Number(year))

/** Years of the Buddhist era are 543 more than those of the Gregorian calendar, and begin on the same day since 1941. */
export const yearOfBuddhist = (year: number): number => year - 543

const DAY = 86_400_000
/** 1 Muharram of the first year, and the mean length of a year and a month in days, from which a day is searched. */
const FIRST_DAY = Date.UTC(622, 6, 19)
const MEAN_YEAR = 354.367
const MEAN_MONTH = 29.53
/** The estimate is at most two days off. */
const SEARCHED = 4

let umalqura: Intl.DateTimeFormat | undefined

/** Returns year, month and day of a date in the calendar of Umm al-Qura, which Saudi Arabia uses, by the tables of CLDR. */
function hijriOf(time: number): string {
  umalqura ??= new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  const parts = umalqura.formatToParts(time)
  return (['year', 'month', 'day'] as const)
    .map((type) => Number(parts.find((part) => part.type === type)?.value))
    .join('-')
}

/** Returns the Gregorian date of a Hijri date; null if there is none. */
export function fromHijri(
  year: number,
  month: number,
  day: number,
): { year: number; month: number; day: number } | null {
  const near = FIRST_DAY + Math.round((year - 1) * MEAN_YEAR + (month - 1) * MEAN_MONTH + day - 1) * DAY
  for (let offset = -SEARCHED; offset <= SEARCHED; offset++) {
    const time = near + offset * DAY
    if (hijriOf(time) !== `${year}-${month}-${day}`) continue
    const date = new Date(time)
    return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
  }
  return null
}
