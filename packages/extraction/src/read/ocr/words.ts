import type { Box, Word } from '../../types.ts'
import type { LineReading, ReadCharacter } from './ctc.ts'
import { pointIn, type TurnedRectangle } from './geometry.ts'
import type { StripInk } from './ink.ts'
import type { LineStrip } from './strip.ts'

/** A word of a line with its extent in strip pixels. */
export interface WordSpan {
  text: string
  confidence: number
  left: number
  right: number
}

/**
 * Splits a reading at its spaces. The recognizer's time steps show roughly where each character is. Two words are separated at the widest
 * gap without ink, and the outer ends are moved inwards to the ink.
 */
export function splitWords(reading: LineReading, width: number, ink: StripInk): WordSpan[] {
  const groups: ReadCharacter[][] = []
  let open = false
  for (const character of reading.characters) {
    const space = character.text.trim() === ''
    if (!space && open) groups.at(-1)!.push(character)
    else if (!space) groups.push([character])
    open = !space
  }
  const step = width / reading.steps
  const centre = (c: ReadCharacter): number => ((c.from + c.to) / 2) * step
  const spans: WordSpan[] = []
  let left = 0
  groups.forEach((group, i) => {
    const next = groups[i + 1]
    const gap = next ? widestGap(ink.columns, centre(group.at(-1)!), centre(next[0]!)) : ([width, width] as const)
    const [from, to] = drawIn(ink.columns, left, gap[0])
    spans.push({ text: group.map((c) => c.text).join(''), confidence: confidenceOf(group), left: from, right: to })
    left = gap[1]
  })
  return spans
}

/** The geometric mean: one doubtful digit makes the whole word doubtful. */
function confidenceOf(characters: ReadCharacter[]): number {
  const logs = characters.reduce((sum, c) => sum + Math.log(Math.max(c.confidence, 1e-6)), 0)
  return Math.exp(logs / characters.length)
}

/** Returns the widest run of columns without ink between two positions; their middle if there is none. */
function widestGap(columns: Uint16Array, from: number, to: number): readonly [number, number] {
  const last = Math.min(columns.length, Math.ceil(to))
  let best: [number, number] | undefined
  let start = -1
  for (let x = Math.max(0, Math.floor(from)); x <= last; x++) {
    const empty = x < last && columns[x] === 0
    if (empty && start < 0) start = x
    if (!empty && start >= 0) {
      if (!best || x - start > best[1] - best[0]) best = [start, x]
      start = -1
    }
  }
  return best ?? [(from + to) / 2, (from + to) / 2]
}

function drawIn(columns: Uint16Array, left: number, right: number): [number, number] {
  let from = Math.floor(left)
  let to = Math.ceil(right)
  while (from < to && columns[from] === 0) from++
  while (to > from && columns[to - 1] === 0) to--
  return to > from ? [from, to] : [left, right]
}

/** Computes the positions of a strip's words on the page. */
export function placeWords(spans: WordSpan[], line: TurnedRectangle, strip: LineStrip, ink: StripInk): Word[] {
  const scaleX = line.width / strip.width
  const scaleY = line.height / strip.height
  const size = typeSize(spans.map((s) => s.text).join(''), (ink.bottom - ink.top) * scaleY)
  return spans.map((span) => ({
    text: span.text,
    box: boundingBox(line, span.left * scaleX, ink.top * scaleY, span.right * scaleX, ink.bottom * scaleY),
    confidence: span.confidence,
    size,
  }))
}

function boundingBox(line: TurnedRectangle, left: number, top: number, right: number, bottom: number): Box {
  const corners = [
    pointIn(line, left, top),
    pointIn(line, right, top),
    pointIn(line, right, bottom),
    pointIn(line, left, bottom),
  ]
  const xs = corners.map((c) => c[0])
  const ys = corners.map((c) => c[1])
  return [round(Math.min(...xs)), round(Math.min(...ys)), round(Math.max(...xs)), round(Math.max(...ys))]
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/**
 * Returns the font size (em) by the height of the ink: small letters alone fill about half of it, capitals and digits 0.72, letters with
 * descenders 0.2 more (the proportions of common typefaces).
 */
export function typeSize(text: string, inkHeight: number): number {
  const tall = /[\p{Lu}\p{N}bdfhkltßij()/|[\]{}€$£%&!?]/u.test(text)
  const tails = /[gjpqyç,;()/|[\]{}]/.test(text)
  return round(inkHeight / ((tall ? 0.72 : 0.52) + (tails ? 0.2 : 0)))
}
