import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FiguredDocument } from '../../../src/rules/automation/figures.ts'
import { confidenceAccuracy, processingTime } from '../../../src/rules/automation/plots.ts'

const FIELDS = [{ schema_id: 'name' }, { schema_id: 'total' }]

const aDocument = (given: Partial<FiguredDocument> = {}): FiguredDocument => ({
  annotation_id: 1,
  date: '2026-02-01',
  automated: false,
  reviewed: true,
  captured: {},
  changed: new Set(),
  blockers: [],
  time_spent_s: 0,
  ...given,
})
const scored = (name: number | null, wrong = false, given: Partial<FiguredDocument> = {}) =>
  aDocument({ captured: { name: { s: name, n: false } }, changed: new Set(wrong ? ['name'] : []), ...given })

describe('confidenceAccuracy', () => {
  it('counts reviewed values by confidence, and those that reviewers left', () => {
    const documents = [scored(0.95), scored(0.91, true), scored(1), scored(0.3), scored(0)]
    expect(confidenceAccuracy(FIELDS, documents)).toEqual([
      { from: 0, to: 0.1, count: 1, accurate_count: 1 },
      { from: 0.3, to: 0.4, count: 1, accurate_count: 1 },
      { from: 0.9, to: 1, count: 3, accurate_count: 2 },
    ])
  })

  it('ignores documents without a review or a record, values without a confidence, and other fields', () => {
    const automated = scored(0.9, false, { reviewed: false, automated: true })
    const documents = [automated, aDocument({ captured: null }), scored(null), aDocument()]
    expect(confidenceAccuracy(FIELDS, documents)).toEqual([])
    expect(confidenceAccuracy([FIELDS[1]!], [scored(0.9)])).toEqual([])
  })

  it('puts every confidence into one bin that contains it', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (score) => {
        const [bin, ...others] = confidenceAccuracy(FIELDS, [scored(score)])
        expect(others).toEqual([])
        expect(bin!.from).toBeLessThanOrEqual(score)
        if (bin!.to < 1) expect(score).toBeLessThan(bin!.to)
      }),
    )
  })
})

describe('processingTime', () => {
  it('is the median and the 90th percentile of reviewed documents, in all and by day', () => {
    const on = (date: string, ...seconds: number[]) => seconds.map((time_spent_s) => aDocument({ date, time_spent_s }))
    const documents = [...on('2026-02-02', 40, 10), ...on('2026-02-01', 20, 30, 50)]
    expect(processingTime(documents)).toEqual({
      median_s: 30,
      p90_s: 46,
      document_count: 5,
      timeseries: [
        { date: '2026-02-01', median_s: 30, document_count: 3 },
        { date: '2026-02-02', median_s: 25, document_count: 2 },
      ],
    })
  })

  it('ignores documents without a review or a time', () => {
    const documents = [aDocument(), aDocument({ time_spent_s: 9, reviewed: false, automated: true })]
    expect(processingTime(documents)).toEqual({ median_s: null, p90_s: null, document_count: 0, timeseries: [] })
  })
})
