/** Words of a page: which one is at a point or beside another one, and the text of several. */
import type { Rectangle } from '../store/review.ts'
import { overlap, area, smallestAt, union, type Direction, type Point } from './geometry.ts'

export interface Word {
  readonly text: string
  readonly rectangle: Rectangle
}

/** Returns the word at a point, or close to it. */
export const wordAt = (words: readonly Word[], point: Point, slack = 2): Word | undefined =>
  smallestAt(words, point, slack)

/** Share of a word that must be inside of a rectangle for its text to count. */
const INSIDE = 0.5

/** Returns the words that are at least half inside of a rectangle. */
export const wordsIn = (words: readonly Word[], rectangle: Rectangle): Word[] =>
  words.filter((word) => overlap(word.rectangle, rectangle) > INSIDE * area(word.rectangle))

const middle = ([, top, , bottom]: Rectangle): number => (top + bottom) / 2
const centre = ([left, , right]: Rectangle): number => (left + right) / 2

/** Distance of the left edges, right edges or centres, whichever are aligned best. */
const misalignment = (a: Rectangle, b: Rectangle): number =>
  Math.min(Math.abs(a[0] - b[0]), Math.abs(a[2] - b[2]), Math.abs(centre(a) - centre(b)))

/** Whether two words are in the same line of text. */
function sameLine(a: Rectangle, b: Rectangle): boolean {
  const height = Math.min(a[3] - a[1], b[3] - b[1])
  return Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > height / 2
}

/** Returns words in reading order: lines from top to bottom, each from left to right. */
export function inReadingOrder(words: readonly Word[]): Word[][] {
  const lines: Word[][] = []
  for (const word of [...words].sort((a, b) => middle(a.rectangle) - middle(b.rectangle))) {
    const line = lines.at(-1)
    if (line && sameLine(line[0]!.rectangle, word.rectangle)) line.push(word)
    else lines.push([word])
  }
  for (const line of lines) line.sort((a, b) => a.rectangle[0] - b.rectangle[0])
  return lines
}

/** Returns the text of words in reading order. */
export const textOf = (words: readonly Word[]): string =>
  inReadingOrder(words)
    .map((line) => line.map(({ text }) => text).join(' '))
    .join('\n')

/** Returns the smallest rectangle around words; null for none. */
export const around = (words: readonly Word[]): Rectangle | null =>
  words.length ? words.map(({ rectangle }) => rectangle).reduce(union) : null

/** Returns the part of a rectangle that words need: people draw generously around a text. Without words it stays as it is. */
export function tightened(rectangle: Rectangle, words: readonly Word[]): Rectangle {
  const all = around(words.filter((word) => overlap(word.rectangle, rectangle) > 0))
  if (!all) return rectangle
  return [
    Math.max(rectangle[0], all[0]),
    Math.max(rectangle[1], all[1]),
    Math.min(rectangle[2], all[2]),
    Math.min(rectangle[3], all[3]),
  ]
}

/**
 * Returns the nearest word in a direction. To the left and right that is the next word of the line, then the end of the next line, as in a
 * text; up and down it is the nearest line, and in it the word that is closest to the present one.
 */
export function nextWord(words: readonly Word[], from: Rectangle, direction: Direction): Word | undefined {
  if (direction === 'left' || direction === 'right') return besides(words, from, direction === 'right')
  const isDown = direction === 'down'
  const beyond = words.filter(
    ({ rectangle }) =>
      !sameLine(rectangle, from) && (isDown ? middle(rectangle) > middle(from) : middle(rectangle) < middle(from)),
  )
  return least(beyond, ({ rectangle }) => {
    const down = Math.abs(middle(rectangle) - middle(from))
    const gap = Math.max(rectangle[0] - from[2], from[0] - rectangle[2], 0)
    // A word below counts before a nearer line with a word far to the side; in a line, the one that is aligned.
    return down + gap * 2 + misalignment(rectangle, from) / 4
  })
}

function besides(words: readonly Word[], from: Rectangle, isRight: boolean): Word | undefined {
  const inLine = words.filter(
    ({ rectangle }) =>
      sameLine(rectangle, from) &&
      (isRight ? centre(rectangle) > centre(from) : centre(rectangle) < centre(from)) &&
      !(rectangle[0] === from[0] && rectangle[2] === from[2]),
  )
  if (inLine.length) return least(inLine, ({ rectangle }) => Math.abs(centre(rectangle) - centre(from)))
  const lines = inReadingOrder(words)
  const isNext = ([first]: Word[]) =>
    !sameLine(first!.rectangle, from) &&
    (isRight ? middle(first!.rectangle) > middle(from) : middle(first!.rectangle) < middle(from))
  return isRight ? lines.find(isNext)?.[0] : lines.findLast(isNext)?.at(-1)
}

function least<T>(items: readonly T[], measure: (item: T) => number): T | undefined {
  let found: T | undefined
  let smallest = Infinity
  for (const item of items) {
    const size = measure(item)
    if (size < smallest) [found, smallest] = [item, size]
  }
  return found
}
