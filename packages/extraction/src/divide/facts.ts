import type { Analysis } from '../find/analyse.ts'
import type { Candidate } from '../find/candidates.ts'
import { TITLE_CLASSES, type LabelClass } from '../lexicon/classes.ts'
import type { Described, DescribedByKind } from '../score/describe.ts'
import { judge } from '../score/judge.ts'
import { relate } from '../score/relations.ts'
import type { Page } from '../types.ts'
import { pageNumbers, type PageNumber } from './numbering.ts'

/** What a page says about the document it belongs to. */
export interface PageFacts {
  /** In the file, 1-based. */
  number: number
  kind: 'content' | 'blank' | 'separator'
  printed: PageNumber | null
  /** Numbers of documents with their label, or after a title. */
  documents: ReadonlySet<string>
  /** VAT numbers of all parties. */
  parties: ReadonlySet<string>
  /** Whether the page has a title, a number, and a sum to pay: it could be a document by itself. */
  isComplete: boolean
  /** The words that contain a digit, in reading order. */
  figures: readonly string[]
}

const SEPARATOR =
  /\b(?:separator (?:page|sheet)|document separator|separation sheet|trennblatt|trennseite|patch[ -]?(?:t|2|code)|page de s[ée]paration|s[ée]parateur|hoja separadora|oddělovací list)\b/iu
/** A separator has little other text. */
const MAX_SEPARATOR_WORDS = 12

const OWN_NUMBER: readonly LabelClass[] = ['invoice_no']
/** An invoice names the numbers of its order and its delivery note, which are no numbers of its own. */
const TITLES = TITLE_CLASSES.filter((name) => name !== 'order' && name !== 'delivery_note')
const SUMS: readonly LabelClass[] = ['total', 'due']
/** Titles are in the upper part of a page. */
const TITLE_SHARE = 0.5

/** Returns the facts of every page, in the order of the file. */
export function pageFacts(analysis: Analysis, described: DescribedByKind): PageFacts[] {
  const { layout, labels, candidates, ofPages } = analysis
  const printed = pageNumbers(layout, labels)
  const entriesOf = (kind: 'id' | 'amount'): Described[] => {
    const all = ofPages[kind]
    if (!all) return described[kind]
    return relate(layout, labels, all).map((relations, i) => ({ candidate: all[i]!, relations, features: [] }))
  }
  const pageOf = ({ segment }: Candidate): number => segment.page.number
  const ids = Map.groupBy(entriesOf('id'), ({ candidate }) => pageOf(candidate))
  const amounts = Map.groupBy(entriesOf('amount'), ({ candidate }) => pageOf(candidate))
  const parties = Map.groupBy(ofPages.vat ?? candidates.vat, pageOf)
  const titled = new Set(
    labels
      .filter(({ classes, prose, start }) => !prose && start === 0 && TITLE_CLASSES.some((name) => classes.has(name)))
      .filter(({ box, segment }) => box[1] < TITLE_SHARE * segment.page.height)
      .map(({ segment }) => segment.page.number),
  )
  return layout.document.pages.map((page) => {
    const documents = new Set(
      (ids.get(page.number) ?? []).filter(isOwnNumber).map(({ candidate }) => plain(candidate.value)),
    )
    const hasSum = (amounts.get(page.number) ?? []).some((entry) => judge(entry, SUMS) !== null)
    return {
      number: page.number,
      kind: kindOf(page),
      printed: printed.get(page.number) ?? null,
      documents,
      parties: new Set((parties.get(page.number) ?? []).map(({ value }) => value)),
      isComplete: titled.has(page.number) && documents.size > 0 && hasSum,
      figures: page.words.map(({ text }) => text).filter((text) => /\d/.test(text)),
    }
  })
}

/** Whether it is the number of a document: with its label, or after the title. Short ones may be anything. */
function isOwnNumber(entry: Described): boolean {
  const { value } = entry.candidate
  return plain(value).length > 3 && /\d{2}/.test(value) && judge(entry, [...OWN_NUMBER, ...TITLES]) !== null
}

const plain = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\d]/gu, '')

function kindOf({ words, lines }: Page): PageFacts['kind'] {
  if (words.length === 0) return 'blank'
  const isSeparator = words.length <= MAX_SEPARATOR_WORDS && lines.some(({ text }) => SEPARATOR.test(text))
  return isSeparator ? 'separator' : 'content'
}
