import { describe, expect, it } from 'vitest'
import { clear, copyDown, paste, removeRows, shiftValues, textsOf } from '../src/screens/review/grid/operations.ts'
import { addedRows, restoredIds, stepOf, undoOperations } from '../src/screens/review/grid/history.ts'
import { tableOf } from './grid-table.ts'

const table = tableOf([
  ['Paper', '2', 'pc', '10'],
  ['Pens', '3', 'bx', '12'],
])
const whole = { top: 0, left: 0, bottom: 1, right: 3 }

describe('a paste', () => {
  it('fills cells from the active one on, and options by their label', () => {
    const { values, adds } = paste(table, { row: 0, col: 1 }, [
      ['7', 'Box'],
      ['8', 'PC'],
    ])
    expect([...values]).toEqual([
      [102, '7'],
      [103, 'bx'],
      [202, '8'],
      [203, 'pc'],
    ])
    expect(adds).toEqual([])
  })

  it('appends the rows that the table does not have', () => {
    const { values, adds, added } = paste(table, { row: 1, col: 0 }, [
      ['Pencils', '1'],
      ['Clips', '4'],
    ])
    expect(values.size).toBe(2)
    expect(added).toBe(2)
    expect(adds).toEqual([
      {
        op: 'add',
        id: 9,
        value: [
          { schema_id: 'text', content: { value: 'Clips' }, validation_sources: ['human'] },
          { schema_id: 'count', content: { value: '4' }, validation_sources: ['human'] },
        ],
      },
    ])
  })

  it('leaves formulas and cells outside of the columns unchanged and counts them', () => {
    const { values, skipped } = paste(table, { row: 0, col: 2 }, [['pc', '99', 'outside', '']])
    expect([...values]).toEqual([[103, 'pc']])
    expect(skipped).toBe(2)
  })

  it('of one value fills the whole selection', () => {
    const { values } = paste(table, { row: 0, col: 1 }, [['5']], { top: 0, bottom: 1, left: 1, right: 1 })
    expect([...values]).toEqual([
      [102, '5'],
      [202, '5'],
    ])
  })
})

describe('actions on cells', () => {
  it('copies the labels that the user reads', () => {
    expect(textsOf(table, whole)).toEqual([
      ['Paper', '2', 'Piece', '10'],
      ['Pens', '3', 'Box', '12'],
    ])
  })

  it('copies the first selected row down, or the row above a single one', () => {
    expect([...copyDown(table, { ...whole, right: 1 })]).toEqual([
      [201, 'Paper'],
      [202, '2'],
    ])
    expect([...copyDown(table, { top: 1, bottom: 1, left: 0, right: 0 })]).toEqual([[201, 'Paper']])
    expect([...copyDown(table, { top: 0, bottom: 0, left: 0, right: 0 })]).toEqual([])
  })

  it('clears values and their boxes, but no formulas', () => {
    const operations = clear(table, { ...whole, bottom: 0, left: 2 })
    expect(operations).toEqual([
      {
        op: 'replace',
        id: 103,
        value: { content: { value: '', page: null, position: null }, validation_sources: ['human'] },
      },
    ])
  })

  it('moves values to the next column and loses none', () => {
    const operations = shiftValues(table, { top: 0, bottom: 0, left: 0, right: 0 }, 1)!
    expect(operations.map((operation) => operation.op === 'replace' && operation.value.content?.value)).toEqual([
      '2',
      'Paper',
    ])
    expect(shiftValues(table, { top: 0, bottom: 0, left: 0, right: 0 }, -1)).toBeNull()
    expect(shiftValues(table, { top: 0, bottom: 0, left: 2, right: 2 }, 1)).toBeNull()
  })
})

describe('undo', () => {
  it('restores values with what had validated them', () => {
    const step = stepOf('', table, clear(table, { ...whole, right: 0, bottom: 0 }))
    const [undo] = undoOperations(step, table, new Map())
    expect(undo).toEqual({
      op: 'replace',
      id: 101,
      value: {
        content: { value: 'Paper', page: null, position: null },
        validation_sources: ['score'],
        hidden: false,
      },
    })
  })

  it('removes added rows', () => {
    const after = tableOf([[], [], []])
    const step = { ...stepOf('', table, []), added: addedRows(table, after) }
    expect(undoOperations(step, after, new Map())).toEqual([{ op: 'remove', id: 300 }])
    expect(undoOperations(step, table, new Map())).toEqual([])
  })

  it('appends removed rows again, and earlier steps find them under their new ids', () => {
    const step = stepOf('', table, removeRows(table, { ...whole, bottom: 0 }))
    const undo = undoOperations(step, table, new Map())
    expect(undo).toHaveLength(1)
    expect(undo[0]).toMatchObject({ op: 'add', id: 9, value: [{ schema_id: 'text' }, {}, {}, {}] })
    const after = tableOf([[], [], ['Paper']])
    const ids = new Map(restoredIds(step, after, [300]))
    expect(ids.get(100)).toBe(300)
    expect(ids.get(101)).toBe(301)
    const edit = stepOf('', table, [{ op: 'replace', id: 101, value: {} }])
    expect(undoOperations(edit, after, ids)).toMatchObject([{ op: 'replace', id: 301 }])
  })
})
