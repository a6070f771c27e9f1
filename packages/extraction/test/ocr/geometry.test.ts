import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Point, TurnedRectangle } from '../../src/read/ocr/geometry.ts'
import {
  cornersOf,
  findRegions,
  hullOf,
  meanInside,
  pointIn,
  rectangleAt,
  smallestRectangle,
  unclip,
} from '../../src/read/ocr/geometry.ts'

const WIDTH = 24
const HEIGHT = 16

const maps = fc
  .array(fc.boolean(), { minLength: WIDTH * HEIGHT, maxLength: WIDTH * HEIGHT })
  .map((cells) => Float32Array.from(cells, (on) => (on ? 1 : 0)))

/** Filled ellipses on an otherwise empty map, shaped like the core of a text line. */
const blobs = fc.record({
  x: fc.integer({ min: 8, max: 15 }),
  y: fc.integer({ min: 5, max: 10 }),
  rx: fc.integer({ min: 1, max: 7 }),
  ry: fc.integer({ min: 1, max: 4 }),
})

const rectangles = fc.record({
  x: fc.double({ min: -500, max: 500, noNaN: true }),
  y: fc.double({ min: -500, max: 500, noNaN: true }),
  width: fc.double({ min: 1, max: 300, noNaN: true }),
  height: fc.double({ min: 1, max: 300, noNaN: true }),
  angle: fc.double({ min: -0.78, max: 0.78, noNaN: true }),
})

function contains(rectangle: TurnedRectangle, [x, y]: Point, slack: number): boolean {
  const cos = Math.cos(rectangle.angle)
  const sin = Math.sin(rectangle.angle)
  const along = (x - rectangle.x) * cos + (y - rectangle.y) * sin
  const down = (y - rectangle.y) * cos - (x - rectangle.x) * sin
  return Math.abs(along) <= rectangle.width / 2 + slack && Math.abs(down) <= rectangle.height / 2 + slack
}

describe('regions of a probability map', () => {
  it('cover every pixel above the threshold exactly once', () => {
    fc.assert(
      fc.property(maps, (map) => {
        const owner = new Map<number, number>()
        findRegions(map, WIDTH, HEIGHT, 0.5).forEach((region, index) => {
          for (let i = 0; i < region.length; i += 3) {
            for (let x = region[i + 1]!; x < region[i + 2]!; x++) {
              const pixel = region[i]! * WIDTH + x
              expect(owner.has(pixel)).toBe(false)
              owner.set(pixel, index)
            }
          }
        })
        map.forEach((value, pixel) => {
          if (value > 0.5) expect(owner.has(pixel)).toBe(true)
        })
      }),
    )
  })

  it('never touch each other, not even at a corner', () => {
    fc.assert(
      fc.property(maps, (map) => {
        const owner = new Int32Array(WIDTH * HEIGHT).fill(-1)
        findRegions(map, WIDTH, HEIGHT, 0.5).forEach((region, index) => {
          for (let i = 0; i < region.length; i += 3) {
            owner.fill(index, region[i]! * WIDTH + region[i + 1]!, region[i]! * WIDTH + region[i + 2]!)
          }
        })
        for (let y = 0; y < HEIGHT - 1; y++) {
          for (let x = 0; x < WIDTH; x++) {
            const here = owner[y * WIDTH + x]!
            for (const dx of [-1, 0, 1]) {
              if (x + dx < 0 || x + dx >= WIDTH) continue
              const below = owner[(y + 1) * WIDTH + x + dx]!
              if (here >= 0 && below >= 0) expect(below).toBe(here)
            }
          }
        }
      }),
    )
  })

  it('join a winding region that touches itself only at its end', () => {
    const picture = ['1.1', '1.1', '111'].map((row) => [...row].flatMap((c) => [c, '.', '.']).join(''))
    const map = Float32Array.from(picture.join(''), (c) => (c === '1' ? 1 : 0))
    expect(findRegions(map, 9, 3, 0.5).length).toBe(3)
    const joined = Float32Array.from('1....1'.repeat(3) + '111111', (c) => (c === '1' ? 1 : 0))
    expect(findRegions(joined, 6, 4, 0.5).length).toBe(1)
  })
})

describe('rectangles around a region', () => {
  it('contain every pixel of it at any rotation', () => {
    fc.assert(
      fc.property(blobs, fc.double({ min: -1.5, max: 1.5, noNaN: true }), ({ x, y, rx, ry }, direction) => {
        const map = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
          ((i % WIDTH) - x) ** 2 / rx ** 2 + (Math.floor(i / WIDTH) - y) ** 2 / ry ** 2 <= 1 ? 1 : 0,
        )
        const [region] = findRegions(map, WIDTH, HEIGHT, 0.5)
        const hull = hullOf(region!)
        for (const rectangle of [smallestRectangle(hull), rectangleAt(hull, direction)]) {
          expect(Math.abs(rectangle.angle)).toBeLessThanOrEqual(Math.PI / 4 + 1e-9)
          for (let i = 0; i < region!.length; i += 3) {
            const [row, from, to] = region!.slice(i, i + 3) as [number, number, number]
            for (const corner of [
              [from, row],
              [to, row],
              [from, row + 1],
              [to, row + 1],
            ] as Point[]) {
              expect(contains(rectangle, corner, 1e-6)).toBe(true)
            }
          }
        }
      }),
    )
  })

  it('can be reconstructed from the corners of a rotated rectangle', () => {
    fc.assert(
      fc.property(rectangles, (rectangle) => {
        const found = smallestRectangle(cornersOf(rectangle))
        expect(found.width * found.height).toBeCloseTo(rectangle.width * rectangle.height, 3)
        expect(found.x).toBeCloseTo(rectangle.x, 6)
        expect(found.y).toBeCloseTo(rectangle.y, 6)
      }),
    )
  })

  it('grow equally on all sides when unclipped, by area × ratio / perimeter', () => {
    fc.assert(
      fc.property(rectangles, fc.double({ min: 0.1, max: 3, noNaN: true }), (rectangle, ratio) => {
        const grown = unclip(rectangle, ratio)
        const distance = (grown.width - rectangle.width) / 2
        expect((grown.height - rectangle.height) / 2).toBeCloseTo(distance, 6)
        const perimeter = 2 * (rectangle.width + rectangle.height)
        expect(distance * perimeter).toBeCloseTo(rectangle.width * rectangle.height * ratio, 4)
        expect([grown.x, grown.y, grown.angle]).toEqual([rectangle.x, rectangle.y, rectangle.angle])
      }),
    )
  })

  it('have the mean of a uniform map, and ignore pixels outside the map', () => {
    fc.assert(
      fc.property(fc.double({ min: -0.7, max: 0.7, noNaN: true }), (angle) => {
        const map = new Float32Array(WIDTH * HEIGHT).fill(0.75)
        expect(meanInside(map, WIDTH, HEIGHT, { x: 12, y: 8, width: 9, height: 4, angle })).toBeCloseTo(0.75)
        expect(meanInside(map, WIDTH, HEIGHT, { x: 100, y: 100, width: 9, height: 4, angle })).toBe(0)
      }),
    )
  })

  it('have the top left corner first and the bottom right one third', () => {
    fc.assert(
      fc.property(rectangles, (rectangle) => {
        const [topLeft, , bottomRight] = cornersOf(rectangle)
        expect(pointIn(rectangle, 0, 0)).toEqual(topLeft)
        expect(pointIn(rectangle, rectangle.width, rectangle.height)).toEqual(bottomRight)
      }),
    )
  })
})
