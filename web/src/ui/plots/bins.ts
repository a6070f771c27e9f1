/** Confidence against accuracy: what the bins of the API say, and how sure one can be of each. Pure. */

export interface Bin {
  from: number
  to: number
  count: number
  accurate_count: number
}

/** Fewer values than these are a hint, not an estimate (as in the API's rates). */
export const FEW = 30

export interface BinPoint {
  from: number
  to: number
  /** Middle of the bin. */
  confidence: number
  /** Share of accurate values; null in a bin without values. */
  accuracy: number | null
  /** Bounds within which the true share is with 95 % probability. */
  low: number
  high: number
  count: number
  isFew: boolean
}

const Z = 1.96

/** Returns the Wilson interval of `part` of `whole`, which is sensible for small numbers and shares near 0 and 1. */
export function interval(part: number, whole: number): [low: number, high: number] {
  if (whole === 0) return [0, 1]
  const share = part / whole
  const scale = 1 + Z ** 2 / whole
  const middle = (share + Z ** 2 / (2 * whole)) / scale
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / whole + Z ** 2 / (4 * whole ** 2))
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}

export function pointsOf(bins: readonly Bin[]): BinPoint[] {
  return bins.map(({ from, to, count, accurate_count }) => {
    const [low, high] = interval(accurate_count, count)
    return {
      from,
      to,
      confidence: (from + to) / 2,
      accuracy: count === 0 ? null : accurate_count / count,
      low,
      high,
      count,
      isFew: count < FEW,
    }
  })
}

export type Verdict = 'unknown' | 'honest' | 'tooHigh' | 'tooLow'

/**
 * Judges the confidences as a whole: `tooHigh` if values are wrong more often than their confidence says, `tooLow` if less often, beyond
 * chance and by more than three percentage points; `unknown` with few values.
 */
export function verdictOf(bins: readonly Bin[]): Verdict {
  const count = bins.reduce((sum, bin) => sum + bin.count, 0)
  if (count < FEW) return 'unknown'
  const accurate = bins.reduce((sum, bin) => sum + bin.accurate_count, 0)
  const expected = bins.reduce((sum, { from, to, count: n }) => sum + (n * (from + to)) / 2, 0) / count
  const [low, high] = interval(accurate, count)
  const difference = accurate / count - expected
  if (Math.abs(difference) < 0.03 || (expected >= low && expected <= high)) return 'honest'
  return difference < 0 ? 'tooHigh' : 'tooLow'
}
