import type { LineStrip } from './strip.ts'

/** The ink in a line strip, in strip pixels. */
export interface StripInk {
  /** Number of ink pixels in each column. */
  columns: Uint16Array
  /** First row with text and last row + 1. */
  top: number
  bottom: number
}

/**
 * Finds the ink of a strip: pixels that differ from the paper (the most frequent brightness) by more than 40 % of the largest difference,
 * dark on light or light on dark. Rules across nearly the whole strip are ignored.
 */
export function findInk(strip: LineStrip): StripInk {
  const { width, height, planes } = strip
  const plane = width * height
  const levels = new Uint8Array(plane)
  const histogram = new Uint32Array(64)
  for (let i = 0; i < plane; i++) {
    // Green has the largest share of the brightness, and one plane is sufficient here.
    const level = Math.max(0, Math.min(63, Math.floor((planes[plane + i]! + 1) * 32)))
    levels[i] = level
    histogram[level]!++
  }
  const paper = peakOf(histogram)
  const limit = Math.max(3, 0.4 * farthest(histogram, paper, plane))
  const rows = new Uint16Array(height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (Math.abs(levels[y * width + x]! - paper) > limit) rows[y]!++
  }
  const { top, bottom } = typeRows(rows, width)
  const columns = new Uint16Array(width)
  for (let y = top; y < bottom; y++) {
    if (rows[y]! > 0.9 * width) continue
    for (let x = 0; x < width; x++) if (Math.abs(levels[y * width + x]! - paper) > limit) columns[x]!++
  }
  return { columns, top, bottom }
}

function peakOf(histogram: Uint32Array): number {
  let peak = 0
  for (let i = 1; i < histogram.length; i++) if (histogram[i]! > histogram[peak]!) peak = i
  return peak
}

/** Returns the largest difference in brightness from the paper, without the last half per cent. */
function farthest(histogram: Uint32Array, paper: number, total: number): number {
  let left = total / 200
  for (let distance = 63; distance > 0; distance--) {
    left -= (histogram[paper - distance] ?? 0) + (histogram[paper + distance] ?? 0)
    if (left <= 0) return distance
  }
  return 0
}

/** Extends from the middle of the strip as long as rows contain ink; neighbouring lines are excluded. */
function typeRows(rows: Uint16Array, width: number): { top: number; bottom: number } {
  const height = rows.length
  const carries = (y: number): boolean => rows[y]! > Math.max(1, 0.004 * width) && rows[y]! <= 0.9 * width
  const middle = Math.floor(height / 2)
  let top = middle
  let bottom = middle
  while (top > 0 && anyOf(carries, top - 3, top)) top--
  while (bottom < height && anyOf(carries, bottom, bottom + 3)) bottom++
  while (top < middle && !carries(top)) top++
  while (bottom > middle && !carries(bottom - 1)) bottom--
  return bottom - top >= 6 ? { top, bottom } : { top: Math.round(height * 0.15), bottom: Math.round(height * 0.85) }

  function anyOf(test: (y: number) => boolean, from: number, to: number): boolean {
    for (let y = Math.max(0, from); y < Math.min(height, to); y++) if (test(y)) return true
    return false
  }
}
