import type { Box } from '../types.ts'
import type { Affine } from './pdf-affine.ts'
import type { See } from './pdf-sight.ts'
import {
  isUnreadable,
  makeWord,
  ONE_POINT,
  type OpenWord,
  SQUEEZED,
  type PlacedCharacter,
  type PlacedWord,
  type Style,
  WordJoiner,
} from './pdf-words.ts'
import type { Pdfium } from './pdfium.ts'
import { joinSpacedLetters, type Direction } from './spaced-letters.ts'
import { joinTouching } from './touching.ts'

export type { PlacedWord } from './pdf-words.ts'
export type { Direction } from './spaced-letters.ts'

export interface CharacterStatistics {
  characters: number
  /** Characters whose font has no mapping to Unicode, or only a private one. */
  unmapped: number
}

/** Ligatures of Latin fonts, often mapped to one character. */
const LIGATURES: Record<number, string> = {
  0xfb00: 'ff',
  0xfb01: 'fi',
  0xfb02: 'fl',
  0xfb03: 'ffi',
  0xfb04: 'ffl',
  0xfb05: 'st',
  0xfb06: 'st',
}

const isBlank = (code: number): boolean =>
  code <= 32 ||
  code === 0xa0 ||
  (code >= 0x2000 && code <= 0x200b) ||
  code === 0x202f ||
  code === 0x3000 ||
  code === 0xfeff

const isPrivate = (code: number): boolean =>
  (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000 || code === 0xfffd || code === 0xffff

/** PDFium reports a hyphen at the end of a line as 0x02 or U+FFFE. */
const isHyphen = (code: number): boolean => code === 2 || code === 0xfffe || code === 0xad

function directionOf(x: number, y: number): Direction {
  if (Math.abs(x) >= Math.abs(y)) return x >= 0 ? 0 : 2
  return y >= 0 ? 1 : 3
}

/** The words of a page that are read in one go. */
interface ReadCharacters {
  words: PlacedWord[]
  /** Words that no reader sees, except those of pictures that show them; at most twice `MAX_HIDDEN`. */
  hidden: PlacedWord[]
  /** Of the characters that are not hidden. */
  statistics: CharacterStatistics
}

/** More than a page of small print has; a file with more only takes memory. */
export const MAX_HIDDEN = 5000

/** What is known of where words are, and who sees them. */
interface Eyes {
  /** Returns which characters are visible. */
  see: See
  isOnPage: (box: Box) => boolean
  /** Returns which words of a layer no picture shows. */
  findUnshown: (layer: PlacedWord[]) => Set<PlacedWord>
}

/**
 * Reads the characters of an open text page and joins them to words with boxes in pixels. PDFium reports most gaps between words as a
 * space. A jump of the pen ends a word as well, because columns of a table often follow each other without a space. Words beside the page are
 * hidden.
 */
export function readCharacters(
  module: Pdfium,
  text: number,
  toPixels: Affine,
  bolds: Map<number, boolean>,
  { see, isOnPage, findUnshown }: Eyes,
): ReadCharacters {
  const count = module._FPDFText_CountChars(text)
  const taken: (CharacterStatistics & { word: PlacedWord })[] = []
  const hiddenWords: PlacedWord[] = []
  const outside: PlacedWord[] = []
  const hide = (open: OpenWord, words: PlacedWord[]): void => {
    if (words.length < MAX_HIDDEN) words.push(makeWord(open))
  }
  const hidden = new WordJoiner((open) => hide(open, hiddenWords))
  const seen = new WordJoiner((open) => {
    if (isUnreadable(open)) hide(open, hiddenWords)
    else if (!isOnPage(open.box)) hide(open, outside)
    else taken.push({ word: makeWord(open), characters: open.characters, unmapped: open.unmapped })
  })
  const scratch = module._malloc(64)
  let style: Style | undefined

  for (let index = 0; index < count; index++) {
    let code = module._FPDFText_GetUnicode(text, index)
    if (isHyphen(code)) code = 0x2d
    if (isBlank(code)) {
      seen.close()
      hidden.close()
      continue
    }
    if (code === 0x200c || code === 0x200d || (code >= 0xd800 && code <= 0xdfff)) continue

    const object = module._FPDFText_GetTextObject(text, index)
    if (!style || style.object !== object) style = readStyle(module, text, index, object, toPixels, scratch, bolds)
    const character = placeCharacter(module, text, index, style, toPixels, scratch)
    const sight = see(object, character.ink, code)
    const letters = LIGATURES[code] ?? String.fromCodePoint(code)
    const isUnmapped = isPrivate(code) || module._FPDFText_HasUnicodeMapError(text, index) === 1
    ;(sight === 'hidden' ? hidden : seen).add({ letters, isUnmapped, sight }, style, character)
  }
  seen.close()
  hidden.close()
  module._free(scratch)
  const layer = taken.flatMap(({ word }) => (word.layer ? [word] : []))
  const unshown = layer.length > 0 ? findUnshown(layer) : new Set<PlacedWord>()
  const shown = taken.filter(({ word }) => !unshown.has(word))
  const words = shown.map(({ word }) => word)
  return {
    words: joinTouching(joinSpacedLetters(words)),
    hidden: joinSpacedLetters([...hiddenWords, ...unshown, ...outside]),
    statistics: {
      characters: shown.reduce((sum, { characters }) => sum + characters, 0),
      unmapped: shown.reduce((sum, { unmapped }) => sum + unmapped, 0),
    },
  }
}

/** The width is that of the ink, the height that of the font, so that words on one line have boxes of equal height. */
function placeCharacter(
  module: Pdfium,
  text: number,
  index: number,
  style: Style,
  t: Affine,
  scratch: number,
): PlacedCharacter {
  module._FPDFText_GetCharBox(text, index, scratch, scratch + 8, scratch + 16, scratch + 24)
  module._FPDFText_GetCharOrigin(text, index, scratch + 32, scratch + 40)
  const f64 = module.HEAPF64
  const at = scratch >> 3
  const left = f64[at]!
  const right = f64[at + 1]!
  const bottom = f64[at + 2]!
  const top = f64[at + 3]!
  const originX = t.a * f64[at + 4]! + t.c * f64[at + 5]! + t.e
  const originY = t.b * f64[at + 4]! + t.d * f64[at + 5]! + t.f
  // The box is upright in page space and pages are rotated by multiples of 90 degrees only, so two corners are sufficient.
  const x1 = t.a * left + t.c * bottom + t.e
  const y1 = t.b * left + t.d * bottom + t.f
  const x2 = t.a * right + t.c * top + t.e
  const y2 = t.b * right + t.d * top + t.f
  const ink: Box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
  const box: Box = [...ink]
  const { direction, em } = style
  const ascent = 0.78 * em
  const descent = 0.22 * em
  if (direction === 0) {
    box[1] = Math.max(Math.min(box[1], originY - ascent), originY - 1.1 * em)
    box[3] = Math.min(Math.max(box[3], originY + descent), originY + 0.4 * em)
  } else if (direction === 2) {
    box[1] = Math.max(Math.min(box[1], originY - descent), originY - 0.4 * em)
    box[3] = Math.min(Math.max(box[3], originY + ascent), originY + 1.1 * em)
  } else if (direction === 1) {
    box[0] = Math.max(Math.min(box[0], originX - descent), originX - 0.4 * em)
    box[2] = Math.min(Math.max(box[2], originX + ascent), originX + 1.1 * em)
  } else {
    box[0] = Math.max(Math.min(box[0], originX - ascent), originX - 1.1 * em)
    box[2] = Math.min(Math.max(box[2], originX + descent), originX + 0.4 * em)
  }
  const [start, end] =
    direction === 0
      ? [box[0], box[2]]
      : direction === 1
        ? [box[1], box[3]]
        : direction === 2
          ? [-box[2], -box[0]]
          : [-box[3], -box[1]]
  return { box, ink, start, end, baseline: style.x * originY - style.y * originX }
}

function readStyle(
  module: Pdfium,
  text: number,
  index: number,
  object: number,
  t: Affine,
  scratch: number,
  bolds: Map<number, boolean>,
): Style {
  const fontSize = module._FPDFText_GetFontSize(text, index)
  let [a, b, c, d] = [1, 0, 0, 1]
  if (module._FPDFText_GetMatrix(text, index, scratch) === 1) {
    const f32 = module.HEAPF32
    const at = scratch >> 2
    ;[a, b, c, d] = [f32[at]!, f32[at + 1]!, f32[at + 2]!, f32[at + 3]!]
  }
  // The matrix has the horizontal scale and all transforms of the page, but not the font size, whose sign turns the glyphs as well.
  const sign = fontSize < 0 ? -1 : 1
  const along = sign * (Math.hypot(t.a * a + t.c * b, t.b * a + t.d * b) || 1)
  const x = (t.a * a + t.c * b) / along
  const y = (t.b * a + t.d * b) / along
  let em = Math.abs(fontSize) * Math.hypot(t.a * c + t.c * d, t.b * c + t.d * d)
  // Slanted letters can be long and have no height.
  const high = Math.abs((t.a * t.d - t.b * t.c) * (a * d - b * c)) / Math.abs(along)
  const [wide, tiny] = [Math.abs(along), Math.abs(fontSize) * high < ONE_POINT]
  const squeezed = wide < SQUEEZED * high || high < SQUEEZED * wide
  if (!(em >= 2 && em < 2000)) {
    // Type 3 fonts have units of their own; only their boxes are usable.
    module._FPDFText_GetLooseCharBox(text, index, scratch)
    const rect = module.HEAPF32.subarray(scratch >> 2, (scratch >> 2) + 4)
    const scale = Math.hypot(t.a, t.b)
    em = Math.min(500, Math.max(4, Math.abs(rect[1]! - rect[3]!) * scale))
  }
  return {
    object,
    em,
    x,
    y,
    direction: directionOf(x, y),
    bold: isBold(module, text, index, object, bolds),
    tiny,
    squeezed,
  }
}

function isBold(module: Pdfium, text: number, index: number, object: number, bolds: Map<number, boolean>): boolean {
  const font = object ? module._FPDFTextObj_GetFont(object) : 0
  if (!font) return module._FPDFText_GetFontWeight(text, index) >= 600
  const known = bolds.get(font)
  if (known !== undefined) return known
  const buffer = module._malloc(256)
  const length = module._FPDFFont_GetBaseFontName(font, buffer, 256)
  const name = length > 0 && length <= 256 ? Buffer.from(module.HEAPU8.slice(buffer, buffer + length)).toString() : ''
  module._free(buffer)
  const bold = /bold|black|heavy|semibold|demi/i.test(name) || module._FPDFFont_GetWeight(font) >= 600
  bolds.set(font, bold)
  return bold
}
