import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { faultOfCron, readSchedule, shortestInterval, type Schedule } from '../../src/rules/schedule.ts'

const CLOSE = 'Runs must be at least 10 minutes apart.'

describe('faultOfCron', () => {
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
  ])('takes %j', (cron) => {
    expect(faultOfCron(cron)).toBeNull()
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
  ])('refuses %j: %s', (cron, fault) => {
    expect(faultOfCron(cron)).toBe(fault)
  })

  it('lets runs come close at midnight when the days never follow each other', () => {
    expect(faultOfCron('0,55 0,23 * * 1')).toBeNull()
    expect(faultOfCron('0,55 0,23 1 * *')).toBeNull()
    expect(faultOfCron('0,55 0,23 28,1 2,3 *')).toBe(CLOSE)
  })
})

describe('readSchedule', () => {
  it('runs on either of the days when both are given, and on both kinds of day otherwise', () => {
    const friday13 = { day: 13, month: 11, weekday: 5 }
    const monday13 = { day: 13, month: 7, weekday: 1 }
    const either = readSchedule('0 0 13 * fri') as Schedule
    expect([either.runsOn(friday13), either.runsOn(monday13)]).toEqual([true, true])
    expect(either.runsOn({ day: 14, month: 7, weekday: 1 })).toBe(false)
    const weekday = readSchedule('0 0 * * fri') as Schedule
    expect([weekday.runsOn(friday13), weekday.runsOn(monday13)]).toEqual([true, false])
  })

  it('reads Sunday as 0 and as 7', () => {
    const sunday = { day: 1, month: 3, weekday: 0 }
    for (const cron of ['0 0 * * 0', '0 0 * * 7', '0 0 * * sun'])
      expect((readSchedule(cron) as Schedule).runsOn(sunday), cron).toBe(true)
  })
})

const listOf = (low: number, high: number, most: number) =>
  fc.uniqueArray(fc.integer({ min: low, max: high }), { minLength: 1, maxLength: most }).map((all) => all.join(','))

describe('shortestInterval', () => {
  it('is what counting minute by minute finds', () => {
    const weekly = fc.record({
      minutes: listOf(0, 59, 4),
      hours: listOf(0, 23, 4),
      weekdays: fc.oneof(fc.constant('*'), listOf(0, 6, 4)),
    })
    fc.assert(
      fc.property(weekly, ({ minutes, hours, weekdays }) => {
        const has = (list: string, value: number) => list === '*' || list.split(',').map(Number).includes(value)
        // Two weeks from a Sunday on hold every pair of neighbours of a pattern that repeats weekly.
        let last: number | null = null
        let shortest = Infinity
        for (let minute = 0; minute < 2 * 7 * 1440; minute++) {
          const day = Math.floor(minute / 1440) % 7
          if (!has(weekdays, day) || !has(hours, Math.floor(minute / 60) % 24) || !has(minutes, minute % 60)) continue
          if (last !== null) shortest = Math.min(shortest, minute - last)
          last = minute
        }
        const found = shortestInterval(readSchedule(`${minutes} ${hours} * * ${weekdays}`) as Schedule)!
        // Runs that are more than a day apart need not be told apart.
        expect(found).toBe(shortest > 1440 ? Infinity : shortest)
      }),
      { numRuns: 200 },
    )
  })

  it('never throws, whatever is written', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { minLength: 5, maxLength: 5 }), (text, parts) => {
        for (const cron of [text, parts.join(' ')]) {
          const fault = faultOfCron(cron)
          expect(fault === null || fault.endsWith('.')).toBe(true)
        }
      }),
    )
  })
})
