import { LANGUAGES } from '../lexicon/index.ts'
import { shared } from '../lexicon/shared.ts'
import { UNSPACED } from '../normalise/characters.ts'
import { foldText as foldLetters, isAscii } from '../normalise/ids.ts'
import type { ColumnClass, TableWords } from '../lexicon/classes.ts'

export type HeaderClass = ColumnClass

export interface HeaderMatch {
  /** Classes of the tokens; a word may belong to several. */
  classes: Set<HeaderClass>
  /** Number of tokens of the longest phrase, starting at the given one. */
  length: number
}

const SOURCES: readonly TableWords[] = [shared, ...Object.values(LANGUAGES)]
const LETTER = new RegExp(`[${UNSPACED}]`, 'gu')

/** The article of Arabic, as in `tokenize`. */
const ARTICLE = /(?<!\p{L})ال(?=\p{L}{2})/gu

const withoutAccents = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : foldLetters(text.normalize('NFKD').replace(/\p{M}+/gu, ''))
        .replace(LETTER, ' $& ')
        .replace(ARTICLE, '')

/**
 * Returns words in lower case without accents and marks: `Prix unitaire H.T.` → `prix unitaire h t`. Letters of scripts without spaces are
 * words: `数量` → `数 量`.
 */
export const foldText = (text: string): string =>
  withoutAccents(text)
    .replace(/[^\p{L}\p{N}#%]+/gu, ' ')
    .trim()

const phrasesOf = (text = ''): string[] =>
  text === ''
    ? []
    : text.split('|').map((phrase) => (isAscii(phrase) || phrase.includes('*') ? phrase.trim() : foldText(phrase)))

const phrases = new Map<string, Set<HeaderClass>>()
/** First words of the phrases. */
const starts = new Set<string>()
const suffixes: [string, HeaderClass][] = []
let longest = 1
for (const { columns } of SOURCES) {
  for (const [name, text] of Object.entries(columns) as [HeaderClass, string][]) {
    for (const phrase of phrasesOf(text)) {
      if (phrase.startsWith('*')) suffixes.push([phrase.slice(1), name])
      else {
        phrases.set(phrase, (phrases.get(phrase) ?? new Set()).add(name))
        starts.add(phrase.split(' ')[0]!)
        longest = Math.max(longest, phrase.split(' ').length)
      }
    }
  }
}
type WordList = Exclude<keyof TableWords, 'columns'>
/** First words of the phrases of each set: most lines begin with none of them. */
const firstWords = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>()
function setOf(list: WordList): ReadonlySet<string> {
  const set = new Set(SOURCES.flatMap((source) => phrasesOf(source[list])))
  firstWords.set(set, new Set([...set].map((phrase) => phrase.split(' ')[0]!)))
  return set
}
const NET = setOf('net')
const GROSS = setOf('gross')
const DESCRIBES = setOf('describes')
const SUMMARY = setOf('summary')
const CARRY = setOf('carry')
const ALLOWANCE = setOf('allowance')
const INCLUDED = setOf('included')
const UNITS = setOf('units')
const TAX_WORDS = setOf('taxWords')

export function foldTokens(text: string): string[] {
  const folded = foldText(text)
  return folded === '' ? [] : folded.split(' ')
}

/** Returns the longest heading phrase that starts at `tokens[from]`; null if there is none. */
export function matchHeader(tokens: readonly string[], from: number): HeaderMatch | null {
  const token = tokens[from]
  if (token === undefined) return null
  const most = starts.has(token) ? Math.min(longest, tokens.length - from) : 0
  for (let length = most; length > 0; length--) {
    const classes = phrases.get(tokens.slice(from, from + length).join(' '))
    if (classes) return { classes, length }
  }
  for (const [suffix, name] of suffixes) {
    if (token.length > suffix.length + 2 && token.endsWith(suffix)) return { classes: new Set([name]), length: 1 }
  }
  return null
}

/** `bez dph`, `不 含 税` */
const LONGEST_QUALIFIER = 4

/** Returns whether one of the longest phrases of both sets is in `set`: `不含税` (net) contains `含税` (gross). */
function containsPhrase(tokens: readonly string[], set: ReadonlySet<string>): boolean {
  for (let at = 0; at < tokens.length;) {
    let length = Math.min(LONGEST_QUALIFIER, tokens.length - at)
    for (; length > 0; length--) {
      const phrase = tokens.slice(at, at + length).join(' ')
      if (set.has(phrase)) return true
      if (NET.has(phrase) || GROSS.has(phrase)) break
    }
    at += Math.max(1, length)
  }
  return false
}

export const saysNet = (tokens: readonly string[]): boolean => containsPhrase(tokens, NET)
export const saysGross = (tokens: readonly string[]): boolean => containsPhrase(tokens, GROSS)
/** Returns true for `Description`, which precedes `Activity` and `Item`. */
export const saysDescription = (text: string): boolean => DESCRIBES.has(foldText(text))
export const isQualifier = (token: string): boolean => NET.has(token) || GROSS.has(token)
export const isUnit = (token: string): boolean => UNITS.has(token)
export const isTaxWord = (token: string): boolean => TAX_WORDS.has(token)

/** In words or letters: `net of tax`, `소 비 세 합 계`. */
const LONGEST_LABEL = 8

/** Returns the number of tokens of the longest phrase of `set` at the start of the tokens. */
function startsWith(tokens: readonly string[], set: ReadonlySet<string>): number {
  if (!firstWords.get(set)!.has(tokens[0]!)) return 0
  for (let length = Math.min(LONGEST_LABEL, tokens.length); length > 0; length--) {
    if (set.has(tokens.slice(0, length).join(' '))) return length
  }
  return 0
}

/** Returns true if the tokens are the label of a sum, not of a line item: `Subtotal`, `MwSt 19 %`, `Net à payer`. */
export function isSummaryLabel(tokens: readonly string[]): boolean {
  const words = tokens.filter((token) => !/^\d+$|^[#%]$/.test(token))
  if (words.length === 0) return false
  if (/^(sub)?(total|totaal|totale|celkem)\p{L}{3,}/u.test(words[0]!)) return true
  if (
    words.length <= 4 &&
    /^(?:sub ?tota\p{L}*|sous|zwischensumme|mezisoucet|subtotaal|suma|sum|summe|razem)$/u.test(words[0]!)
  )
    return true
  // `Section total`, `Labour total`
  if (words.length <= 3 && /^(?:sub)?total$/.test(words.at(-1)!)) return true
  const length = startsWith(words, SUMMARY)
  if (length === 0) return words.length <= 6 && SUMMARY.has(words.slice(-2).join(' ')) && words.length > 1
  if (words.length - length <= 3) return true
  return words.filter((word) => SUMMARY.has(word) || isQualifier(word) || isTaxWord(word)).length * 2 >= words.length
}

/** Returns true for `Carried forward`; a single word may begin the name of an item, as in `Transport to the site`. */
export function isCarryLabel(tokens: readonly string[]): boolean {
  const length = startsWith(tokens, CARRY)
  return length > 1 || (length === 1 && (tokens.length <= 2 || tokens.some((token) => PAGE.test(token))))
}
const PAGE =
  /^(?:page|seite|pagina|strona|strony|strana|strany|folio|oldal|sayfa|σελιδα|stran|strani|stranica|stranice|страница|сторінка)$/
export const isAllowanceLabel = (tokens: readonly string[]): boolean => startsWith(tokens, ALLOWANCE) > 0
export const isIncludedLabel = (tokens: readonly string[]): boolean => startsWith(tokens, INCLUDED) > 0
