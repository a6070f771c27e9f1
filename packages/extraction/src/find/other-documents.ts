/** Documents that are neither invoices nor orders: bank statements, contracts, letters, curricula vitae, reminders and their like. */
import { foldText } from '../normalise/ids.ts'
import { hasUnspaced } from '../normalise/characters.ts'
import { remember } from '../normalise/remember.ts'
import { OTHER_DOCUMENTS, type OtherDocuments } from '../lexicon/other-documents.ts'
import type { Label } from './labels.ts'
import type { Layout, Segment } from './layout.ts'

export interface OtherDocument {
  /** What shows it; it has no class. */
  label: Label
  /** Comparable with the weights of titles (`find/document-type.ts`). */
  weight: number
  probability: number
  /** Whether it asks for a payment, so that it has sums and a due date. */
  isPayable: boolean
  /** Whether it is the statement of an account. */
  isBank?: boolean
}

type Kind = keyof OtherDocuments

/** Phrases of one or several lists in all languages; those that end a compound; those of scripts without spaces. */
interface Phrases {
  whole: ReadonlySet<string>
  /** The number of words of the longest phrase with this first word. */
  longest: ReadonlyMap<string, number>
  endings: readonly string[]
  unspaced: readonly string[]
}

function phrasesOf(kind: Kind): Phrases {
  const all = Object.values(OTHER_DOCUMENTS).flatMap((language) => language[kind]?.split('|') ?? [])
  const whole = new Set(all.filter((phrase) => !phrase.startsWith('*')).map(foldText))
  const longest = new Map<string, number>()
  for (const phrase of whole) {
    const words = phrase.split(' ')
    longest.set(words[0]!, Math.max(longest.get(words[0]!) ?? 0, words.length))
  }
  return {
    whole,
    longest,
    endings: all.filter((phrase) => phrase.startsWith('*')).map((phrase) => foldText(phrase.slice(1))),
    unspaced: all.filter(hasUnspaced).map(foldText),
  }
}
const KINDS = Object.fromEntries(
  (
    [
      'statement',
      'account',
      'other',
      'ends',
      'reminder',
      'opening',
      'closing',
      'debit',
      'credit',
      'balance',
      'resume',
      'salutation',
      'regards',
    ] as const
  ).map((kind) => [kind, phrasesOf(kind)]),
) as Record<Kind, Phrases>

const lettersOf = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()

/** The words of a line, which is compared with the phrases of many kinds. */
const wordsOf = remember((text): readonly string[] => lettersOf(text).split(' '))

/** A longer line is no title and no label. */
const MAX_LENGTH = 80

/** Returns how many words of a text follow the phrase of a kind at its start; null if it does not begin with one. */
function wordsBehind(kind: Kind, words: readonly string[]): number | null {
  const { whole, longest, endings, unspaced } = KINDS[kind]
  const [first = ''] = words
  for (let count = Math.min(longest.get(first) ?? 0, words.length); count > 0; count--)
    if (whole.has(words.slice(0, count).join(' '))) return words.length - count
  if (endings.some((ending) => first.length > ending.length + 2 && first.endsWith(ending))) return words.length - 1
  if (!hasUnspaced(first)) return null
  const text = words.join('')
  const phrase = unspaced.find((one) => text.startsWith(one))
  return phrase === undefined ? null : Math.ceil((text.length - phrase.length) / 2)
}

/** Returns 0 for a title that ends with its kind: `Community Bulletin`, `Pilot report`. */
const wordsBefore = (words: readonly string[]): number | null => (KINDS.ends.whole.has(words.at(-1) ?? '') ? 0 : null)

/** What a title may begin with: `Your account statement`, `1. Mahnung`. */
const LEADS = new Set('your our ihr ihre votre vos su tu il vostro seu sua uw monthly monatlicher the'.split(' '))

/** Words of a number, which follows a label: `Contract no. 4711`. */
const NUMBER = /^\s*(?:[:#]|(?:no|nr|num|number|nummer|numero|n|cislo|br|c|ref|id|date|datum)\b)/u

/** Titles are in the upper part of the first page. */
const TITLE_SHARE = 0.4
/** Further words of a title: `Employment Contract for Sales Staff`. */
const MAX_WORDS_BEHIND = 3
const LARGE = 1.2

/** Returns what a segment is the title of, if it can be a title at all. */
function titleOf(layout: Layout, segment: Segment): Kind | null {
  const { text, page, box, size } = segment
  if (page.number !== 1 || text.length > MAX_LENGTH || box[1] > TITLE_SHARE * page.height) return null
  const all = wordsOf(text)
  const led = LEADS.has(all[0]!) ? all.slice(1) : all
  const isAlone = (layout.lines[segment.line]?.length ?? 1) === 1 && !/[:.,;]\s*$/.test(text)
  const isLarge = size >= LARGE * layout.size || (isAlone && segment.index < 4 && !/\p{Ll}/u.test(text))
  for (const kind of ['statement', 'account', 'reminder', 'other'] as const) {
    // `Your contract no. 4711` is a reference.
    const words = kind === 'other' ? all : led
    const behind = wordsBehind(kind, words) ?? (isLarge && kind === 'other' ? wordsBefore(words) : null)
    if (behind === null || (behind > MAX_WORDS_BEHIND && !isLarge)) continue
    if (kind === 'statement' || kind === 'account') return kind
    // `Payment notice for the premium` is none.
    if (kind === 'reminder' && words.slice(-behind || words.length).some((word) => word.length > 3)) continue
    // In text size, a title is alone in its line, and no label of a value.
    const isTitle = isLarge || (isAlone && segment.index < 8 && behind === 0)
    const rest = foldText(text).slice(words.slice(0, words.length - behind).join(' ').length)
    if (isTitle && !(size < 1.3 * layout.size && NUMBER.test(rest))) return kind
  }
  return null
}

const has = (kind: Kind, segments: readonly Segment[]): Segment | undefined =>
  segments.find(({ text }) => text.length <= MAX_LENGTH && wordsBehind(kind, wordsOf(text)) !== null)

const isWhole = (kind: Kind, text: string): boolean => wordsBehind(kind, wordsOf(text.slice(0, MAX_LENGTH))) === 0

const isPhrase = ({ text }: Segment): boolean => isWhole('opening', text) || isWhole('closing', text)

/** Returns the segment that shows the account of a bank: its balances, or the headings of what enters, leaves and is left. */
function findAccount(layout: Layout): { segment: Segment; signs: number; isSure: boolean } | null {
  const opening = has('opening', layout.segments)
  const closing = has('closing', layout.segments)
  const heading = layout.lines.find((line) => has('debit', line) && has('credit', line) && has('balance', line))?.[0]
  const signs = [opening, closing, heading].filter((one) => one !== undefined)
  // The bill of a utility has balances too, but no columns of debits and credits.
  const isSure = heading !== undefined && [opening, closing].some((one) => one && isPhrase(one))
  if (signs.length > 0) return { segment: signs[0]!, signs: signs.length, isSure }
  const column = layout.lines.find((line) => line.length > 2 && line.some(({ text }) => isWhole('balance', text)))?.[0]
  return column ? { segment: column, signs: 1, isSure: false } : null
}

/** A curriculum vitae has headings of some of its parts, whatever its title. */
const MIN_PARTS = 3

function isResume({ segments, lines, size }: Layout): Segment | null {
  const { whole } = KINDS.resume
  const parts = new Map(
    segments.flatMap((segment) => {
      const name = lettersOf(segment.text.slice(0, MAX_LENGTH))
      const isHeading = lines[segment.line]?.length === 1 || segment.size > 1.1 * size
      return whole.has(name) && isHeading ? [[name, segment] as const] : []
    }),
  )
  return parts.size >= MIN_PARTS ? [...parts.values()][0]! : null
}

/** A letter begins with a salutation and ends with regards. */
function isLetter(segments: readonly Segment[]): Segment | null {
  const salutation = has('salutation', segments)
  const regards = salutation && has('regards', segments.slice(salutation.index + 1))
  return regards ? salutation : null
}

/** Returns the document if its titles or parts show that it is another one than those that are bought and sold with. */
export function findOtherDocument(layout: Layout): OtherDocument | null {
  const { segments } = layout
  const titles = segments.flatMap((segment) => {
    const kind = titleOf(layout, segment)
    return kind ? [{ kind, segment }] : []
  })
  const account = findAccount(layout)
  const signs = account?.signs ?? 0
  const found = titles
    .filter(({ kind }) => kind !== 'account' || signs > 0)
    .map(({ kind, segment }) => {
      const isBank = kind === 'statement' || kind === 'account'
      const weight = (isBank && signs > 0 ? 3 : 2.5) * Math.min(3, segment.size / layout.size)
      return { ...describe(segment, weight, isBank ? 0.9 : 0.8, kind === 'reminder'), isBank }
    })
    .sort((a, b) => b.weight - a.weight)
  if (found[0]) return found[0]
  if (account?.isSure) return { ...describe(account.segment, 3.5, 0.8, false), isBank: true }
  const resume = isResume(layout)
  return resume && describe(resume, 2.5, 0.75, false)
}

/** Returns a letter without any title, which may ask for a payment. */
export function findLetter({ segments }: Layout): OtherDocument | null {
  const letter = isLetter(segments)
  return letter && describe(letter, 0, 0.6, true)
}

/** A page with fewer words may be a part of anything. */
const MIN_WORDS = 40

/** Returns any text with enough words. */
export function findText({ segments }: Layout): OtherDocument | null {
  const words = segments.reduce((sum, segment) => sum + segment.words.length, 0)
  return words >= MIN_WORDS ? describe(segments[0]!, 0, 0.5, true) : null
}

function describe(segment: Segment, weight: number, probability: number, isPayable: boolean): OtherDocument {
  const { text, box } = segment
  const label: Label = {
    classes: new Set(),
    languages: new Set(),
    segment,
    start: 0,
    end: text.length,
    text,
    box,
    colon: false,
    alone: true,
    tokens: text.split(' ').length,
    prose: false,
  }
  return { label, weight, probability, isPayable }
}
