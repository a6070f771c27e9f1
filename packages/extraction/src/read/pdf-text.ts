import { ReadError, type Box } from '../types.ts'
import type { Affine } from './pdf-affine.ts'
import { MAX_HIDDEN, readCharacters, type CharacterStatistics, type PlacedWord } from './pdf-characters.ts'
import { findDrawings } from './drawings.ts'
import { drawPage, sizeOfPage } from './pdf-drawing.ts'
import { findUnshown } from './pdf-ink.ts'
import { readContents } from './pdf-objects.ts'
import { drawWithout, lookAt } from './pdf-sight.ts'
import type { Pdfium } from './pdfium.ts'
import { straighten, turnBox } from './turn.ts'

export interface PdfText {
  /** Size of the upright page image in pixels at 150 dpi. */
  width: number
  height: number
  /** Degrees clockwise by which the page was rotated so that its text is upright. */
  rotation: 0 | 90 | 180 | 270
  words: PlacedWord[]
  /** Words that no reader sees on the page. */
  hidden: PlacedWord[]
  statistics: CharacterStatistics
  /** Positions of images on the page, in pixels of the upright page image. */
  images: Box[]
  /** Positions of drawings that may be codes: forms, and paths that are squares or lie close together, as in `images`. */
  drawings: Box[]
}

/** What the pages of a file have in common. */
export interface FileFacts {
  /** Fonts that are bold. */
  bolds: Map<number, boolean>
  /** Whether the file may have layers. */
  hasLayers: () => boolean
}

/** Returns the words of an open page, rotated upright unless it is `turned` already. */
export function readPageText(module: Pdfium, page: number, facts: FileFacts, turned: boolean): PdfText {
  const { width, height } = sizeOfPage(module, page)
  const toPixels = pixelTransform(module, page, width, height)
  const text = module._FPDFText_LoadPage(page)
  if (!text) throw new ReadError('damaged', 'The text of the PDF file is damaged and cannot be read.')
  try {
    const contents = readContents(module, page, toPixels, facts.hasLayers)
    let texts: readonly number[] | undefined
    const listTexts = (): readonly number[] => (texts ??= listObjects(module, text))
    const see = lookAt(module, page, { contents, width, height, t: toPixels, listTexts })
    const { words, hidden, statistics } = readCharacters(module, text, toPixels, facts.bolds, {
      see,
      isOnPage: (box) => isInside(box, width, height),
      findUnshown: (layer) => {
        const picture = drawWithout(module, listTexts(), () => drawPage(module, page, { grey: false }))
        return findUnshown(picture, picture.width / width, layer)
      },
    })
    const single = dropDoubles(words)
    const upright = turned ? { words: single, width, height, rotation: 0 as const } : straighten(single, width, height)
    const place = (box: Box): Box => turnBox(box, upright.rotation, width, height)
    const placeAll = (boxes: Box[]): Box[] => boxes.map((box) => place(clip(box, width, height)))
    return {
      ...upright,
      hidden: hidden.slice(0, MAX_HIDDEN).map((word) => ({ ...word, box: place(word.box) })),
      statistics,
      images: placeAll(contents.images),
      drawings: placeAll(findDrawings(contents)),
    }
  } finally {
    module._FPDFText_ClosePage(text)
  }
}

/** Returns the objects that have the characters of a text page. */
function listObjects(module: Pdfium, text: number): number[] {
  const objects = new Set<number>()
  const count = module._FPDFText_CountChars(text)
  for (let index = 0; index < count; index++) objects.add(module._FPDFText_GetTextObject(text, index))
  objects.delete(0)
  return [...objects]
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
