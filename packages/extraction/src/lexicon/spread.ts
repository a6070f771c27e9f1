import { hasUnspaced } from '../normalise/characters.ts'
import { LANGUAGES } from './index.ts'

/** Labels and headings of two letters or more in scripts without spaces. */
const WORDS: ReadonlySet<string> = new Set(
  Object.values(LANGUAGES)
    .flatMap(({ labels, columns, summary = '' }) => [...Object.values(labels), ...Object.values(columns), summary])
    .flatMap((phrases = '') => phrases.split('|').map((phrase) => phrase.trim()))
    .filter((phrase) => phrase.length > 1 && [...phrase].every(hasUnspaced)),
)

/** Returns true for a label or heading that forms print with spaces between its letters. */
export const isSpread = (text: string): boolean => WORDS.has(text)
