import { isRightToLeft } from '../normalise/direction.ts'
import type { Word } from '../types.ts'

/** Parts of one word touch each other, up to the side bearings of their letters; between words is a space of a quarter of the font size. */
const TOUCH = 0.12

/**
 * Joins the parts of words that touch each other. In lines of Hebrew and Arabic, PDFium orders the characters by direction, which divides words
 * such as `INV-20417`. Pages without such words are left as they are.
 */
export function joinTouching<W extends Word>(words: W[]): W[] {
  if (!words.some(({ text }) => isRightToLeft(text))) return words
  const wholes = new Map<W, Set<W>>()
  for (const row of rowsOf(words))
    row.slice(1).forEach((right, i) => {
      const left = row[i]!
      if (!touches(left, right)) return
      const whole = new Set([...(wholes.get(left) ?? [left]), ...(wholes.get(right) ?? [right])])
      if (whole.size > MOST_PARTS) return
      for (const part of whole) wholes.set(part, whole)
    })
  const done = new Set<W>()
  return words.flatMap((word) => {
    if (done.has(word)) return []
    const parts = [...(wholes.get(word) ?? [word])]
    for (const part of parts) done.add(part)
    return parts.length === 1 ? [word] : [join(parts)]
  })
}

/** Returns the words of each row of half a line, and of the next one, from left to right: the parts of a word have nearly the same height. */
function rowsOf<W extends Word>(words: readonly W[]): W[][] {
  const rows = Map.groupBy(words, ({ box, size }) => Math.round(box[3] / (size / 2)))
  return [...rows].map(([row, own]) => [...own, ...(rows.get(row + 1) ?? [])].sort((a, b) => a.box[0] - b.box[0]))
}

/** The parts of a word are few; more that touch each other are a ruling. */
const MOST_PARTS = 20

function touches(a: Word, b: Word): boolean {
  const [left, right] = a.box[0] <= b.box[0] ? [a, b] : [b, a]
  const gap = right.box[0] - left.box[2]
  return (
    Math.abs(gap) < TOUCH * Math.min(a.size, b.size) &&
    Math.abs(a.box[3] - b.box[3]) < TOUCH * a.size &&
    Math.abs(a.size - b.size) < TOUCH * a.size
  )
}

/** Parts with a letter that is read to the left are in that order. */
function join<W extends Word>(parts: readonly W[]): W {
  const sorted = [...parts].sort((a, b) => a.box[0] - b.box[0])
  if (parts.some(({ text }) => isRightToLeft(text))) sorted.reverse()
  const first = parts[0]!
  return {
    ...first,
    text: sorted.map(({ text }) => text).join(''),
    box: [
      Math.min(...parts.map(({ box }) => box[0])),
      Math.min(...parts.map(({ box }) => box[1])),
      Math.max(...parts.map(({ box }) => box[2])),
      Math.max(...parts.map(({ box }) => box[3])),
    ],
  }
}
