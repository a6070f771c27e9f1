import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figuresOf, passes, type FiguredDocument, type FiguredField } from '../../../src/rules/automation/figures.ts'
import { chooseThresholds, projectDocuments } from '../../../src/rules/automation/projection.ts'

const NAME: FiguredField = { schema_id: 'name', threshold: 0.8, absent: 'passes' }

/** A reviewed document with the score of its field. */
const aDocument = (s: number | null, wrong = false, given: Partial<FiguredDocument> = {}): FiguredDocument => ({
  annotation_id: 1,
  date: '2026-02-01',
  automated: false,
  reviewed: true,
  captured: { name: { s, n: false } },
  changed: new Set(wrong ? ['name'] : []),
  blockers: [],
  time_spent_s: 0,
  ...given,
})
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

describe('figuresOf', () => {
  it('has no rates without documents', () => {
    expect(figuresOf([NAME], [])).toEqual({
      document_automation_rate: 0,
      document_touchless_rate: null,
      document_automation_timeseries: [],
      datapoint_statistics: [
        {
          schema_id: 'name',
          is_quality_estimate: false,
          blocked_document_counts: {},
          estimated_error_rate: null,
          confidence_threshold: 0.8,
          blockers: [],
        },
      ],
      document_blockers: [],
      estimated_error_rate_timeseries: [],
      estimated_error_rate: null,
      is_aurora_queue: false,
    })
  })

  it('estimates errors from 30 reviewed documents on, and only from reviewed ones', () => {
    const automated = times(50, () => aDocument(0.9, false, { automated: true, reviewed: false }))
    const of = (count: number) =>
      figuresOf([NAME], [...automated, ...times(count, (index) => aDocument(0.9, index < 3))])
    expect(of(29)).toMatchObject({
      estimated_error_rate: null,
      datapoint_statistics: [{ estimated_error_rate: null, is_quality_estimate: false }],
    })
    expect(of(30)).toMatchObject({
      estimated_error_rate: 0.1,
      datapoint_statistics: [{ estimated_error_rate: 0.1, is_quality_estimate: true }],
    })
  })

  it('does not count documents without a record of the import for errors and touches', () => {
    const unknown = aDocument(0.9, false, { captured: null })
    expect(figuresOf([NAME], [unknown, aDocument(0.9, true)])).toMatchObject({
      document_automation_rate: 0,
      document_touchless_rate: 0,
      document_automation_timeseries: [{ non_automated_count: 2, touched_count: 1, touchless_count: 0 }],
    })
  })

  it('looks back 30 days in the series of errors', () => {
    const on = (date: string, count: number, wrong: number) =>
      times(count, (index) => aDocument(0.9, index < wrong, { date }))
    const series = (...days: FiguredDocument[][]) => figuresOf([NAME], days.flat()).estimated_error_rate_timeseries
    expect(series(on('2026-03-02', 20, 2), on('2026-02-01', 5, 5), on('2026-01-31', 20, 1))).toEqual([
      { date: '2026-01-31', error_rate_estimate: 0.05, is_quality_estimate: false, window_document_count: 20 },
      { date: '2026-02-01', error_rate_estimate: 0.24, is_quality_estimate: false, window_document_count: 25 },
      { date: '2026-03-02', error_rate_estimate: 0.28, is_quality_estimate: false, window_document_count: 25 },
    ])
    expect(series(on('2026-03-02', 20, 2), on('2026-02-01', 20, 6)).at(-1)).toEqual({
      date: '2026-03-02',
      error_rate_estimate: 0.2,
      is_quality_estimate: true,
      window_document_count: 40,
    })
  })

  it('names the newest documents of a blocker, at most ten, and counts each once', () => {
    const blocked = times(12, (index) =>
      aDocument(0.5, false, {
        annotation_id: index + 1,
        blockers: [
          { type: 'low_score', schema_id: 'name' },
          { type: 'low_score', schema_id: 'name' },
          { type: 'is_duplicate', schema_id: null },
        ],
      }),
    )
    const { datapoint_statistics, document_blockers } = figuresOf([NAME], blocked)
    const example_annotation_ids = times(10, (index) => index + 1)
    expect(datapoint_statistics[0]).toMatchObject({
      blocked_document_counts: { low_score: 12 },
      blockers: [{ blocker: 'low_score', document_count: 12, granularity: 'datapoint', example_annotation_ids }],
    })
    expect(document_blockers).toEqual([
      { blocker: 'is_duplicate', document_count: 12, granularity: 'annotation', example_annotation_ids },
    ])
  })
})

describe('chooseThresholds', () => {
  const chosen = (limit: number, reviewed: FiguredDocument[]) =>
    chooseThresholds([NAME], [{ schema_id: 'name', error_rate_limit: limit }], reviewed)[0]!.threshold

  it('keeps the threshold with fewer than 30 documents, and of fields without a limit', () => {
    expect(
      chosen(
        0,
        times(29, () => aDocument(0.9)),
      ),
    ).toBe(0.8)
    expect(
      chosen(
        0,
        times(30, () => aDocument(0.9)),
      ),
    ).toBe(0)
    expect(
      chooseThresholds(
        [NAME],
        [],
        times(30, () => aDocument(0.9)),
      ),
    ).toEqual([NAME])
  })

  it('requires a review of every value if no threshold keeps the limit', () => {
    expect(
      chosen(
        0.1,
        times(30, () => aDocument(0.9, true)),
      ),
    ).toBe(Infinity)
    expect(figuresOf([{ ...NAME, threshold: Infinity }], []).datapoint_statistics[0]!.confidence_threshold).toBeNull()
  })

  it('returns the lowest threshold of all that keep the limit', () => {
    const scores = fc.option(fc.constantFrom(0, 0.1, 0.5, 0.7, 0.9, 1), { nil: null, freq: 4 })
    const documents = fc.array(fc.tuple(scores, fc.boolean()), { minLength: 30, maxLength: 60 })
    fc.assert(
      fc.property(documents, fc.constantFrom(0, 0.1, 0.3, 0.5), (given, limit) => {
        const reviewed = given.map(([s, wrong]) => aDocument(s, wrong))
        const rate = (threshold: number) => {
          const passing = reviewed.filter(({ captured }) => passes(captured!.name!, { ...NAME, threshold }))
          return passing.length ? passing.filter(({ changed }) => changed.size).length / passing.length : Infinity
        }
        const kept = [0, 0.1, 0.5, 0.7, 0.9, 1].filter(
          (one) => reviewed.some(({ captured }) => captured!.name!.s === one || one === 0) && rate(one) <= limit,
        )
        // Thresholds between two scores have the effect of the higher one.
        const expected = kept.length ? Math.min(...kept) : Infinity
        const actual = chosen(limit, reviewed)!
        expect(rate(actual) <= limit || actual === Infinity).toBe(true)
        expect(actual === expected || rate(actual) === rate(expected)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('projectDocuments', () => {
  it('replaces the blockers that follow from thresholds and keeps the others', () => {
    const stored = [
      { type: 'automation_disabled', schema_id: null },
      { type: 'low_score', schema_id: 'name' },
      { type: 'error_message', schema_id: null },
    ]
    const project = (threshold: number, excluded: string[] = []) =>
      projectDocuments([{ ...NAME, threshold }], [aDocument(0.7, false, { blockers: stored })], excluded)[0]!
    expect(project(0.7)).toMatchObject({ automated: false, blockers: [{ type: 'error_message' }] })
    expect(project(0.71, ['error_message'])).toMatchObject({ automated: false, blockers: [{ type: 'low_score' }] })
    expect(project(0.7, ['error_message'])).toMatchObject({ automated: true, blockers: [] })
  })

  it('is blocked by values without a score and without a source', () => {
    const unread = aDocument(null, false, { captured: { name: { s: null, n: true } } })
    expect(projectDocuments([NAME], [unread], [])[0]!.blockers).toEqual([
      { type: 'no_validation_sources', schema_id: 'name' },
    ])
  })
})
