import { describe, expect, it } from 'vitest'
import './support/browser.ts'
import { reversed } from '../src/screens/review/store/replaced.ts'
import { isReversible } from '../src/screens/review/undo.ts'
import type { FieldView } from '../src/screens/review/model/content.ts'

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
