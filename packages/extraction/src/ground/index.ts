/** Finds on the pages what a language model has stated. Answers that no page has are dropped. */
import { analyse, type Analysis } from '../find/analyse.ts'
import type { Candidate } from '../find/candidates.ts'
import { looksLikeAddress } from '../find/postal.ts'
import { amountKey, parseAmount } from '../normalise/amounts.ts'
import { plainText } from '../normalise/characters.ts'
import { CURRENCY_CODES } from '../normalise/currencies.ts'
import { findDates } from '../normalise/dates.ts'
import { isIban, parseVat } from '../normalise/ids.ts'
import { foreignFields } from '../score/belongs.ts'
import type { HeaderField, ReadDocument } from '../types.ts'
import { normaliseNumber, printedKind, type PrintedKind } from './kinds.ts'
import { findPhrase, type Phrase, printed } from './phrase.ts'
import type { Claim, Claims, Dropped, GroundedValue, Grounding } from './types.ts'

export interface GroundOptions {
  locale?: string
  /** The type of the document, which decides what fields it has. */
  documentType?: string
}

type Found = Omit<GroundedValue, 'probability'>

/**
 * Finds claims on the pages of a document. A claim is accepted if its text is printed there, or, for dates, amounts and numbers, if a
 * candidate of the kind of the field has the same value. The result has the words, the value and the box of the page, so that a claim can
 * at most point to a wrong place. Pure.
 */
export function groundClaims(document: ReadDocument, claims: Claims, options: GroundOptions = {}): Grounding {
  const grounding: Grounding = { values: {}, dropped: { not_on_page: 0, wrong_kind: 0, foreign: 0 } }
  const analysis = analyse(document, options.locale)
  const foreign = foreignFields(analysis, options.documentType)
  for (const [field, claim] of Object.entries(claims) as [HeaderField, Claim][]) {
    const found = groundOne(analysis, foreign, field, plainText(claim.text))
    if (typeof found === 'string') grounding.dropped[found]++
    else {
      const position = analysis.layout.toPage(found.page, found.position)
      grounding.values[field] = { ...found, position, probability: claim.probability }
    }
  }
  return grounding
}

function groundOne(
  analysis: Analysis,
  foreign: readonly HeaderField[],
  field: HeaderField,
  text: string,
): Found | Dropped {
  const kind = printedKind(field)
  if (!kind) return 'wrong_kind'
  if (foreign.includes(field)) return 'foreign'
  if (isWorded(kind)) {
    const phrase = findPhrase(analysis.layout, text, LINES[kind])
    return phrase ? (readWords(analysis, kind, phrase) ?? 'wrong_kind') : 'not_on_page'
  }
  const candidate = findCandidate(analysis, kind, field, text)
  return candidate ?? (findPhrase(analysis.layout, text) ? 'wrong_kind' : 'not_on_page')
}

/** Lines over which a text of the kind may go on. */
const LINES = { name: 2, words: 3, address: 6, email: 1 } as const
type Worded = keyof typeof LINES
const isWorded = (kind: PrintedKind): kind is Worded => Object.hasOwn(LINES, kind)

const compact = (text: string): string => text.replace(/[\s\u00a0\u202f]/g, '').toUpperCase()

function findCandidate(
  analysis: Analysis,
  kind: Exclude<PrintedKind, Worded>,
  field: HeaderField,
  text: string,
): Found | null {
  const fitting = analysis.candidates[kind].filter(isOfKind[kind](analysis, text))
  const [first] = fitting
  if (!first) return null
  // A sign such as $ can mean several currencies.
  if (kind === 'currency' && fitting.length > 1) return null
  const best = fitting.find((candidate) => compact(candidate.text) === compact(text)) ?? first
  const value = valueOf(kind, field, best)
  if (value === null) return null
  const doubtful = best.traits.includes('no-mod97') || best.traits.includes('invalid')
  return { text: best.text, value, page: best.segment.page.number, position: best.box, doubtful }
}

type Fits = (candidate: Candidate) => boolean

/** For each kind, which candidates have the value that a text states. */
const isOfKind: Record<Exclude<PrintedKind, Worded>, (analysis: Analysis, text: string) => Fits> = {
  date: ({ order, language }, text) => {
    const dates = new Set(findDates(text, order, language).map(({ value }) => value))
    return ({ value }) => dates.size === 1 && dates.has(value)
  },
  amount: ({ decimal, candidates }, text) => {
    const parsed = parseAmount(text, decimal)
    if (!parsed || parsed.percent) return () => false
    // Where money has decimals, a figure without them is a quantity or the number of a house.
    const hasCents = candidates.amount.some(({ traits }) => traits.includes('places:2') && !traits.includes('percent'))
    const isMoney: Fits = ({ traits }) =>
      !traits.includes('percent') && !(hasCents && traits.includes('places:0') && !traits.includes('currency'))
    return (candidate) => isMoney(candidate) && candidate.value === amountKey(parsed.value)
  },
  id: (_, text) => {
    const wanted = compact(text)
    return ({ value, traits }) => compact(value) === wanted && !OTHER_THAN_ID.some((trait) => traits.includes(trait))
  },
  iban: (_, text) => {
    const wanted = compact(text).replace(/[.-]/g, '')
    return ({ value }) => compact(value) === wanted
  },
  bic: (_, text) => {
    const wanted = compact(text)
    return ({ value }) => compact(value) === wanted
  },
  vat: (_, text) => {
    const wanted = compact(text).replace(/[./-]/g, '')
    return ({ value }) => compact(value) === wanted
  },
  currency: (_, text) => {
    const wanted = compact(text)
    if (CURRENCY_CODES.has(wanted)) return ({ value }) => value === wanted
    return (candidate) => compact(candidate.text) === wanted
  },
}

/** Candidates for numbers that are something else. */
const OTHER_THAN_ID = ['like:date', 'like:amount', 'like:iban', 'percent']

function valueOf(kind: PrintedKind, field: HeaderField, candidate: Candidate): string | null {
  if (kind === 'amount') return (candidate.number ?? 0) < 0 ? `-${candidate.value}` : candidate.value
  return kind === 'id' ? normaliseNumber(field, candidate.value) : candidate.value
}

const JOINED_WITH = { name: ' ', words: ' ', email: '', address: ', ' } as const
const MAX_LENGTH = { name: 100, words: 120, email: 120, address: 240 } as const

/** Returns the value of words, or null if they are a label or no value of the kind. */
function readWords({ labels }: Analysis, kind: Worded, phrase: Phrase): Found | null {
  const lines = printed(phrase)
  const text = lines.reduce((all, line) => all + (/[,;]$/.test(all) ? ' ' : JOINED_WITH[kind]) + line)
  const { pieces, page, box } = phrase
  const isLabel = pieces.every(({ segment, start, end }) =>
    labels.some((label) => label.segment === segment && label.start <= start && label.end >= end),
  )
  if (isLabel || text.length > MAX_LENGTH[kind] || !/\p{L}{2}/u.test(text)) return null
  if (kind === 'address' && !lines.some(looksLikeAddress)) return null
  if (kind === 'email' && !/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(text)) return null
  if (kind === 'name' && isFigure(text)) return null
  return { text, value: kind === 'email' ? text.toLowerCase() : text, page, position: box, doubtful: false }
}

/** A date, an amount or a number in place of a name. */
const isFigure = (text: string): boolean =>
  parseAmount(text) !== null || isIban(text) || parseVat(text) !== null || findDates(text)[0]?.text === text
