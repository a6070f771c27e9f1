import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorOfCron, readSchedule, shortestInterval, type Schedule } from '../../../src/rules/hooks/schedule.ts'

const CLOSE = 'Runs must be at least 10 minutes apart.'

describe('errorOfCron', () => {
  it.each([
    '*/10 * * * *',
    '0 6 * * *',
    '0,15,30,45 9-17 * * mon-fri',
    '5/20 * * * *',
    '0 0 1 jan *',
    '0 0 29 2 *',
    '0 12 * * 7',
    '59 23 * * 1',
    '50 23 1 * *',
    ' 0  0 * * * ',
    '0 0 1 JAN,Mar-may mon',
    '0 8-18/5 * * 5-7',
  ])('accepts %j', (cron) => {
    expect(errorOfCron(cron)).toBeNull()
  })

  it.each([
    ['* * * * *', CLOSE],
    ['*/7 * * * *', CLOSE],
    ['0,5 3 * * *', CLOSE],
    ['5,58 * * * *', CLOSE],
    ['0,55 0,23 * * *', CLOSE],
    ['0,55 0,23 * * 1,2', CLOSE],
    ['0 0 31 2 *', 'The schedule never runs.'],
    ['0 0 * *', 'A cron expression has five fields.'],
    ['0 0 0 * * *', 'A cron expression has five fields.'],
    ['60 * * * *', '"60" is not a valid minute.'],
    ['0 24 * * *', '"24" is not a valid hour.'],
    ['0 0 0 * *', '"0" is not a valid day of the month.'],
    ['0 0 * 13 *', '"13" is not a valid month.'],
    ['0 0 * * 8', '"8" is not a valid day of the week.'],
    ['0 0 * * fry', '"fry" is not a valid day of the week.'],
    ['5-1 * * * *', '"5-1" is not a valid minute.'],
    ['*/0 * * * *', '"*/0" is not a valid minute.'],
    ['@hourly', 'A cron expression has five fields.'],
    ['@daily * * * *', '"@daily" is not a valid minute.'],
    ['0 0 L * *', '"L" is not a valid day of the month.'],
    ['0 0 15W * *', '"15W" is not a valid day of the month.'],
    ['0 0 ? * 1', '"?" is not a valid day of the month.'],
    ['0 0 * * 5#2', '"5#2" is not a valid day of the week.'],
    ['0 0 * * friL', '"friL" is not a valid day of the week.'],
    ['0 0 1 * +1', '"+1" is not a valid day of the week.'],
    ['mon 0 * * *', '"mon" is not a valid minute.'],
    ['50-70/5 * * * *', '"50-70/5" is not a valid minute.'],
    ['0 30/40 * * *', '"30/40" is not a valid hour.'],
    ['*/90 * * * *', '"*/90" is not a valid minute.'],
    ['0 0 * * 7/2', '"7/2" is not a valid day of the week.'],
    ['0,, 0 * * *', '"0,," is not a valid minute.'],
    [`${'0,'.repeat(500)}0 0 * * *`, 'A cron expression has at most 1000 characters.'],
  ])('refuses %j: %s', (cron, sentence) => {
    expect(errorOfCron(cron)).toBe(sentence)
  })

  it('allows close runs at midnight if the days are never consecutive', () => {
    expect(errorOfCron('0,55 0,23 * * 1')).toBeNull()
    expect(errorOfCron('0,55 0,23 1 * *')).toBeNull()
    expect(errorOfCron('0,55 0,23 28,1 2,3 *')).toBe(CLOSE)
  })
})

describe('readSchedule', () => {
  it('treats a day field that starts with a star as not given', () => {
    const odd = readSchedule('0 0 */2 * fri') as Schedule
    expect([odd.runsOn({ day: 13, month: 11, weekday: 5 }), odd.runsOn({ day: 13, month: 7, weekday: 1 })]).toEqual([
      true,
      false,
    ])
  })

  it('runs on either day if both day fields are given, else on the given one', () => {
    const friday13 = { day: 13, month: 11, weekday: 5 }
    const monday13 = { day: 13, month: 7, weekday: 1 }
    const either = readSchedule('0 0 13 * fri') as Schedule
    expect([either.runsOn(friday13), either.runsOn(monday13)]).toEqual([true, true])
    expect(either.runsOn({ day: 14, month: 7, weekday: 1 })).toBe(false)
    const weekday = readSchedule('0 0 * * fri') as Schedule
    expect([weekday.runsOn(friday13), weekday.runsOn(monday13)]).toEqual([true, false])
  })

  it('reads Sunday as 0 and 7', () => {
    const sunday = { day: 1, month: 3, weekday: 0 }
    for (const cron of ['0 0 * * 0', '0 0 * * 7', '0 0 * * sun'])
      expect((readSchedule(cron) as Schedule).runsOn(sunday), cron).toBe(true)
  })
})

const listOf = (low: number, high: number, most: number) =>
  fc.uniqueArray(fc.integer({ min: low, max: high }), { minLength: 1, maxLength: most }).map((all) => all.join(','))

describe('shortestInterval', () => {
  it('equals the result of counting minute by minute', () => {
    const weekly = fc.record({
      minutes: listOf(0, 59, 4),
      hours: listOf(0, 23, 4),
      weekdays: fc.oneof(fc.constant('*'), listOf(0, 6, 4)),
    })
    fc.assert(
      fc.property(weekly, ({ minutes, hours, weekdays }) => {
        const has = (list: string, value: number) => list === '*' || list.split(',').map(Number).includes(value)
        // Two weeks from a Sunday contain every pair of consecutive runs of a weekly pattern.
        let last: number | null = null
        let shortest = Infinity
        for (let minute = 0; minute < 2 * 7 * 1440; minute++) {
          const day = Math.floor(minute / 1440) % 7
          if (!has(weekdays, day) || !has(hours, Math.floor(minute / 60) % 24) || !has(minutes, minute % 60)) continue
          if (last !== null) shortest = Math.min(shortest, minute - last)
          last = minute
        }
        const found = shortestInterval(readSchedule(`${minutes} ${hours} * * ${weekdays}`) as Schedule)!
        // Runs that are more than a day apart all count as Infinity.
        expect(found).toBe(shortest > 1440 ? Infinity : shortest)
      }),
      { numRuns: 200 },
    )
  })

  it('never throws for any expression', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { minLength: 5, maxLength: 5 }), (text, parts) => {
        for (const cron of [text, parts.join(' ')]) {
          const sentence = errorOfCron(cron)
          expect(sentence === null || sentence.endsWith('.')).toBe(true)
        }
      }),
    )
  })
})
