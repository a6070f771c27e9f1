/**
 * What shows the countries of the parties: tax numbers, bank accounts, telephone numbers, addresses, domains, currency and language. The meaning of
 * a sign that many countries use (`$`), and the order of day and month, are decided by it.
 */
import { CURRENCY_CODES, isWord } from '../normalise/currencies.ts'
import type { ReadDocument } from '../types.ts'
import { findBankCodes } from './bank-codes.ts'
import type { Blocks } from './blocks.ts'
import type { Candidate } from './candidates.ts'
import { findCountryMarks } from './country-marks.ts'
import { countryNamedBy, isCountryCode } from './country-names.ts'
import { findLabels, type Label } from './labels.ts'
import { countriesOfLanguage } from './language-countries.ts'
import { layOut, type Layout, type Segment } from './layout.ts'
import { ownerOf } from './owners.ts'
import { findPhones } from './phones.ts'
import { countriesOfAddress } from './postal-countries.ts'
import type { Side } from '../lexicon/classes.ts'
import { sideOf } from './sides.ts'
import { findTaxIds, type FoundTaxId } from './tax-ids.ts'

/** What is known of a document when the countries of its parties are asked for. */
export interface CountryContext {
  /** Of the document, if they were found before. */
  layout?: Layout
  labels?: readonly Label[]
  blocks?: Blocks
  /** ISO 639-3. */
  language?: string | null
  /** Candidates for VAT numbers and accounts; without them they are no evidence. */
  vats?: readonly Candidate[]
  ibans?: readonly Candidate[]
  /** Numbers of tax offices and registers, if they were found before. */
  taxIds?: readonly FoundTaxId[]
}

/**
 * Log odds that the evidence, unless it is the buyer's, shows the country of the seller: measured on 1,000 invented documents
 * (`scripts/generator`) and 73 real ones, the lower figure if both print the kind 25 times. Where this says "assumed", they cannot show it.
 */
export const WEIGHTS = {
  /** A VAT or tax number with right check digits: 654 of 673. */
  tax_id: 3.5,
  /** 594 of 625. */
  address: 2.9,
  /** 87 of 92. */
  currency: 2.8,
  /** 518 of 555: a company may have its account abroad. */
  iban: 2.6,
  /** 35 of the 37 real ones; 293 of 302 invented ones. */
  domain: 2.6,
  /** 315 of 349: a telephone may be that of a branch. */
  phone: 2.2,
  /** A domestic number of a bank behind its label: 8 of 9. */
  bank: 1.7,
  /** 233 of 286: in words, the country of the other party is printed most often. */
  country_name: 1.5,
  /** A number that has the form and the label of its country, and no check digits: 22 of 27. */
  tax_id_form: 1.4,
  /** Assumed, as the name of the country. */
  place: 1.5,
  tax_name: 1.5,
  /** Assumed: invented companies write in the language of their country, and have legal forms of any. */
  language: 1,
  legal_form: 1,
  script: 1,
  /** A number that fails its check, behind a label of its country: 7 of 13. */
  tax_id_invalid: 0.1,
} as const
export type EvidenceKind = keyof typeof WEIGHTS

export interface CountryEvidence {
  kind: EvidenceKind
  /** ISO 3166. */
  country: string
  /** The weight of the kind, divided among the countries that have the same form. */
  weight: number
  /** The party it belongs to; null for what belongs to neither or is not known. */
  side: Side | null
  text: string
}

/** Returns all evidence of the countries of a document. */
export function collectCountryEvidence(document: ReadDocument, context: CountryContext = {}): CountryEvidence[] {
  const layout = context.layout ?? layOut(document)
  const labels = context.labels ?? findLabels(layout)
  const found = new Map<string, CountryEvidence>()
  const add = (kind: EvidenceKind, countries: readonly string[], text: string, segment?: Segment, side?: Side) => {
    const owner = side ?? (segment ? ownerOf(segment, labels, context.blocks, layout) : null)
    for (const country of countries) {
      const key = `${kind}:${country}:${owner ?? ''}`
      if (!found.has(key))
        found.set(key, { kind, country, weight: WEIGHTS[kind] / countries.length, side: owner, text })
    }
  }
  addNumbers(add, layout, labels, context)
  for (const segment of layout.segments) addText(add, segment)
  const language = context.language ? countriesOfLanguage(context.language) : []
  if (language.length) add('language', language, context.language!)
  return [...found.values()]
}

type Add = (kind: EvidenceKind, countries: readonly string[], text: string, segment?: Segment, side?: Side) => void

/** The code of VAT numbers is not always that of the country. */
const CODES: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' }

function addNumbers(
  add: Add,
  layout: Layout,
  labels: readonly Label[],
  { vats = [], ibans = [], taxIds = findTaxIds(layout, labels) }: CountryContext,
): void {
  /** The party that the words before a number name: `Ihre USt-IdNr.` */
  const named = ({ segment, start }: { segment: Segment; start: number }): Side | undefined =>
    sideOf(segment.text.slice(0, start)) ?? undefined
  for (const vat of vats) {
    const { traits, text, segment } = vat
    const code = traits.find((trait) => trait.startsWith('country:'))?.slice('country:'.length)
    const kind = traits.includes('valid') ? 'tax_id' : traits.includes('invalid') ? 'tax_id_invalid' : 'tax_id_form'
    if (code) add(kind, [CODES[code] ?? code], text, segment, named(vat))
  }
  for (const taxId of taxIds) {
    const { kind, validity, value, segment } = taxId
    const what = validity === 'valid' ? 'tax_id' : validity === 'invalid' ? 'tax_id_invalid' : 'tax_id_form'
    add(what, kind.countries, value, segment, named(taxId))
  }
  // Who is paid prints an account.
  for (const { traits, value } of ibans)
    if (traits.includes('mod97')) add('iban', [value.slice(0, 2)], value, undefined, 'seller')
}

/** Countries whose domains are registered all over the world (the "generic ccTLDs" of Google Search Central and others), and `eu`. */
const WORLDWIDE = new Set('ad ai as bz cc cd co dj fm io la me ms nu sc sr su tv tk ws eu gg ly sh st to'.split(' '))
const DOMAIN = /(?:@|www\.|https?:\/\/)[\p{L}\d.-]{0,80}\.([a-z]{2})(?![\p{L}\d.-]{0,80}[\p{L}\d])/giu
const CURRENCY = /(?<!\p{L})([A-Z]{2})[A-Z](?=\s?-?\d)|(?<=\d\s?)(?<!\p{L})([A-Z]{2})[A-Z](?!\p{L})/gu
/** The number of customs begins with the code of the country that gave it. */
const CUSTOMS = /(?<!\p{L})EORI[^\p{L}\d]{0,3}(?:(?:no|nr|number|nummer)[^\p{L}\d]{0,3})?([A-Z]{2})[\s.]?[A-Z\d]{5}/iu

function addText(add: Add, segment: Segment): void {
  const { text } = segment
  const customs = CUSTOMS.exec(text)?.[1]!.toUpperCase()
  if (customs && isCountryCode(customs)) add('tax_id_form', [customs], text, segment)
  for (const { start, end, countries } of findBankCodes(text))
    add('bank', countries, text.slice(start, end), segment, 'seller')
  for (const { start, end, country } of findPhones(text)) add('phone', [country], text.slice(start, end), segment)
  for (const { 0: printed, 1: suffix } of text.includes('.') ? text.matchAll(DOMAIN) : []) {
    const top = suffix!.toLowerCase()
    const country = top === 'uk' ? 'GB' : top.toUpperCase()
    if (!WORLDWIDE.has(top) && isCountryCode(country)) add('domain', [country], printed, segment)
  }
  const named = text.length <= 80 ? countryNamedBy(text) : null
  if (named) add('country_name', [named], text, segment)
  for (const { kind, country } of findCountryMarks(text)) add(kind, [country], text, segment)
  const addressed = text.length <= 120 ? countriesOfAddress(text) : []
  if (addressed.length) add('address', addressed, text, segment)
  for (const { 0: code } of /\d/.test(text) ? text.matchAll(CURRENCY) : []) {
    // The code of a currency begins with that of its country (ISO 4217), unless countries share it.
    const country = code.slice(0, 2)
    if (CURRENCY_CODES.has(code) && !isWord(code) && code !== 'EUR' && isCountryCode(country))
      add('currency', [country], code)
  }
}
