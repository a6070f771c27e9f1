import type { Box, Word } from '../types.ts'
import { foldTokens, matchHeader, saysGross, saysNet } from './lexicon.ts'
import type { HeaderClass } from './lexicon.ts'
import { median, unionBox } from './figures.ts'

/** Words side by side on a line of column labels. */
export interface Run {
  words: Word[]
  tokens: string[]
  classes: Map<HeaderClass, number>
  /** The phrases it consists of. */
  phrases?: Run[]
}

/** The label of one column, possibly on several lines. */
export interface Heading {
  text: string
  box: Box
  classes: Map<HeaderClass, number>
  net: boolean
  gross: boolean
  /** Known phrases side by side in one run of words: `Rate Amount` may be the labels of two columns. */
  parts?: Heading[]
}

/** Returns the usual width of a letter. */
const pitchOf = (words: readonly Word[]): number =>
  median(words.map((word) => (word.box[2] - word.box[0]) / Math.max(1, word.text.length)))

/** Splits a line at wide gaps, and at narrower ones between two headings of different classes. */
export function splitRuns(words: readonly Word[], size: number): Run[] {
  const runs: Run[] = []
  let current: Word[] = []
  const flush = (): void => {
    if (current.length > 0) runs.push(...splitByPhrase(current, size))
    current = []
  }
  const wide = Math.max(0.75 * size, Math.min(size, 1.5 * pitchOf(words)))
  for (const word of words) {
    const before = current[current.length - 1]
    if (before && word.box[0] - before.box[2] > wide) flush()
    current.push(word)
  }
  flush()
  return runs
}

/**
 * Splits a run of labels between two known phrases of different classes: at a gap wider than between words, and also at a narrow one if the
 * run consists only of three or more such phrases (fixed-pitch fonts with tight spacing).
 */
function splitByPhrase(words: Word[], size: number): Run[] {
  const phrases = phrasesOf(words)
  const allKnown = phrases.every((phrase) => phrase.classes.size > 0)
  const distinct = new Set(phrases.flatMap((phrase) => [...phrase.classes.keys()])).size
  const tight = allKnown && phrases.length >= 3 && distinct >= phrases.length
  const runs: Run[][] = []
  // In fixed-pitch fonts a space is as wide as a letter.
  const pitch = pitchOf(words)
  let last: Run | undefined
  for (const phrase of phrases) {
    const current = runs[runs.length - 1]
    const apart = current ? phrase.words[0]!.box[0] - last!.words.at(-1)!.box[2] : 0
    const differs =
      last !== undefined &&
      last.classes.size > 0 &&
      phrase.classes.size > 0 &&
      ![...phrase.classes.keys()].some((name) => last!.classes.has(name))
    // Boxes that touch were split by OCR, so the gap between them is meaningless.
    const apartEnough = apart >= Math.max((differs ? 0.4 : 0.55) * size, 1.5 * pitch) || apart < 0.05 * size
    const known = differs || (last !== undefined && (last.classes.size > 0 || phrase.classes.size > 0))
    const splits = ((differs && tight) || (known && apartEnough)) && !isTied(last, phrase)
    if (!current || splits) runs.push([phrase])
    else current.push(phrase)
    last = phrase
  }
  return runs.map((parts) =>
    parts.length === 1 ? parts[0]! : { ...makeRun(parts.flatMap((part) => part.words)), phrases: parts },
  )
}

/** `Item # / Description` is the label of one column: a slash or a sign of number belongs to what is beside it. */
const isTied = (before: Run | undefined, phrase: Run): boolean =>
  before !== undefined && (/^[/#&+]/.test(phrase.words[0]!.text) || /[/&+]$/.test(before.words.at(-1)!.text))

/** Splits the words into the longest known phrases; an unknown word is a phrase of its own. */
function phrasesOf(words: readonly Word[]): Run[] {
  const phrases: Run[] = []
  for (let i = 0; i < words.length;) {
    let length = Math.min(5, words.length - i)
    for (; length > 1; length--) {
      const tokens = words.slice(i, i + length).flatMap(tokensOf)
      if (matchHeader(tokens, 0)?.length === tokens.length) break
    }
    phrases.push(makeRun(words.slice(i, i + length)))
    i += length
  }
  return phrases
}

/** The weight of a class is the number of words of its longest phrase. */
function makeRun(words: Word[]): Run {
  const tokens = words.flatMap(tokensOf)
  return { words, tokens, classes: classify(tokens) }
}

const folded = new WeakMap<Word, string[]>()

/** A word is in many of the phrases that are tried. */
function tokensOf(word: Word): string[] {
  const tokens = folded.get(word) ?? foldTokens(word.text)
  folded.set(word, tokens)
  return tokens
}

export function classify(tokens: readonly string[]): Map<HeaderClass, number> {
  const classes = new Map<HeaderClass, number>()
  for (let i = 0; i < tokens.length;) {
    const match = matchHeader(tokens, i)
    if (!match) {
      i++
      continue
    }
    for (const name of match.classes) classes.set(name, Math.max(classes.get(name) ?? 0, match.length))
    i += match.length
  }
  return classes
}

export function makeHeading(
  words: readonly Word[],
  tokens: readonly string[],
  classes: Map<HeaderClass, number>,
): Heading {
  const text = words.map((word) => word.text).join(' ')
  return { text, box: unionBox(words), classes, net: saysNet(tokens), gross: saysGross(tokens) }
}

/** Returns the headings that the phrases of a run would be alone; an unknown word belongs to the phrase beside it. */
export function partsOf(phrases: readonly Run[]): Heading[] {
  const parts: Run[] = []
  for (const phrase of phrases) {
    const before = parts.at(-1)
    if (before && (phrase.classes.size === 0 || before.classes.size === 0 || isTied(before, phrase)))
      parts.splice(-1, 1, makeRun([...before.words, ...phrase.words]))
    else parts.push(phrase)
  }
  return parts.map((part) => makeHeading(part.words, part.tokens, part.classes))
}
