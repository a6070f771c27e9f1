import { describe, expect, it } from 'vitest'
import { isSingle, moved, rangeOf, span, stepped } from '../src/screens/review/grid/ranges.ts'
import { template } from '../src/screens/review/grid/widths.ts'
import { renderedRows } from '../src/screens/review/grid/windowing.ts'

const size = { rows: 30, cols: 5 }

describe('movement in a grid', () => {
  it('stops at the edges', () => {
    expect(moved({ row: 0, col: 0 }, 'ArrowUp', false, size, 10)).toEqual({ row: 0, col: 0 })
    expect(moved({ row: 29, col: 4 }, 'ArrowRight', false, size, 10)).toEqual({ row: 29, col: 4 })
    expect(moved({ row: 25, col: 4 }, 'PageDown', false, size, 10)).toEqual({ row: 29, col: 4 })
  })

  it('goes to the ends of a row, and with Ctrl to the corners', () => {
    expect(moved({ row: 3, col: 2 }, 'End', false, size, 10)).toEqual({ row: 3, col: 4 })
    expect(moved({ row: 3, col: 2 }, 'Home', true, size, 10)).toEqual({ row: 0, col: 0 })
    expect(moved({ row: 3, col: 2 }, 'End', true, size, 10)).toEqual({ row: 29, col: 4 })
    expect(moved({ row: 3, col: 2 }, 'ArrowDown', true, size, 10)).toEqual({ row: 29, col: 2 })
  })

  it('ignores other keys', () => {
    expect(moved({ row: 3, col: 2 }, 'a', false, size, 10)).toBeNull()
  })

  it('steps from row to row and leaves the grid at its ends', () => {
    expect(stepped({ row: 0, col: 4 }, 1, size)).toEqual({ row: 1, col: 0 })
    expect(stepped({ row: 1, col: 0 }, -1, size)).toEqual({ row: 0, col: 4 })
    expect(stepped({ row: 29, col: 4 }, 1, size)).toBeNull()
    expect(stepped({ row: 0, col: 0 }, -1, size)).toBeNull()
  })
})

describe('a rectangle of cells', () => {
  it('is the same from both of its corners', () => {
    const range = rangeOf({ row: 4, col: 1 }, { row: 2, col: 3 })
    expect(range).toEqual({ top: 2, left: 1, bottom: 4, right: 3 })
    expect(rangeOf({ row: 2, col: 3 }, { row: 4, col: 1 })).toEqual(range)
    expect(isSingle(range)).toBe(false)
    expect(span(2, 4)).toEqual([2, 3, 4])
    expect(span(4, 3)).toEqual([])
  })
})

describe('rendered rows', () => {
  const view = { height: 340, rowHeight: 34, count: 1000 }

  it('are the visible ones with some above and below', () => {
    const rows = renderedRows({ ...view, scrollTop: 3400, active: null })
    expect(rows[0]).toBeLessThan(100)
    expect(rows.at(-1)).toBeGreaterThan(110)
    expect(rows.length).toBeLessThan(40)
  })

  it('contain the active row, wherever it is', () => {
    expect(renderedRows({ ...view, scrollTop: 3400, active: 2 })[0]).toBe(2)
    expect(renderedRows({ ...view, scrollTop: 0, active: 999 }).at(-1)).toBe(999)
    expect(renderedRows({ ...view, scrollTop: 0, active: 5 }).filter((row) => row === 5)).toHaveLength(1)
  })

  it('exist for short and empty tables', () => {
    expect(renderedRows({ ...view, count: 2, scrollTop: 500, active: 0 })).toEqual([0, 1])
    expect(renderedRows({ ...view, count: 0, scrollTop: 0, active: 0 })).toEqual([])
  })

  it('stay the same while the table scrolls by less than a row', () => {
    const at = (scrollTop: number) => renderedRows({ ...view, scrollTop, active: null })
    expect(at(3420)).toEqual(at(3400))
  })
})

describe('widths of columns', () => {
  const column = (id: string, type: 'string' | 'number', stretch?: boolean) =>
    ({ category: 'datapoint', id, label: id, type, ...(stretch ? { stretch } : {}) }) as const

  it('give the rest to the column that stretches', () => {
    const { columns } = template([column('a', 'string'), column('b', 'string', true)], {})
    expect(columns).toMatch(/^46px \d+px minmax\(\d+px, 1fr\)$/)
  })

  it('are kept for a column that the user has resized', () => {
    const { columns, width } = template([column('a', 'string', true), column('b', 'number')], { a: 100 })
    expect(columns).toMatch(/^46px 100px \d+px minmax\(0, 1fr\)$/)
    expect(width).toBeGreaterThan(146)
  })
})
