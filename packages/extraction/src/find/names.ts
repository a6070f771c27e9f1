import { type LabelClass, TITLE_CLASSES } from '../lexicon/classes.ts'
import { foldText } from '../normalise/ids.ts'
import type { Box } from '../types.ts'
import { type Candidate, makeCandidate } from './candidates.ts'
import type { Label } from './labels.ts'
import { type Layout, type Segment, overlapX, unite } from './layout.ts'
import { hasLegalForm, hasStrictForm, isOnlyForm } from './legal-forms.ts'
import { cutNames, withoutRegistration } from './name-parts.ts'
import { isNote, looksLikeHeading } from './parties.ts'
import { beginsWithHouse, looksLikeAddress, looksLikeContact, namesStreet } from './postal.ts'

/** Returns lines that could be the name of a company or person, whole or split at separators. */
export function findNameCandidates(layout: Layout, labels: readonly Label[]): Candidate[] {
  const candidates: Candidate[] = []
  const domains = findDomains(layout)
  const labelled = new Map<Segment, Label[]>()
  for (const label of labels) labelled.set(label.segment, [...(labelled.get(label.segment) ?? []), label])
  layout.segments.forEach((segment, index) => {
    if (segment.page.number > 1 && !hasLegalForm(segment.text)) return
    if (index > 160 && !hasLegalForm(segment.text)) return
    if (segment.text.length > 160 || isNote(segment.text)) return
    for (const part of cutNames(segment, labelled.get(segment) ?? [])) {
      const text = segment.text.slice(part.start, part.end)
      const own = labelled.get(segment) ?? []
      if (
        isTitle(part, own) ||
        isOnlyLabels(segment.text, part, own) ||
        hasNumber(segment.text, part, own) ||
        isPlaceInAddress(segment.text, part)
      )
        continue
      if (
        COLON.test(text) ||
        DATE.test(text) ||
        MONEY.test(text) ||
        QUANTITY.test(text) ||
        VERSUS.test(text) ||
        text.includes('@') ||
        isOnlyForm(text) ||
        looksLikeHeading(text)
      )
        continue
      if (text.length < 3 || text.length > 70 || (text.match(/\p{L}/gu)?.length ?? 0) < Math.max(2, text.length * 0.45))
        continue
      const traits = [part.how, ...describeName(text, domains), `order:${bucket(index, [0, 1, 2, 3, 5, 8, 15, 30])}`]
      traits.push(...describeFollowing(layout, segment))
      candidates.push(
        makeCandidate(
          'name',
          segment,
          part.start,
          part.end,
          text.replace(/\s+/g, ' ').trim(),
          `name.${part.how}`,
          traits,
        ),
      )
    }
  })
  const unlabelled = candidates.filter(
    ({ segment, start, end }) =>
      !labelled.get(segment)?.some((label) => label.alone && label.start >= start - 1 && label.end <= end),
  )
  const joined = joinLines(layout, unlabelled, domains)
  // A line that cannot be the end of a name is not the whole name.
  return [
    ...candidates.filter((candidate) => !joined.some(({ first }) => first === candidate)),
    ...joined.map(({ name }) => name),
  ]
}

/** A day and a year with the name of a month, which has enough letters for a name. */
const DATE =
  /^(?:\d{1,2}[.\s-]*(?:de\s+)?\p{L}{3,}\.?,?[\s-]*(?:de\s+)?|\p{L}{3,}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+)(?:19|20)?\d{2}$|^(?:19|20)\d{2}(?:\.\s?|\s)(?:\p{L}{1,7}\.?\s)?(?:\d{1,2}\.?\s?\p{L}{3,}|\p{L}{3,}\.?\s\d{1,2}(?:\s?d\.)?)$/u

/** What is before a colon introduces the name, which is a candidate of its own: `General partner: Northmoor Paper Ltd`. */
const COLON = /\p{L}\s?:\s/u

/** An amount with its currency, which is in a sentence or a row. */
const MONEY =
  /(?:[€$£₹]|EUR|USD|GBP|CHF|PLN|Kč|zł)\s?\d|\d[.,]\d{2}\s?(?:[€$£₹]|EUR|USD|GBP|CHF|PLN|CZK|Kč|zł)(?!\p{L})/u

/** The parties of a case, which a lawyer's invoice is about: `Northmoor Paper GmbH ./. Marlow`. */
const VERSUS = /\s\.\/\.\s/

/** A quantity with its unit: `6 boxes`. */
const QUANTITY = /^\d+(?:[.,]\d+)?\s+\p{Ll}+\.?$/u

/** Words at the end or start of a line with which a name goes on in the next line. */
const OPEN_END =
  /(?:[&+,–-]|(?<!\p{L})(?:and|und|et|e|y|i|a|of|for|für|de|des|du|della|di|the|der|dla|pro|voor|van|in))$/iu
const OPEN_START =
  /^(?:[&+–-]|(?:and|und|et|y|of|for|für|de|des|du|della|di|der|dla|pro|voor|van|w|we|ve|em|en|im)(?!\p{L}))/u

/** Words and marks after which a name certainly goes on: a part of it in brackets, or `&`. */
const UNFINISHED = /(?:[&+]|\([^)]*|(?<!\p{L})(?:and|und|et|of|für|des|der|van)|\s[iey])$/iu

/**
 * Returns names on two lines: a line that cannot be the end of a name, or a legal form on a line of its own. `first` is the
 * candidate on the first line if it certainly is not the whole name.
 */
function joinLines(
  layout: Layout,
  names: readonly Candidate[],
  domains: readonly string[],
): { name: Candidate; first?: Candidate }[] {
  const whole = names.filter(({ start, end, segment }) => end >= segment.text.trimEnd().length - 1 && start >= 0)
  return whole.flatMap((name) => {
    const { segment } = name
    const below = layout.segments
      .slice(segment.index + 1, segment.index + 12)
      .find(
        (next) =>
          next.page === segment.page &&
          next.line > segment.line &&
          (Math.abs(next.box[0] - name.box[0]) < segment.size || isCentred(next.box, name.box, segment.size)),
      )
    if (!below || below.box[1] - segment.box[3] > 0.9 * segment.size || below.text.length > 50) return []
    // OCR measures heights of lines, which differ with their letters.
    const most = segment.page.source === 'ocr' ? 0.35 : 0.15
    if (Math.abs(below.size - segment.size) > most * segment.size || looksLikeAddress(below.text)) return []
    const first = segment.text.slice(name.start).trim()
    const second = withoutRegistration(below.text)
    if (second === '') return []
    const isUnfinished =
      UNFINISHED.test(first) || /^\(haftungs/i.test(second) || (isOnlyForm(second) && !hasStrictForm(first))
    const isOpen = isUnfinished || OPEN_END.test(first) || OPEN_START.test(second)
    const isForm = !hasLegalForm(first) && hasLegalForm(second) && second.split(' ').length <= 4
    if (!isOpen && !isForm) return []
    const text = `${first} ${second}`.replace(/\s+/g, ' ')
    if (text.length > 90) return []
    const traits = ['two-lines', ...describeName(text, domains), ...describeFollowing(layout, below)]
    const joined = {
      ...name,
      value: text,
      text,
      box: unite([name.box, below.box]),
      generator: 'name.two-lines',
      traits,
    }
    return [{ name: joined, ...(isUnfinished ? { first: name } : {}) }]
  })
}

/** Returns whether a line is centred below another one. */
const isCentred = (below: Box, above: Box, size: number): boolean =>
  overlapX(below, above) > 0.5 && Math.abs(below[0] + below[2] - above[0] - above[2]) < 2 * size

/** Returns whether a candidate is inside of the title of the document, which names no company, however large it is. */
const isTitle = ({ start, end }: { start: number; end: number }, labels: readonly Label[]): boolean =>
  labels.some(
    (label) => label.start <= start && label.end >= end && TITLE_CLASSES.some((title) => label.classes.has(title)),
  )

/** Labels of companies: forms that are filled in as an example have names such as `LE CLIENT` and `SELLER_NAME`. */
const PARTY_LABELS: readonly LabelClass[] = ['seller', 'bill_to', 'ship_to', 'payee', 'name']

/** Returns whether a candidate consists of labels: `Número de factura`. One word that is a label may be a name too. */
function isOnlyLabels(line: string, { start, end }: { start: number; end: number }, labels: readonly Label[]): boolean {
  // A label of several words, or with a colon, is none of the names of forms.
  if (labels.some((label) => label.start <= start && label.end >= end && (label.colon || label.tokens > 2))) return true
  const inside = labels.filter((label) => label.start >= start && label.end <= end)
  if (inside.reduce((sum, { tokens }) => sum + tokens, 0) < 2 || hasLegalForm(line.slice(start, end))) return false
  if (inside.some(({ classes }) => PARTY_LABELS.some((name) => classes.has(name)))) return false
  let rest = line.slice(start, end)
  for (const { text } of inside) rest = rest.replace(text, '')
  return !/[\p{L}\d]/u.test(rest)
}

/** Labels of numbers, which are not a part of a name: `Northmoor Paper, S.L. — C.I.F. B45190220`. */
const NUMBERS: readonly LabelClass[] = [
  'vat_id',
  'tax_no',
  'company_no',
  'iban',
  'bic',
  'invoice_no',
  'phone',
  'number',
]

/** Titles with the number of the document: `FACTURE FA24-1187`. */
const TITLES: readonly LabelClass[] = [...TITLE_CLASSES, 'invoice_no', 'delivery_no']

/** Returns whether a candidate is the title with its number, or has the label of a number with it inside, so that another one is the name. */
const hasNumber = (line: string, { start, end }: { start: number; end: number }, labels: readonly Label[]): boolean =>
  labels.some(
    (label) =>
      label.end < end &&
      ((label.start > start &&
        NUMBERS.some((name) => label.classes.has(name)) &&
        /^[\s.:°º#]*[\p{L}-]{0,4}\d/u.test(line.slice(label.end, end))) ||
        (label.start === start &&
          TITLES.some((name) => label.classes.has(name)) &&
          /^[\s.:°º#-]*(?:\p{L}{1,4}[\s/-]?)?\d[\p{L}\d\s./-]*$/u.test(line.slice(label.end, end)))),
  )

/** The town or country at the end of an address on one line. */
const isPlaceInAddress = (line: string, { start, end }: { start: number; end: number }): boolean =>
  /,\s*$/.test(line.slice(0, start)) &&
  (namesStreet(line.slice(0, start)) || beginsWithHouse(line)) &&
  /^\s*\d|\d\s*$|\d,/.test(line.slice(0, start)) &&
  !hasLegalForm(line.slice(start, end))

/** Returns the first parts of the email and web addresses on the page, which often match the company name. */
function findDomains(layout: Layout): string[] {
  const domains = new Set<string>()
  for (const segment of layout.segments) {
    for (const match of segment.text.matchAll(/(?:@|www\.|https?:\/\/)([a-z0-9-]{3,})\.[a-z]{2,}/gi)) {
      const name = match[1]!.toLowerCase().replace(/[^a-z0-9]/g, '')
      if (!/^(?:gmail|yahoo|hotmail|outlook|gmx|web|googlemail|orange|free|wanadoo|mail|tonline|icloud)$/.test(name))
        domains.add(name)
    }
  }
  return [...domains]
}

function describeName(text: string, domains: readonly string[]): string[] {
  const traits: string[] = []
  const folded = foldText(text)
  if (hasLegalForm(text)) traits.push('legal')
  if (/\((?:[\dA-Z-]*\d)/.test(text)) traits.push('bracket')
  if (text === text.toUpperCase() && text !== text.toLowerCase()) traits.push('upper')
  if (/\d/.test(text)) traits.push(/\d{4}/.test(text) ? 'digits:many' : 'digits')
  if (looksLikeAddress(text)) traits.push('address')
  if (looksLikeContact(text)) traits.push('contact')
  if (/^(?:mr|mrs|ms|herr|frau|m\.|mme|dr|monsieur|madame)\b/.test(folded)) traits.push('person')
  const letters = folded.replace(/[^a-z0-9]/g, '')
  if (
    domains.some(
      (domain) =>
        letters.includes(domain) ||
        (letters.length >= 5 && domain.includes(letters)) ||
        folded.split(/\W+/).some((word) => word.length >= 4 && domain.includes(word)),
    )
  )
    traits.push('domain')
  traits.push(`words:${Math.min(7, text.split(/\s+/).length)}`)
  return traits
}

/** Describes the lines below a name in its column, which may be an address. */
function describeFollowing(layout: Layout, segment: Segment): string[] {
  const traits: string[] = []
  let found = 0
  for (let i = segment.index + 1; i < layout.segments.length && i < segment.index + 12 && found < 2; i++) {
    const next = layout.segments[i]!
    if (next.page !== segment.page || next.line === segment.line || overlapX(next.box, segment.box) < 0.3) continue
    if (next.box[1] - segment.box[3] > 4 * segment.size) break
    found += 1
    if (looksLikeAddress(next.text)) traits.push(`next${found}:address`)
    if (hasLegalForm(next.text)) traits.push(`next${found}:legal`)
    if (looksLikeContact(next.text)) traits.push(`next${found}:contact`)
  }
  return traits
}

/** Returns the index of the first limit not below a number, for features. */
export function bucket(value: number, limits: readonly number[]): number {
  let index = 0
  while (index < limits.length && !(value <= limits[index]!)) index++
  return index
}
