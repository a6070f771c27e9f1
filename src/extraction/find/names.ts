import { type LabelClass, TITLE_CLASSES } from '../lexicon/classes.ts'
import { foldText } from '../normalise/ids.ts'
import type { Box } from '../types.ts'
import { type Candidate, makeCandidate } from './candidates.ts'
import type { Label } from './labels.ts'
import { type Layout, type Segment, overlapX, unite } from './layout.ts'
import { hasLegalForm, hasStrictForm, isOnlyForm } from './legal-forms.ts'
import { looksLikeHeading } from './parties.ts'

const STREET =
  /(?<!\p{L})(?:str|strasse|straße|weg|platz|allee|gasse|ring|ufer|damm|street|st|road|rd|avenue|ave|lane|ln|drive|dr|blvd|boulevard|jalan|jln|jl|lorong|lot|taman|rue|av|chemin|place|route|quai|impasse|cours|straat|laan|plein|kade|singel|weg|ul|ulica|al|ulice|namesti|calle|c\/|avda|plaza|paseo|via|viale|piazza|corso|suite|floor|level|unit|block|po box|p\.o\. box|postfach|bp)(?!\p{L})|\p{L}(?:str\.|stra(?:ss|ß)e|weg|platz|allee|gasse|straat|laan|plein|kade)(?!\p{L})/iu
/** A house number, then capitalized words up to a comma and a place: `9 Market Cross, Lower Marden`. */
const HOUSE = /^\d{1,4}[a-z]?,?(?:\s+\p{Lu}[\p{L}'’-]+){1,4},\s+\p{Lu}\p{L}+/u
const POSTCODE =
  /(?<![\d-])(?:[A-Z]{1,2}-)?\d{4,6}(?:\s?[A-Z]{2})?\s+\p{Lu}[\p{L}'-]+|\p{L}{2,}[,.]?\s+(?:[A-Z]{2}\s+)?\d{5}(?:-\d{4})?(?!\d)|(?<!\p{L})[A-Z]{1,2}\d{1,2}[A-Z]?\s\d[A-Z]{2}(?!\p{L})|(?<!\d)\d{2}-\d{3}\s|(?<!\d)\d{3}\s\d{2}\s\p{Lu}|(?<!\d)\d{4,5}[,.]?\s+\p{Lu}/u
const CONTACT =
  /(?<!\p{L})(?:tel|phone|fax|e-?mail|gst|reg\.?\s?no|vat|ust|siret|iban|bic|nip|tva|hp\s?:|mobile|telefon|telephone)(?!\p{L})|www\.|https?:|@|(?<!\p{L})(?:ust-?id|steuer-?n|umsatzsteuer|telef)/iu

/** A registration number behind a name: `Papier Sdn Bhd (524463-X)`, `Papier S/B 273500-U`. */
const REGISTRATION =
  /\s*(?:[([{]\s*(?:co\.?\s?(?:reg\.?\s?)?n\S{1,3}\s*)?[\dA-Z-]*\d{4,}[^)\]]*[)\]}]?|\s\d{5,}-[A-Z]\b.*|\(co\.?\s?n\S{0,3})[\s.]*$/iu

/** What Italian companies with one shareholder, and companies that are wound up, add to their name. */
const SHAREHOLDERS =
  /\s*[,(–-]?\s*(?:(?:a|con) socio unico|societ[aà] (?:a socio unico|unipersonale)|unipersonale|in liquidazione|i\.\s?l\.|en liquidation)\)?$/iu

/** Returns true if a line looks like part of a postal address. */
export function looksLikeAddress(text: string): boolean {
  return !CONTACT.test(text) && (STREET.test(text) || POSTCODE.test(text) || HOUSE.test(text))
}

/** Returns true for a street without its town, which is a line of its own. */
export const looksLikeStreet = (text: string): boolean => looksLikeAddress(text) && !POSTCODE.test(text)

export const hasPostcode = (text: string): boolean => POSTCODE.test(text)

export const looksLikeContact = (text: string): boolean => CONTACT.test(text)

/** Returns lines that could be the name of a company or person, whole or split at separators. */
export function findNameCandidates(layout: Layout, labels: readonly Label[]): Candidate[] {
  const candidates: Candidate[] = []
  const domains = findDomains(layout)
  const labelled = new Map<Segment, Label[]>()
  for (const label of labels) labelled.set(label.segment, [...(labelled.get(label.segment) ?? []), label])
  layout.segments.forEach((segment, index) => {
    if (segment.page.number > 1 && !hasLegalForm(segment.text)) return
    if (index > 160 && !hasLegalForm(segment.text)) return
    if (segment.text.length > 160) return
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
      if (DATE.test(text) || text.includes('@') || isOnlyForm(text) || looksLikeHeading(text)) continue
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
  /^(?:\d{1,2}[.\s-]*(?:de\s+)?\p{L}{3,}\.?,?[\s-]*(?:de\s+)?|\p{L}{3,}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+)(?:19|20)?\d{2}$/u

/** Words at the end or start of a line with which a name goes on in the next line. */
const OPEN_END =
  /(?:[&+,–-]|(?<!\p{L})(?:and|und|et|e|y|i|a|of|for|für|de|des|du|della|di|the|der|dla|pro|voor|van|in))$/iu
const OPEN_START = /^(?:[&+–-]|(?:and|und|et|y|of|for|für|de|des|du|della|di|der|dla|pro|voor|van)(?!\p{L}))/u

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
    const second = below.text.replace(REGISTRATION, '').trim()
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

/** Returns whether the label of a number with the number itself is inside of a candidate, so that another one is the name. */
const hasNumber = (line: string, { start, end }: { start: number; end: number }, labels: readonly Label[]): boolean =>
  labels.some(
    (label) =>
      label.start > start &&
      label.end < end &&
      NUMBERS.some((name) => label.classes.has(name)) &&
      /^[\s.:°º#]*[\p{L}-]{0,4}\d/u.test(line.slice(label.end, end)),
  )

/** The town or country at the end of an address on one line. */
const isPlaceInAddress = (line: string, { start, end }: { start: number; end: number }): boolean =>
  /,\s*$/.test(line.slice(0, start)) &&
  (STREET.test(line.slice(0, start)) || HOUSE.test(line)) &&
  /^\s*\d|\d\s*$|\d,/.test(line.slice(0, start)) &&
  !hasLegalForm(line.slice(start, end))

function cutNames(segment: Segment, labels: readonly Label[]): { start: number; end: number; how: string }[] {
  const parts: { start: number; end: number; how: string }[] = []
  const push = (from: number, to: number, how: string) => {
    const text = segment.text.slice(from, to)
    const start = from + /^[^\p{L}\d]*/u.exec(text)![0].length
    const registration = REGISTRATION.exec(text) ?? SHAREHOLDERS.exec(text)
    const end = registration ? from + registration.index : to - /[\s,;:|·•*-]*$/.exec(text)![0].length
    if (end - start >= 3 && !parts.some((part) => part.start === start && part.end === end))
      parts.push({ start, end, how })
  }
  const label = labels.find((entry) => entry.start === 0 && entry.end < segment.text.length - 2)
  // What comes before a colon is a label, and no part of a name; nor is a phrase such as `Receipt from`.
  if (!label?.colon && !(label && introduces(label))) push(0, segment.text.length, 'line')
  if (label) push(label.end, segment.text.length, 'labelled')
  const marks = [...segment.text.matchAll(/\s*[·•|,;<]\s*|\s+[-–—/*]\s+|\s+t\/a\s+|:\s*|\s+\((?=[\dA-Z-]*\d)/g)].filter(
    (mark) => !(mark[0].trim() === ',' && beginsWithForm(segment.text.slice(mark.index + mark[0].length))),
  )
  if (marks.length > 0) {
    let from = 0
    for (const mark of marks.slice(0, 6)) {
      // What comes before a colon is a label here too.
      if (from > 0 || !label?.colon || !mark[0].startsWith(':')) push(from, mark.index, from === 0 ? 'head' : 'middle')
      from = mark.index + mark[0].length
    }
    push(from, segment.text.length, 'tail')
    // A dash may be a part of the name if stronger marks follow: `Ondanet – Comunicações, S.A. · Rua Nova 9`.
    const strong = marks.find((mark) => /[·•|]/.test(mark[0]))
    if (strong && /[-–—]/.test(marks[0]![0])) push(0, strong.index, 'head')
  }
  return parts
}

/** Returns whether a text goes on with a legal form, which a comma does not part from its name: `Papírny Morava, s.r.o. | Brno`. */
const beginsWithForm = (text: string): boolean => isOnlyForm(/^[^·•|,;<:\d]*/.exec(text)![0].trim())

/** Returns whether a label of two or more words goes on with a name: `Sold by Northmoor Paper Ltd`. */
const introduces = ({ classes, tokens }: Label): boolean =>
  tokens >= 2 && (classes.has('seller') || classes.has('payee') || classes.has('bill_to'))

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
  if (text === text.toUpperCase()) traits.push('upper')
  if (/\d/.test(text)) traits.push(/\d{4}/.test(text) ? 'digits:many' : 'digits')
  if (looksLikeAddress(text)) traits.push('address')
  if (CONTACT.test(text)) traits.push('contact')
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
    if (CONTACT.test(next.text)) traits.push(`next${found}:contact`)
  }
  return traits
}

/** Returns the index of the first limit not below a number, for features. */
export function bucket(value: number, limits: readonly number[]): number {
  let index = 0
  while (index < limits.length && !(value <= limits[index]!)) index++
  return index
}
