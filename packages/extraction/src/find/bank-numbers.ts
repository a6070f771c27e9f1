import { VOCABULARY } from '../lexicon/index.ts'
import { foldText, ibanLength, isBic, isIban, isIbanShape } from '../normalise/ids.ts'
import { repairNumber } from '../normalise/tax-ids/repair.ts'
import { type Candidate, makeCandidate } from './candidates.ts'
import { type Label, placesBehind } from './labels.ts'
import { boxOf, type Layout, overlapX, type Segment, unite } from './layout.ts'

/** The number of a Polish account: an IBAN of which domestic documents omit the code of the country. */
const POLISH = /(?<![A-Z0-9]\s?)\d{2}(?:\s?\d{4}){6}(?!\s?\d)/g

/** Returns IBANs of valid length anywhere, and after their label also others, because sample documents often contain invented ones. */
export function findIbanCandidates(layout: Layout, labels: readonly Label[]): Candidate[] {
  const candidates: Candidate[] = []
  for (const segment of layout.segments) {
    for (const match of segment.text.matchAll(/(?<![A-Z0-9])([A-Z]{2})\s?(\d{2})(?![a-z])/g)) {
      const wanted = ibanLength(match[1]!)
      if (wanted === undefined) continue
      const end = endAfter(segment.text, match.index, wanted)
      if (end === null) {
        const broken = readBroken(layout, segment, match.index, wanted)
        if (broken) candidates.push(broken)
        continue
      }
      const printed = segment.text.slice(match.index, end).replace(/[^A-Z0-9]/g, '')
      if (!isIbanShape(printed)) continue
      const value = segment.page.source === 'ocr' ? readMisread(printed) : printed
      candidates.push(
        makeCandidate('iban', segment, match.index, end, value, 'iban.pattern', [isIban(value) ? 'mod97' : 'no-mod97']),
      )
    }
  }
  for (const segment of layout.segments) {
    for (const { index, 0: digits } of segment.text.matchAll(POLISH)) {
      const value = `PL${digits.replace(/\s/g, '')}`
      if (!isIban(value)) continue
      candidates.push(makeCandidate('iban', segment, index, index + digits.length, value, 'iban.national', ['mod97']))
    }
  }
  for (const label of labels) {
    if (!label.classes.has('iban')) continue
    for (const { segment, start } of placesBehind(layout, label)) {
      const match = /^[^A-Za-z0-9]{0,5}([A-Z]{2}\s?\d{2}(?:\s?[A-Z0-9]){10,30})(?![A-Za-z0-9])/.exec(
        segment.text.slice(start),
      )
      if (!match) continue
      const from = start + match[0].length - match[1]!.length
      if (candidates.some((one) => one.segment === segment && one.start <= from && one.end > from)) continue
      const value = match[1]!.replace(/\s/g, '')
      candidates.push(
        makeCandidate('iban', segment, from, from + match[1]!.length, value, 'iban.labelled', ['no-mod97', 'odd']),
      )
    }
  }
  return candidates
}

/** Returns the one reading with digits in place of letters that OCR takes for them whose check digits are right; else as printed. */
function readMisread(printed: string): string {
  if (isIban(printed)) return printed
  const country = printed.slice(0, 2)
  const repaired = repairNumber(printed.slice(2), (rest) => isIban(country + rest))
  return repaired ? country + repaired : printed
}

/** Returns an IBAN that goes on in the line below, in the same column; null if there is none with valid check digits. */
function readBroken(layout: Layout, segment: Segment, start: number, wanted: number): Candidate | null {
  const head = segment.text.slice(start).replace(/[\s.-]/g, '')
  if (!/^[A-Z0-9]+$/.test(head) || head.length >= wanted) return null
  for (let i = segment.index + 1; i < layout.segments.length && i < segment.index + 12; i++) {
    const below = layout.segments[i]!
    if (below.page !== segment.page || below.line === segment.line || overlapX(below.box, segment.box) <= 0) continue
    if (below.box[1] - segment.box[3] > 1.2 * segment.size) return null
    const end = endAfter(below.text, 0, wanted - head.length)
    if (end === null) continue
    const value = head + below.text.slice(0, end).replace(/[^A-Z0-9]/g, '')
    if (!isIban(value)) continue
    const first = makeCandidate('iban', segment, start, segment.text.length, value, 'iban.two-lines', ['mod97'])
    return {
      ...first,
      text: `${first.text} ${below.text.slice(0, end)}`,
      box: unite([first.box, boxOf(below, 0, end)]),
    }
  }
  return null
}

/** Returns the offset after `count` letters and digits from `start`; null if other characters come first or the code continues. */
function endAfter(text: string, start: number, count: number): number | null {
  let seen = 0
  for (let i = start; i < text.length; i++) {
    if (/[A-Z0-9]/.test(text[i]!)) seen += 1
    else if (!/[\s.-]/.test(text[i]!)) return null
    if (seen === count) return /^[A-Z0-9]/.test(text.slice(i + 1)) ? null : i + 1
  }
  return null
}

/** `PAIEMENT` and `BANKDETAILS` have the form of a BIC. */
function isWord(value: string): boolean {
  const text = foldText(value)
  const parts = Array.from({ length: text.length - 3 }, (_, i) => [text.slice(0, i + 2), text.slice(i + 2)] as const)
  return VOCABULARY.has(text) || parts.some(([first, last]) => VOCABULARY.has(first) && VOCABULARY.has(last))
}

/**
 * Returns BICs: with a digit anywhere; with letters only near a bank label or an IBAN, because many capitalized words have that shape; unusual
 * ones after their own label.
 */
export function findBicCandidates(layout: Layout, labels: readonly Label[], ibans: readonly Candidate[]): Candidate[] {
  const candidates: Candidate[] = []
  const banking = [...labels.filter((label) => label.classes.has('bic') || label.classes.has('iban')), ...ibans]
  const isNearBanking = (segment: Segment): boolean =>
    banking.some(
      ({ segment: other, box }) => other.page === segment.page && Math.abs(box[1] - segment.box[1]) < layout.size * 4,
    )
  for (const segment of layout.segments) {
    for (const match of segment.text.matchAll(
      /(?<![\p{L}\d])([A-Z]{4})\s?([A-Z]{2})\s?([A-Z0-9]{2})\s?([A-Z0-9]{3})?(?![\p{L}\d])/gu,
    )) {
      const value = match[0].replace(/\s/g, '')
      // `WITHIN 45 DAYS`
      if (/^[A-Z]{6}\s\d/.test(match[0])) continue
      // The name of a bank in front of an IBAN: `BBVA ES24 0182 …`.
      if (/^[A-Z]{4}\s/.test(match[0]) && isInIban(segment.text, match.index + 5)) continue
      if (!isBic(value) || (!/\d/.test(value) && (!isNearBanking(segment) || isWord(value)))) continue
      const traits = [
        `length:${value.length}`,
        /\d/.test(value) ? 'digit' : 'letters',
        ...(/\s/.test(match[0]) ? ['spaced'] : []),
      ]
      candidates.push(
        makeCandidate('bic', segment, match.index, match.index + match[0].length, value, 'bic.pattern', traits),
      )
    }
  }
  for (const label of labels) {
    if (!label.classes.has('bic')) continue
    for (const { segment, start } of placesBehind(layout, label)) {
      const match = /^[^A-Za-z0-9]{0,5}([A-Z0-9_]{7,14})(?![A-Za-z0-9_])/.exec(segment.text.slice(start))
      if (!match || /^\d+$/.test(match[1]!)) continue
      const from = start + match[0].length - match[1]!.length
      if (candidates.some((one) => one.segment === segment && one.start === from)) continue
      candidates.push(makeCandidate('bic', segment, from, from + match[1]!.length, match[1]!, 'bic.labelled', ['odd']))
    }
  }
  return candidates
}

/** Returns true if an IBAN, also one that is cut or goes on in the next line, starts at an offset. */
export function isInIban(text: string, start: number): boolean {
  if (/(?<!\p{L})IBAN[\s.:)]*(?:EUR)?[\s.:)]*$/iu.test(text.slice(0, start))) return true
  const wanted = ibanLength(text.slice(start, start + 2))
  if (wanted === undefined || !/^[A-Z]{2}\s?\d{2}(?:\s?[A-Z0-9]{4}){2}/.test(text.slice(start))) return false
  const end = endAfter(text, start, wanted)
  return end !== null && isIban(text.slice(start, end))
}
