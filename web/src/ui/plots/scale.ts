/** Scales of plots. Pure: no DOM, no messages. */

/**
 * A point of a series. `null`: the figure is not known, which is not the same as zero; `undefined`: nothing happened, as on a Sunday.
 */
export interface Point {
  x: number
  y: number | null | undefined
}

/** A line passes over as many points at which nothing happened: a weekend with a holiday on either side. */
const MAX_BRIDGED = 4

const STEPS = [1, 2, 5, 10]

/** Returns round values from 0 to at least `max`, about `count` of them: `[0, 5, 10]` for 9. `whole`: no fractions, for counts. */
export function ticksTo(max: number, { count = 4, whole = false } = {}): number[] {
  if (!(max > 0)) return [0, 1]
  const rough = max / count
  const unit = 10 ** Math.floor(Math.log10(rough))
  const nice = unit * STEPS.find((step) => step * unit >= rough * 0.999)!
  const step = whole ? Math.max(1, Math.round(nice)) : nice
  const number = Math.ceil(max / step - 1e-9)
  return Array.from({ length: number + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

const MINUTE = 60
const HOUR = 3600
const SECONDS = [1, 2, 5, 10, 15, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE]

/** Returns round durations from 0 to at least `max` seconds: steps of 15 s, 1 min, 1 h and so on. */
export function durationTicks(max: number, count = 4): number[] {
  if (!(max > 0)) return [0, 1]
  const rough = max / count
  const step = SECONDS.find((one) => one >= rough * 0.999) ?? Math.ceil(rough / HOUR) * HOUR
  return Array.from({ length: Math.ceil(max / step - 1e-9) + 1 }, (_, index) => index * step)
}

/** Returns the function that maps `from` linearly to `to`. */
export function linear(from: readonly [number, number], to: readonly [number, number]): (value: number) => number {
  const factor = from[1] === from[0] ? 0 : (to[1] - to[0]) / (from[1] - from[0])
  return (value) => to[0] + (value - from[0]) * factor
}

/** Returns the positions among `count` that get a label, so that each has at least `room` of `width`; evenly spaced from the first. */
export function labelled(count: number, width: number, room: number): number[] {
  const most = Math.max(1, Math.floor(width / room))
  const every = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every)
}

/** Splits a series where its figure is not known, or where nothing happened for long: a line must not pass over a gap. */
export function segments(points: readonly Point[]): { x: number; y: number }[][] {
  const found: { x: number; y: number }[][] = [[]]
  let skipped = 0
  for (const { x, y } of points) {
    skipped = y === undefined ? skipped + 1 : 0
    if (y !== undefined && y !== null) found.at(-1)!.push({ x, y })
    else if ((y === null || skipped > MAX_BRIDGED) && found.at(-1)!.length) found.push([])
  }
  return found.filter((segment) => segment.length > 0)
}

/** Returns the `d` of a path through points. */
export const pathThrough = (points: readonly { x: number; y: number }[]): string =>
  points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${round(x)} ${round(y)}`).join('')

const round = (value: number): number => Math.round(value * 10) / 10
