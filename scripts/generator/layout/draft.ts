import { Random } from '../../train/random.ts'
import type { Content } from '../content/document.ts'
import { money, writeDate, type Format } from '../content/format.ts'
import { measure, piece, type Piece, type Sheet, type Style, type Text, wrap } from '../draw/sheet.ts'
import type { Program } from './programs.ts'
import type { Wording } from './wording.ts'

/** A line of a block. */
export interface Line {
  text: Text
  bold?: boolean
  /** Relative to the size of the document. */
  scale?: number
  /** Extra space above, in lines. */
  gap?: number
  font?: string
  colour?: string
}

/** A document while it is laid out: what to print, how, and where the pen is. */
export interface Draft {
  random: Random
  /** Seed of a sender's habits: all of its documents make the same choices of layout. */
  habits?: number
  program: Program
  wording: Wording
  format: Format
  content: Content
  sheet: Sheet
  /** Bottom of what is written, in points. */
  y: number
  left: number
  right: number
  /** Where the footer starts. */
  bottom: number
  /** Whether the buyer issues the document, as purchase orders do, and the seller receives it. */
  fromBuyer: boolean
  /** Whether only the logo names the sender. */
  needsName: boolean
  /** Blocks written so far. */
  has: Set<string>
}

export const styleOf = ({ program }: Draft, line: Pick<Line, 'bold' | 'scale' | 'font' | 'colour'> = {}): Style => ({
  family: line.font ?? program.font,
  size: program.size * (line.scale ?? 1),
  ...(line.bold ? { bold: true } : {}),
  ...(line.colour ? { colour: line.colour } : {}),
})

/** Writes lines below each other from `y` on and returns the bottom of the last one. Long lines wrap. */
export function writeLines(
  draft: Draft,
  lines: readonly Line[],
  x: number,
  y: number,
  width: number,
  align: 'left' | 'right' | 'center' = 'left',
): number {
  let bottom = y
  for (const line of lines) {
    const style = styleOf(draft, line)
    const step = style.size * draft.program.leading
    bottom += (line.gap ?? 0) * step
    for (const part of wrap(line.text, width, style)) {
      const at = align === 'left' ? x : align === 'right' ? x + width : x + width / 2
      draft.sheet.write(part, at, bottom + style.size * 0.85, style, align)
      bottom += step
    }
  }
  return bottom
}

export const date = (draft: Draft, key: string | readonly string[], iso: string): Piece =>
  piece(key, writeDate(draft.format, iso))

/** An amount of the sums; whether it has the sign of the currency depends on the program. */
export function amount(draft: Draft, keys: readonly string[], value: number, isTotal = false): (string | Piece)[] {
  const { signs } = draft.program
  const signed = signs === 'each' || signs === 'totals' || (isTotal && (signs === 'total' || signs === 'prices'))
  return money(draft.format, keys, value, signed)
}

export const widthOf = (draft: Draft, text: Text | string, line: Pick<Line, 'bold' | 'scale' | 'font'> = {}): number =>
  measure(text, styleOf(draft, line))

/** Begins a part of the page. A sender's choices in it do not depend on what the parts before contain. */
export function begin(draft: Draft, part: string): void {
  if (draft.habits === undefined) return
  let seed = draft.habits
  for (const sign of part) seed = Math.imul(seed ^ sign.charCodeAt(0), 0x01000193)
  draft.random = new Random(seed)
}

/** Starts a new page if less than `height` points remain. */
export function ensure(draft: Draft, height: number): boolean {
  if (draft.y + height <= draft.bottom) return false
  draft.sheet.addPage()
  draft.y = draft.program.margin
  return true
}
