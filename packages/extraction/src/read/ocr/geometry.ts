/** Plane geometry of text detection: connected regions of a probability map and their smallest rectangles. */

export type Point = [x: number, y: number]

/**
 * A rotated rectangle. `angle` (radians, -π/4..π/4, positive falls to the right) is the direction of `width`, which is therefore always the
 * side closer to the horizontal.
 */
export interface TurnedRectangle {
  x: number
  y: number
  width: number
  height: number
  angle: number
}

/** One connected region as horizontal runs: triples of y, first x, and last x + 1. */
export type Region = number[]

/**
 * Finds the 8-connected regions of the pixels above `threshold`. Each pixel is first extended by one to the right and below, which closes
 * hairline gaps inside a text line.
 */
export function findRegions(map: Float32Array, width: number, height: number, threshold: number): Region[] {
  const runs: number[] = []
  const parents: number[] = []
  const mask = new Uint8Array(width)
  const above = new Uint8Array(width)
  let previousFrom = 0
  let previousTo = 0
  for (let y = 0; y < height; y++) {
    const row = y * width
    for (let x = 0; x < width; x++) mask[x] = map[row + x]! > threshold ? 1 : 0
    const from = parents.length
    let x = 0
    while (x < width) {
      while (x < width && !isSet(mask, above, x)) x++
      if (x === width) break
      const start = x
      while (x < width && isSet(mask, above, x)) x++
      runs.push(y, start, x)
      parents.push(parents.length)
    }
    joinRows(runs, parents, previousFrom, previousTo, from)
    previousFrom = from
    previousTo = parents.length
    above.set(mask)
  }
  return collectRegions(runs, parents)
}

function isSet(mask: Uint8Array, above: Uint8Array, x: number): boolean {
  return mask[x] === 1 || above[x] === 1 || (x > 0 && (mask[x - 1] === 1 || above[x - 1] === 1))
}

function joinRows(runs: number[], parents: number[], from: number, to: number, next: number): void {
  let upper = from
  for (let lower = next; lower < parents.length; lower++) {
    const start = runs[lower * 3 + 1]!
    const end = runs[lower * 3 + 2]!
    while (upper < to && runs[upper * 3 + 2]! < start) upper++
    for (let u = upper; u < to && runs[u * 3 + 1]! <= end; u++) parents[rootOf(parents, u)] = rootOf(parents, lower)
  }
}

function rootOf(parents: number[], run: number): number {
  let root = run
  while (parents[root] !== root) root = parents[root]!
  while (parents[run] !== root) {
    const next = parents[run]!
    parents[run] = root
    run = next
  }
  return root
}

function collectRegions(runs: number[], parents: number[]): Region[] {
  const regions = new Map<number, Region>()
  for (let run = 0; run < parents.length; run++) {
    const root = rootOf(parents, run)
    const region = regions.get(root)
    const [y, start, end] = [runs[run * 3]!, runs[run * 3 + 1]!, runs[run * 3 + 2]!]
    if (region) region.push(y, start, end)
    else regions.set(root, [y, start, end])
  }
  return [...regions.values()]
}

/** Returns the convex hull of a region's pixels (their outer corners), counter-clockwise (Andrew's monotone chain). */
export function hullOf(region: Region): Point[] {
  // Rows are in order, so only the leftmost and rightmost pixel corners of each row are candidates.
  const left = new Map<number, number>()
  const right = new Map<number, number>()
  for (let i = 0; i < region.length; i += 3) {
    for (const y of [region[i]!, region[i]! + 1]) {
      left.set(y, Math.min(left.get(y) ?? Infinity, region[i + 1]!))
      right.set(y, Math.max(right.get(y) ?? -Infinity, region[i + 2]!))
    }
  }
  const rows = [...left.keys()].sort((a, b) => a - b)
  const lower = halfHull(
    rows.map((y): Point => [left.get(y)!, y]),
    1,
  )
  const upper = halfHull(
    rows.map((y): Point => [right.get(y)!, y]),
    -1,
  )
  return [...lower, ...upper.reverse()]
}

function halfHull(points: Point[], side: 1 | -1): Point[] {
  const hull: Point[] = []
  for (const p of points) {
    while (hull.length >= 2 && cross(hull[hull.length - 2]!, hull[hull.length - 1]!, p) * side >= 0) hull.pop()
    hull.push(p)
  }
  return hull
}

function cross(o: Point, a: Point, b: Point): number {
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
}

/** Returns the rectangle of smallest area around a convex hull; one of its sides lies on an edge of the hull. */
export function smallestRectangle(hull: Point[]): TurnedRectangle {
  let best: TurnedRectangle | undefined
  for (let i = 0; i < hull.length; i++) {
    const a = hull[i]!
    const b = hull[(i + 1) % hull.length]!
    if (a[0] === b[0] && a[1] === b[1]) continue
    const rectangle = rectangleAt(hull, Math.atan2(b[1] - a[1], b[0] - a[0]))
    if (!best || rectangle.width * rectangle.height < best.width * best.height) best = rectangle
  }
  return best ?? rectangleAt(hull, 0)
}

/** Returns the rectangle around a hull whose sides have the given direction (radians); the angle of the result is within ±π/4. */
export function rectangleAt(hull: Point[], direction: number): TurnedRectangle {
  const angle = direction - Math.round(direction / (Math.PI / 2)) * (Math.PI / 2)
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  let [minU, maxU, minV, maxV] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of hull) {
    const u = x * cos + y * sin
    const v = y * cos - x * sin
    minU = Math.min(minU, u)
    maxU = Math.max(maxU, u)
    minV = Math.min(minV, v)
    maxV = Math.max(maxV, v)
  }
  const [u, v] = [(minU + maxU) / 2, (minV + maxV) / 2]
  return { x: u * cos - v * sin, y: u * sin + v * cos, width: maxU - minU, height: maxV - minV, angle }
}

/**
 * Extends a rectangle on all sides by area × ratio / perimeter. The detector marks a shrunken core of each text line, and this inverts the
 * shrinking of its training data (Liao et al., "Real-time Scene Text Detection with Differentiable Binarization", 2020, formula 10).
 */
export function unclip(rectangle: TurnedRectangle, ratio: number): TurnedRectangle {
  const { width, height } = rectangle
  const distance = (width * height * ratio) / (2 * (width + height))
  return { ...rectangle, width: width + 2 * distance, height: height + 2 * distance }
}

/** Returns the mean of `map` over the pixels whose centres are in the rectangle; 0 if there is none. */
export function meanInside(map: Float32Array, width: number, height: number, rectangle: TurnedRectangle): number {
  const corners = cornersOf(rectangle)
  const ys = corners.map((c) => c[1])
  const from = Math.max(0, Math.floor(Math.min(...ys)))
  const to = Math.min(height - 1, Math.ceil(Math.max(...ys)))
  let sum = 0
  let count = 0
  for (let y = from; y <= to; y++) {
    const [start, end] = crossing(corners, y + 0.5)
    const last = Math.min(width - 1, Math.ceil(end - 0.5) - 1)
    for (let x = Math.max(0, Math.ceil(start - 0.5)); x <= last; x++) {
      sum += map[y * width + x]!
      count++
    }
  }
  return count ? sum / count : 0
}

/** Returns the two intersections of the horizontal line at `y` with a convex polygon. */
function crossing(corners: Point[], y: number): [number, number] {
  let [start, end] = [Infinity, -Infinity]
  for (let i = 0; i < corners.length; i++) {
    const [ax, ay] = corners[i]!
    const [bx, by] = corners[(i + 1) % corners.length]!
    if (ay === by || y < Math.min(ay, by) || y > Math.max(ay, by)) continue
    const x = ax + ((y - ay) / (by - ay)) * (bx - ax)
    start = Math.min(start, x)
    end = Math.max(end, x)
  }
  return [start, end]
}

/** Returns the corners: top left, top right, bottom right, bottom left in reading direction. */
export function cornersOf(rectangle: TurnedRectangle): Point[] {
  const { width, height } = rectangle
  return [
    pointIn(rectangle, 0, 0),
    pointIn(rectangle, width, 0),
    pointIn(rectangle, width, height),
    pointIn(rectangle, 0, height),
  ]
}

/** Returns the point of the page `along` the width and `down` the height from the rectangle's top left corner. */
export function pointIn(rectangle: TurnedRectangle, along: number, down: number): Point {
  const u = along - rectangle.width / 2
  const v = down - rectangle.height / 2
  const cos = Math.cos(rectangle.angle)
  const sin = Math.sin(rectangle.angle)
  return [rectangle.x + u * cos - v * sin, rectangle.y + u * sin + v * cos]
}
