/** Reads what a PDF page is composed of, in the order in which it is painted, including the contents of its forms. */
import type { Box } from '../types.ts'
import type { PageObjects } from './drawings.ts'
import type { Affine } from './pdf-affine.ts'
import type { Pdfium } from './pdfium.ts'

/** Red, green, blue and opacity, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number, opacity: number]

/** An area that may hide what was painted before it, and is the background of what is painted after it. */
export interface Area {
  /** The object of PDFium. */
  object: number
  /** Whether it is placed on the page itself, not in a form. */
  isOnPage: boolean
  kind: 'path' | 'picture'
  /** Place in the order of painting. */
  order: number
  box: Box
  /** Undefined if it has several. */
  colour: Colour | undefined
}

/** A run of text with one font, as the page paints it. */
export interface TextRun {
  /** The object of PDFium. */
  object: number
  order: number
  /** Undefined if PDFium cannot tell. */
  box: Box | undefined
  /** Operand of the operator Tr (ISO 32000-1, table 106). */
  mode: number
  /** Undefined for a pattern. */
  colour: Colour | undefined
  /** Where it may paint; undefined for everywhere. */
  clip: Box | undefined
  /** Whether it may belong to a layer that can be switched off. */
  layered: boolean
}

/** Boxes in pixels of the page image, as stored. */
export interface PageContents extends PageObjects {
  texts: TextRun[]
  areas: Area[]
}

const TEXT = 1
const PATH = 2
const IMAGE = 3
const SHADING = 4
const FORM = 5

/** Some files consist of thousands of slivers of pictures, or of paths. */
const MAX_OBJECTS = 20_000
const MAX_PICTURES = 200
/** Forms in forms; a form that contains itself has no end. */
const MAX_DEPTH = 6

interface Reading {
  module: Pdfium
  found: PageContents
  /** Objects left to read, and the place of the next one. */
  left: number
  order: number
  out: number
  hasLayers: () => boolean
}

/** Returns the contents of an open page. `hasLayers`: whether the file may have optional content. */
export function readContents(module: Pdfium, page: number, t: Affine, hasLayers: () => boolean): PageContents {
  const found: PageContents = { images: [], paths: [], forms: [], texts: [], areas: [] }
  const out = module._malloc(64)
  const reading: Reading = { module, found, left: MAX_OBJECTS, order: 0, out, hasLayers }
  const count = module._FPDFPage_CountObjects(page)
  readList(reading, count, (index) => module._FPDFPage_GetObject(page, index), { t, depth: 0, layered: false })
  module._free(out)
  return found
}

interface Place {
  t: Affine
  depth: number
  layered: boolean
}

function readList(reading: Reading, count: number, get: (index: number) => number, place: Place): void {
  for (let index = 0; index < count && reading.left > 0; index++) {
    reading.left--
    reading.order++
    const object = get(index)
    if (object) readObject(reading, object, place)
  }
}

function readObject(reading: Reading, object: number, place: Place): void {
  const { module, found } = reading
  const type = module._FPDFPageObj_GetType(object)
  if (type === FORM) return readForm(reading, object, place)
  const box = boxOf(reading, object, place.t)
  if (type === TEXT) {
    found.texts.push(readText(reading, object, box, place))
    return
  }
  if (!box) return
  if (type === PATH) {
    if (place.depth === 0) found.paths.push(box)
    if (isFilled(reading, object))
      addArea(reading, object, place, { kind: 'path', box, colour: colourOf(reading, object, 'fill') })
  } else if (type === IMAGE || type === SHADING) {
    if (type === IMAGE && found.images.length < MAX_PICTURES) found.images.push(box)
    addArea(reading, object, place, { kind: 'picture', box, colour: undefined })
  }
}

function addArea(
  { found, order }: Reading,
  object: number,
  { depth }: Place,
  area: Pick<Area, 'kind' | 'box' | 'colour'>,
): void {
  found.areas.push({ object, order, isOnPage: depth === 0, ...area })
}

function readForm(reading: Reading, form: number, place: Place): void {
  const { module, found, out } = reading
  const box = boxOf(reading, form, place.t)
  if (place.depth === 0 && box && found.forms.length < MAX_PICTURES) found.forms.push(box)
  if (place.depth >= MAX_DEPTH) return
  const layered = place.layered || isLayered(reading, form)
  let { t } = place
  if (module._FPDFPageObj_GetMatrix(form, out) === 1) {
    const [a, b, c, d, e, f] = floats(reading, 6) as [number, number, number, number, number, number]
    t = concat({ a, b, c, d, e, f }, place.t)
  }
  const count = module._FPDFFormObj_CountObjects(form)
  readList(reading, count, (index) => module._FPDFFormObj_GetObject(form, index), {
    t,
    depth: place.depth + 1,
    layered,
  })
}

function readText(reading: Reading, object: number, box: Box | undefined, place: Place): TextRun {
  const mode = reading.module._FPDFTextObj_GetTextRenderMode(object)
  return {
    object,
    order: reading.order,
    box,
    mode,
    // Modes 1 and 5 paint outlines only.
    colour: colourOf(reading, object, mode % 4 === 1 ? 'stroke' : 'fill'),
    clip: clipOf(reading, object, place.t),
    // PDFium does not tell whether a form names a layer.
    layered: place.layered || isLayered(reading, object) || (place.depth > 0 && reading.hasLayers()),
  }
}

/** Applies `first`, then `second`. */
const concat = (first: Affine, second: Affine): Affine => ({
  a: second.a * first.a + second.c * first.b,
  b: second.b * first.a + second.d * first.b,
  c: second.a * first.c + second.c * first.d,
  d: second.b * first.c + second.d * first.d,
  e: second.a * first.e + second.c * first.f + second.e,
  f: second.b * first.e + second.d * first.f + second.f,
})

const floats = ({ module, out }: Reading, count: number): number[] => [
  ...module.HEAPF32.subarray(out >> 2, (out >> 2) + count),
]

/** Returns the box around a rectangle of the page; its four corners are needed because forms can be rotated by any angle. */
function boxOf(reading: Reading, object: number, t: Affine): Box | undefined {
  const { module, out } = reading
  if (module._FPDFPageObj_GetBounds(object, out, out + 4, out + 8, out + 12) !== 1) return undefined
  const [left, bottom, right, top] = floats(reading, 4) as [number, number, number, number]
  return around(
    [
      [left, bottom],
      [right, bottom],
      [left, top],
      [right, top],
    ],
    t,
  )
}

function around(points: readonly (readonly [number, number])[], t: Affine): Box {
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

function isFilled({ module, out }: Reading, path: number): boolean {
  return module._FPDFPath_GetDrawMode(path, out, out + 4) === 1 && module.HEAP32[out >> 2] !== 0
}

function colourOf({ module, out }: Reading, object: number, part: 'fill' | 'stroke'): Colour | undefined {
  const isKnown =
    part === 'fill'
      ? module._FPDFPageObj_GetFillColor(object, out, out + 4, out + 8, out + 12)
      : module._FPDFPageObj_GetStrokeColor(object, out, out + 4, out + 8, out + 12)
  if (isKnown !== 1) return undefined
  return [...module.HEAPU32.subarray(out >> 2, (out >> 2) + 4)] as unknown as Colour
}

/** Points of a path that are looked at; more belong to a shape that is no box. */
const MAX_POINTS = 64

/** Returns the box of the last, and usually smallest, path to which painting is limited. */
function clipOf(reading: Reading, object: number, t: Affine): Box | undefined {
  const { module, out } = reading
  const path = module._FPDFPageObj_GetClipPath(object)
  const count = path ? module._FPDFClipPath_CountPaths(path) : 0
  if (count < 1) return undefined
  const segments = module._FPDFClipPath_CountPathSegments(path, count - 1)
  if (segments < 1 || segments > MAX_POINTS) return undefined
  const points: [number, number][] = []
  for (let index = 0; index < segments; index++) {
    const segment = module._FPDFClipPath_GetPathSegment(path, count - 1, index)
    if (!segment || module._FPDFPathSegment_GetPoint(segment, out, out + 4) !== 1) return undefined
    points.push(floats(reading, 2) as [number, number])
  }
  return around(points, t)
}

/** Returns true for content that is marked with the tag OC, for optional content (ISO 32000-1, 8.11.3.2). */
function isLayered({ module, out }: Reading, object: number): boolean {
  const count = module._FPDFPageObj_CountMarks(object)
  for (let index = 0; index < count; index++) {
    const mark = module._FPDFPageObj_GetMark(object, index)
    // UTF-16, two letters and the end.
    if (!mark || module._FPDFPageObjMark_GetName(mark, out, 16, out + 32) !== 1) continue
    if (module.HEAPU32[(out + 32) >> 2] !== 6) continue
    const [first, second] = [module.HEAPU16[out >> 1], module.HEAPU16[(out >> 1) + 1]]
    if (first === 0x4f && second === 0x43) return true
  }
  return false
}
