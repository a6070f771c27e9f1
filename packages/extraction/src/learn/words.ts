import { foldText } from '../normalise/ids.ts'

/** Returns the folded words of a text without digits. */
export const plainWords = (text: string): string[] => foldText(text.slice(0, 400)).match(/\p{L}{2,24}/gu) ?? []

/** Hashes a text to 31 bits (FNV-1a), which fit the integers of the database. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash & 0x7fffffff
}

/** Returns true if two words are equal, or differ in one letter, which is common in text read by OCR. */
export function sameWord(a: string, b: string): boolean {
  if (a === b) return true
  const longest = Math.max(a.length, b.length)
  if (longest < 4 || Math.abs(a.length - b.length) > 1) return false
  let i = 0
  while (i < a.length && i < b.length && a[i] === b[i]) i++
  let k = 0
  while (k < a.length - i && k < b.length - i && a[a.length - 1 - k] === b[b.length - 1 - k]) k++
  return longest - i - k <= 1
}

/** Returns the share of equal words of two phrases, where the words nearest to the value count more: `end` is on their side. */
export function samePhrase(a: string, b: string, end: 'first' | 'last'): number {
  if (a === b) return 1
  const [x, y] = [a.split(' '), b.split(' ')]
  if (end === 'last') {
    x.reverse()
    y.reverse()
  }
  let [same, all] = [0, 0]
  for (let i = 0; i < Math.max(x.length, y.length); i++) {
    const weight = WEIGHTS[Math.min(i, WEIGHTS.length - 1)]!
    all += weight
    if (x[i] !== undefined && y.some((word, k) => Math.abs(k - i) <= 1 && sameWord(word, x[i]!))) same += weight
  }
  return same / all
}
const WEIGHTS = [1, 0.5, 0.3, 0.2]
