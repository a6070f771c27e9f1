import { describe, expect, it } from 'vitest'
import { joinedBy, joinRows, wrappedRows } from '../src/screens/review/grid/wrapped.ts'
import { tableOf } from './grid-table.ts'

describe('wrapped descriptions', () => {
  it('are rows with a text in one column only, directly below a complete row', () => {
    const table = tableOf([
      ['Copy paper A4,', '2', 'pc'],
      ['80 g, white,'],
      ['500 sheets'],
      ['Pens', '3', 'bx'],
      ['', '4'],
    ])
    expect(wrappedRows(table)).toEqual([
      { row: 1, into: 0 },
      { row: 2, into: 0 },
    ])
  })

  it('are not the first rows, nor rows below an empty one', () => {
    expect(wrappedRows(tableOf([['Heading'], ['Pens', '3']]))).toEqual([])
    expect(wrappedRows(tableOf([['Pens', '3'], [], ['black']]))).toEqual([])
  })

  it('are not texts with a gap above them, such as the heading of a group', () => {
    const rows = (top: number) =>
      tableOf([
        [{ value: 'Pens', position: [10, 100, 60, 118] }, '3'],
        [{ value: 'black', position: [10, top, 60, top + 18] }],
      ])
    expect(wrappedRows(rows(122))).toHaveLength(1)
    expect(wrappedRows(rows(160))).toHaveLength(0)
  })
})

describe('joining rows', () => {
  const table = tableOf([
    [{ value: 'Copy paper,', position: [10, 100, 90, 118] }, '2'],
    [{ value: 'white', position: [10, 122, 60, 140] }, '', 'pc'],
    ['Pens', '3'],
  ])

  it('appends texts, fills empty cells, surrounds both boxes, and removes the row', () => {
    expect(joinRows(table, [{ row: 1, into: 0 }])).toEqual({
      operations: [
        {
          op: 'replace',
          id: 101,
          value: {
            content: { value: 'Copy paper, white', page: 1, position: [10, 100, 90, 140] },
            validation_sources: ['human'],
          },
        },
        {
          op: 'replace',
          id: 103,
          value: { content: { value: 'pc', page: null, position: null }, validation_sources: ['human'] },
        },
        { op: 'remove', id: 200 },
      ],
    })
  })

  it('refuses to lose a number', () => {
    expect(joinRows(table, [{ row: 2, into: 0 }])).toEqual({ conflict: { row: 2, into: 0, column: 'Quantity' } })
  })

  it('takes the selected rows into the first one, or one row into the row above', () => {
    expect(joinedBy({ top: 1, bottom: 3, left: 0, right: 0 })).toEqual([
      { row: 2, into: 1 },
      { row: 3, into: 1 },
    ])
    expect(joinedBy({ top: 1, bottom: 1, left: 0, right: 0 })).toEqual([{ row: 1, into: 0 }])
    expect(joinedBy({ top: 0, bottom: 0, left: 0, right: 0 })).toEqual([])
  })
})
