/** Rectangles on a page, and how turning the view moves them. */
import type { Rectangle } from '../store/review.ts'

/** Clockwise degrees by which the view is turned. */
export type Turn = 0 | 90 | 180 | 270
export interface Size {
  width: number
  height: number
}
export interface Point {
  x: number
  y: number
}
export type Direction = 'left' | 'right' | 'up' | 'down'

export const turnBy = (turn: Turn, degrees: 90 | -90): Turn => ((turn + degrees + 360) % 360) as Turn

/** Size of a page after turning. */
export const turnedSize = ({ width, height }: Size, turn: Turn): Size =>
  turn % 180 ? { width: height, height: width } : { width, height }

/** Returns where a point of the page is in the turned view. `size` is that of the upright page. */
export function toView({ x, y }: Point, { width, height }: Size, turn: Turn): Point {
  if (turn === 90) return { x: height - y, y: x }
  if (turn === 180) return { x: width - x, y: height - y }
  return turn === 270 ? { x: y, y: width - x } : { x, y }
}

/** Returns the point of the page at a point of the turned view. */
export const toPage = (point: Point, size: Size, turn: Turn): Point =>
  toView(point, turnedSize(size, turn), ((360 - turn) % 360) as Turn)

/** Returns where a rectangle of the page is in the turned view. */
export function rectangleToView([left, top, right, bottom]: Rectangle, size: Size, turn: Turn): Rectangle {
  return between(toView({ x: left, y: top }, size, turn), toView({ x: right, y: bottom }, size, turn))
}

/** The rectangle with these two corners. */
export const between = (a: Point, b: Point): Rectangle => [
  Math.min(a.x, b.x),
  Math.min(a.y, b.y),
  Math.max(a.x, b.x),
  Math.max(a.y, b.y),
]

const ORDER: readonly Direction[] = ['up', 'right', 'down', 'left']

/** Returns the direction on the page that looks like `direction` in the turned view. */
export const directionOnPage = (direction: Direction, turn: Turn): Direction =>
  ORDER[(ORDER.indexOf(direction) + 4 - turn / 90) % 4]!

export const union = (a: Rectangle, b: Rectangle): Rectangle => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
]

export const contains = ([left, top, right, bottom]: Rectangle, { x, y }: Point): boolean =>
  x >= left && x <= right && y >= top && y <= bottom

export const grown = ([left, top, right, bottom]: Rectangle, by: number): Rectangle => [
  left - by,
  top - by,
  right + by,
  bottom + by,
]

export const area = ([left, top, right, bottom]: Rectangle): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top)

export const overlap = (a: Rectangle, b: Rectangle): number =>
  area([Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])])

/** Returns the smallest of the items at a point. */
export function smallestAt<T extends { rectangle: Rectangle }>(
  items: readonly T[],
  point: Point,
  slack = 0,
): T | undefined {
  let found: T | undefined
  for (const item of items)
    if (contains(grown(item.rectangle, slack), point) && (!found || area(item.rectangle) < area(found.rectangle)))
      found = item
  return found
}

/** Returns four numbers as a rectangle; null for anything else, as for a value without a place. */
export function rectangleOf(position: readonly number[] | null | undefined): Rectangle | null {
  if (position?.length !== 4 || !position.every(Number.isFinite)) return null
  const [left, top, right, bottom] = position as [number, number, number, number]
  return between({ x: left, y: top }, { x: right, y: bottom })
}

/** Whole pixels of a rectangle inside of its page. */
export const pixels = ([left, top, right, bottom]: Rectangle, { width, height }: Size): Rectangle => [
  Math.max(0, Math.floor(left)),
  Math.max(0, Math.floor(top)),
  Math.min(width, Math.ceil(right)),
  Math.min(height, Math.ceil(bottom)),
]

/** Outlines of many rectangles as one path of SVG. */
export const pathOf = (rectangles: readonly Rectangle[]): string =>
  rectangles.map(([left, top, right, bottom]) => `M${left} ${top}H${right}V${bottom}H${left}Z`).join('')
