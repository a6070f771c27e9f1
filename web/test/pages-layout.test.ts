import { describe, expect, test } from 'vitest'
import {
  GAP,
  layoutPages,
  MAX_ZOOM,
  pageAt,
  placeOf,
  scrollKeeping,
  scrollToShow,
  sizeOf,
  zoomOf,
  type View,
} from '../src/screens/review/pages/layout.ts'

const viewport = { width: 1000, height: 700 }
const portrait = { width: 1240, height: 1754 }
const landscape = { width: 1754, height: 1240 }
const view = (change: Partial<View> = {}): View => ({ zoom: 'width', turn: 0, viewport, ...change })

describe('the layout of pages', () => {
  test('makes each page as wide as the area, and puts them below each other', () => {
    const { pages, width } = layoutPages([portrait, landscape], view())
    expect(width).toBe(1000)
    expect(pages.map((page) => page.width)).toEqual([1000 - 2 * GAP, 1000 - 2 * GAP])
    expect(pages[1]!.top).toBe(pages[0]!.top + pages[0]!.height + GAP)
  })

  test('shows a whole page when asked to', () => {
    const [page] = layoutPages([portrait], view({ zoom: 'page' })).pages
    expect(page!.height).toBe(700 - 2 * GAP)
    expect(page!.left).toBeGreaterThan(200)
  })

  test('fits the turned page', () => {
    const [page] = layoutPages([portrait], view({ turn: 90 })).pages
    expect(page!.width).toBe(1000 - 2 * GAP)
    expect(page!.height).toBeLessThan(page!.width)
  })

  test('shows the same paper equally large, whatever the resolution of its image', () => {
    const doubled = { width: 2480, height: 3508 }
    const { pages } = layoutPages([portrait, doubled], view({ zoom: 1 }))
    expect(pages[0]!.width).toBe(pages[1]!.width)
    expect(zoomOf(pages[1]!)).toBeCloseTo(1)
  })

  test('grows with the zoom up to its limit', () => {
    const { width, pages } = layoutPages([portrait], view({ zoom: 40 }))
    expect(width).toBe(pages[0]!.width + 2 * GAP)
    expect(zoomOf(pages[0]!)).toBeCloseTo(MAX_ZOOM)
  })

  test('has a place for pages whose size is not known yet', () => {
    expect(sizeOf({ width: null, height: null })).toEqual({ width: 1654, height: 2339 })
    expect(layoutPages([], view()).pages).toEqual([])
  })

  test('knows which page is at a height', () => {
    const layout = layoutPages([portrait, portrait], view())
    expect(pageAt(layout, 0)).toBe(0)
    expect(pageAt(layout, layout.pages[1]!.top + 5)).toBe(1)
    expect(pageAt(layout, 1e6)).toBe(1)
  })
})

describe('zooming', () => {
  test('keeps what is below the pointer where it is', () => {
    const before = layoutPages([portrait, portrait, portrait], view({ zoom: 1 }))
    const after = layoutPages([portrait, portrait, portrait], view({ zoom: 2.5 }))
    const [scroll, pointer] = [
      { x: 0, y: 1500 },
      { x: 400, y: 300 },
    ]
    const to = scrollKeeping(before, after, scroll, pointer)
    const share = (layout: typeof before, { x, y }: typeof scroll) => {
      const page = layout.pages[1]!
      return [(x + pointer.x - page.left) / page.width, (y + pointer.y - page.top) / page.height]
    }
    const [was, is] = [share(before, scroll), share(after, to)]
    expect(is[0]).toBeCloseTo(was[0]!, 3)
    expect(is[1]).toBeCloseTo(was[1]!, 3)
  })
})

describe('scrolling to a place', () => {
  test('is not needed while the place is visible', () => {
    expect(scrollToShow([100, 100, 200, 120], { x: 0, y: 0 }, viewport)).toBeNull()
  })

  test('leaves space around it', () => {
    const to = scrollToShow([100, 2000, 200, 2020], { x: 0, y: 0 }, viewport)
    expect(to!.x).toBe(0)
    expect(to!.y).toBeGreaterThan(2000 - 700 / 2)
    expect(to!.y).toBeLessThan(2000)
  })

  test('shows the beginning of what is larger than the area', () => {
    expect(scrollToShow([0, 1000, 900, 3000], { x: 0, y: 0 }, viewport)!.y).toBe(1000 - 24)
  })

  test('finds the place on a turned page', () => {
    const [page] = layoutPages([portrait], view({ turn: 180 })).pages
    const [left, top] = placeOf(page!, [0, 0, 10, 10], 180)
    expect(left).toBeGreaterThan(900)
    expect(top).toBeGreaterThan(1300)
  })
})
