import { countWords, PHRASES, tokenize, VOCABULARY, type Token } from '../lexicon/index.ts'
import type { LabelClass } from '../lexicon/classes.ts'
import { foldText } from '../normalise/ids.ts'
import type { Box } from '../types.ts'
import { boxOf, type Layout, overlapX, type Segment } from './layout.ts'

/** A phrase of the lexicons found on the page. */
export interface Label {
  classes: ReadonlySet<LabelClass>
  languages: ReadonlySet<string>
  segment: Segment
  start: number
  end: number
  text: string
  box: Box
  /** True if a colon follows, which announces a value. */
  colon: boolean
  /** True if the label is alone in its segment. */
  alone: boolean
  tokens: number
  /** True if the whole segment is running text, so that the phrase is probably not a label. */
  prose: boolean
}

/** Whether these words follow each other from an index on. Every phrase with the same first word is tried at each word of a page. */
function isAt(tokens: readonly Token[], start: number, words: readonly string[]): boolean {
  for (let k = 1; k < words.length; k++) if (tokens[start + k]?.token !== words[k]) return false
  return true
}

/** Returns all labels in reading order: the longest phrase at each position, without overlaps. */
export function findLabels(layout: Layout): Label[] {
  const labels: Label[] = []
  const repaired = new Map<string, string>()
  for (const segment of layout.segments) {
    const printed = tokenize(segment.text)
    const tokens =
      segment.page.source === 'ocr'
        ? printed.map((word) => ({ ...word, token: repairToken(word.token, repaired) }))
        : printed
    const prose = countWords(tokens.map(({ token }) => token)) > 14
    for (let i = 0; i < tokens.length;) {
      const match = PHRASES.get(tokens[i]!.token)?.find(
        (phrase) =>
          isAt(tokens, i, phrase.tokens) &&
          !(
            phrase.capitals &&
            !isAbbreviation(segment.text, tokens[i]!.start, tokens[i + phrase.tokens.length - 1]!.end)
          ) &&
          !(
            INTRODUCING.some((name) => phrase.classes.has(name)) &&
            segment.text.slice(tokens[i]!.end, tokens[i + phrase.tokens.length - 1]!.start).includes(':')
          ),
      )
      if (!match) {
        i += 1
        continue
      }
      const start = tokens[i]!.start
      const end = tokens[i + match.tokens.length - 1]!.end
      const rest = segment.text.slice(end)
      i += match.tokens.length
      if (segment.text[start - 1] === '_' || isPartOfCode(segment.text.slice(start, end), rest)) continue
      labels.push({
        classes: match.classes,
        languages: match.languages,
        segment,
        start,
        end,
        text: segment.text.slice(start, end),
        box: boxOf(segment, start, end),
        colon: /^[.\s°º)]{0,3}:/.test(rest),
        alone: start <= 1 && /^[\s:.)*/€$°º\]】」〉》〕-]*$/.test(rest),
        tokens: countWords(match.tokens),
        prose,
      })
    }
  }
  return markPaymentSlips(layout, joinGeneric(labels))
}

/** `CUI: 18547290` is a label, `di cui` and `TOTALE DI CUI IVA` are not. */
const isAbbreviation = (text: string, start: number, end: number): boolean =>
  !/\p{Ll}/u.test(text.slice(start, end)) && /^[^\p{L}\d]{0,6}(?:\p{Lu}{1,2}[ -]?)?\d|^[\s.:]*$/u.test(text.slice(end))

/** Headings of the part of an invoice that the customer returns with the payment: `To` there names who is paid. */
const PAYMENT_SLIP = /^(?:payment|remittance) (?:advice|slip|stub)s?$/

function markPaymentSlips({ segments }: Layout, labels: readonly Label[]): Label[] {
  const slips = segments.filter(({ text }) => PAYMENT_SLIP.test(foldText(text).trim()))
  if (slips.length === 0) return [...labels]
  const isBelow = ({ segment, box: own }: Label): boolean =>
    slips.some(
      ({ page, box }) => page === segment.page && Math.abs(box[0] - own[0]) < 3 * segment.size && box[1] < own[1],
    )
  const payee: ReadonlySet<LabelClass> = new Set(['payee'])
  return labels.map((label) => (foldText(label.text) === 'to' && isBelow(label) ? { ...label, classes: payee } : label))
}

/** Labels before a name, which begins after their colon: `FROM: Company of Weavers` is not the label `from company`. */
const INTRODUCING: readonly LabelClass[] = ['seller', 'payee', 'bill_to', 'ship_to', 'attention']

/** `BL-40S` is a code and no label, unlike `合計-40`; neither is a part of `SELLER_NAME`. */
const isPartOfCode = (text: string, rest: string): boolean =>
  /^_/.test(rest) || (text.length <= 4 && /^[^\p{Ll}\p{Lo}]+$/u.test(text) && /^[-/]\p{L}{0,3}\d/u.test(rest))

/** Classes that only say "a number follows": before or after another label they are a part of it. */
const GENERIC: readonly LabelClass[] = ['number', 'reference', 'our_ref']
/** What may be between the parts of one label: `N° de commande`, `Order / ref.`, `VAT registration no`. */
const BETWEEN =
  /^[\s.:°º#/(-]{0,3}(?:(?:de|du|des|del|della|di|do|da|der|of|van|la|le|l'|d'|registration|reg|ident|id|code|client|kunde)[\s.]{0,2})?$/iu
/** Classes of numbers, to which a generic label can belong. */
const NUMBERED: readonly LabelClass[] = [
  'invoice_no',
  'order_no',
  'seller_order_no',
  'customer_no',
  'delivery_no',
  'contract_no',
  'vat_id',
  'tax_no',
  'company_no',
  'account_no',
  'corrected_no',
]

/** Joins labels such as `Purchase order` and `ref.`, of which one only says that a number follows. */
function joinGeneric(labels: readonly Label[]): Label[] {
  const joined: Label[] = []
  for (const label of labels) {
    const before = joined.at(-1)
    if (
      before?.segment === label.segment &&
      !before.colon &&
      BETWEEN.test(label.segment.text.slice(before.end, label.start)) &&
      isGeneric(before) !== isGeneric(label)
    ) {
      const specific = isGeneric(before) ? label : before
      if (NUMBERED.some((name) => specific.classes.has(name))) {
        joined[joined.length - 1] = unite(before, label, specific)
        continue
      }
    }
    joined.push(label)
  }
  return joined
}

const isGeneric = ({ classes }: Label): boolean => [...classes].every((name) => GENERIC.includes(name))

function unite(first: Label, last: Label, { classes, languages }: Label): Label {
  const { segment, start } = first
  return {
    ...last,
    classes,
    languages,
    start,
    text: segment.text.slice(start, last.end),
    box: boxOf(segment, start, last.end),
    alone: start <= 1 && last.end >= segment.text.length - 2,
    tokens: first.tokens + last.tokens,
  }
}

/**
 * Corrects a misread label word (`invoce`, `t0tal`) to the word of the lexicon at an edit distance of one. Short words are not corrected.
 */
function repairToken(token: string, cache: Map<string, string>): string {
  if (token.length < 5 || VOCABULARY.has(token) || /^\d+$/.test(token)) return token
  const known = cache.get(token)
  if (known !== undefined) return known
  let result = token
  for (const word of VOCABULARY) {
    if (Math.abs(word.length - token.length) <= 1 && word.length >= 5 && isOneSlip(word, token)) {
      result = word
      break
    }
  }
  cache.set(token, result)
  return result
}

/** Characters that OCR takes for each other, one group for each shape. */
const ALIKE = [
  '0oqdcea',
  '1lijt!|',
  '5s',
  '8b',
  'uvyw',
  'nmrh',
  'ft',
  '6g9q',
  'zs2',
  'oö',
  'aäâàá',
  'eéèê',
  'uü',
  'cç',
] as const
const isAlike = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && ALIKE.some((group) => group.includes(a) && group.includes(b))

/** Returns whether OCR could read `b` for `a`: one character taken for a similar one, lost or added; another word is no slip. */
function isOneSlip(a: string, b: string): boolean {
  let i = 0
  while (i < a.length && i < b.length && a[i] === b[i]) i++
  let k = 0
  while (k < a.length - i && k < b.length - i && a[a.length - 1 - k] === b[b.length - 1 - k]) k++
  if (Math.max(a.length, b.length) - i - k > 1) return false
  // At the end of a word, a letter more or less is a grammatical form.
  if (a.length !== b.length) return k > 0
  return isAlike(a[i], b[i])
}

/** Returns the segment directly below a label that is alone, in its column. */
export function placeBelow({ segments }: Layout, { alone, segment, box }: Label): Segment | undefined {
  if (!alone) return undefined
  return segments
    .slice(segment.index + 1, segment.index + 12)
    .find(
      (next) =>
        next.page === segment.page &&
        next.line > segment.line &&
        overlapX(next.box, box) > 0 &&
        next.box[1] - segment.box[3] < 1.2 * segment.size,
    )
}

/** Returns the position of a label's value: after it in its segment, or in the next segment of its line if the label is alone. */
export function placesBehind(layout: Layout, label: Label): { segment: Segment; start: number }[] {
  const next = layout.segments[label.segment.index + 1]
  const places = [{ segment: label.segment, start: label.end }]
  if (label.alone && next && next.line === label.segment.line) places.push({ segment: next, start: 0 })
  return places
}
