/** Finds text of a PDF page that no reader sees. */
import type { Box } from '../types.ts'
import { areaOf, findDoubtful, UNSEEN_LEVELS, type Doubt, type PageFacts } from './pdf-doubtful.ts'
import { drawColours, type Picture } from './pdf-drawing.ts'
import type { Sight } from './pdf-words.ts'
import type { Pdfium } from './pdfium.ts'

/** Returns how a character of a text object is seen; `box` is that of its ink, in pixels of the page image as stored. */
export type See = (object: number, box: Box, code: number) => Sight

/** Pictures that cover this share of a page may contain its text, which programs for OCR put before or behind them; smaller ones are logos. */
export const SCAN_SHARE = 0.35

/** The rule of a table may cover it, and shows a line as well. */
const UNDERSCORE = 0x5f

/**
 * Compares pictures of the page with and without the text that may be invisible: it has the colour of its background, or something is painted
 * over it, or its state of graphics is not plain. Most pages have no such text, and are not drawn. Text that paints nothing is a `layer`: what
 * lies behind it decides (`pdf-ink.ts`).
 */
export function lookAt(module: Pdfium, page: number, facts: PageFacts): See {
  const { doubtful, unpainted } = findDoubtful(module, facts)
  if (doubtful.size === 0 && unpainted.size === 0) return () => 'seen'
  const views = doubtful.size > 0 ? drawBoth(module, page, doubtful, facts) : []
  const { areas } = facts.contents
  const scans = areas.filter(
    ({ kind, box }) => kind === 'picture' && areaOf(box) >= SCAN_SHARE * facts.width * facts.height,
  )
  return (object, box, code) => {
    if (unpainted.has(object)) return 'layer'
    const doubt = doubtful.get(object)
    if (!doubt || code === UNDERSCORE || !isDrawable(module, object, code)) return 'seen'
    const view = views.find(({ shown }) => hasMiddle(placeOf(shown), box))
    if (!view || differs(view, box, doubt.isCovered)) return 'seen'
    return scans.some((scan) => scan.order > doubt.order && hasMiddle(scan.box, box)) ? 'layer' : 'hidden'
  }
}

const placeOf = ({ left, top, width, height, scale }: Picture): Box => [
  left / scale,
  top / scale,
  (left + width) / scale,
  (top + height) / scale,
]

function hasMiddle(outer: Box, box: Box): boolean {
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
  return x >= outer[0] && x <= outer[2] && y >= outer[1] && y <= outer[3]
}

/** A part of the page with and without its doubtful text. */
interface Views {
  shown: Picture
  without: Picture
}

/** Runs of text that are farther apart than an inch are drawn in parts of their own: most of the time of drawing is for its pixels. */
const MAX_GAP = 150

function drawBoth(
  module: Pdfium,
  page: number,
  doubtful: ReadonlyMap<number, Doubt>,
  { width, height }: Pick<PageFacts, 'width' | 'height'>,
): Views[] {
  const whole: Box = [0, 0, width, height]
  const parts = partsOf([...doubtful.values()].map(({ box }) => box ?? whole))
    .map((part): Box => [
      Math.max(0, Math.floor(part[0])),
      Math.max(0, Math.floor(part[1])),
      Math.min(width, Math.ceil(part[2])),
      Math.min(height, Math.ceil(part[3])),
    ])
    .filter((part) => part[2] > part[0] && part[3] > part[1])
  const shown = parts.map((part) => drawColours(module, page, part))
  return drawWithout(module, [...doubtful.keys()], () =>
    parts.map((part, index) => ({ shown: shown[index]!, without: drawColours(module, page, part) })),
  )
}

/** Runs `draw` while the given objects of an open page are not painted. */
export function drawWithout<Result>(module: Pdfium, objects: readonly number[], draw: () => Result): Result {
  for (const object of objects) module._FPDFPageObj_SetIsActive(object, 0)
  try {
    return draw()
  } finally {
    for (const object of objects) module._FPDFPageObj_SetIsActive(object, 1)
  }
}

/** Joins boxes that are close to each other from top to bottom. */
function partsOf(boxes: readonly Box[]): Box[] {
  const parts: Box[] = []
  for (const box of [...boxes].sort((a, b) => a[1] - b[1])) {
    const last = parts.at(-1)
    if (last && box[1] - last[3] <= MAX_GAP) {
      last[0] = Math.min(last[0], box[0])
      last[2] = Math.max(last[2], box[2])
      last[3] = Math.max(last[3], box[3])
    } else parts.push([...box])
  }
  return parts
}

/** PDFium has letters of its own for Latin fonts that a file does not contain. Others it cannot draw, though readers of the page see them. */
function isDrawable(module: Pdfium, object: number, code: number): boolean {
  const font = module._FPDFTextObj_GetFont(object)
  return code < 0x100 || (font !== 0 && module._FPDFFont_GetIsEmbedded(font) === 1)
}

/** Specks of covered text that its cover leaves, relative to the area of a character. */
const MAX_SPECKS = 0.02

/** Returns true if the pictures show a difference in a box; specks of covered text are none. */
function differs({ shown, without }: Views, box: Box, isCovered: boolean): boolean {
  const { from, to, step } = rowsOf(shown, box)
  const [a, b] = [shown.data, without.data]
  const pixels = ((from.end - from.start) / 3) * ((to - from.start) / step)
  let left = isCovered ? MAX_SPECKS * pixels : 0
  for (let row = from; row.start < to; row.start += step, row.end += step)
    for (let at = row.start; at < row.end; at += 3)
      if (isDifferent(a, b, at) || isDifferent(a, b, at + 1) || isDifferent(a, b, at + 2)) if (--left < 0) return true
  return false
}

const isDifferent = (a: Buffer, b: Buffer, at: number): boolean => Math.abs(a[at]! - b[at]!) > UNSEEN_LEVELS

/** Returns the indexes of the colours of a box: its first row, the step to the next one, and the index behind the last one. */
function rowsOf(
  { left, top, width, height, scale }: Picture,
  box: Box,
): { from: { start: number; end: number }; to: number; step: number } {
  const across = (side: number): number => Math.max(0, Math.min(width, side - left))
  const down = (side: number): number => Math.max(0, Math.min(height, side - top))
  const [x1, x2] = [across(Math.floor(box[0] * scale)), across(Math.ceil(box[2] * scale))]
  const [y1, y2] = [down(Math.floor(box[1] * scale)), down(Math.ceil(box[3] * scale))]
  const step = 3 * width
  return { from: { start: y1 * step + 3 * x1, end: y1 * step + 3 * x2 }, to: y2 * step, step }
}
