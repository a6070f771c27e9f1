import { ReadError, type Box } from '../types.ts'
import { readCharacters, type Affine, type CharacterStatistics, type PlacedWord } from './pdf-characters.ts'
import { findDrawings, type PageObjects } from './drawings.ts'
import { sizeOfPage } from './pdf-drawing.ts'
import type { Pdfium } from './pdfium.ts'
import { straighten, turnBox } from './turn.ts'

export interface PdfText {
  /** Size of the upright page image in pixels at 150 dpi. */
  width: number
  height: number
  /** Degrees clockwise by which the page was rotated so that its text is upright. */
  rotation: 0 | 90 | 180 | 270
  words: PlacedWord[]
  statistics: CharacterStatistics
  /** Positions of images on the page, in pixels of the upright page image. */
  images: Box[]
  /** Positions of drawings that may be codes: forms, and paths that are squares or lie close together, as in `images`. */
  drawings: Box[]
}

/** Returns the words of an open page, rotated upright unless it is `turned` already. `bolds` caches fonts per document. */
export function readPageText(module: Pdfium, page: number, bolds: Map<number, boolean>, turned: boolean): PdfText {
  const { width, height } = sizeOfPage(module, page)
  const toPixels = pixelTransform(module, page, width, height)
  const text = module._FPDFText_LoadPage(page)
  if (!text) throw new ReadError('damaged', 'The text of the PDF file is damaged and cannot be read.')
  try {
    const { words, statistics } = readCharacters(module, text, toPixels, bolds)
    const inside = words.filter((word) => isInside(word.box, width, height))
    const single = dropDoubles(inside)
    const upright = turned ? { words: single, width, height, rotation: 0 as const } : straighten(single, width, height)
    const objects = objectBoxes(module, page, toPixels)
    const place = (boxes: Box[]): Box[] =>
      boxes.map((box) => turnBox(clip(box, width, height), upright.rotation, width, height))
    return { ...upright, statistics, images: place(objects.images), drawings: place(findDrawings(objects)) }
  } finally {
    module._FPDFText_ClosePage(text)
  }
}

/**
 * Three points determine the whole transform, because PDFium applies crop box and rotation of the page. The device is a thousand times the
 * image, because device coordinates are integers.
 */
function pixelTransform(module: Pdfium, page: number, width: number, height: number): Affine {
  const scale = Math.max(1, Math.floor(1_000_000 / Math.max(width, height)))
  const out = module._malloc(8)
  const project = (x: number, y: number): [number, number] => {
    module._FPDF_PageToDevice(page, 0, 0, width * scale, height * scale, 0, x, y, out, out + 4)
    return [module.HEAP32[out >> 2]! / scale, module.HEAP32[(out >> 2) + 1]! / scale]
  }
  const unit = 1000
  const [e, f] = project(0, 0)
  const [ax, ay] = project(unit, 0)
  const [cx, cy] = project(0, unit)
  module._free(out)
  return { a: (ax - e) / unit, b: (ay - f) / unit, c: (cx - e) / unit, d: (cy - f) / unit, e, f }
}

function isInside(box: Box, width: number, height: number): boolean {
  const x = (box[0] + box[2]) / 2
  const y = (box[1] + box[3]) / 2
  return x >= 0 && y >= 0 && x <= width && y <= height
}

/** Bold is sometimes simulated by printing a word twice with a small offset. */
function dropDoubles(words: PlacedWord[]): PlacedWord[] {
  const seen = new Map<string, PlacedWord[]>()
  return words.filter((word) => {
    const others = seen.get(word.text)
    if (!others) {
      seen.set(word.text, [word])
      return true
    }
    const near = 0.25 * word.size
    const double = others.some(
      (other) => Math.abs(other.box[0] - word.box[0]) < near && Math.abs(other.box[1] - word.box[1]) < near,
    )
    if (!double) others.push(word)
    return !double
  })
}

const clip = (box: Box, width: number, height: number): Box => [
  Math.max(0, Math.min(width, box[0])),
  Math.max(0, Math.min(height, box[1])),
  Math.max(0, Math.min(width, box[2])),
  Math.max(0, Math.min(height, box[3])),
]

const PATH = 2
const IMAGE = 3
const FORM = 5

/** Returns the boxes of objects placed directly on the page; at most 200 images, because some files consist of thousands of slivers. */
function objectBoxes(module: Pdfium, page: number, t: Affine): PageObjects {
  const boxes: PageObjects = { images: [], paths: [], forms: [] }
  const count = Math.min(module._FPDFPage_CountObjects(page), 20_000)
  const out = module._malloc(16)
  for (let index = 0; index < count; index++) {
    const object = module._FPDFPage_GetObject(page, index)
    const type = module._FPDFPageObj_GetType(object)
    const list = type === IMAGE ? boxes.images : type === PATH ? boxes.paths : type === FORM ? boxes.forms : undefined
    if (!list || (type !== PATH && list.length >= 200)) continue
    if (module._FPDFPageObj_GetBounds(object, out, out + 4, out + 8, out + 12) !== 1) continue
    const [left, bottom, right, top] = module.HEAPF32.subarray(out >> 2, (out >> 2) + 4)
    const x1 = t.a * left! + t.c * bottom! + t.e
    const y1 = t.b * left! + t.d * bottom! + t.f
    const x2 = t.a * right! + t.c * top! + t.e
    const y2 = t.b * right! + t.d * top! + t.f
    list.push([Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)])
  }
  module._free(out)
  return boxes
}
