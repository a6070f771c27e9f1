/** Tax and registration numbers on the pages: behind their labels, and in the printed forms that only they have. */
import { tokenize, variantsOf } from '../lexicon/index.ts'
import { TAX_ID_LABELS } from '../lexicon/tax-id-labels.ts'
import { checkTaxId, compactId, readTaxId, TAX_IDS, type TaxId, type TaxIdKind } from '../normalise/tax-ids/index.ts'
import { type Label, placeBelow, placesBehind } from './labels.ts'
import type { Layout, Segment } from './layout.ts'

export interface FoundTaxId extends TaxId {
  segment: Segment
  start: number
  /** Undefined if its printed form was enough. */
  label?: Label
  /** True if numbers of other kinds have this label too. */
  general: boolean
}

interface Named {
  own: TaxIdKind[]
  general: TaxIdKind[]
}
const BY_LABEL = new Map<string, Named>()
for (const { phrase, kind, general } of TAX_ID_LABELS)
  for (const tokens of variantsOf(phrase)) {
    const key = tokens.join(' ')
    const named = BY_LABEL.get(key) ?? { own: [], general: [] }
    const list = general ? named.general : named.own
    if (!list.includes(kind)) list.push(kind)
    BY_LABEL.set(key, named)
  }

const NONE: Named = { own: [], general: [] }

/** Returns the kinds of numbers that a label names, by the longest of its phrases: `NIP nabywcy`, `Customer GSTIN`. */
export function kindsNamedBy({ text }: Label): Named {
  const tokens = tokenize(text).map(({ token }) => token)
  for (let length = tokens.length; length > 0; length--)
    for (let start = 0; start + length <= tokens.length; start++) {
      const named = BY_LABEL.get(tokens.slice(start, start + length).join(' '))
      if (named) return named
    }
  return NONE
}

/** What is between a label and its number: `Nº`, a colon, a bracket. */
const BEFORE_NUMBER = /^(?:[\s.:：°º#()（/-]|o(?=[\s.:])){0,6}/

/** Returns the numbers of tax offices and registers: those in a form of their own, and those behind a label. */
export const findTaxIds = (layout: Layout, labels: readonly Label[]): FoundTaxId[] => [
  ...findPrintedIds(layout),
  ...findLabelledIds(layout, labels),
]

/** Returns the numbers behind or below the labels that name their kind. */
function findLabelledIds(layout: Layout, labels: readonly Label[]): FoundTaxId[] {
  const found: FoundTaxId[] = []
  for (const label of labels) {
    const { own, general } = kindsNamedBy(label)
    const kinds = [...own, ...general]
    if (kinds.length === 0) continue
    for (const { segment, start } of placesOf(layout, label)) {
      const behind = start + BEFORE_NUMBER.exec(segment.text.slice(start))![0].length
      // The letter in front of a Japanese number may be glued to its label: `登録番号T…`.
      const starts = segment.text[behind - 1] === 'T' ? [behind - 1, behind] : [behind]
      const read = starts.flatMap((from) => {
        const id = readTaxId(segment.text.slice(from), kinds, segment.page.source === 'ocr')
        return id ? [{ ...id, segment, start: from, end: from + id.end, label, general: !own.includes(id.kind) }] : []
      })[0]
      if (!read) continue
      found.push(read)
      break
    }
  }
  return found
}

/** Returns the places where the number of a label may begin. */
export function placesOf(layout: Layout, label: Label): { segment: Segment; start: number }[] {
  const below = placeBelow(layout, label)
  return [...placesBehind(layout, label), ...(below ? [{ segment: below, start: 0 }] : [])]
}

/** Returns numbers with right check digits that are printed as only numbers of their kind are: `12.345.678/0001-95`. */
function findPrintedIds({ segments }: Layout): FoundTaxId[] {
  const kinds = TAX_IDS.filter(({ printed }) => printed)
  // Each of them has eight digits or more.
  const long = segments.filter(({ text }) => text.length > 8 && /(?:\d\D{0,3}){8}/.test(text))
  return long.flatMap((segment) =>
    kinds.flatMap((kind) =>
      [...segment.text.matchAll(kind.printed!)].flatMap(({ index, 0: text }): FoundTaxId[] => {
        const value = compactId(text)
        if (checkTaxId(kind, value) !== 'valid') return []
        const end = index + text.length
        return [{ kind, value, validity: 'valid', segment, start: index, end, repaired: false, general: false }]
      }),
    ),
  )
}
