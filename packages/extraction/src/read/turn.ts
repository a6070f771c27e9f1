import type { Box } from '../types.ts'
import type { Direction, PlacedWord } from './pdf-characters.ts'

export type Quarter = 0 | 90 | 180 | 270

/** Returns the box after an image of `width` × `height` is rotated clockwise by `rotation` degrees. */
export function turnBox(box: Box, rotation: Quarter, width: number, height: number): Box {
  const [left, top, right, bottom] = box
  if (rotation === 90) return [height - bottom, left, height - top, right]
  if (rotation === 180) return [width - right, height - bottom, width - left, height - top]
  if (rotation === 270) return [top, width - right, bottom, width - left]
  return box
}

/**
 * Rotates a page upright if most of its text is sideways or upside down. Direction 1 (downwards) requires 270 degrees clockwise, 2 180, 3
 * 90.
 */
export function straighten(
  words: PlacedWord[],
  width: number,
  height: number,
): { words: PlacedWord[]; width: number; height: number; rotation: Quarter } {
  const letters = [0, 0, 0, 0]
  for (const word of words) letters[word.direction]! += word.text.length
  const total = letters.reduce((sum, n) => sum + n, 0)
  const main = letters.findIndex((n) => n > 0.6 * total)
  if (main <= 0) return { words, width, height, rotation: 0 }
  const rotation = ((4 - main) * 90) as Quarter
  const turned = words.map((word) => ({
    ...word,
    box: turnBox(word.box, rotation, width, height),
    direction: ((word.direction + 4 - main) % 4) as Direction,
  }))
  return rotation === 180
    ? { words: turned, width, height, rotation }
    : { words: turned, width: height, height: width, rotation }
}
