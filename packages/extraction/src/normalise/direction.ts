/** The direction of text: words of Hebrew and Arabic are read to the left, and numbers and other words in them to the right. */
import type { Box } from '../types.ts'
import { isAscii } from './ids.ts'

export type Direction = 'ltr' | 'rtl'

const TO_THE_LEFT = /(?=[\p{Script=Hebrew}\p{Script=Arabic}])\p{L}/u

/** Returns true for a text with a letter that is read to the left. */
export const isRightToLeft = (text: string): boolean => !isAscii(text) && TO_THE_LEFT.test(text)

/** Direction of a word; `number` and `mark` have that of their surroundings. */
function directionOf(text: string): Direction | 'number' | 'mark' {
  if (isRightToLeft(text)) return 'rtl'
  if (/\p{L}/u.test(text)) return 'ltr'
  return /[\p{Nd}\p{Sc}%]/u.test(text) ? 'number' : 'mark'
}

interface Sided {
  text: string
  box: Box
  size: number
}

/** Returns by how many words those that are read to the left outnumber the others. */
export function leadToTheLeft(words: readonly Sided[]): number {
  let lead = 0
  for (const { text } of words) {
    const direction = directionOf(text)
    if (direction === 'rtl') lead++
    else if (direction === 'ltr') lead--
  }
  return lead
}

/** A word, and its left edge where the line is read to the right. */
export interface Turned<W> {
  word: W
  left: number
  /** Whether the word itself is mirrored, so that its first letter is on its left. */
  isMirrored: boolean
}

/**
 * Turns the words of a line so that it is read from left to right, as far as its direction differs: the line is mirrored between `left`
 * and `right`, and stretches of the other direction stay as they are inside. `words` are sorted by their left edges.
 * This undoes what the Unicode bidirectional algorithm (UAX 9) does when a line is displayed, where spaces are narrow; what is behind a
 * wide one is a paragraph of its own.
 */
export function turnLine<W extends Sided>(
  words: readonly W[],
  base: Direction,
  left: number,
  right: number,
): Turned<W>[] {
  const turned = stretchesOf(words, base).flatMap(({ words: part, isOther }): Turned<W>[] => {
    const from = part[0]!.box[0]
    const to = Math.max(...part.map(({ box }) => box[2]))
    if (base === 'ltr')
      return isOther ? turnLine(part, 'rtl', from, to) : [{ word: part[0]!, left: from, isMirrored: false }]
    const start = left + right - to
    return part.map((word) => ({ word, left: start + word.box[0] - from, isMirrored: !isOther }))
  })
  return turned.sort((a, b) => a.left - b.left)
}

/** A wider gap, in font sizes, is between two cells (`GAP` in find/layout.ts). */
const WIDE = 1.1

/** Returns the stretches of words of the other direction, and all other words one by one. */
function stretchesOf<W extends Sided>(words: readonly W[], base: Direction): { words: W[]; isOther: boolean }[] {
  const directions = words.map(({ text }) => directionOf(text))
  const isOther = (at: number): boolean =>
    base === 'rtl' ? directions[at] === 'ltr' || directions[at] === 'number' : directions[at] === 'rtl'
  const stretches: { words: W[]; isOther: boolean }[] = []
  for (let at = 0; at < words.length;) {
    let end = at
    if (isOther(at))
      for (let next = at + 1; next < words.length && directions[next] !== base; next++) {
        if (words[next]!.box[0] - words[next - 1]!.box[2] > WIDE * words[next]!.size) break
        if (isOther(next)) end = next
      }
    stretches.push({ words: words.slice(at, end + 1), isOther: isOther(at) })
    at = end + 1
  }
  return stretches
}

/** A letter or sign with its extent. */
export interface PlacedLetter {
  text: string
  left: number
  right: number
}

/** What is written to the right inside of a word that is read to the left: numbers with their marks, and Latin letters. */
const INNER = /[\p{Script=Latin}\p{Nd}](?:[\p{Script=Latin}\p{Nd}.,:/٫٬+\-#@_&%]*[\p{Script=Latin}\p{Nd}%])?/gu

/**
 * Returns the text of a word by the positions of its letters. Text layers have words of Hebrew and Arabic in the order of their letters, or
 * in that of the page from left to right; where the letters stand is the same in both.
 */
export function readLetters(letters: readonly PlacedLetter[]): string {
  const text = letters.map((letter) => letter.text).join('')
  if (!isRightToLeft(text)) return text
  const units: PlacedLetter[] = []
  for (const letter of letters) {
    const last = units.at(-1)
    if (last && /^\p{M}+$/u.test(letter.text)) last.text += letter.text
    else units.push({ ...letter })
  }
  units.sort((a, b) => b.left + b.right - a.left - a.right)
  return units
    .map((unit) => unit.text)
    .join('')
    .replace(INNER, (part) => [...part].reverse().join(''))
}
