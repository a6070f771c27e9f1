import { describe, expect, it, vi } from 'vitest'
import './support/browser.ts'
import { replacing, reversed } from '../src/screens/review/store/replaced.ts'
import { isReversible } from '../src/screens/review/undo.ts'
import type { FieldView } from '../src/screens/review/model/content.ts'
import { showMessage } from '../src/ui/toasts.tsx'

vi.mock('../src/ui/toasts.tsx', () => ({ showMessage: vi.fn(), showError: vi.fn(), sentenceOf: String }))

describe('isReversible', () => {
  const alone = { connector: null, hooks: [] }
  it.each([
    ['confirmed', { connector: 'c', hooks: ['h'] }, true],
    ['exported', alone, true],
    ['exporting', alone, true],
    ['exported', { connector: 'c', hooks: [] }, false],
    ['exporting', { connector: null, hooks: ['h'] }, false],
    ['in_workflow', alone, false],
    ['', alone, false],
  ])('a confirmation that led to %s with %o: %s', (status, queue, expected) => {
    expect(isReversible(status, queue)).toBe(expected)
  })
})

describe('reversed', () => {
  const field = (id: number, value: string, rowId: number | null = null): FieldView =>
    ({
      id,
      rowId,
      tableId: rowId === null ? null : 50,
      sectionId: 1,
      schema: { id: `schema_${id}` },
      node: { content: { value, page: 1, position: [1, 2, 3, 4] }, validation_sources: ['human'] },
    }) as unknown as FieldView
  const state = (value: string) => ({
    content: { value, page: 1, position: [1, 2, 3, 4] },
    validation_sources: ['human'],
  })

  it('gives back replaced values and removed rows', () => {
    const fields = [field(1, 'typed'), field(2, 'cell', 20), field(3, 'other', 20)]
    const operations = [
      { op: 'replace' as const, id: 1, value: { content: { value: 'suggested' } } },
      { op: 'remove' as const, id: 20 },
    ]
    expect(reversed(fields, operations)).toEqual([
      { op: 'replace', id: 1, value: state('typed') },
      {
        op: 'add',
        id: 50,
        value: [
          { schema_id: 'schema_2', ...state('cell') },
          { schema_id: 'schema_3', ...state('other') },
        ],
      },
    ])
  })
})

describe('replacing', () => {
  /** Replaces a value from these sources by another one; returns what is offered and what is given back. */
  async function replaced(value: string, validation_sources: string[]) {
    vi.mocked(showMessage).mockClear()
    const given: unknown[] = []
    const node = { content: { value, page: 1, position: [1, 2, 3, 4] }, validation_sources }
    let present = value
    const review = {
      fieldById: { value: new Map([[1, { schema: { label: 'Total' }, node }]]) },
      saving: { values: { value: new Map() }, accept: (...entry: unknown[]) => void given.push(entry) },
      valueOf: () => present,
    }
    await replacing(review as unknown as Parameters<typeof replacing>[0], 1, () => (present = 'from the page'))
    const offered = vi.mocked(showMessage).mock.calls
    offered[0]?.[1]?.run()
    return { offered: offered.map(([text]) => text), given }
  }

  it('offers a value again that a person has entered', async () => {
    expect(await replaced('17.00', ['human'])).toEqual({
      offered: [expect.stringContaining('17.00')],
      given: [[1, '17.00', { page: 1, position: [1, 2, 3, 4] }]],
    })
  })

  it.each([
    ['17.00', ['score']],
    ['', ['human']],
    ['from the page', ['human']],
  ])('offers nothing for %j from %j', async (value, sources) => {
    expect((await replaced(value, sources)).offered).toEqual([])
  })
})
