import { describe, expect, it } from 'vitest'
import {
  applyGridOperations,
  applyGridPartsOperations,
  transformGrid,
  type ContentTree,
  type GridOutcome,
  type GridPart,
  type MultivalueNode,
  type TupleNode,
} from '../../../src/rules/content/index.ts'
import { textWithin } from '../../../src/rules/pages/region.ts'
import type { PageWords } from '../../../src/rules/pages/text.ts'
import type { SchemaContent } from '../../../src/rules/schema/index.ts'
import { aField } from './fixtures.ts'

const schema: SchemaContent = [
  {
    category: 'section',
    id: 'body',
    label: 'Body',
    children: [
      {
        category: 'multivalue',
        id: 'lines',
        label: 'Lines',
        max_occurrences: 5,
        grid: { row_types: ['data', 'header', 'group'], default_row_type: 'data', row_types_to_extract: ['data'] },
        children: {
          category: 'tuple',
          id: 'line',
          label: 'Line',
          children: [aField({ id: 'text' }), aField({ id: 'sum', type: 'number', format: '#,##0.#' })],
        },
      },
      aField({ id: 'note' }),
    ],
  },
]

/** Columns begin at 50 and 200 pixels, rows at 100, 120 and 140. */
const page = (number: number): PageWords => ({
  number,
  source: 'text',
  lines: [],
  words: [
    { text: 'Item', box: [60, 102, 90, 112] },
    { text: 'Price', box: [210, 102, 240, 112] },
    { text: `Water${number}`, box: [60, 122, 90, 132] },
    { text: '€1,200.50', box: [210, 122, 260, 132] },
    { text: 'Power', box: [60, 142, 95, 152] },
    { text: 'plant', box: [100, 142, 130, 152] },
    { text: '7', box: [210, 142, 220, 152] },
  ],
})
const pages = new Map([1, 2].map((number) => [number, page(number)]))

const ids = () => {
  let next = 100
  return (count: number) => Array.from({ length: count }, () => next++)
}
const options = () => ({
  text: (number: number, box: [number, number, number, number]) =>
    pages.has(number) ? textWithin(pages.get(number)!, box) : null,
  interpret: (_: unknown, text: string) => text.replace(/[^\d.]/g, ''),
  takeIds: ids(),
})

const part = (number = 1, given: Partial<GridPart> = {}): GridPart => ({
  page: number,
  width: 300,
  height: 60,
  columns: [
    { left_position: 200, schema_id: 'sum', header_texts: ['Price'] },
    { left_position: 50, schema_id: 'text', header_texts: ['Item'] },
  ],
  rows: [
    { top_position: 100, tuple_id: null, type: 'header' },
    { top_position: 120, tuple_id: null, type: 'data' },
    { top_position: 140, tuple_id: null, type: 'data' },
  ],
  ...given,
})

const table = (tree: ContentTree) => tree[0]!.children[0] as MultivalueNode
const rowsOf = (tree: ContentTree) =>
  (table(tree).children as TupleNode[]).map((row) => [row.id, ...row.children.map((cell) => cell.content!.value)])
const done = (outcome: GridOutcome) => {
  if (!('tree' in outcome)) throw new Error(JSON.stringify(outcome))
  return outcome
}

function emptyTree(grid: MultivalueNode['grid'] = null): ContentTree {
  const times = { time_spent: 0, time_spent_overall: 0, time_spent_grid: 0, time_spent_grid_overall: 0 }
  return [
    {
      id: 1,
      schema_id: 'body',
      category: 'section',
      children: [
        {
          id: 2,
          schema_id: 'lines',
          category: 'multivalue',
          validation_sources: [],
          ...times,
          hidden: false,
          grid,
          children: [],
        },
      ],
    },
  ]
}
/** A table read from one part on page 1. */
const read = (tree = emptyTree({ parts: [part()] })) => done(transformGrid(tree, schema, 2, options())).tree

describe('a grid', () => {
  it('becomes rows with the text, position and value of each cell, without headers', () => {
    const before = emptyTree({ parts: [part()] })
    const { tree, changed } = done(transformGrid(before, schema, 2, options()))
    expect(rowsOf(tree)).toEqual([
      [100, `Water1`, '1,200.50'],
      [103, 'Power plant', '7'],
    ])
    expect([...changed].map((row) => row.id)).toEqual([100, 103])
    const [first] = table(tree).children as TupleNode[]
    expect(first!.children[1]!.content).toMatchObject({
      normalized_value: '1200.50',
      page: 1,
      position: [210, 122, 260, 132],
      ocr_text: '1,200.50',
      ocr_raw_text: '€1,200.50',
    })
    expect(table(tree).grid!.parts[0]!.rows.map((row) => row.tuple_id)).toEqual([null, 100, 103])
    expect(table(tree).grid!.parts[0]!.columns.map((column) => column.schema_id)).toEqual(['text', 'sum'])
    expect(before).toEqual(emptyTree({ parts: [part()] }))
  })

  it('keeps the ids of rows that it has, and replaces all others', () => {
    const tree = read()
    const again = done(transformGrid(tree, schema, 2, options())).tree
    expect(rowsOf(again)).toEqual(rowsOf(tree))
    table(tree).grid!.parts[0]!.rows.splice(1, 1)
    expect(rowsOf(done(transformGrid(tree, schema, 2, options())).tree)).toEqual([[103, 'Power plant', '7']])
  })

  it('is refused with more rows than the table may have, or if there is none', () => {
    const rows = Array.from({ length: 6 }, (_, index) => ({ top_position: index * 20, tuple_id: null, type: 'data' }))
    expect(transformGrid(emptyTree({ parts: [part(1, { rows })] }), schema, 2, options())).toEqual({
      errors: { non_field_errors: ['The table may have at most 5 rows.'] },
    })
    expect(transformGrid(emptyTree(), schema, 2, options())).toHaveProperty('errors')
    expect(transformGrid(emptyTree(), schema, 1, options())).toHaveProperty('errors')
    expect(transformGrid(emptyTree(), schema, 9, options())).toEqual({ missing: true })
  })
})

describe('operations on grids', () => {
  const operate = (tree: ContentTree, ...operations: object[]) =>
    applyGridOperations(tree, schema, 2, operations, options())

  it('create parts with their rows, in the order of the pages, and delete them', () => {
    const tree = read(emptyTree({ parts: [part(2)] }))
    const take = options()
    take.takeIds(50)
    const both = done(applyGridOperations(tree, schema, 2, [{ op: 'create', grid_index: 0, grid: part(1) }], take))
    expect(rowsOf(both.tree).map(([, text]) => text)).toEqual(['Water1', 'Power plant', 'Water2', 'Power plant'])
    expect([...both.changed]).toHaveLength(2)
    const left = done(operate(both.tree, { op: 'delete', grid_index: 0 }))
    expect(rowsOf(left.tree).map(([, text]) => text)).toEqual(['Water2', 'Power plant'])
  })

  it('move separators but keep the rows', () => {
    const tree = read()
    const { rows } = table(tree).grid!.parts[0]!
    const columns = [{ left_position: 50, schema_id: 'text' }]
    const wide = done(operate(tree, { op: 'update', grid_index: 0, grid: part(1, { rows, columns }) }))
    expect(rowsOf(wide.tree).map(([, text]) => text)).toEqual([`Water1 €1,200.50`, 'Power plant 7'])
    const fewer = operate(tree, { op: 'update', grid_index: 0, grid: part(1, { rows: rows.slice(1) }) })
    expect(fewer).toMatchObject({ errors: { operations: { 0: { grid: { rows: [expect.any(String)] } } } } })
  })

  it.each([
    [
      'of two kinds',
      [
        { op: 'delete', grid_index: 0 },
        { op: 'create', grid_index: 0, grid: part(2) },
      ],
    ],
    ['that are no list', 7],
    ['of an unknown kind', [{ op: 'replace', grid_index: 0 }]],
    ['on a part that does not exist', [{ op: 'delete', grid_index: 1 }]],
    ['without a grid', [{ op: 'create', grid_index: 0 }]],
    ['with a second part on a page', [{ op: 'create', grid_index: 0, grid: part(1) }]],
    [
      'with an unknown column',
      [{ op: 'create', grid_index: 0, grid: part(2, { columns: [{ left_position: 1, schema_id: 'x' }] }) }],
    ],
    [
      'with an unknown row',
      [{ op: 'create', grid_index: 0, grid: part(2, { rows: [{ top_position: 1, tuple_id: 9, type: 'data' }] }) }],
    ],
    [
      'with a row of another part',
      [{ op: 'create', grid_index: 0, grid: part(2, { rows: [{ top_position: 1, tuple_id: 100, type: 'data' }] }) }],
    ],
  ])('%s are refused', (_, operations) => {
    expect(applyGridOperations(read(), schema, 2, operations, options())).toHaveProperty('errors.operations')
  })
})

describe('operations on parts of grids', () => {
  const operate = (tree: ContentTree, grid: object, operations: object) => {
    const take = options()
    take.takeIds(50)
    return applyGridPartsOperations(tree, schema, 2, { grid_index: 0, grid, operations }, take)
  }
  const present = (tree: ContentTree) => structuredClone(table(tree).grid!.parts[0]!)

  it('read a column again, or empty it', () => {
    const tree = read()
    const grid = present(tree)
    grid.columns[1]!.left_position = 95
    const moved = done(operate(tree, grid, { columns: [{ op: 'update', schema_id: 'text' }] }))
    expect(rowsOf(moved.tree)[1]).toEqual([103, 'Power', '7'])
    grid.columns.splice(1, 1)
    const emptied = done(operate(tree, grid, { columns: [{ op: 'delete', schema_id: 'sum' }] }))
    expect(rowsOf(emptied.tree).map(([, text, sum]) => [text, sum])).toEqual([
      ['Water1', ''],
      ['Power plant', ''],
    ])
  })

  it('create, update and delete single rows', () => {
    const tree = read()
    const grid = present(tree)
    grid.rows[0] = { top_position: 100, tuple_id: null, type: 'data' }
    const added = done(operate(tree, grid, { rows: [{ op: 'create', row_index: 0 }] }))
    expect(rowsOf(added.tree).map(([, text]) => text)).toEqual(['Item', 'Water1', 'Power plant'])
    expect([...added.changed]).toHaveLength(1)

    const moved = present(tree)
    moved.rows[2]!.top_position = 137
    moved.rows[1]!.top_position = 100
    moved.rows.splice(0, 1)
    const updated = done(operate(tree, moved, { rows: [{ op: 'update', row_index: 0, tuple_id: 100 }] }))
    expect(rowsOf(updated.tree)[0]!.slice(1)).toEqual(['Item\nWater1', '1,200.50'])

    const fewer = present(tree)
    fewer.rows.splice(1, 1)
    const removed = done(operate(tree, fewer, { rows: [{ op: 'delete', tuple_id: 100 }] }))
    expect(rowsOf(removed.tree).map(([, text]) => text)).toEqual(['Power plant'])
    expect(operate(tree, present(tree), { rows: [{ op: 'delete', tuple_id: 100 }] })).toHaveProperty('errors.grid')
  })

  it.each([
    ['a row that the grid lacks', { rows: [{ op: 'update', row_index: 9, tuple_id: 100 }] }],
    ['another row than that of the grid', { rows: [{ op: 'update', row_index: 1, tuple_id: 103 }] }],
    ['an existing row', { rows: [{ op: 'create', row_index: 1 }] }],
    ['a row of another table', { rows: [{ op: 'delete', tuple_id: 7 }] }],
    ['an unknown operation', { columns: [{ op: 'create', schema_id: 'sum' }] }],
    ['an unknown column', { columns: [{ op: 'update', schema_id: 'x' }] }],
    ['no list', { rows: 5 }],
  ])('about %s are refused', (_, operations) => {
    const tree = read()
    expect(operate(tree, present(tree), operations)).toHaveProperty('errors.operations')
  })
})
