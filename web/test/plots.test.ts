import { describe, expect, it } from 'vitest'
import { interval, pointsOf, verdictOf } from '../src/ui/plots/bins.ts'
import { bySpan, daysOfPeriod, spansOf, weightedMean } from '../src/ui/plots/days.ts'
import { durationTicks, labelled, linear, pathThrough, segments, ticksTo } from '../src/ui/plots/scale.ts'

const NOW = Date.parse('2026-03-02T10:00:00Z')

describe('scales', () => {
  it('choose round values that include the maximum', () => {
    expect(ticksTo(9)).toEqual([0, 5, 10])
    expect(ticksTo(1)).toEqual([0, 0.5, 1])
    expect(ticksTo(0.07)).toEqual([0, 0.02, 0.04, 0.06, 0.08])
    expect(ticksTo(1234)).toEqual([0, 500, 1000, 1500])
  })
  it('have no fractions for counts', () => expect(ticksTo(2, { whole: true })).toEqual([0, 1, 2]))
  it('are drawn for an empty series too', () => {
    expect(ticksTo(0)).toEqual([0, 1])
    expect(durationTicks(0)).toEqual([0, 1])
  })
  it('divide durations as clocks do', () => {
    expect(durationTicks(50)).toEqual([0, 15, 30, 45, 60])
    expect(durationTicks(400)).toEqual([0, 120, 240, 360, 480])
    expect(durationTicks(20_000)).toEqual([0, 7200, 14_400, 21_600])
  })
  it('map linearly, and a range of one value to its start', () => {
    expect(linear([0, 10], [100, 0])(5)).toBe(50)
    expect(linear([3, 3], [10, 20])(3)).toBe(10)
  })
  it('label only as many positions as fit', () => {
    expect(labelled(30, 300, 60)).toEqual([0, 6, 12, 18, 24])
    expect(labelled(3, 300, 60)).toEqual([0, 1, 2])
  })
})

describe('lines', () => {
  it('end where a figure is missing and start again after it', () => {
    const series = [null, 1, 2, null, null, 3].map((y, x) => ({ x, y }))
    expect(segments(series)).toEqual([
      [
        { x: 1, y: 1 },
        { x: 2, y: 2 },
      ],
      [{ x: 5, y: 3 }],
    ])
  })
  it('pass over days on which nothing happened, unless there are many', () => {
    const none = undefined
    const series = [1, none, none, 2, none, none, none, none, none, 3].map((y, x) => ({ x, y }))
    expect(segments(series).map((segment) => segment.map(({ x }) => x))).toEqual([[0, 3], [9]])
  })
  it('become paths', () =>
    expect(
      pathThrough([
        { x: 0, y: 1.26 },
        { x: 2, y: 3 },
      ]),
    ).toBe('M0 1.3L2 3'))
})

describe('series by day', () => {
  it('contain every day of the period, also over the end of a month', () =>
    expect(daysOfPeriod(4, NOW)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']))
  it('are by week for a year, the last week complete', () => {
    const spans = spansOf(365, NOW)
    expect(spans).toHaveLength(53)
    expect(spans[0]).toEqual({ from: '2025-03-03', to: '2025-03-03' })
    expect(spans.at(-1)).toEqual({ from: '2026-02-24', to: '2026-03-02' })
  })
  it('keep days without documents empty', () => {
    const found = bySpan(spansOf(3, NOW), [{ date: '2026-02-28' }, { date: '2026-03-02' }, { date: '2020-01-01' }])
    expect(found).toEqual([[{ date: '2026-02-28' }], [], [{ date: '2026-03-02' }]])
  })
  it('have a mean by documents, and none without documents', () => {
    expect(
      weightedMean([
        { value: 10, count: 1 },
        { value: 40, count: 2 },
        { value: null, count: 9 },
      ]),
    ).toBe(30)
    expect(weightedMean([])).toBeNull()
  })
})

describe('confidence against accuracy', () => {
  const bin = (from: number, count: number, accurate_count: number) => ({ from, to: from + 0.1, count, accurate_count })
  it('has no accuracy in a bin without values', () => expect(pointsOf([bin(0.1, 0, 0)])[0]!.accuracy).toBeNull())
  it('marks bins with few values', () =>
    expect(pointsOf([bin(0, 29, 5), bin(0.9, 30, 30)]).map(({ isFew }) => isFew)).toEqual([true, false]))
  it('has wider bounds with fewer values, within 0 and 1', () => {
    const [low, high] = interval(9, 10)
    const [lower, higher] = interval(900, 1000)
    expect(high - low).toBeGreaterThan(higher - lower)
    expect(interval(10, 10)[1]).toBe(1)
    expect(interval(0, 0)).toEqual([0, 1])
  })
  it('is judged only with enough values', () => {
    expect(verdictOf([bin(0.9, 10, 1)])).toBe('unknown')
    expect(verdictOf([bin(0.9, 1000, 950)])).toBe('honest')
    expect(verdictOf([bin(0.9, 1000, 700)])).toBe('tooHigh')
    expect(verdictOf([bin(0.5, 1000, 900)])).toBe('tooLow')
  })
})
