import { isRightToLeft, leadToTheLeft, turnLine } from '../normalise/direction.ts'
import type { Box, Line, Word } from '../types.ts'

/** A word with its position after deskewing the page. */
interface Placed {
  word: Word
  x: number
  y: number
  top: number
  bottom: number
  height: number
}

/**
 * Joins words to lines across the page, top to bottom, each in the order in which it is read: from left to right, or from right to left
 * where most words of the page are of Hebrew or Arabic, with numbers and words of the other direction in their own order. The skew of a
 * photographed page is first estimated from neighbouring words: at three degrees, a line of an A4 page rises by more than its own height.
 * Vertical text forms lines of its own. `isInOrder` says that words follow each other to the right in the order of reading in any language,
 * as on the grid of office files.
 */
export function groupLines(words: Word[], isInOrder = false): Line[] {
  const sideways: Word[] = []
  const upright: Word[] = []
  for (const word of words) (isSideways(word) ? sideways : upright).push(word)

  const slope = estimateSlope(upright)
  const placed = upright.map((word) => place(word, slope)).sort((a, b) => a.y - b.y || a.x - b.x)
  const groups: Placed[][] = []
  for (const item of placed) {
    const home = findGroup(groups, item)
    if (home) home.push(item)
    else groups.push([item])
  }
  const inOrder = isInOrder ? (line: Word[]) => line : orderOf(words)
  const lines = groups.map((group) => makeLine(inOrder(group.sort((a, b) => a.x - b.x).map((item) => item.word))))
  for (const word of sideways) lines.push(makeLine([word]))
  const order = new Map(lines.map((line) => [line, middle(line.box) - slope * ((line.box[0] + line.box[2]) / 2)]))
  return lines.sort((a, b) => order.get(a)! - order.get(b)! || a.box[0] - b.box[0])
}

/** Returns how the words of a line of this page, which are sorted from left to right, are brought into the order of reading. */
function orderOf(all: readonly Word[]): (words: Word[]) => Word[] {
  if (!all.some(({ text }) => isRightToLeft(text))) return (words) => words
  const direction = leadToTheLeft(all) > 0 ? 'rtl' : 'ltr'
  return (words) => turnLine(words, direction, 0, 0).map(({ word }) => word)
}

const middle = (box: Box): number => (box[1] + box[3]) / 2

function isSideways(word: Word): boolean {
  const width = word.box[2] - word.box[0]
  const height = word.box[3] - word.box[1]
  return word.text.length >= 3 && height > 1.5 * width && height > 1.8 * word.size
}

function place(word: Word, slope: number): Placed {
  const [left, top, right, bottom] = word.box
  const shift = slope * ((left + right) / 2)
  return {
    word,
    x: left,
    y: (top + bottom) / 2 - shift,
    top: top - shift,
    bottom: bottom - shift,
    height: bottom - top,
  }
}

/** Only the last few groups can match: words are sorted by their vertical position. */
function findGroup(groups: Placed[][], item: Placed): Placed[] | undefined {
  let best: Placed[] | undefined
  let bestDistance = Infinity
  for (let index = groups.length - 1; index >= Math.max(0, groups.length - 6); index--) {
    const group = groups[index]!
    const neighbour = nearest(group, item)
    if (!onOneLine(neighbour, item)) continue
    const distance = Math.abs(neighbour.y - item.y)
    if (distance < bestDistance) {
      best = group
      bestDistance = distance
    }
  }
  return best
}

function nearest(group: Placed[], item: Placed): Placed {
  let best = group[0]!
  for (const other of group) if (Math.abs(other.x - item.x) < Math.abs(best.x - item.x)) best = other
  return best
}

/** Returns true if the centre of each is within the height of the other, or both have the same baseline and similar sizes. */
function onOneLine(a: Placed, b: Placed): boolean {
  const small = Math.min(a.height, b.height)
  const slack = 0.1 * small
  if (a.y > b.top - slack && a.y < b.bottom + slack && b.y > a.top - slack && b.y < a.bottom + slack) {
    return Math.abs(a.y - b.y) < 0.55 * small || Math.abs(a.bottom - b.bottom) < 0.25 * small
  }
  return Math.abs(a.bottom - b.bottom) < 0.2 * small && Math.max(a.height, b.height) < 2.5 * small
}

/** Returns the median slope between each word and its right neighbour, pixels per pixel. */
function estimateSlope(words: Word[]): number {
  if (words.length < 8) return 0
  const sorted = [...words].sort((a, b) => a.box[0] - b.box[0])
  const slopes: number[] = []
  for (let i = 0; i < sorted.length; i++) {
    const a = sorted[i]!
    const height = a.box[3] - a.box[1]
    let best: Word | undefined
    for (let j = i + 1; j < sorted.length; j++) {
      const b = sorted[j]!
      if (b.box[0] > a.box[2] + 2.5 * height) break
      if (b.box[0] < a.box[2] - 0.3 * height) continue
      const other = b.box[3] - b.box[1]
      if (Math.abs(middle(b.box) - middle(a.box)) > 0.5 * height || Math.abs(other - height) > 0.3 * height) continue
      if (!best || b.box[0] < best.box[0]) best = b
    }
    if (!best) continue
    const run = (best.box[0] + best.box[2] - a.box[0] - a.box[2]) / 2
    if (run > height) slopes.push((best.box[3] - a.box[3]) / run)
  }
  if (slopes.length < 5) return 0
  slopes.sort((a, b) => a - b)
  const median = slopes[slopes.length >> 1]!
  // Half a pixel per hundred is within the noise of boxes.
  return Math.abs(median) < 0.005 || Math.abs(median) > 0.2 ? 0 : median
}

/** Creates a line of words that are in reading order. */
export function makeLine(words: Word[]): Line {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity]
  for (const word of words) {
    box[0] = Math.min(box[0], word.box[0])
    box[1] = Math.min(box[1], word.box[1])
    box[2] = Math.max(box[2], word.box[2])
    box[3] = Math.max(box[3], word.box[3])
  }
  return { words, box, text: words.map((word) => word.text).join(' ') }
}
