import { describe, expect, it } from 'vitest'
import type { CapturedField, FiguredDocument, FiguredField } from '../../../src/rules/automation/figures.ts'
import { MIN_EMPTY, suggestChanges } from '../../../src/rules/automation/suggestions.ts'

const READ: CapturedField = { s: 0.95, n: false }
const ABSENT: CapturedField = { s: null, n: false, e: true }

const field = (schema_id: string, given: Partial<FiguredField> = {}): FiguredField => ({
  schema_id,
  threshold: 0.9,
  absent: 'required',
  ...given,
})
const reviewed = (captured: Record<string, CapturedField>, given: Partial<FiguredDocument> = {}): FiguredDocument => ({
  annotation_id: 1,
  date: '2026-02-01',
  automated: false,
  reviewed: true,
  captured,
  changed: new Set(),
  blockers: [],
  time_spent_s: 0,
  ...given,
})
const times = (count: number, make: () => FiguredDocument) => Array.from({ length: count }, make)
const types = ({ suggestions }: ReturnType<typeof suggestChanges>) => suggestions.map(({ type }) => type)

const NUMBER = field('number')
const ORDER = field('order')
const NOTE = field('note')
/** 20 invoices that are right and have neither an order nor a note. */
const TWENTY = times(20, () => reviewed({ number: READ, order: ABSENT, note: ABSENT }))

describe('suggestChanges', () => {
  it('names the required fields that no document has, and what they cost', () => {
    expect(suggestChanges({ enabled: true, fields: [NUMBER, ORDER, NOTE] }, TWENTY, 0.02)).toEqual({
      document_automation_rate: 0,
      suggestions: [
        {
          type: 'make_optional',
          fields: [
            { schema_id: 'order', confidence_threshold: null },
            { schema_id: 'note', confidence_threshold: null },
          ],
          document_automation_rate: 1,
          estimated_error_rate: null,
        },
      ],
    })
  })

  it('counts the error of an empty required field as part of the same change, and no other error', () => {
    const withError = (schema_id: string) =>
      times(20, () => reviewed({ number: READ, order: ABSENT }, { blockers: [{ type: 'error_message', schema_id }] }))
    const suggest = (documents: FiguredDocument[]) =>
      suggestChanges({ enabled: true, fields: [NUMBER, ORDER] }, documents, 0.02)
    expect(suggest(withError('order')).suggestions).toMatchObject([{ document_automation_rate: 1 }])
    expect(suggest(withError('number')).suggestions).toEqual([])
  })

  it('does not make a field optional that some document has, or of which too few are known', () => {
    const suggest = (documents: FiguredDocument[]) =>
      types(suggestChanges({ enabled: true, fields: [NUMBER, ORDER] }, documents, 0.02))
    const empty = () => reviewed({ number: READ, order: ABSENT })
    expect(suggest(times(MIN_EMPTY, empty))).toEqual(['make_optional'])
    expect(suggest(times(MIN_EMPTY - 1, empty))).toEqual([])
    expect(suggest([...times(MIN_EMPTY, empty), reviewed({ number: READ, order: READ })])).toEqual([])
    const addedByReviewer = reviewed({ number: READ, order: ABSENT }, { changed: new Set(['order']) })
    expect(suggest([...times(MIN_EMPTY, empty), addedByReviewer])).toEqual([])
    // Records of earlier versions do not say whether the engine found something.
    expect(suggest(times(20, () => reviewed({ number: READ, order: { s: null, n: true } })))).toEqual([])
  })

  it('orders changes by their effect, and leaves out those without one', () => {
    const low = reviewed({ number: { s: 0.7, n: false }, order: READ })
    const missing = () => reviewed({ number: READ, order: ABSENT })
    const documents = [...times(30, () => ({ ...low })), ...times(10, missing)]
    const optional = field('order', { absent: 'reviewed', threshold: null })
    const answer = suggestChanges({ enabled: false, fields: [NUMBER, optional] }, documents, 0.02)
    expect(answer.document_automation_rate).toBe(0)
    expect(answer.suggestions.map((one) => [one.type, one.document_automation_rate])).toEqual([
      ['enable_automation', 0],
      ['lower_thresholds', 0.75],
      ['automate_empty_fields', 1],
    ])
    expect(answer.suggestions[1]).toMatchObject({
      fields: [{ schema_id: 'number', confidence_threshold: 0 }],
      estimated_error_rate: 0,
    })
    expect(
      suggestChanges(
        { enabled: true, fields: [NUMBER] },
        times(20, () => reviewed({ number: READ })),
        0.02,
      ),
    ).toEqual({ document_automation_rate: 1, suggestions: [] })
  })

  it('lowers no threshold beyond the limit of errors', () => {
    const at = (s: number, wrong: boolean) =>
      reviewed({ number: { s, n: false } }, { changed: new Set(wrong ? ['number'] : []) })
    const documents = [...times(30, () => at(0.8, false)), ...times(10, () => at(0.6, true))]
    const suggest = (limit: number) => suggestChanges({ enabled: true, fields: [NUMBER] }, documents, limit).suggestions
    expect(suggest(0)).toMatchObject([{ fields: [{ confidence_threshold: 0.8 }], document_automation_rate: 0.75 }])
    expect(suggest(0.25)).toMatchObject([{ fields: [{ confidence_threshold: 0 }], estimated_error_rate: 0.25 }])
  })

  it('keeps the blockers that no change removes', () => {
    const duplicates = times(20, () =>
      reviewed({ number: READ, order: ABSENT }, { blockers: [{ type: 'is_duplicate', schema_id: null }] }),
    )
    expect(types(suggestChanges({ enabled: true, fields: [NUMBER, ORDER] }, duplicates, 0.02))).toEqual([])
  })
})
