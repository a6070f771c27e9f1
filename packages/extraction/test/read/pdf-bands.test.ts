import { describe, expect, it } from 'vitest'
import { Bands } from '../../src/read/pdf-bands.ts'
import type { Area } from '../../src/read/pdf-objects.ts'

const area = (left: number, top: number, right: number, bottom: number) =>
  ({ box: [left, top, right, bottom] }) as unknown as Area

describe('the areas of a page', () => {
  const near = area(0, 100, 50, 120)
  const far = area(0, 900, 50, 920)
  const page = area(0, 0, 1240, 1754)
  const tall = area(0, 60, 50, 200)

  it('are those that touch a box, each once', () => {
    const found: Area[] = []
    expect(
      new Bands([near, far, page, tall]).visit([10, 50, 20, 300], (one) => {
        found.push(one)
        return false
      }),
    ).toBe(true)
    expect(new Set(found)).toEqual(new Set([near, page, tall]))
    expect(found).toHaveLength(3)
  })

  it('are visited until one is enough', () => {
    let visits = 0
    const bands = new Bands(Array.from({ length: 100 }, () => near))
    expect(bands.visit([0, 100, 50, 120], () => ++visits === 3)).toBe(true)
    expect(visits).toBe(3)
  })

  it.each([
    ['of the whole page', page],
    ['of one line', near],
  ])('are compared two million times at most: %s', (_, one) => {
    const bands = new Bands(Array.from({ length: 24_000 }, () => one))
    let compared = 0
    let isWhole = true
    for (let text = 0; text < 4000 && isWhole; text++)
      isWhole = bands.visit([0, 100, 50, 120], () => {
        compared++
        return false
      })
    expect(isWhole).toBe(false)
    expect(compared).toBeGreaterThan(1_900_000)
    expect(compared).toBeLessThanOrEqual(2_000_000)
  })
})
