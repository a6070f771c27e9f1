import { parseVat, isIban } from '../normalise/ids.ts'
import type { ReadDocument } from '../types.ts'
import type { Fingerprint } from './types.ts'
import { hashText, plainWords } from './words.ts'

/** Words and lines of the first and last page that are considered. */
const MAX_WORDS = 1_500
const MAX_LINES = 1_000
/** Kept of each zone: those with the smallest hashes, so that the samples of similar documents consist of the same words. */
const MAX_KEPT = 256
const MAX_STRONG = 24

/** Domains of mail providers, which identify no sender. */
const PROVIDERS =
  /^(?:gmail|yahoo|hotmail|outlook|live|msn|gmx|web|googlemail|orange|free|wanadoo|mail|tonline|t-online|icloud|aol)\./

/**
 * Returns the features that identify the layout of a document: identifiers of the sender, and words with the zone of the page where they are
 * (top or rest). Figures are left out, because they differ between documents; rows of a table only add words of the second zone. The
 * zones overlap, so that a page that was shifted a little has the same features.
 */
export function fingerprint(document: ReadDocument): Fingerprint {
  const words = new Set<number>()
  const strong = new Set<number>()
  const first = document.pages[0]
  const last = document.pages.at(-1)
  for (const page of new Set([first, last])) {
    if (!page) continue
    const [top, bottom] = extent(page.lines.map(({ box }) => [box[1], box[3]] as const))
    let count = 0
    for (const { text, box } of page.lines.slice(0, MAX_LINES)) {
      if (count > MAX_WORDS) break
      for (const id of identifiersIn(text)) if (strong.size < MAX_STRONG) strong.add(hashText(id))
      const y = (box[1] - top) / Math.max(1, bottom - top)
      for (const word of plainWords(text)) {
        count += 1
        if (word.length < 3) continue
        if (page === first && y < 0.4) words.add(topWord(word))
        if (page !== first || y > 0.32) words.add(otherWord(word))
      }
    }
  }
  const least = (set: Set<number>, most: number) => [...set].sort((a, b) => a - b).slice(0, most)
  const [top, rest] = [true, false].map((zone) => new Set([...words].filter((hash) => isTop(hash) === zone)))
  const kept = new Set([...least(top!, MAX_KEPT), ...least(rest!, MAX_KEPT)])
  return { strong: least(strong, MAX_STRONG), words: least(kept, 2 * MAX_KEPT) }
}

/** Hashes of words at the top of the first page are odd, all others even. */
const topWord = (word: string): number => hashText(`t:${word}`) | 1
const otherWord = (word: string): number => hashText(`r:${word}`) & ~1
const isTop = (hash: number): boolean => hash % 2 === 1
const isRest = (hash: number): boolean => hash % 2 === 0

function extent(ranges: readonly (readonly [number, number])[]): [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (const [from, to] of ranges) {
    low = Math.min(low, from)
    high = Math.max(high, to)
  }
  return [low, high]
}

/** Returns what identifies a company in a line: VAT number, IBAN, domain, telephone and registration numbers. */
export function identifiersIn(line: string): string[] {
  const found: string[] = []
  let text = line.slice(0, 400)
  for (const match of text.matchAll(/(?<![A-Z0-9])[A-Z]{2}[\dA-Z]{2}(?:[ .-]?[\dA-Z]+){1,9}/g)) {
    const code = codeAtStart(match[0])
    if (!code) continue
    found.push(`${code.kind}:${code.value}`)
    // Its digits are no other number.
    if (code.kind === 'iban') text = text.replace(code.text, ' ')
  }
  for (const match of text.matchAll(/(?:@|www\.|https?:\/\/)([a-z0-9-]{2,60}(?:\.[a-z0-9-]{2,60}){1,3})/gi)) {
    const host = match[1]!.toLowerCase().replace(/^www\./, '')
    if (!PROVIDERS.test(host)) found.push(`host:${host}`)
  }
  if (/(?:tel|phone|fax|fon|hp|gst|reg|siret|siren|rcs|nip|ust|vat|tva|btw|kvk|steuer|c\.?f|iva)/i.test(text)) {
    for (const match of text.matchAll(/(?<!\d)\+?\d(?:[ ./()-]{0,2}\d){7,14}(?!\d)/g)) {
      const digits = match[0].replace(/\D/g, '').replace(/^0+/, '')
      if (digits.length >= 8 && !/^(?:19|20)\d{6}$/.test(digits)) found.push(`no:${digits}`)
    }
  }
  return found
}

/** Returns the IBAN or VAT number with which a text begins; words may follow. */
function codeAtStart(text: string): { kind: 'iban' | 'vat'; value: string; text: string } | null {
  const ends = [...text.matchAll(/[\dA-Z](?=[ .-]|$)/g)].map(({ index }) => index + 1)
  for (const end of ends.reverse()) {
    const part = text.slice(0, end)
    const value = part.replace(/[^A-Z0-9]/g, '')
    if (isIban(value)) return { kind: 'iban', value, text: part }
    if (/\d{4}/.test(value) && parseVat(value)) return { kind: 'vat', value, text: part }
  }
  return null
}

/** Returns the fingerprint without features that identify the recipient, who is the same for all layouts of a queue. */
export function withoutIdentifiers(print: Fingerprint, texts: readonly string[]): Fingerprint {
  const strong = new Set(texts.flatMap((text) => identifiersIn(`VAT ${text}`)).map(hashText))
  const words = new Set(texts.flatMap(plainWords).flatMap((word) => [topWord(word), otherWord(word)]))
  return {
    strong: print.strong.filter((hash) => !strong.has(hash)),
    words: print.words.filter((hash) => !words.has(hash)),
  }
}

/** Documents with fewer words are like no other, unless an identifier is the same. */
const MIN_WORDS = 5

/** Returns false for pages with too little text to recognize another document of the layout. */
export const isDistinctive = ({ strong, words }: Fingerprint): boolean => strong.length > 0 || words.length >= MIN_WORDS

const shared = (a: readonly number[], b: readonly number[]): number => {
  const set = new Set(a)
  return b.reduce((count, hash) => count + (set.has(hash) ? 1 : 0), 0)
}

/** Returns true if both documents have an identifier of the sender in common. */
export const sameSender = (a: Fingerprint, b: Fingerprint): boolean => shared(a.strong, b.strong) > 0

/** Of the smaller set: rows of goods must not make two documents of a layout different. */
function shareOf(a: readonly number[], b: readonly number[]): number {
  const least = Math.min(a.length, b.length)
  return least < MIN_WORDS ? 0 : shared(a, b) / least
}

/** Returns the hashes of a zone up to the largest one up to which all words of both documents are known. */
function comparable(a: readonly number[], b: readonly number[]): [number[], number[]] {
  const last = (words: readonly number[]): number => (words.length < MAX_KEPT ? Infinity : words.at(-1)!)
  const most = Math.min(last(a), last(b))
  return [a.filter((hash) => hash <= most), b.filter((hash) => hash <= most)]
}

/**
 * Returns how similar two documents are, 0 to 1: the share of common words, or its mean with that at the top of the page, where goods are rare.
 * A common identifier removes half of the difference.
 */
export function similarity(a: Fingerprint, b: Fingerprint): number {
  const [topA, topB] = comparable(a.words.filter(isTop), b.words.filter(isTop))
  const [restA, restB] = comparable(a.words.filter(isRest), b.words.filter(isRest))
  const all = shareOf([...topA, ...restA], [...topB, ...restB])
  const words = Math.max(all, (all + shareOf(topA, topB)) / 2)
  return sameSender(a, b) ? 1 - (1 - words) / 2 : words
}

const BANDS = 32
/** Bands of the words at the top of the page. */
const TOP_BANDS = 12
const PRIMES = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35] as const

/**
 * Returns keys for finding similar fingerprints in an index: the identifiers, and bands of a MinHash signature. Fingerprints whose words are
 * one third the same have a common key with a probability of 97 %.
 */
export function searchKeys({ strong, words }: Fingerprint): number[] {
  const keys = new Set(strong)
  for (const key of bandsOf(words, BANDS)) keys.add(hashText(`band:${key}`))
  for (const key of bandsOf(words.filter(isTop), TOP_BANDS)) keys.add(hashText(`top:${key}`))
  return [...keys].sort((a, b) => a - b)
}

const bandsOf = (words: readonly number[], count: number): string[] =>
  words.length === 0
    ? []
    : Array.from({ length: count }, (_, band) => `${band}:${leastOf(words, 2 * band)}:${leastOf(words, 2 * band + 1)}`)

const leastOf = (words: readonly number[], row: number): number => {
  let least = Infinity
  for (const word of words) least = Math.min(least, mix(word, row))
  return least
}

/** A permutation of the hashes for each row of the signature. */
function mix(hash: number, row: number): number {
  let x = Math.imul(hash ^ Math.imul(row + 1, PRIMES[0]), PRIMES[1])
  x = Math.imul(x ^ (x >>> 15), PRIMES[2])
  return (x ^ (x >>> 13)) >>> 0
}
