import { type DecimalMark, decideDecimalMark } from '../normalise/amounts.ts'
import { type DateOrder, decideDateOrder } from '../normalise/dates.ts'
import { detectLanguage, isMostlyUnspaced } from '../language.ts'
import type { ReadDocument } from '../types.ts'
import { findAmountCandidates } from './amounts.ts'
import { findBicCandidates, findIbanCandidates } from './bank-numbers.ts'
import { type Blocks, findBlocks } from './blocks.ts'
import type { Candidate, CandidateKind } from './candidates.ts'
import { findCurrencyCandidates } from './currency.ts'
import { findDateCandidates } from './dates.ts'
import { findType, type FoundType } from './document-type.ts'
import { findHonorifics } from './honorifics.ts'
import { findIdCandidates, findVatCandidates } from './ids.ts'
import { findLabels, type Label } from './labels.ts'
import { type Layout, layOut } from './layout.ts'
import { findNameCandidates } from './names.ts'

/** A document with all labels and candidates, before any choice. */
export interface Analysis {
  layout: Layout
  labels: Label[]
  blocks: Blocks
  language: string | null
  decimal: DecimalMark
  order: DateOrder
  candidates: Record<CandidateKind, Candidate[]>
  /** Document type, with a value of the catalogue. */
  type: FoundType | null
}

/** Limit of candidates of one kind (price lists exceed it); the first and last pages contain the header fields. */
const MAX_CANDIDATES = 900

/** Builds the layout of the pages, determines the document's conventions and finds all candidates. */
export function analyse(document: ReadDocument, locale?: string): Analysis {
  const layout = layOut(document)
  const labels = [...findLabels(layout), ...findHonorifics(layout)]
  const texts = layout.segments.map((segment) => segment.text)
  const language = detectLanguage(layout, labels)
  // `Rp 150.000` is decided by the language if the queue has no locale.
  const decimal = decideDecimalMark(texts, locale && locale !== 'auto' ? locale : (language ?? undefined))
  // Chinese, Japanese and Korean dates begin with the year.
  const order = isMostlyUnspaced(texts.join('')) ? 'ymd' : decideDateOrder(texts, locale, looksAmerican(texts))
  const limit = (list: Candidate[]): Candidate[] =>
    list.length <= MAX_CANDIDATES ? list : [...list.slice(0, MAX_CANDIDATES / 2), ...list.slice(-MAX_CANDIDATES / 2)]
  const ibans = findIbanCandidates(layout, labels)
  return {
    layout,
    labels,
    blocks: findBlocks(layout, labels),
    language,
    decimal,
    order,
    type: findType(layout, labels),
    candidates: {
      date: limit(findDateCandidates(layout, order, language)),
      amount: limit(findAmountCandidates(layout, decimal)),
      id: limit(findIdCandidates(layout)),
      iban: limit(ibans),
      bic: limit(findBicCandidates(layout, labels, ibans)),
      vat: limit(findVatCandidates(layout, labels)),
      currency: findCurrencyCandidates(layout, labels),
      name: limit(findNameCandidates(layout, labels)),
    },
  }
}

/** US addresses (state and ZIP), or dollar amounts without another country's currency sign: dates are month first. */
function looksAmerican(texts: readonly string[]): boolean {
  const all = texts.join('\n')
  return /(?<!\p{L})[A-Z]{2},?\s+\d{5}(?:-\d{4})?(?!\d)/u.test(all) && /\$|USD/.test(all) && !/€|EUR|£|GBP/.test(all)
}
