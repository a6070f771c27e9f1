import type { DecimalMark } from '../normalise/amounts.ts'
import type { DateOrder } from '../normalise/dates.ts'
import { decideDecimalMark, decideDecimals } from '../normalise/decimals.ts'
import { detectLanguage, isMostlyUnspaced } from '../language.ts'
import type { ReadDocument } from '../types.ts'
import { findAmountCandidates } from './amounts.ts'
import { findBankCodes } from './bank-codes.ts'
import { findBicCandidates, findIbanCandidates } from './bank-numbers.ts'
import { type Blocks, findBlocks } from './blocks.ts'
import type { Candidate, CandidateKind } from './candidates.ts'
import { collectCountryEvidence, type CountryEvidence } from './country-evidence.ts'
import { findCurrencyCandidates } from './currency.ts'
import { decideDateOrder } from './date-order.ts'
import { findDateCandidates } from './dates.ts'
import { findType, type FoundType } from './document-type.ts'
import { familiarityOf } from './familiarity.ts'
import { findHonorifics } from './honorifics.ts'
import { findIdCandidates } from './ids.ts'
import { findLabels, type Label } from './labels.ts'
import { type Layout, layOut, type Segment } from './layout.ts'
import { findNameCandidates } from './names.ts'
import { findTaxIds, type FoundTaxId } from './tax-ids.ts'
import { findVatCandidates } from './vat.ts'

/** A document with all labels and candidates, before any choice. */
export interface Analysis {
  layout: Layout
  labels: Label[]
  blocks: Blocks
  language: string | null
  /** How like the documents of the training it is, from 0 to 1. */
  familiarity: number
  decimal: DecimalMark
  /** The decimals of the currency, as the document prints them. */
  decimals: 0 | 2 | 3
  order: DateOrder
  /** Numbers of tax offices and registers whose kind is known. */
  taxIds: FoundTaxId[]
  /** What shows the countries of the parties. */
  countries: CountryEvidence[]
  candidates: Record<CandidateKind, Candidate[]>
  /** The same of every page, for kinds with so many that `candidates` has only those of the first and last pages. */
  ofPages: Partial<Record<CandidateKind, Candidate[]>>
  /** Document type, with a value of the catalogue. */
  type: FoundType | null
}

/** Limit of candidates of one kind (price lists exceed it); the first and last pages contain the header fields. */
const MAX_CANDIDATES = 900
/** Limit of candidates of one kind on a page, where only the first and last are asked for: the numbers of a document are above its sums. */
const MAX_OF_PAGE = 60

const firstAndLast = (list: Candidate[], most: number): Candidate[] =>
  list.length <= most ? list : [...list.slice(0, most / 2), ...list.slice(-most / 2)]

/** Builds the layout of the pages, determines the document's conventions and finds all candidates. */
export function analyse(document: ReadDocument, locale?: string): Analysis {
  const layout = layOut(document)
  const labels = [...findLabels(layout), ...findHonorifics(layout)]
  const texts = layout.segments.map((segment) => segment.text)
  const language = detectLanguage(layout, labels)
  // `Rp 150.000` is decided by the language if the queue has no locale.
  const place = locale && locale !== 'auto' ? locale : (language ?? undefined)
  const decimal = decideDecimalMark(texts, place)
  const decimals = decideDecimals(texts, decimal, place)
  const limit = (list: Candidate[]): Candidate[] => firstAndLast(list, MAX_CANDIDATES)
  const ibans = findIbanCandidates(layout, labels)
  const taxIds = findTaxIds(layout, labels)
  const others = findOtherNumbers(layout, taxIds)
  const ids = findIdCandidates(layout).map((id) =>
    isIn(id, others) ? { ...id, traits: [...id.traits, 'like:other-number'] } : id,
  )
  const vats = findVatCandidates(layout, labels, taxIds)
  const blocks = findBlocks(layout, labels)
  const countries = collectCountryEvidence(document, { layout, labels, blocks, language, vats, ibans, taxIds })
  const currencies = findCurrencyCandidates(layout, labels, { language, countries })
  const decided = decideDateOrder({ layout, labels, language, countries, currencies, locale })
  // Chinese, Japanese and Korean dates begin with the year.
  const order = isMostlyUnspaced(texts.join('')) ? 'ymd' : decided.order
  // The digits of such a number are no amount.
  const amounts = findAmountCandidates(layout, { decimal, decimals }).filter((amount) => !isIn(amount, others))
  return {
    layout,
    labels,
    blocks,
    language,
    familiarity: familiarityOf(layout),
    decimal,
    decimals,
    order,
    type: findType(layout, labels),
    taxIds,
    countries,
    candidates: {
      date: limit(findDateCandidates(layout, { ...decided, order, language })),
      amount: limit(amounts),
      id: limit(ids),
      iban: limit(ibans),
      bic: limit(findBicCandidates(layout, labels, ibans)),
      vat: limit(vats),
      currency: currencies,
      name: limit(findNameCandidates(layout, labels)),
    },
    ofPages: {
      ...(ids.length > MAX_CANDIDATES ? { id: ofPages(ids) } : {}),
      ...(amounts.length > MAX_CANDIDATES ? { amount: ofPages(amounts) } : {}),
      ...(vats.length > MAX_CANDIDATES ? { vat: ofPages(vats) } : {}),
    },
  }
}

/** Returns the first and last candidates of every page. */
const ofPages = (list: readonly Candidate[]): Candidate[] =>
  [...Map.groupBy(list, ({ segment }) => segment.page).values()].flatMap((own) => firstAndLast(own, MAX_OF_PAGE))

interface Place {
  start: number
  end: number
}

/** Returns the places of numbers that a label or their form shows to be those of a tax office, a register or a bank. */
function findOtherNumbers({ segments }: Layout, taxIds: readonly FoundTaxId[]): ReadonlyMap<Segment, Place[]> {
  const places = new Map<Segment, Place[]>(segments.map((segment) => [segment, findBankCodes(segment.text)]))
  for (const found of taxIds) if (!found.general && found.validity !== 'invalid') places.get(found.segment)!.push(found)
  return places
}

const isIn = ({ segment, start, end }: Candidate, places: ReadonlyMap<Segment, Place[]>): boolean =>
  places.get(segment)!.some((place) => place.start < end && start < place.end)
