/**
 * Documents whose labels no lexicon knows. Real documents have wordings, and languages, that no training set has; a model that has only seen
 * known labels is as sure without any of them.
 */
import { makeLine } from '@sheaf/extraction/pages'
import { tokenize, VOCABULARY } from '@sheaf/extraction/stages'
import type { ReadDocument } from '@sheaf/extraction/types'
import { Random } from './random.ts'

const CONSONANTS = 'bcdfghjklmnprstvz'
const VOWELS = 'aeiouy'

/**
 * Returns the document with a share of the words of labels and headings replaced by invented ones of the same length, each word always by the
 * same one. With a share of 1, it is in a language that no lexicon has. Words of `values`, which are the truth, stay. The same seed gives the
 * same document.
 */
export function withUnknownWords(
  document: ReadDocument,
  values: readonly string[],
  share: number,
  seed: number,
): ReadDocument {
  const random = new Random(seed)
  const kept = new Set(values.flatMap(tokenize).map(({ token }) => token))
  const invented = new Map<string, string>()
  const replace = (token: string, word: string): string => {
    if (kept.has(token)) return word
    const known = invented.get(word)
    if (known !== undefined) return known
    const other = random.chance(share) ? invent(word, random) : word
    invented.set(word, other)
    return other
  }
  const pages = document.pages.map((page) => {
    const words = new Map(page.words.map((word) => [word, { ...word, text: replaceKnown(word.text, replace) }]))
    const lines = page.lines.map((line) =>
      makeLine(line.words.map((word) => words.get(word) ?? { ...word, text: replaceKnown(word.text, replace) })),
    )
    return { ...page, words: [...words.values()], lines }
  })
  return { ...document, pages }
}

/** Replaces the words of lexicons in a text; digits and marks stay. */
function replaceKnown(text: string, replace: (token: string, word: string) => string): string {
  let result = ''
  let end = 0
  for (const { token, start, end: next } of tokenize(text)) {
    if (start < end || /^\d/.test(token) || !VOCABULARY.has(token)) continue
    result += text.slice(end, start) + replace(token, text.slice(start, next))
    end = next
  }
  return result + text.slice(end)
}

/** Returns a word of the same length and with the same capitals, which can be pronounced. */
function invent(word: string, random: Random): string {
  return [...word]
    .map((letter, i) => {
      const other = random.pick([...(i % 2 === 0 ? CONSONANTS : VOWELS)])
      return letter === letter.toLowerCase() ? other : other.toUpperCase()
    })
    .join('')
}
