/** The parts of a line that may be a name: the line, what follows a label, and what is between its marks. */
import type { LabelClass } from '../lexicon/classes.ts'
import { foldText } from '../normalise/ids.ts'
import type { Label } from './labels.ts'
import type { Segment } from './layout.ts'
import { endOfStrictForm, isOnlyForm } from './legal-forms.ts'
import { looksLikeStreet } from './postal.ts'

/** A registration number behind a name: `Papier Sdn Bhd (524463-X)`, `Papier S/B 273500-U`. */
const REGISTRATION =
  /\s*(?:[([{]\s*(?:co\.?\s?(?:reg\.?\s?)?n\S{1,3}\s*)?[\dA-Z-]*\d{4,}[^)\]]*[)\]}]?|\s\d{5,}-[A-Z]\b.*|\(co\.?\s?n\S{0,3})[\s.]*$/iu

/** What Italian companies with one shareholder, and companies that are wound up, add to their name. */
const SHAREHOLDERS =
  /\s*[,(–-]?\s*(?:(?:a|con) socio unico|societ[aà] (?:a socio unico|unipersonale)|unipersonale|in liquidazione|i\.\s?l\.|en liquidation)\)?$/iu

/** What the lines at the foot of a letter say of a company behind its name: its capital, its seat, its register. */
const FACTS =
  /\s+(?:[-–—]\s+)?(?:au capital|capital social|rcs|r\.c\.s|registered (?:in|office)|mit (?:dem )?sitz|sitz der|inscrita en|reg\. ?merc|iscritta al)(?!\p{L}).*$/iu

/** What a person does: `Camille Morel, rédactrice web`; a legal form in words is a part of the name. */
const PROFESSION = /,\s+(?!spol|akci|eingetr|soci[eé]|societ|comandit|unipers|limit)\p{Ll}{4,}/u

/** What follows the name of the recipient in letters of East Asia. */
const HONORIFIC = /\s*(?:御中|様|殿|귀하|귀중|先生|女士|小姐|台照|台啟)$/u

/** Returns a line without a registration number, and without what says that a company has one shareholder. */
export const withoutRegistration = (line: string): string => line.replace(REGISTRATION, '').trim()

/** Marks before a name, of which brackets around a short legal form are a part: `(株)青葉商事`. */
const BEFORE_NAME = /^(?:(?!\([株有同주유사재]\))[^\p{L}\d])*/u

/** Returns the offset at which something other than a name begins in a text. */
function endOfName(text: string): number {
  const end =
    HONORIFIC.exec(text)?.index ??
    REGISTRATION.exec(text)?.index ??
    SHAREHOLDERS.exec(text)?.index ??
    FACTS.exec(text)?.index ??
    PROFESSION.exec(text)?.index
  if (end !== undefined) return end
  const form = endOfStrictForm(text)
  const rest = text.slice(form)
  if (form > 0 && /^\s+\p{Lu}.*\d/u.test(rest) && looksLikeStreet(rest)) return form
  // Behind a form and a comma is where the company is: `Northmoor Airways DAC, Mill Park, Oldbridge.`
  if (form > 0 && /^,\s/.test(rest) && !beginsWithForm(rest.slice(1).trimStart())) return form
  return text.length - /[\s,;:|·•*-]*$/.exec(text)![0].length
}

export interface NamePart {
  start: number
  end: number
  how: string
}

/** Returns the parts of a line that may be a name; `how` is the way in which each was cut. */
export function cutNames(segment: Segment, labels: readonly Label[]): NamePart[] {
  const parts: NamePart[] = []
  const push = (from: number, to: number, how: string) => {
    const text = segment.text.slice(from, to)
    const start = from + BEFORE_NAME.exec(text)![0].length
    const end = from + endOfName(text)
    if (end - start >= 3 && !parts.some((part) => part.start === start && part.end === end))
      parts.push({ start, end, how })
  }
  const label = labels.find((entry) => entry.start === 0 && entry.end < segment.text.length - 2)
  // What comes before a colon is a label, and no part of a name; nor is a phrase such as `Receipt from`.
  if (!label?.colon && !(label && (introduces(label) || isGlued(label)))) push(0, segment.text.length, 'line')
  if (label) push(label.end, segment.text.length, 'labelled')
  const marks = [
    ...segment.text.matchAll(/\s*(?:[·•|;<]|(?<!\d),|,(?!\d))\s*|\s+[-–—/*]\s+|\s+t\/a\s+|:\s*|\s+\((?=[\dA-Z-]*\d)/g),
  ].filter(
    (mark) =>
      !isInName(segment.text.slice(0, mark.index), mark[0].trim(), segment.text.slice(mark.index + mark[0].length)),
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
const beginsWithForm = (text: string): boolean => isOnlyForm(/^(?:(?!\s[-–—/]\s)[^·•|,;<:\d])*/u.exec(text)![0].trim())

/** The last partners of a firm: `Marlow, Dunmore & Thornbury LLP`. */
const PARTNERS = /^(?:\p{Lu}[\p{L}'’-]+,?\s+){1,3}&\s\p{Lu}/u

/**
 * Returns whether a name goes on behind a mark: with its legal form, with more partners, or with the number of a shop:
 * `Northmoor Paper - 1535`.
 */
const isInName = (name: string, mark: string, rest: string): boolean =>
  (mark === ',' && (beginsWithForm(rest) || (/^[\p{L}\s,'’-]+$/u.test(name) && PARTNERS.test(rest)))) ||
  (mark === '-' && /^\d{1,6}$/.test(rest))

/** Labels of parties that names begin with too, or that are forms of address. */
const IN_NAMES = new Set('firma societe patient frau herrn senor spettabile sayin'.split(' '))
const SIDES: readonly LabelClass[] = ['seller', 'bill_to', 'ship_to', 'payee']

/**
 * Returns whether a name goes on behind a label of one word without a colon: `Furnizor Apa Nova S.A.`. English and German words for parties begin
 * names of companies: `Client First Ltd`, `Auftraggeber Service GmbH`.
 */
function isGlued({ classes, languages, text, end, segment }: Label): boolean {
  const word = foldText(text)
  if (word.length < 5 || IN_NAMES.has(word) || languages.has('eng') || languages.has('deu')) return false
  const rest = segment.text.slice(end).trim()
  return [...classes].every((name) => SIDES.includes(name)) && /^[\p{Lu}\d]\S+/u.test(rest) && !beginsWithForm(rest)
}

/** Returns whether a label of two or more words goes on with a name: `Sold by Northmoor Paper Ltd`. */
const introduces = ({ classes, tokens }: Label): boolean =>
  tokens >= 2 && (classes.has('seller') || classes.has('payee') || classes.has('bill_to'))
