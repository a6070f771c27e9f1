import { hasUnspaced } from '../normalise/characters.ts'

/** Returns the share of a word's width that its first characters have: East Asian letters are twice as wide as others. */
export function shareOf(text: string, length: number): number {
  if (!hasUnspaced(text)) return length / text.length
  const widthOf = (part: string): number => [...part].reduce((sum, letter) => sum + (hasUnspaced(letter) ? 2 : 1), 0)
  return widthOf(text.slice(0, length)) / widthOf(text)
}
