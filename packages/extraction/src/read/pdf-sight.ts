/** Finds text of a PDF page that nobody sees on it. */
import type { Box } from '../types.ts'
import { drawColours, type Picture } from './pdf-drawing.ts'
import type { Area, Colour, PageContents, TextRun } from './pdf-objects.ts'
import { ONE_POINT } from './pdf-words.ts'
import type { Pdfium } from './pdfium.ts'

/** `layer`: the text of a picture that shows it, as programs for OCR add it; `hidden`: no reader of the page sees it. */
export type Sight = 'seen' | 'layer' | 'hidden'

/** Tells how a character of a text object is seen; `box` is that of its ink, in pixels of the page image as stored. */
export type See = (object: number, box: Box, code: number) => Sight

/**
 * Levels, of 255, by which a colour may differ from its background without being seen: 2.3 units of the CIELAB colour space are just noticeable
 * (Mahy, Van Eycken, Oosterlinck: Evaluation of uniform color spaces developed after the adoption of CIELAB and CIELUV, 1994), and a
 * difference of seven levels of grey has as many, at either end of the scale.
 */
const UNSEEN_LEVELS = 6
/** The difference of levels that ink has from paper, as in `isBlank`. */
const INK_LEVELS = 40
/** Pictures that cover this share of a page may contain its text, which programs for OCR put before or behind them; smaller ones are logos. */
export const SCAN_SHARE = 0.35

/** Text rendering modes that paint nothing, or only limit what is painted later (ISO 32000-1, table 106). */
const UNPAINTED = 3
const CLIPPING = 7

/**
 * Compares pictures of the page with and without the text that may be invisible: it has the colour of its background, or something is painted
 * over it, or it belongs to a layer. Most pages have no such text, and are not drawn.
 */
export function lookAt(
  module: Pdfium,
  page: number,
  contents: PageContents,
  size: { width: number; height: number },
): See {
  const areas = contents.areas.filter(({ box }) => Math.min(box[2] - box[0], box[3] - box[1]) >= ONE_POINT)
  const doubtful = new Map<number, TextRun>()
  const unpainted = new Set<number>()
  for (const run of contents.texts) {
    if (run.mode === UNPAINTED) unpainted.add(run.object)
    else if (run.mode !== CLIPPING && isDoubtful(run, areas)) doubtful.set(run.object, run)
  }
  if (doubtful.size === 0 && unpainted.size === 0) return () => 'seen'
  const pictures = doubtful.size > 0 ? drawBoth(module, page, [...doubtful.values()], size) : undefined
  const scans = areas.filter(
    ({ kind, box }) => kind === 'picture' && areaOf(box) >= SCAN_SHARE * size.width * size.height,
  )
  return (object, box, code) => {
    if (unpainted.has(object)) return contents.images.some((image) => hasMiddle(image, box)) ? 'layer' : 'hidden'
    const run = doubtful.get(object)
    if (!run || !pictures || !isDrawable(module, object, code)) return 'seen'
    if (differs(pictures, box)) return 'seen'
    const isUnder = scans.some((scan) => scan.order > run.order && hasMiddle(scan.box, box))
    return isUnder && hasInk(pictures.shown, box) ? 'layer' : 'hidden'
  }
}

const areaOf = (box: Box): number => (box[2] - box[0]) * (box[3] - box[1])

function hasMiddle(outer: Box, box: Box): boolean {
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
  return x >= outer[0] && x <= outer[2] && y >= outer[1] && y <= outer[3]
}

const touches = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]

const PAPER: Colour = [255, 255, 255, 255]

function isDoubtful({ box, order, colour, clip, layered }: TextRun, areas: readonly Area[]): boolean {
  if (!box) return false
  if (layered || !colour || isLike(colour, PAPER)) return true
  if (clip && !isWithin(box, clip)) return true
  return areas.some(
    (area) => touches(area.box, box) && (area.order > order || !area.colour || isLike(colour, area.colour)),
  )
}

/** The renderer rounds colours, so a difference of a few more levels is looked at as well. */
function isLike(colour: Colour, background: Colour): boolean {
  const difference = Math.max(...[0, 1, 2].map((part) => Math.abs(colour[part]! - background[part]!)))
  return (difference * colour[3]) / 255 <= 2 * UNSEEN_LEVELS
}

/** Two pixels: letters reach a little beyond the frame of their cell. */
const isWithin = (box: Box, clip: Box): boolean =>
  box[0] >= clip[0] - 2 && box[1] >= clip[1] - 2 && box[2] <= clip[2] + 2 && box[3] <= clip[3] + 2

interface Pictures {
  shown: Picture
  without: Picture
}

function drawBoth(
  module: Pdfium,
  page: number,
  runs: readonly TextRun[],
  { width, height }: { width: number; height: number },
): Pictures | undefined {
  const boxes = runs.map(({ box }) => box!)
  const area: Box = [
    Math.max(0, Math.floor(Math.min(...boxes.map((box) => box[0])))),
    Math.max(0, Math.floor(Math.min(...boxes.map((box) => box[1])))),
    Math.min(width, Math.ceil(Math.max(...boxes.map((box) => box[2])))),
    Math.min(height, Math.ceil(Math.max(...boxes.map((box) => box[3])))),
  ]
  if (area[2] <= area[0] || area[3] <= area[1]) return undefined
  const shown = drawColours(module, page, area)
  for (const { object } of runs) module._FPDFPageObj_SetIsActive(object, 0)
  try {
    return { shown, without: drawColours(module, page, area) }
  } finally {
    for (const { object } of runs) module._FPDFPageObj_SetIsActive(object, 1)
  }
}

/** PDFium has letters of its own for Latin fonts that a file does not contain. Others it cannot draw, though readers of the page see them. */
function isDrawable(module: Pdfium, object: number, code: number): boolean {
  const font = module._FPDFTextObj_GetFont(object)
  return code < 0x100 || (font !== 0 && module._FPDFFont_GetIsEmbedded(font) === 1)
}

function differs({ shown, without }: Pictures, box: Box): boolean {
  for (const at of pixelsOf(shown, box)) if (Math.abs(shown.data[at]! - without.data[at]!) > UNSEEN_LEVELS) return true
  return false
}

function hasInk(picture: Picture, box: Box): boolean {
  let [low, high] = [255, 0]
  for (const at of pixelsOf(picture, box)) {
    low = Math.min(low, picture.data[at]!)
    high = Math.max(high, picture.data[at]!)
  }
  return high - low > INK_LEVELS
}

/** Yields the indexes of the colours in a box. */
function* pixelsOf({ left, top, width, height, scale }: Picture, box: Box): Generator<number> {
  const from = { x: Math.max(0, Math.floor(box[0] * scale) - left), y: Math.max(0, Math.floor(box[1] * scale) - top) }
  const to = {
    x: Math.min(width, Math.ceil(box[2] * scale) - left),
    y: Math.min(height, Math.ceil(box[3] * scale) - top),
  }
  for (let y = from.y; y < to.y; y++)
    for (let at = 3 * (y * width + from.x); at < 3 * (y * width + to.x); at++) yield at
}
