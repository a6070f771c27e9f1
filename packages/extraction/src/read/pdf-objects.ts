/** Reads what a PDF page is composed of, in the order in which it is painted, including the contents of its forms. */
import type { Box } from '../types.ts'
import type { PageObjects } from './drawings.ts'
import { concat, matrixAt, type Affine } from './pdf-affine.ts'
import { aroundRectangle, clipOf, EVERYWHERE, intersect, strokeBoxes } from './pdf-shapes.ts'
import type { Pdfium } from './pdfium.ts'

/** Red, green, blue and opacity, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number, opacity: number]

/** An area that may hide what was painted before it, and is the background of what is painted after it. */
export interface Area {
  /** The object of PDFium. */
  object: number
  /** Whether it is placed on the page itself, not in a form. */
  isOnPage: boolean
  kind: 'fill' | 'stroke' | 'picture'
  /** Place in the order of painting. */
  order: number
  box: Box
  /** Undefined if it has several, or if they depend on what is behind it. */
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
  /** Where it may paint. */
  clip: Box
  /** Whether it surely paints its colour everywhere in `clip`: it is in no layer, and has no transparency or other clip. */
  isPlain: boolean
}

/** Boxes in pixels of the page image, as stored. */
export interface PageContents extends PageObjects {
  texts: TextRun[]
  areas: Area[]
  /** Whether there are more objects than are read. */
  isPartial: boolean
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

/** Rendering modes from this one on limit what is painted later to the letters (ISO 32000-1, table 106). */
const FIRST_CLIPPING = 4

interface Reading {
  module: Pdfium
  found: PageContents
  /** Objects left to read, and the place of the next one. */
  left: number
  order: number
  out: number
  hasLayers: () => boolean
  /** Whether text limits painting, which PDFium does not report for the objects that it limits. */
  isClippedByText: boolean
}

/** Returns the contents of an open page. `hasLayers`: whether the file may have optional content. */
export function readContents(module: Pdfium, page: number, t: Affine, hasLayers: () => boolean): PageContents {
  const found: PageContents = { images: [], paths: [], forms: [], texts: [], areas: [], isPartial: false }
  const out = module._malloc(64)
  const reading: Reading = { module, found, left: MAX_OBJECTS, order: 0, out, hasLayers, isClippedByText: false }
  const count = module._FPDFPage_CountObjects(page)
  const place: Place = { t, depth: 0, isPlain: true, clip: EVERYWHERE }
  readList(reading, count, (index) => module._FPDFPage_GetObject(page, index), place)
  module._free(out)
  return found
}

/** What the forms around an object have in common for it. */
interface Place {
  t: Affine
  depth: number
  clip: Box
  isPlain: boolean
}

function readList(reading: Reading, count: number, get: (index: number) => number, place: Place): void {
  for (let index = 0; index < count; index++) {
    if (reading.left <= 0) {
      reading.found.isPartial = true
      return
    }
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
    readPath(reading, object, box, place)
  } else if (type === IMAGE || type === SHADING) {
    if (type === IMAGE && found.images.length < MAX_PICTURES) found.images.push(box)
    addArea(reading, object, place, { kind: 'picture', box, colour: undefined })
  }
}

function readPath(reading: Reading, path: number, box: Box, place: Place): void {
  const { module, out } = reading
  if (module._FPDFPath_GetDrawMode(path, out, out + 4) !== 1) return
  const [isFilled, isStroked] = [module.HEAP32[out >> 2] !== 0, module.HEAP32[(out >> 2) + 1] !== 0]
  const isPlain = place.isPlain && !reading.isClippedByText && !module._FPDFPageObj_HasTransparency(path)
  const colour = (part: 'fill' | 'stroke') => (isPlain ? colourOf(reading, path, part) : undefined)
  if (isFilled) addArea(reading, path, place, { kind: 'fill', box, colour: colour('fill') })
  if (!isStroked) return
  for (const line of strokeBoxes(module, path, place.t, out) ?? [box])
    addArea(reading, path, place, { kind: 'stroke', box: line, colour: colour('stroke') })
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
  const count = module._FPDFFormObj_CountObjects(form)
  if (place.depth >= MAX_DEPTH) {
    found.isPartial ||= count > 0
    return
  }
  const { clip, isPlain } = limit(reading, form, place)
  let { t } = place
  if (module._FPDFPageObj_GetMatrix(form, out) === 1) {
    t = concat(matrixAt(module, out), place.t)
  }
  const inner: Place = { t, depth: place.depth + 1, clip, isPlain }
  readList(reading, count, (index) => module._FPDFFormObj_GetObject(form, index), inner)
}

/** Adds the clip paths, layers and transparency of an object to those of the forms around it. */
function limit(reading: Reading, object: number, place: Place): Pick<Place, 'clip' | 'isPlain'> {
  const { module, out, isClippedByText } = reading
  const { box, isExact } = clipOf(module, object, place.t, out)
  const hasOwn = isClippedByText || isLayered(reading, object) || module._FPDFPageObj_HasTransparency(object) !== 0
  return { clip: intersect(place.clip, box), isPlain: place.isPlain && isExact && !hasOwn }
}

function readText(reading: Reading, object: number, box: Box | undefined, place: Place): TextRun {
  const mode = reading.module._FPDFTextObj_GetTextRenderMode(object)
  const { clip, isPlain } = limit(reading, object, place)
  if (mode >= FIRST_CLIPPING) reading.isClippedByText = true
  return {
    object,
    order: reading.order,
    box,
    mode,
    // Modes 1 and 5 paint outlines only.
    colour: colourOf(reading, object, mode % 4 === 1 ? 'stroke' : 'fill'),
    clip,
    // PDFium does not tell whether a form names a layer.
    isPlain: isPlain && !(place.depth > 0 && reading.hasLayers()),
  }
}

/** Returns the box around a rectangle of the page; its four corners are needed because forms can be rotated by any angle. */
function boxOf({ module, out }: Reading, object: number, t: Affine): Box | undefined {
  if (module._FPDFPageObj_GetBounds(object, out, out + 4, out + 8, out + 12) !== 1) return undefined
  const [f32, at] = [module.HEAPF32, out >> 2]
  return aroundRectangle(f32[at]!, f32[at + 1]!, f32[at + 2]!, f32[at + 3]!, t)
}

function colourOf({ module, out }: Reading, object: number, part: 'fill' | 'stroke'): Colour | undefined {
  const isKnown =
    part === 'fill'
      ? module._FPDFPageObj_GetFillColor(object, out, out + 4, out + 8, out + 12)
      : module._FPDFPageObj_GetStrokeColor(object, out, out + 4, out + 8, out + 12)
  if (isKnown !== 1) return undefined
  const [u32, at] = [module.HEAPU32, out >> 2]
  return [u32[at]!, u32[at + 1]!, u32[at + 2]!, u32[at + 3]!]
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
