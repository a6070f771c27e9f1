import { describe, expect, test } from 'vitest'
import {
  between,
  directionOnPage,
  pathOf,
  pixels,
  rectangleOf,
  rectangleToView,
  smallestAt,
  toPage,
  toView,
  turnBy,
  turnedSize,
  type Turn,
} from '../src/screens/review/pages/geometry.ts'
import type { Rectangle } from '../src/screens/review/store/review.ts'

const page = { width: 100, height: 200 }
const TURNS: readonly Turn[] = [0, 90, 180, 270]

describe('a turned view', () => {
  test('shows the top left corner of the page at the top right after a quarter turn to the right', () => {
    expect(toView({ x: 0, y: 0 }, page, 90)).toEqual({ x: 200, y: 0 })
    expect(toView({ x: 100, y: 0 }, page, 90)).toEqual({ x: 200, y: 100 })
  })

  test('shows the top left corner at the bottom left after a quarter turn to the left', () => {
    expect(toView({ x: 0, y: 0 }, page, 270)).toEqual({ x: 0, y: 100 })
  })

  test.each(TURNS)('leads back to the same point of the page at %i degrees', (turn) => {
    const point = { x: 13, y: 57 }
    expect(toPage(toView(point, page, turn), page, turn)).toEqual(point)
  })

  test.each(TURNS)('keeps boxes upright and inside of the view at %i degrees', (turn) => {
    const [left, top, right, bottom] = rectangleToView([10, 20, 60, 40], page, turn)
    const size = turnedSize(page, turn)
    expect(left).toBeLessThan(right)
    expect(top).toBeLessThan(bottom)
    expect(left).toBeGreaterThanOrEqual(0)
    expect(bottom).toBeLessThanOrEqual(size.height)
    expect((right - left) * (bottom - top)).toBe(50 * 20)
  })

  test('turns round to the beginning', () => {
    expect(turnBy(270, 90)).toBe(0)
    expect(turnBy(0, -90)).toBe(270)
  })

  test('moves keys with the page: what looks like right is up on a page that is turned to the right', () => {
    expect(directionOnPage('right', 90)).toBe('up')
    expect(directionOnPage('down', 90)).toBe('right')
    expect(directionOnPage('left', 180)).toBe('right')
    expect(directionOnPage('up', 0)).toBe('up')
    // A word to the right on the page is below in the view.
    const [from, to] = [toView({ x: 10, y: 10 }, page, 90), toView({ x: 20, y: 10 }, page, 90)]
    expect(to.y).toBeGreaterThan(from.y)
  })
})

describe('rectangles', () => {
  test('are drawn from any corner', () => {
    expect(between({ x: 9, y: 2 }, { x: 1, y: 8 })).toEqual([1, 2, 9, 8])
  })

  test('become whole pixels inside of the page', () => {
    expect(pixels([-3, 1.2, 99.1, 250], page)).toEqual([0, 1, 100, 200])
  })

  test('come from four numbers only', () => {
    expect(rectangleOf([1, 2, 3, 4])).toEqual([1, 2, 3, 4])
    expect(rectangleOf([3, 4, 1, 2])).toEqual([1, 2, 3, 4])
    expect(rectangleOf([1, 2, 3])).toBeNull()
    expect(rectangleOf(null)).toBeNull()
  })

  test('inside of others are found first', () => {
    const items: { name: string; rectangle: Rectangle }[] = [
      { name: 'address', rectangle: [0, 0, 50, 50] },
      { name: 'postcode', rectangle: [10, 10, 20, 20] },
    ]
    expect(smallestAt(items, { x: 15, y: 15 })?.name).toBe('postcode')
    expect(smallestAt(items, { x: 40, y: 40 })?.name).toBe('address')
    expect(smallestAt(items, { x: 60, y: 40 })).toBeUndefined()
  })

  test('of all words are one path', () => {
    expect(
      pathOf([
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ]),
    ).toBe('M1 2H3V4H1ZM5 6H7V8H5Z')
  })
})
