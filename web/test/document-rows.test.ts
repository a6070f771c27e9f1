import { describe, expect, it } from 'vitest'
import type { Annotation, User } from '../src/api/types.ts'
import {
  compareRows,
  initialsOf,
  mergeRows,
  reasonOf,
  rowsOf,
  type Page,
  type Row,
} from '../src/screens/documents/rows.ts'
import { select } from '../src/screens/documents/selection.ts'

const row = (id: number, arrived_at: string, more: Partial<Annotation> = {}): Row => ({
  id,
  url: `/annotations/${id}`,
  annotation: { id, arrived_at, status: 'to_review', confirmed_at: null, ...more } as Annotation,
  fileName: `file-${id}.pdf`,
  values: {},
  labels: [],
  assignees: [],
  reviewer: null,
  reason: null,
})
const LATEST_FIRST = '-document__arrived_at'
const rows = [row(9, '2026-03-09'), row(7, '2026-03-07'), row(5, '2026-03-05')]
const idsOf = (given: readonly Row[]) => given.map(({ id }) => id)

describe('Rows of a page', () => {
  it('contain the objects that their annotations refer to', () => {
    const page = {
      pagination: { next: null, previous: null },
      results: [{ id: 1, url: 'a1', document: 'd1', labels: ['l2'], assignees: ['u1'], modifier: 'u2', messages: [] }],
      documents: [{ id: 1, url: 'd1', original_file_name: 'bill.pdf' }],
      labels: [
        { id: 1, url: 'l1', name: 'Old' },
        { id: 2, url: 'l2', name: 'Urgent' },
      ],
      assignees: [{ id: 1, url: 'u1', username: 'ann' }],
      modifiers: [{ id: 2, url: 'u2', username: 'bob' }],
      content: [{ url: 'x/annotations/1/content/5', schema_id: 'n', content: { value: '1', normalized_value: null } }],
    } as unknown as Page
    const [found] = rowsOf(page)
    expect(found).toMatchObject({
      fileName: 'bill.pdf',
      labels: [{ name: 'Urgent' }],
      assignees: [{ username: 'ann' }],
      reviewer: { username: 'bob' },
      values: { n: { value: '1' } },
    })
  })
})

describe('The reason shown with a document', () => {
  const reason = (status: string, messages: unknown) => reasonOf({ status, messages } as Annotation)

  it('is its first error', () => {
    const messages = [
      { type: 'info', content: 'Saved.' },
      { type: 'error', content: 'No tax number.' },
    ]
    expect(reason('to_review', messages)).toBe('No tax number.')
    expect(reason('failed_export', [{ error: 'The connector refused.' }])).toBe('The connector refused.')
  })

  it('is any message if the import or export failed, and none otherwise', () => {
    expect(reason('failed_import', [{ type: 'warning', content: 'Broken file.' }])).toBe('Broken file.')
    expect(reason('to_review', [{ type: 'warning', content: 'Old format.' }])).toBeNull()
    expect(reason('to_review', null)).toBeNull()
  })
})

describe('Two rows', () => {
  it('are ordered as by the API: missing times are the latest, ids decide between equal values', () => {
    const confirmed = row(1, '2026-01-01', { confirmed_at: '2026-01-02' })
    expect(compareRows('confirmed_at', confirmed, row(2, '2026-01-01'))).toBeLessThan(0)
    expect(compareRows('-confirmed_at', confirmed, row(2, '2026-01-01'))).toBeGreaterThan(0)
    expect(compareRows('status', row(1, '2026-01-01'), row(2, '2026-01-01'))).toBeLessThan(0)
    expect(compareRows('-status', row(1, '2026-01-01'), row(2, '2026-01-01'))).toBeGreaterThan(0)
  })
})

describe('Changed documents', () => {
  const merge = (found: readonly Row[], asked: readonly number[], isComplete = false) =>
    mergeRows(rows, { found, asked, order: LATEST_FIRST, isComplete })

  it('change in place', () => {
    const changed = row(7, '2026-03-07', { status: 'reviewing' })
    expect(merge([changed], [7])[1]).toBe(changed)
    expect(merge([changed], [7])[0]).toBe(rows[0])
  })

  it('leave the list if they no longer match', () => {
    expect(idsOf(merge([], [7]))).toEqual([9, 5])
  })

  it('appear where the order puts them', () => {
    expect(idsOf(merge([row(8, '2026-03-08'), row(10, '2026-03-10')], [8, 10]))).toEqual([10, 9, 8, 7, 5])
  })

  it('appear after the last row only if nothing more is to be loaded', () => {
    expect(idsOf(merge([row(1, '2026-03-01')], [1]))).toEqual([9, 7, 5])
    expect(idsOf(merge([row(1, '2026-03-01')], [1], true))).toEqual([9, 7, 5, 1])
  })
})

describe('The selection', () => {
  const ids = [1, 2, 3, 4, 5]

  it('gains and loses a row by a click', () => {
    expect(select(new Set([1]), { ids, id: 2, anchor: null, isRange: false })).toEqual(new Set([1, 2]))
    expect(select(new Set([1, 2]), { ids, id: 2, anchor: 1, isRange: false })).toEqual(new Set([1]))
  })

  it('gains all rows between two clicks, in both directions', () => {
    expect(select(new Set([2]), { ids, id: 4, anchor: 2, isRange: true })).toEqual(new Set([2, 3, 4]))
    expect(select(new Set([4]), { ids, id: 2, anchor: 4, isRange: true })).toEqual(new Set([2, 3, 4]))
  })

  it('gains one row if the one clicked before has left the list', () => {
    expect(select(new Set(), { ids, id: 2, anchor: 99, isRange: true })).toEqual(new Set([2]))
  })
})

describe('The initials of a person', () => {
  it('are those of the name, or else of the login name', () => {
    const user = (first_name: string, last_name: string) =>
      ({ first_name, last_name, username: 'mara.lind@example.com' }) as User
    expect(initialsOf(user('Ágnes', 'Berg'))).toBe('ÁB')
    expect(initialsOf(user('', ''))).toBe('ML')
  })
})
