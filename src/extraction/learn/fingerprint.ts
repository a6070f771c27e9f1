import { parseVat, isIban } from '../normalise/ids.ts'
import type { ReadDocument } from '../types.ts'
import type { Fingerprint } from './types.ts'
import { hashText, plainWords } from './words.ts'

/** Words and lines of the first and last page that are considered. */
const MOST_WORDS = 1_500
const MOST_LINES = 1_000
/** Kept of each kind: those with the smallest hashes, so that the samples of similar documents consist of the same words. */
const MOST_KEPT = 256
const MOST_STRONG = 24

/** Domains of mail providers, which identify no sender. */
const PROVIDERS =
  /^(?:gmail|yahoo|hotmail|outlook|live|msn|gmx|web|googlemail|orange|free|wanadoo|mail|tonline|t-online|icloud|aol)\./

/**
 * Returns the features that identify the layout of a document: identifiers of the sender, and words with the zone of the page where they are
 * (top or rest). Figures are left out, because they differ between documents; rows of a table only add words of the second zone. Two
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
    for (const { text, box } of page.lines.slice(0, MOST_LINES)) {
      if (count > MOST_WORDS) break
      for (const id of identifiersIn(text)) if (strong.size < MOST_STRONG) strong.add(hashText(id))
      const y = (box[1] - top) / Math.max(1, bottom - top)
      for (const word of plainWords(text)) {
        count += 1
        if (word.length < 3) continue
        if (page === first && y < 0.4) words.add(hashText(`t:${word}`))
        if (page !== first || y > 0.32) words.add(hashText(`r:${word}`))
      }
    }
  }
  const least = (set: Set<number>, most: number) => [...set].sort((a, b) => a - b).slice(0, most)
  return { strong: least(strong, MOST_STRONG), words: least(words, MOST_KEPT) }
}

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
  const words = new Set(texts.flatMap(plainWords).flatMap((word) => [hashText(`t:${word}`), hashText(`r:${word}`)]))
  return {
    strong: print.strong.filter((hash) => !strong.has(hash)),
    words: print.words.filter((hash) => !words.has(hash)),
  }
}

/** Documents with fewer words are like no other, unless an identifier is the same. */
const LEAST_WORDS = 5

/** Returns false for pages with too little text to recognize another document of the layout. */
export const isDistinctive = ({ strong, words }: Fingerprint): boolean =>
  strong.length > 0 || words.length >= LEAST_WORDS

const shared = (a: readonly number[], b: readonly number[]): number => {
  const set = new Set(a)
  return b.reduce((count, hash) => count + (set.has(hash) ? 1 : 0), 0)
}

/** Returns true if both documents have an identifier of the sender in common. */
export const sameSender = (a: Fingerprint, b: Fingerprint): boolean => shared(a.strong, b.strong) > 0

/** Returns how similar two documents are, 0 to 1: the share of common words; a common identifier removes half of the difference. */
export function similarity(a: Fingerprint, b: Fingerprint): number {
  // Of the smaller set: rows of goods must not make two documents of a layout different.
  const least = Math.min(a.words.length, b.words.length)
  const words = least < LEAST_WORDS ? 0 : shared(a.words, b.words) / least
  return sameSender(a, b) ? 1 - (1 - words) / 2 : words
}

const BANDS = 32
const PRIMES = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35] as const

/**
 * Returns keys for finding similar fingerprints in an index: the identifiers, and bands of a MinHash signature. Fingerprints whose words are
 * one third the same have a common key with a probability of 97 %.
 */
export function searchKeys({ strong, words }: Fingerprint): number[] {
  const keys = new Set(strong)
  for (let band = 0; words.length > 0 && band < BANDS; band++) {
    const rows = [2 * band, 2 * band + 1].map((row) => {
      let least = Infinity
      for (const word of words) least = Math.min(least, mix(word, row))
      return least
    })
    keys.add(hashText(`band:${band}:${rows.join(':')}`))
  }
  return [...keys].sort((a, b) => a - b)
}

/** A permutation of the hashes for each row of the signature. */
function mix(hash: number, row: number): number {
  let x = Math.imul(hash ^ Math.imul(row + 1, PRIMES[0]), PRIMES[1])
  x = Math.imul(x ^ (x >>> 15), PRIMES[2])
  return (x ^ (x >>> 13)) >>> 0
}
