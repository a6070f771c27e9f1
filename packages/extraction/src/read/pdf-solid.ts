/** Recognises rectangles of a PDF page that are surely painted in one colour: text of another colour on them is seen. */
import type { Box } from '../types.ts'
import type { Affine } from './pdf-affine.ts'
import type { Area } from './pdf-objects.ts'
import type { Pdfium } from './pdfium.ts'

const CURVE = 1
/** A rectangle has four corners, and may return to the first one. */
const MAX_POINTS = 6
/** Pages are inside a few rectangles, more of which would be looked at in vain. */
const MAX_CLIPS = 8

type Point = readonly [x: number, y: number]

/**
 * Returns the box within which an area has its colour everywhere; undefined if that is not certain: it is no rectangle, lets something through, or is
 * clipped by other shapes.
 */
export function solidBox(module: Pdfium, { object, box, kind, colour, isOnPage }: Area, t: Affine): Box | undefined {
  if (kind !== 'path' || !isOnPage || colour?.[3] !== 255) return undefined
  if (module._FPDFPageObj_CountMarks(object) > 0 || module._FPDFPageObj_HasTransparency(object)) return undefined
  const out = module._malloc(8)
  try {
    const count = module._FPDFPath_CountSegments(object)
    const points = readPoints(module, count, (index) => module._FPDFPath_GetPathSegment(object, index), out)
    if (!points || !isRectangle(points)) return undefined
    return clipTo(module, object, box, t, out)
  } finally {
    module._free(out)
  }
}

/** Returns the part of a box that the clip path of an object leaves, if it consists of rectangles. */
function clipTo(module: Pdfium, object: number, box: Box, t: Affine, out: number): Box | undefined {
  const clip = module._FPDFPageObj_GetClipPath(object)
  const paths = clip ? Math.max(0, module._FPDFClipPath_CountPaths(clip)) : 0
  if (paths > MAX_CLIPS) return undefined
  const left: Box = [...box]
  for (let path = 0; path < paths; path++) {
    const count = module._FPDFClipPath_CountPathSegments(clip, path)
    const points = readPoints(module, count, (index) => module._FPDFClipPath_GetPathSegment(clip, path, index), out)
    if (!points || !isRectangle(points)) return undefined
    const across = points.map(([x, y]) => t.a * x + t.c * y + t.e)
    const down = points.map(([x, y]) => t.b * x + t.d * y + t.f)
    left[0] = Math.max(left[0], Math.min(...across))
    left[1] = Math.max(left[1], Math.min(...down))
    left[2] = Math.min(left[2], Math.max(...across))
    left[3] = Math.min(left[3], Math.max(...down))
  }
  return left
}

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

/** Every side is level or upright, and the corners are those of the box around them. */
function isRectangle(points: readonly Point[]): boolean {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const corners = new Set(points.map(([x, y]) => `${x}/${y}`))
  const sides = points.slice(1).every(([x, y], index) => x === xs[index] || y === ys[index])
  return corners.size === 4 && new Set(xs).size === 2 && new Set(ys).size === 2 && sides
}
