/** Candidates for the VAT and tax numbers of the parties. */
import { findDates } from '../normalise/dates.ts'
import { hasVatPrefix, isNationalVat, parseVat, type VatNumber } from '../normalise/ids.ts'
import { checkTaxId, TAX_IDS } from '../normalise/tax-ids/index.ts'
import { repairNumber } from '../normalise/tax-ids/repair.ts'
import { isInIban } from './bank-numbers.ts'
import { type Candidate, makeCandidate } from './candidates.ts'
import type { Label } from './labels.ts'
import type { Layout, Segment } from './layout.ts'
import { type FoundTaxId, placesOf } from './tax-ids.ts'

/** Looks ahead, because a capitalized label has the form of a country code and a part of the number: `VAT ESA12345678`. */
const VAT = /(?<![A-Za-z0-9])(?=((?:ATU|[A-Z]{2})[\s.-]?[A-Z0-9](?:[\s.-]?[A-Z0-9]){6,12})(?![A-Za-z0-9]))/g
/** The number of the Indian goods and services tax: state, PAN, number of the registration, `Z`, check character. */
const INDIAN = /(?<![A-Z0-9])\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z](?![A-Z0-9])/g
const GSTIN = TAX_IDS.find(({ name }) => name === 'GSTIN')!
/** A number of customs, which is often a VAT number with other digits behind it. */
const CUSTOMS = /EORI[^\p{L}\d]{0,3}(?:(?:no|nr|number|nummer)[^\p{L}\d]{0,3})?$/iu

/**
 * Returns VAT numbers with a country code and numbers of a form that only one country has anywhere, and others (NIP, partita IVA, CUIT…) after a
 * label.
 */
export function findVatCandidates(
  layout: Layout,
  labels: readonly Label[],
  taxIds: readonly FoundTaxId[],
): Candidate[] {
  const candidates: Candidate[] = []
  for (const segment of layout.segments) {
    addCoded(candidates, segment)
    for (const { index, 0: value } of segment.text.matchAll(INDIAN)) {
      const validity = checkTaxId(GSTIN, value) ?? 'unchecked'
      candidates.push(
        makeCandidate('vat', segment, index, index + value.length, value, 'vat.pattern', [validity, 'country:IN']),
      )
    }
  }
  for (const found of taxIds) {
    // What has the form of a number of one country could be that of another one, if its label does not say which.
    const isSure = !found.general || found.validity === 'valid'
    // Labels of company numbers may name a number that is the VAT number too, such as that of Danish companies.
    if (!found.label || (isSure && (isOfTaxes(found.label) || found.kind.class === 'vat_id')))
      addFound(candidates, found)
  }
  for (const label of labels.filter(isOfTaxes))
    for (const { segment, start } of placesOf(layout, label)) addNational(candidates, segment, start)
  return candidates
}

const isOfTaxes = ({ classes }: Label): boolean => classes.has('vat_id') || classes.has('tax_no')

const isTaken = (candidates: readonly Candidate[], segment: Segment, start: number, end = start + 1): boolean =>
  candidates.some((one) => one.segment === segment && one.start < end && one.end > start)

/** Adds the numbers of a segment that begin with the code of their country. */
function addCoded(candidates: Candidate[], segment: Segment): void {
  const { text } = segment
  let last = 0
  for (const match of text.matchAll(VAT)) {
    // The start of an IBAN has the form of a VAT number of some countries.
    if (match.index < last || isInIban(text, match.index) || CUSTOMS.test(text.slice(0, match.index))) continue
    // Longest prefix with the national format, because words may follow the number.
    for (let end = match.index + match[1]!.length; end > match.index + 7; end--) {
      if (/[\s.-]/.test(text[end - 1]!) || /^[A-Za-z0-9]/.test(text.slice(end))) continue
      const vat = readVat(text.slice(match.index, end), segment.page.source === 'ocr')
      if (!vat) continue
      const validity = vat.valid === undefined ? 'unchecked' : vat.valid ? 'valid' : 'invalid'
      candidates.push(
        makeCandidate('vat', segment, match.index, end, vat.value, 'vat.pattern', [validity, `country:${vat.country}`]),
      )
      last = end
      break
    }
  }
}

/** Returns the VAT number of a text; of an OCR page also one in which letters were read for digits, if one reading has right check digits. */
function readVat(text: string, misread: boolean): VatNumber | null {
  const vat = parseVat(text)
  const found = vat && /\d{4}/.test(vat.value) ? vat : null
  if (found?.valid || !misread) return found
  const [country, body] = [text.slice(0, 2), text.slice(2).replace(/[\s.-]/g, '')]
  const repaired = /\d{3}/.test(body) && repairNumber(body, (one) => parseVat(country + one)?.valid === true)
  return repaired ? parseVat(country + repaired) : found
}

/** Adds a number of a known kind. If no check digits confirm it, hyphens are kept as printed. */
function addFound(candidates: Candidate[], found: FoundTaxId): void {
  const { segment, start, end, kind, value, validity, label } = found
  const printed = segment.text.slice(start, end)
  if (isTaken(candidates, segment, start, end) || findDates(printed).length > 0 || AMOUNT.test(printed)) return
  candidates.push(
    makeCandidate(
      'vat',
      segment,
      start,
      end,
      validity === 'valid' ? value : printed.replace(/\s/g, ''),
      label ? 'vat.national' : 'vat.pattern',
      [validity, 'national', ...kind.countries.map((country) => `nation:${country}`)],
    ),
  )
}

const NATIONAL =
  /^[\s.:°ºo#()-]{0,6}(\d{2}[A-Z]{5}\d{4}[A-Z][A-Z0-9]{3}|\d{7}[A-W][A-I]?|\d{9}B\d{2}|[A-Z]{2}\s?\d[\d\s]{5,12}\d|\d[\d\s./-]{6,16}\d[A-Z]?|[A-Z]\d{8}|\d{8}[A-Z])(?![\dA-Za-z])/

/** A tax behind its label, with groups of three digits or none. */
const AMOUNT = /^\d{1,3}(?:[. ]?\d{3})*\.\d{2}$/

/** Countries whose numbers are printed behind labels of any country, such as `VAT no.`, without the code of the country. */
const UNCODED = ['PL', 'IT', 'PT', 'SK', 'BE', 'NL', 'IE', 'ES', 'CY']
/** No hyphens are in numbers of these, and an American one may pass their check: `949-84-9105`. */
const UNCODED_WITHOUT_HYPHENS = ['GB', 'AU']

/** Adds a number behind a label that does not name its kind. */
function addNational(candidates: Candidate[], segment: Segment, start: number): void {
  const match = NATIONAL.exec(segment.text.slice(start))
  if (!match) return
  const from = start + match[0].length - match[1]!.length
  if (isTaken(candidates, segment, from)) return
  const plain = match[1]!.replace(/[\s./-]/g, '')
  // Misread: a number with the code of a country has the length of that country's numbers.
  if (segment.page.source === 'ocr' && hasVatPrefix(plain) && !parseVat(plain)) return
  if (plain.length < 8 || findDates(match[1]!).length > 0 || AMOUNT.test(match[1]!)) return
  if (CUSTOMS.test(segment.text.slice(0, from))) return
  const countries = [...UNCODED, ...(match[1]!.includes('-') ? [] : UNCODED_WITHOUT_HYPHENS)]
  const isKnown = countries.some((country) => isNationalVat(country, plain))
  // If no country's rule confirms the digits, hyphens are kept as printed.
  const value = isKnown ? plain : match[1]!.replace(/\s/g, '')
  candidates.push(
    makeCandidate('vat', segment, from, from + match[1]!.length, value, 'vat.national', [
      isKnown ? 'valid' : 'unchecked',
      'national',
    ]),
  )
}
