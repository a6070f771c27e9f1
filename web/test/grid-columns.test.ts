import { describe, expect, it } from 'vitest'
import {
  addLine,
  assign,
  linesOf,
  moveLine,
  removeLine,
  setType,
  type Part,
} from '../src/screens/review/grid/columns/part.ts'
import { fromCells } from '../src/screens/review/grid/columns/propose.ts'
import { gridRequests, rowsIn } from '../src/screens/review/grid/columns/requests.ts'
import { fromWords, type Word } from '../src/screens/review/grid/columns/words.ts'
import { COLUMNS, tableOf } from './grid-table.ts'

const PART: Part = {
  index: 0,
  page: 1,
  width: 300,
  height: 90,
  columns: [
    { left_position: 100, schema_id: 'text', header_texts: [] },
    { left_position: 250, schema_id: 'count', header_texts: [] },
  ],
  rows: [
    { top_position: 400, tuple_id: 100, type: 'data' },
    { top_position: 430, tuple_id: 200, type: 'data' },
    { top_position: 460, tuple_id: null, type: 'data' },
  ],
}

describe('lines of a grid', () => {
  it('stay between their neighbours and on the page', () => {
    expect(linesOf(moveLine(PART, { axis: 'column', at: 1 }, 50, 1000), 'column')).toEqual([100, 106, 400])
    expect(linesOf(moveLine(PART, { axis: 'column', at: 'end' }, 5000, 1000), 'column')).toEqual([100, 250, 1000])
    expect(linesOf(moveLine(PART, { axis: 'row', at: 0 }, -5, 1000), 'row')).toEqual([0, 430, 460, 490])
  })

  it('are added where there is room, by default in the middle of the widest place', () => {
    const added = addLine(PART, 'column', null, 'data')!
    expect(added.at).toBe(1)
    expect(linesOf(added.part, 'column')).toEqual([100, 175, 250, 400])
    expect(added.part.columns[1]).toEqual({ left_position: 175, schema_id: null, header_texts: [] })
    expect(addLine(PART, 'row', 433, 'data')).toBeNull()
    expect(addLine(PART, 'row', 900, 'data')).toBeNull()
    expect(addLine(PART, 'row', 445, 'data')?.part.rows[2]).toEqual({ top_position: 445, tuple_id: null, type: 'data' })
  })

  it('are removed, except the outer ones', () => {
    expect(linesOf(removeLine(PART, { axis: 'row', at: 1 }), 'row')).toEqual([400, 460, 490])
    expect(removeLine(PART, { axis: 'row', at: 0 })).toBe(PART)
    expect(removeLine(PART, { axis: 'column', at: 'end' })).toBe(PART)
  })

  it('have each column of the table once', () => {
    expect(assign(PART, 1, 'text').columns.map(({ schema_id }) => schema_id)).toEqual([null, 'text'])
    expect(setType(PART, 1, null).rows[1]!.type).toBeNull()
  })
})

describe('a proposal from cells', () => {
  it('has lines between the columns and above the rows, with the rows of the table', () => {
    const table = tableOf([
      [
        { value: 'Paper', position: [110, 406, 190, 424] },
        { value: '2', position: [270, 406, 280, 424] },
      ],
      [
        { value: 'Pens', position: [110, 436, 150, 454] },
        { value: '33', position: [260, 436, 280, 454] },
      ],
      ['Typed'],
    ])
    expect(fromCells(table, 1, 'data')).toEqual({
      index: null,
      page: 1,
      width: 186,
      height: 60,
      columns: [
        { left_position: 102, schema_id: 'text', header_texts: [] },
        { left_position: 225, schema_id: 'count', header_texts: [] },
      ],
      rows: [
        { top_position: 400, tuple_id: 100, type: 'data' },
        { top_position: 430, tuple_id: 200, type: 'data' },
      ],
    })
    expect(fromCells(table, 2, 'data')).toBeNull()
  })
})

describe('a proposal from words', () => {
  const word = (text: string, left: number, top: number): Word => ({
    text,
    position: [left, top, left + text.length * 10, top + 18],
  })
  const words = [
    word('Description', 110, 400),
    word('Quantity', 300, 401),
    word('Copy', 110, 430),
    word('paper', 158, 431),
    word('2', 370, 430),
    word('Pens', 110, 460),
    word('15', 360, 460),
    word('Outside', 110, 700),
  ]
  const options = { page: 2, columns: COLUMNS, type: 'data' }

  it('has the gaps between words as columns, lines as rows, and knows headings', () => {
    const part = fromWords([100, 390, 420, 490], words, options)
    expect(part.columns.map(({ schema_id }) => schema_id)).toEqual(['text', 'count'])
    expect(part.columns[0]).toEqual({ left_position: 100, schema_id: 'text', header_texts: ['Description'] })
    expect(part.columns[1]!.left_position).toBeGreaterThan(220)
    expect(part.columns[1]!.left_position).toBeLessThan(300)
    expect(part.rows.map(({ type }) => type)).toEqual(['header', 'data', 'data'])
    expect(part.rows.map(({ top_position }) => top_position)).toEqual([390, 425, 455])
    expect([part.width, part.height]).toEqual([320, 100])
  })

  it('skips lines outside of the table, and keeps wrapped descriptions in their row', () => {
    const more = [
      ...[0, 1, 2, 3, 4].map((at) => word('sentence', 110 + at * 85, 370)),
      ...words.slice(0, 5),
      word('white', 110, 450),
      word('Pens', 110, 490),
      word('15', 360, 490),
      word('Total', 250, 540),
    ]
    const part = fromWords([100, 360, 560, 600], more, options)
    expect(part.columns).toHaveLength(2)
    expect(part.rows.map(({ type }) => type)).toEqual([null, 'header', 'data', 'data', null])
  })

  it('is one cell without words', () => {
    const part = fromWords([100, 390, 420, 490], [], options)
    expect(part.columns).toHaveLength(1)
    expect(part.rows).toEqual([{ top_position: 390, tuple_id: null, type: 'data' }])
  })
})

describe('requests for a drawn grid', () => {
  const { index: _, ...stored } = PART
  const extracted = ['data']

  it('create new parts and remove all other rows', () => {
    const fresh = setType({ ...PART, index: null }, 1, 'header')
    const requests = gridRequests({ stored: [], parts: [fresh], extracted, isWhole: true })
    expect(requests.map(({ action }) => action)).toEqual(['grid_operations', 'transform_grid_to_datapoints'])
    expect(requests[0]!.body).toMatchObject({
      operations: [
        { op: 'create', grid_index: 0, grid: { page: 1, rows: [{ tuple_id: 100 }, { tuple_id: null }, {}] } },
      ],
    })
  })

  it('read all rows of a stored part again, add and remove rows, and empty columns that are gone', () => {
    const part = assign(removeLine(PART, { axis: 'row', at: 1 }), 1, null)
    const [only] = gridRequests({ stored: [stored], parts: [part], extracted, isWhole: false })
    expect(only!.action).toBe('grid_parts_operations')
    expect(only!.body).toMatchObject({
      grid_index: 0,
      operations: {
        rows: [
          { op: 'delete', tuple_id: 200 },
          { op: 'update', row_index: 0, tuple_id: 100 },
          { op: 'create', row_index: 1 },
        ],
        columns: [{ op: 'delete', schema_id: 'count' }],
      },
    })
  })

  it('remove parts first, and count the others from then on', () => {
    const parts = [{ ...PART, page: 2, index: 1 }]
    const requests = gridRequests({ stored: [stored, { ...stored, page: 2 }], parts, extracted, isWhole: false })
    expect(requests.map(({ body }) => body)).toMatchObject([
      { operations: [{ op: 'delete', grid_index: 0 }] },
      { grid_index: 0 },
    ])
  })

  it('know which rows of the table they read', () => {
    expect([...rowsIn([setType(PART, 1, null)], extracted)]).toEqual([100])
  })
})
