/** Joins the characters of a PDF page to words. */
import { isRightToLeft, type PlacedLetter, readLetters } from '../normalise/direction.ts'
import type { Box, Word } from '../types.ts'
import type { Direction } from './spaced-letters.ts'

/** `layer`: the text of a picture that shows it, as programs for OCR add it; `hidden`: no reader of the page sees it. */
export type Sight = 'seen' | 'layer' | 'hidden'

export interface PlacedWord extends Word {
  direction: Direction
  /** The word belongs to a picture that shows it, as programs for OCR add it. */
  layer?: true
}

/** Common properties of all characters of one text object. */
export interface Style {
  object: number
  /** Font size in pixels. */
  em: number
  /** Unit vector along the baseline, on the image. */
  x: number
  y: number
  direction: Direction
  bold: boolean
  /** Smaller than one point, unless the ink of the word is larger. */
  tiny: boolean
  /** Much narrower than high, or much lower than wide, unless the ink of the word is not. */
  squeezed: boolean
}

export interface PlacedCharacter {
  box: Box
  /** Around the glyph only. */
  ink: Box
  start: number
  end: number
  baseline: number
}

export interface OpenWord {
  letters: PlacedLetter[]
  /** Whether it has a letter of Hebrew or Arabic. */
  isLeftward: boolean
  box: Box
  /** Around the glyphs only. */
  ink: Box
  style: Style
  sight: Sight
  /** Start and end of the word and its baseline, in the coordinates of its own direction. */
  start: number
  end: number
  baseline: number
  characters: number
  unmapped: number
}

/** A tenth of a pixel is more precise than any measurement here, and short in JSON. */
const round = (pixels: number): number => Math.round(pixels * 10) / 10

/** One point at 150 dpi: smaller text is not read. */
export const ONE_POINT = 150 / 72

/** Narrow fonts have letters half as wide as usual. Letters of a fifth of their width are mere strokes. */
export const SQUEEZED = 0.2

/** Fonts of Type 3 have units of their own, so their letters are measured: the ink of the whole word. */
export function isUnreadable({ style, ink, characters }: OpenWord): boolean {
  const [across, down] = [ink[2] - ink[0], ink[3] - ink[1]]
  const [along, high] = style.direction % 2 === 0 ? [across, down] : [down, across]
  if (style.tiny && high < ONE_POINT) return true
  const ratio = along / characters / high
  return style.squeezed && (ratio < SQUEEZED || ratio > 1 / SQUEEZED)
}

export const makeWord = ({ letters, isLeftward, box, style, sight }: OpenWord): PlacedWord => ({
  text: isLeftward ? readLetters(letters) : letters.map(({ text }) => text).join(''),
  box: box.map(round) as Box,
  confidence: 1,
  size: round(style.em),
  ...(style.bold ? { bold: true } : {}),
  direction: style.direction,
  ...(sight === 'layer' ? { layer: true as const } : {}),
})

/** Joins characters that follow each other to words. */
export class WordJoiner {
  readonly #take: (word: OpenWord) => void
  #open: OpenWord | undefined

  constructor(take: (word: OpenWord) => void) {
    this.#take = take
  }

  add(
    { letters, isUnmapped, sight }: { letters: string; isUnmapped: boolean; sight: Sight },
    style: Style,
    character: PlacedCharacter,
  ): void {
    const isLeftward = isRightToLeft(letters)
    if (this.#open && (this.#open.sight !== sight || !continues(this.#open, style, character, isLeftward))) this.close()
    const { box, ink, start, end, baseline } = character
    const unmapped = isUnmapped ? 1 : 0
    const letter = { text: letters, left: start, right: end }
    const open = this.#open
    if (!open) {
      this.#open = {
        letters: [letter],
        isLeftward,
        box,
        ink,
        style,
        sight,
        start,
        end,
        baseline,
        characters: 1,
        unmapped,
      }
      return
    }
    open.letters.push(letter)
    open.isLeftward ||= isLeftward
    open.box = unite(open.box, box)
    open.ink = unite(open.ink, ink)
    open.start = Math.min(open.start, start)
    open.end = Math.max(open.end, end)
    open.baseline = baseline
    open.characters++
    open.unmapped += unmapped
  }

  close(): void {
    if (this.#open) this.#take(this.#open)
    this.#open = undefined
  }
}

const unite = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
]

/** Letters of Hebrew and Arabic follow each other to the left, or to the right if the text layer has them in the order of the page. */
function continues(word: OpenWord, style: Style, character: PlacedCharacter, isLeftward: boolean): boolean {
  if (style.direction !== word.style.direction) return false
  const em = Math.max(style.em, word.style.em)
  if (Math.abs(character.baseline - word.baseline) > 0.45 * em) return false
  const behind = character.start - word.end
  const gap = isLeftward || word.isLeftward ? Math.max(behind, word.start - character.end) : behind
  return gap < 0.6 * em && gap > -1.2 * em
}
