/** Reads rectangles of a PDF page: those that limit painting, those that are surely painted in one colour, and the lines of strokes. */
import type { Box } from '../types.ts'
import { concat, matrixAt, type Affine } from './pdf-affine.ts'
import type { Pdfium } from './pdfium.ts'

const CURVE = 1
const START = 2
/** A rectangle has four corners, and may return to the first one. */
const MAX_POINTS = 6
/** Objects are inside a few rectangles, more of which would be looked at in vain. */
const MAX_CLIPS = 8

/** Pixels by which a side of a point may be higher at its end, from rounding. */
const MAX_SLANT = 1e-4

type Point = readonly [x: number, y: number]

export const EVERYWHERE: Box = [-Infinity, -Infinity, Infinity, Infinity]

/** Where an object may paint. */
export interface Clip {
  box: Box
  /** Whether it paints everywhere in the box, as far as its paths limit it. */
  isExact: boolean
}

export const intersect = (a: Box, b: Box): Box => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
]

/** Returns the box that all clip paths of an object have in common; it is not exact if one of them is no rectangle. */
export function clipOf(module: Pdfium, object: number, t: Affine, out: number): Clip {
  const clip = module._FPDFPageObj_GetClipPath(object)
  const paths = clip ? Math.max(0, module._FPDFClipPath_CountPaths(clip)) : 0
  let box = EVERYWHERE
  if (paths > MAX_CLIPS) return { box, isExact: false }
  let isExact = true
  for (let path = 0; path < paths; path++) {
    const count = module._FPDFClipPath_CountPathSegments(clip, path)
    const points = readPoints(module, count, (index) => module._FPDFClipPath_GetPathSegment(clip, path, index), out)
    if (points) box = intersect(box, around(points, t))
    isExact &&= points !== undefined && isRectangle(points, t)
  }
  return { box, isExact }
}

/** A painted area, as `Area` in `pdf-objects.ts`. */
interface Painted {
  object: number
  isOnPage: boolean
  kind: string
  box: Box
  colour: readonly [red: number, green: number, blue: number, opacity: number] | undefined
}

/**
 * Returns the box within which an area has its colour everywhere; undefined if that is not certain: it is no rectangle, lets something through, or is
 * clipped by other shapes.
 */
export function solidBox(module: Pdfium, { object, box, kind, colour, isOnPage }: Painted, t: Affine): Box | undefined {
  if (kind !== 'fill' || !isOnPage || colour?.[3] !== 255) return undefined
  if (module._FPDFPageObj_CountMarks(object) > 0) return undefined
  const out = module._malloc(32)
  try {
    const points = pointsOf(module, object, out)
    const own = ownTransform(module, object, t, out)
    if (!points || !own || !isRectangle(points, own)) return undefined
    const clip = clipOf(module, object, t, out)
    return clip.isExact ? intersect(box, clip.box) : undefined
  } finally {
    module._free(out)
  }
}

/**
 * Returns the boxes around the lines of a stroked path, so that a frame does not count as painted inside; undefined if it has curves or many lines.
 */
export function strokeBoxes(module: Pdfium, path: number, t: Affine, out: number): Box[] | undefined {
  const own = ownTransform(module, path, t, out)
  const count = module._FPDFPath_CountSegments(path)
  if (!own || count > MAX_POINTS || module._FPDFPageObj_GetStrokeWidth(path, out) !== 1) return undefined
  const width = module.HEAPF32[out >> 2]! * Math.max(Math.hypot(own.a, own.b), Math.hypot(own.c, own.d))
  // The thinnest line is a pixel wide. Corners reach as far as the width.
  const reach = Math.max(1, width)
  const boxes: Box[] = []
  let [start, last]: (Point | undefined)[] = []
  for (let index = 0; index < count; index++) {
    const segment = module._FPDFPath_GetPathSegment(path, index)
    if (!segment || module._FPDFPathSegment_GetType(segment) === CURVE) return undefined
    if (module._FPDFPathSegment_GetPoint(segment, out, out + 4) !== 1) return undefined
    const point: Point = [module.HEAPF32[out >> 2]!, module.HEAPF32[(out >> 2) + 1]!]
    if (module._FPDFPathSegment_GetType(segment) === START) start = point
    else if (last) boxes.push(widen(around([last, point], own), reach))
    if (module._FPDFPathSegment_GetClose(segment) && start) boxes.push(widen(around([point, start], own), reach))
    last = point
  }
  return boxes
}

const widen = (box: Box, by: number): Box => [box[0] - by, box[1] - by, box[2] + by, box[3] + by]

/** Applies the matrix of a path, in whose units its points are. */
function ownTransform(module: Pdfium, path: number, t: Affine, out: number): Affine | undefined {
  if (module._FPDFPageObj_GetMatrix(path, out) !== 1) return undefined
  return concat(matrixAt(module, out), t)
}

const pointsOf = (module: Pdfium, path: number, out: number): Point[] | undefined =>
  readPoints(module, module._FPDFPath_CountSegments(path), (index) => module._FPDFPath_GetPathSegment(path, index), out)

function readPoints(module: Pdfium, count: number, get: (index: number) => number, out: number): Point[] | undefined {
  if (count < 4 || count > MAX_POINTS) return undefined
  const points: Point[] = []
  for (let index = 0; index < count; index++) {
    const segment = get(index)
    if (!segment || module._FPDFPathSegment_GetType(segment) === CURVE) return undefined
    if (module._FPDFPathSegment_GetPoint(segment, out, out + 4) !== 1) return undefined
    points.push([module.HEAPF32[out >> 2]!, module.HEAPF32[(out >> 2) + 1]!])
  }
  return points
}

/** Every side is level or upright, in the file and on the page, and the corners are those of the box around them. */
function isRectangle(points: readonly Point[], t: Affine): boolean {
  const isTurned = Math.max(Math.abs(t.b), Math.abs(t.c)) > Math.max(Math.abs(t.a), Math.abs(t.d))
  const slant = isTurned ? Math.max(Math.abs(t.a), Math.abs(t.d)) : Math.max(Math.abs(t.b), Math.abs(t.c))
  if (slant > MAX_SLANT) return false
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const corners = new Set(points.map(([x, y]) => `${x}/${y}`))
  const sides = points.slice(1).every(([x, y], index) => x === xs[index] || y === ys[index])
  return corners.size === 4 && new Set(xs).size === 2 && new Set(ys).size === 2 && sides
}

/** Returns the box around points. */
export function around(points: readonly Point[], t: Affine): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    const [across, down] = [t.a * x + t.c * y + t.e, t.b * x + t.d * y + t.f]
    box[0] = Math.min(box[0], across)
    box[1] = Math.min(box[1], down)
    box[2] = Math.max(box[2], across)
    box[3] = Math.max(box[3], down)
  }
  return box
}

/** Returns the box around a rectangle that is transformed. */
export function aroundRectangle(left: number, bottom: number, right: number, top: number, t: Affine): Box {
  const [x1, x2, x3, x4] = [t.a * left, t.a * right, t.c * bottom, t.c * top]
  const [y1, y2, y3, y4] = [t.b * left, t.b * right, t.d * bottom, t.d * top]
  return [
    Math.min(x1, x2) + Math.min(x3, x4) + t.e,
    Math.min(y1, y2) + Math.min(y3, y4) + t.f,
    Math.max(x1, x2) + Math.max(x3, x4) + t.e,
    Math.max(y1, y2) + Math.max(y3, y4) + t.f,
  ]
}
