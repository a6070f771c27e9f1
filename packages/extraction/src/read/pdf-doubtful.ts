/** Finds text of a PDF page that may be invisible, without drawing the page. */
import type { Box } from '../types.ts'
import type { Affine } from './pdf-affine.ts'
import { Bands } from './pdf-bands.ts'
import { solidBox } from './pdf-shapes.ts'
import type { Area, Colour, PageContents, TextRun } from './pdf-objects.ts'
import { ONE_POINT } from './pdf-words.ts'
import type { Pdfium } from './pdfium.ts'

/**
 * Levels, of 255, by which a colour may differ from its background without being seen: 2.3 units of the CIELAB colour space are just noticeable
 * (Mahy, Van Eycken, Oosterlinck: Evaluation of uniform color spaces developed after the adoption of CIELAB and CIELUV, 1994), and a
 * difference of seven levels of grey has as many, at either end of the scale.
 */
export const UNSEEN_LEVELS = 6
/** Text rendering modes that paint nothing, or only limit what is painted later (ISO 32000-1, table 106). */
const UNPAINTED: readonly number[] = [3, 7]

/** What is known of an open page. */
export interface PageFacts {
  contents: PageContents
  /** Size of the page image. */
  width: number
  height: number
  /** From the page to its image. */
  t: Affine
  /** Returns all objects of text, of which `contents` may have a part only. */
  listTexts: () => readonly number[]
}

/** Text that has to be compared with its background. */
export interface Doubt {
  /** Undefined for anywhere on the page. */
  box: Box | undefined
  order: number
  /** Whether something is painted over it. */
  isCovered: boolean
}

/** Of text that was not looked at; one object for all, of which there may be a million. */
const ANYWHERE: Doubt = { box: undefined, order: Infinity, isCovered: true }

/**
 * Returns the objects of text that have to be compared with their background, and those that paint nothing. If there are more objects than were
 * read, all text is doubtful.
 */
export function findDoubtful(
  module: Pdfium,
  { contents, t, listTexts }: PageFacts,
): { doubtful: Map<number, Doubt>; unpainted: Set<number> } {
  const solid = new Map<Area, Box | undefined>()
  const solidOf = (area: Area): Box | undefined => {
    if (!solid.has(area)) solid.set(area, solidBox(module, area, t))
    return solid.get(area)
  }
  const bands = new Bands(contents.areas)
  const doubtful = new Map<number, Doubt>()
  const unpainted = new Set<number>()
  for (const run of contents.texts) {
    if (UNPAINTED.includes(run.mode)) unpainted.add(run.object)
    // Blanks have no ink.
    if (UNPAINTED.includes(run.mode) || !run.box || areaOf(run.box) <= 0) continue
    const why = contents.isPartial ? 'covered' : judge(run, run.box, bands, solidOf)
    if (why) doubtful.set(run.object, { box: run.box, order: run.order, isCovered: why === 'covered' })
  }
  if (!contents.isPartial) return { doubtful, unpainted }
  for (const object of listTexts()) {
    if (UNPAINTED.includes(module._FPDFTextObj_GetTextRenderMode(object))) unpainted.add(object)
    else if (!doubtful.has(object)) doubtful.set(object, ANYWHERE)
  }
  return { doubtful, unpainted }
}

export const areaOf = (box: Box): number => (box[2] - box[0]) * (box[3] - box[1])

const PAPER: Colour = [255, 255, 255, 255]

/** Share of the height of text that thin lines cover together before they may hide a letter. */
const COVERED_SHARE = 0.3

/**
 * Returns why a run of text is doubtful, if it is. Underlines and the edges of areas do not cover text. Text that touches too many areas counts as
 * covered, so that the page is drawn once.
 */
function judge(
  { colour, clip, isPlain, order }: TextRun,
  box: Box,
  bands: Bands,
  solidOf: (area: Area) => Box | undefined,
): 'covered' | 'doubtful' | undefined {
  const enough = COVERED_SHARE * shortSide(box)
  const isPaper = !!colour && isLike(colour, PAPER)
  let [sum, isCovered, isOnSolid] = [0, false, false]
  let isDoubtful = !isPlain || !colour || !isWithin(box, clip)
  const isKnown = bands.visit(box, (area) => {
    if (area.order > order) {
      const side = sharedSide(area.box, box)
      sum += side
      isCovered = side >= ONE_POINT || (sum > 0 && sum >= enough)
    }
    if (isCovered || isDoubtful) return isCovered
    isDoubtful = !area.colour || isLike(colour!, area.colour)
    if (isPaper) isOnSolid ||= isInside(box, solidOf(area))
    return false
  })
  if (isCovered || !isKnown) return 'covered'
  return isDoubtful || (isPaper && !isOnSolid) ? 'doubtful' : undefined
}

const shortSide = (box: Box): number => Math.min(box[2] - box[0], box[3] - box[1])

/** Returns the short side of what two boxes share. */
const sharedSide = (a: Box, b: Box): number =>
  Math.min(Math.min(a[2], b[2]) - Math.max(a[0], b[0]), Math.min(a[3], b[3]) - Math.max(a[1], b[1]))

const isInside = (box: Box, outer: Box | undefined): boolean =>
  outer !== undefined && box[0] >= outer[0] && box[1] >= outer[1] && box[2] <= outer[2] && box[3] <= outer[3]

/** The renderer rounds colours, so a difference of a few more levels is looked at as well. */
function isLike(colour: Colour, background: Colour): boolean {
  const difference = Math.max(
    Math.abs(colour[0] - background[0]),
    Math.abs(colour[1] - background[1]),
    Math.abs(colour[2] - background[2]),
  )
  return (difference * colour[3]) / 255 <= 2 * UNSEEN_LEVELS
}

/** Two pixels: letters reach a little beyond the frame of their cell. */
const isWithin = (box: Box, clip: Box): boolean =>
  box[0] >= clip[0] - 2 && box[1] >= clip[1] - 2 && box[2] <= clip[2] + 2 && box[3] <= clip[3] + 2
