/** An increasing piecewise linear curve from raw probability to the observed share of correct values. */
export interface Curve {
  /** Raw probabilities, increasing. */
  x: number[]
  /** Calibrated probabilities, non-decreasing. */
  y: number[]
}

/** One observation: the scorer's probability, and whether the value was correct. */
export interface Outcome {
  probability: number
  right: boolean
  weight: number
}

/** Fewer observations than this are fitted with two parameters (Platt) instead of a free curve. */
const FEW = 200

/**
 * Fits outcomes that were not used to train the scorer. Many outcomes: isotonic regression by pooling adjacent violators. Few: a logistic
 * curve with smoothed targets (J. Platt, "Probabilistic outputs for support vector machines", 1999).
 */
export function fitCurve(outcomes: readonly Outcome[]): Curve {
  if (outcomes.length === 0) return { x: [0, 1], y: [0, 1] }
  return outcomes.length < FEW ? fitLogistic(outcomes) : fitIsotonic(outcomes)
}

/** Returns the calibrated probability, between 0.01 and 0.995, because no finite sample justifies certainty. */
export function applyCurve(curve: Curve | undefined, probability: number): number {
  const clamp = (value: number): number => Math.min(0.995, Math.max(0.01, value))
  if (!curve || curve.x.length === 0) return clamp(probability)
  const { x, y } = curve
  if (probability <= x[0]!) return clamp(y[0]!)
  for (let i = 1; i < x.length; i++) {
    if (probability <= x[i]!) {
      const width = x[i]! - x[i - 1]!
      const share = width <= 0 ? 1 : (probability - x[i - 1]!) / width
      return clamp(y[i - 1]! + share * (y[i]! - y[i - 1]!))
    }
  }
  return clamp(y.at(-1)!)
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000

export function fitIsotonic(outcomes: readonly Outcome[]): Curve {
  const sorted = [...outcomes].sort((a, b) => a.probability - b.probability)
  // Blocks of equal height; each gets one pseudo-success and pseudo-failure per twenty, so that no block is certain.
  const blocks: { sum: number; weight: number; from: number; to: number; x: number }[] = []
  for (const { probability, right, weight } of sorted) {
    blocks.push({ sum: right ? weight : 0, weight, from: probability, to: probability, x: probability * weight })
    while (blocks.length > 1) {
      const [before, last] = [blocks.at(-2)!, blocks.at(-1)!]
      if (before.sum / before.weight < last.sum / last.weight && before.to < last.from) break
      blocks.splice(-2, 2, {
        sum: before.sum + last.sum,
        weight: before.weight + last.weight,
        from: before.from,
        to: last.to,
        x: before.x + last.x,
      })
    }
  }
  const mean =
    sorted.reduce((sum, one) => sum + (one.right ? one.weight : 0), 0) /
    sorted.reduce((sum, one) => sum + one.weight, 0)
  const x: number[] = []
  const y: number[] = []
  for (const block of blocks) {
    const height = (block.sum + mean * 1.5) / (block.weight + 1.5)
    x.push(round(block.x / block.weight))
    y.push(round(Math.max(y.at(-1) ?? 0, height)))
  }
  return { x, y }
}

const logit = (p: number): number =>
  Math.log(Math.min(0.9999, Math.max(0.0001, p)) / (1 - Math.min(0.9999, Math.max(0.0001, p))))
const sigmoid = (z: number): number => 1 / (1 + Math.exp(-z))

export function fitLogistic(outcomes: readonly Outcome[]): Curve {
  const positive = outcomes.reduce((sum, one) => sum + (one.right ? one.weight : 0), 0)
  const negative = outcomes.reduce((sum, one) => sum + (one.right ? 0 : one.weight), 0)
  const [high, low] = [(positive + 1) / (positive + 2), 1 / (negative + 2)]
  let slope = 1
  let offset = 0
  // Newton steps with a prior towards "the scorer is calibrated"; the slope stays positive, so the curve increases.
  for (let step = 0; step < 60; step++) {
    let [g0, g1, h00, h01, h11] = [offset * 0.5, (slope - 1) * 2, 0.5, 0, 2]
    for (const { probability, right, weight } of outcomes) {
      const z = logit(probability)
      const p = sigmoid(slope * z + offset)
      const error = weight * (p - (right ? high : low))
      g0 += error
      g1 += error * z
      const curvature = weight * Math.max(1e-6, p * (1 - p))
      h00 += curvature
      h01 += curvature * z
      h11 += curvature * z * z
    }
    const determinant = h00 * h11 - h01 * h01
    if (Math.abs(determinant) < 1e-12) break
    offset -= Math.max(-1, Math.min(1, (h11 * g0 - h01 * g1) / determinant))
    slope -= Math.max(-0.5, Math.min(0.5, (h00 * g1 - h01 * g0) / determinant))
    slope = Math.max(0.05, slope)
  }
  const x = [0.001, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 0.9999]
  return { x, y: x.map((p) => round(sigmoid(slope * logit(p) + offset))) }
}
