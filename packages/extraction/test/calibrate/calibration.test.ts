import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyCurve, fitCurve, fitIsotonic, fitLogistic } from '../../src/calibrate/calibration.ts'

const outcomes = fc.array(
  fc.record({
    probability: fc.double({ min: 0, max: 1, noNaN: true }),
    right: fc.boolean(),
    weight: fc.double({ min: 0.1, max: 1, noNaN: true }),
  }),
  { minLength: 1, maxLength: 300 },
)

describe('calibration curves', () => {
  it.each([
    ['isotonic', fitIsotonic],
    ['logistic', fitLogistic],
    ['chosen by size', fitCurve],
  ] as const)('never decrease (%s)', (_, fitted) => {
    fc.assert(
      fc.property(
        outcomes,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (data, a, b) => {
          const curve = fitted(data)
          const [low, high] = [Math.min(a, b), Math.max(a, b)]
          expect(applyCurve(curve, low)).toBeLessThanOrEqual(applyCurve(curve, high) + 1e-9)
        },
      ),
    )
  })

  it('approximate the share of correct values', () => {
    // predicts 0.9 and is right in 60 of 100 cases
    const data = Array.from({ length: 400 }, (_, i) => ({ probability: 0.9, right: i % 10 < 6, weight: 1 }))
    expect(applyCurve(fitIsotonic(data), 0.9)).toBeCloseTo(0.6, 1)
    expect(applyCurve(fitLogistic(data), 0.9)).toBeCloseTo(0.6, 1)
  })

  it('never reach certainty', () => {
    const data = Array.from({ length: 500 }, () => ({ probability: 0.99, right: true, weight: 1 }))
    expect(applyCurve(fitCurve(data), 1)).toBeLessThanOrEqual(0.995)
    expect(applyCurve(undefined, 1)).toBe(0.995)
    expect(applyCurve(undefined, 0)).toBe(0.01)
  })
})
