/** Where the labels of own fields are printed. */
import { PHRASES, tokenize, type Token } from '../lexicon/index.ts'
import type { Analysis } from '../find/analyse.ts'
import type { Segment } from '../find/layout.ts'
import type { LabelClass } from '../lexicon/classes.ts'
import { sameWord } from '../learn/words.ts'
import type { OwnField } from './field.ts'
import type { PrintedLabel } from './types.ts'

/** Words that many labels have: they alone do not show which field it is. */
const COMMON = new Set(
  'no number code id date name total amount type of the for and in at to my our your a der die das des den von de la le du des el los do da di del und et y e i'.split(
    ' ',
  ),
)
const COMMON_WEIGHT = 0.4
const weightOf = (token: string): number => (COMMON.has(token) ? COMMON_WEIGHT : 1)

/** A smaller share of a label is another label. */
const MIN_SHARE = 0.6
/** What each word costs that is printed between those of the label. */
const EXTRA = 0.1
const MAX_WORDS = 12
/** A label that is a part of a longer one is rather that. */
const OF_LONGER = 0.7
/** A label in the middle of a sentence announces no value. */
const IN_SENTENCE = 0.85

/** Words that are searched at the start and at the end of a document. */
const MOST_WORDS = 10_000
/** A field has its label on each page of a file, perhaps, but not in each row of a list. */
const MOST_PLACES = 40

/** Matches of a phrase before those with others are left out. */
const MOST_MATCHES = 200

interface Phrase {
  field: OwnField
  tokens: readonly string[]
  weight: number
}

const tokensOf = (text: string): string[] =>
  tokenize(text)
    .flatMap(({ token }) => (token === '%' ? [] : [token]))
    .slice(0, MAX_WORDS)

/** Returns where the labels of the fields are printed, the best first; a place belongs to one field. */
export function findOwnLabels({ layout, labels }: Analysis, fields: readonly OwnField[]): PrintedLabel[] {
  const phrases = fields.flatMap((field) =>
    [field.label, ...(field.labels ?? [])]
      .map(tokensOf)
      .filter((tokens) => tokens.length > 0)
      .map(phraseOf(field)),
  )
  const byToken = new Map<string, Phrase[]>()
  const matches = new Map<Phrase, number>()
  for (const phrase of phrases)
    for (const token of new Set(phrase.tokens)) byToken.set(token, [...(byToken.get(token) ?? []), phrase])
  const classes = new Map(fields.map((field) => [field, classesOf(field)]))
  const searched = new Set(firstAndLast(layout.segments))
  const known = Map.groupBy(labels, ({ segment }) => segment)
  /** `Total` in `Total without VAT`. */
  const isOfLonger = ({ field, segment, start, end }: PrintedLabel): boolean =>
    known
      .get(segment)
      ?.some(
        (label) =>
          label.start <= start &&
          end <= label.end &&
          label.end - label.start > end - start &&
          !classes.get(field)!.some((name) => label.classes.has(name)),
      ) ?? false
  const found = [...searched]
    .flatMap((segment) => findIn(segment, byToken, matches))
    .map((label) => (isOfLonger(label) ? { ...label, match: 'part' as const, score: label.score * OF_LONGER } : label))
  for (const label of labels) {
    if (
      label.prose ||
      !searched.has(label.segment) ||
      isGlued(label.segment.text, label.end) ||
      !isDistinct(label.text)
    )
      continue
    for (const field of fields)
      if (classes.get(field)!.some((name) => label.classes.has(name))) {
        const { segment, start, end } = label
        found.push({ field, match: 'lexicon', score: 0.9, segment, start, end })
      }
  }
  return withoutOverlaps(found)
}

/** `INV` of `INV03051` is a part of the number. */
const isGlued = (text: string, end: number): boolean => /^[\p{L}\d]/u.test(text.slice(end))

const isDistinct = (text: string): boolean => tokensOf(text).some((token) => !COMMON.has(token))

const phraseOf =
  (field: OwnField) =>
  (tokens: readonly string[]): Phrase => ({
    field,
    tokens,
    weight: tokens.reduce((sum, token) => sum + weightOf(token), 0),
  })

/** Classes of the lexicons that mean the same as a label. */
function classesOf({ label, labels = [] }: OwnField): LabelClass[] {
  return [label, ...labels].filter(isDistinct).flatMap((text) => {
    const tokens = tokensOf(text)
    const known = PHRASES.get(tokens[0] ?? '')?.find(
      (phrase) => phrase.tokens.length === tokens.length && phrase.tokens.every((token, i) => token === tokens[i]),
    )
    return known ? [...known.classes] : []
  })
}

function findIn(
  segment: Segment,
  byToken: ReadonlyMap<string, readonly Phrase[]>,
  matches: Map<Phrase, number>,
): PrintedLabel[] {
  const tokens = tokenize(segment.text)
  const isOcr = segment.page.source === 'ocr'
  const words = isOcr ? tokens.map((word) => ({ ...word, token: repaired(word.token, byToken) })) : tokens
  const found: PrintedLabel[] = []
  words.forEach(({ token }, start) => {
    for (const phrase of byToken.get(token) ?? []) {
      const count = matches.get(phrase) ?? 0
      const one = count < MOST_MATCHES ? bestFrom(words, start, phrase, segment) : null
      if (!one) continue
      found.push(one)
      matches.set(phrase, count + 1)
    }
  })
  return found
}

function firstAndLast(segments: readonly Segment[]): readonly Segment[] {
  let [from, to, first, last] = [0, segments.length, 0, 0]
  while (from < to && first < MOST_WORDS) first += segments[from++]!.words.length
  while (to > from && last < MOST_WORDS) last += segments[--to]!.words.length
  return from === to ? segments : [...segments.slice(0, from), ...segments.slice(to)]
}

/** OCR confuses letters: the word of a label that differs in one. */
function repaired(token: string, byToken: ReadonlyMap<string, unknown>): string {
  if (byToken.has(token) || token.length < 4) return token
  for (const known of byToken.keys()) if (sameWord(known, token)) return known
  return token
}

/** Returns the longest part of a phrase that begins at a word. */
function bestFrom(words: readonly Token[], start: number, phrase: Phrase, segment: Segment): PrintedLabel | null {
  let best: { score: number; last: number; isWhole: boolean } | null = null
  const open = [...phrase.tokens]
  let [matched, extra, distinct] = [0, 0, false]
  for (let i = start; i < words.length && extra <= 2 && open.length > 0; i++) {
    const at = open.indexOf(words[i]!.token)
    if (at < 0) {
      extra++
      continue
    }
    const [token] = open.splice(at, 1)
    matched += weightOf(token!)
    distinct ||= !COMMON.has(token!)
    const score = matched / phrase.weight - EXTRA * extra
    if (!best || score > best.score)
      best = { score, last: i, isWhole: open.length === 0 && extra === 0 && isInOrder(words, start, phrase) }
  }
  if (!best || best.score < MIN_SHARE || !(distinct || best.isWhole)) return null
  const last = words[best.last]!
  // `Steuer` is a part of the compound `Steuernummer`, which is two words here.
  if (words[best.last + 1]?.start === last.start || isGlued(segment.text, last.end)) return null
  const { start: from } = words[start]!
  const score = best.score * (isBegun(segment.text.slice(0, from)) ? 1 : IN_SENTENCE)
  return {
    field: phrase.field,
    match: best.isWhole ? 'whole' : 'part',
    score,
    segment,
    start: from,
    end: last.end,
  }
}

const isInOrder = (words: readonly Token[], start: number, { tokens }: Phrase): boolean =>
  tokens.every((token, k) => words[start + k]?.token === token)

/** Whether nothing but a number or the end of another value is in front of a label. */
const isBegun = (before: string): boolean => /^\W{0,3}$|[;,|/·•\d)]\s*$/u.test(before)

/** A place belongs to the field that it fits best: `Previous reading` is not `Reading`. */
function withoutOverlaps(found: readonly PrintedLabel[]): PrintedLabel[] {
  const sorted = [...found].sort((a, b) => b.score - a.score || b.end - b.start - (a.end - a.start))
  const kept: PrintedLabel[] = []
  const places = new Map<OwnField, number>()
  const bySegment = new Map<Segment, PrintedLabel[]>()
  for (const label of sorted) {
    const others = bySegment.get(label.segment) ?? []
    if (others.some((other) => label.start < other.end && other.start < label.end)) continue
    const count = (places.get(label.field) ?? 0) + 1
    places.set(label.field, count)
    if (count <= MOST_PLACES) kept.push(label)
    bySegment.set(label.segment, [...others, label])
  }
  return kept
}
