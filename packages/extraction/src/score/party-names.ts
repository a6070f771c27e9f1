/** What is printed of a name: its labels, the account beside it, the words that it shares with another one. */
import type { Candidate } from '../find/candidates.ts'
import { isHonorific } from '../find/honorifics.ts'
import type { Label } from '../find/labels.ts'
import { hasLegalForm } from '../find/legal-forms.ts'
import { looksLikeBank, namesHolder } from '../find/parties.ts'
import type { Side } from '../lexicon/classes.ts'
import { foldText } from '../normalise/ids.ts'
import type { Described } from './describe.ts'
import type { Relations } from './relations.ts'

/** Returns whether a name is that of a bank beside the number of an account: the seller has its account there. */
export const isHouseBank = ({ candidate, features }: Described): boolean =>
  looksLikeBank(candidate.text) &&
  (['near:iban', 'near:bic', 'near:account_no'].some((mark) => features.includes(mark)) ||
    ACCOUNT.test(candidate.segment.text))

/** The start of an IBAN, which needs no label: `Oldbridger Sparkasse, DE89 3704 0044 0532 0130 00`. */
const ACCOUNT = /(?<![A-Z\d])[A-Z]{2}\d{2}(?:\s?[A-Z\d]{4}){2}/

/** Returns the label directly before or above a name. */
function labelOf({ candidate: { segment }, relations: { left, above } }: Described): Label | null {
  const near = left[0] ?? above[0]
  if (!near || near.between > 0 || near.distance > 3) return null
  return near.label.segment === segment || near.label.alone ? near.label : null
}

/** Returns whether a label says that a name is paid. */
export const isPayee = (name: Described): boolean => labelOf(name)?.classes.has('payee') === true || isHolder(name)

/** Returns whether a name is that of the holder of the account which is printed beside it: `Account holder: …`. */
export function isHolder(name: Described): boolean {
  const label = labelOf(name)
  const isBanking = ['near:iban', 'near:bic', 'near:bank'].some((mark) => name.features.includes(mark))
  return isBanking && label !== null && namesHolder(label.segment.text.slice(label.start, label.end))
}

/** Returns the side that a label directly before a name, or a word behind it, gives it: `Seller: Northmoor Paper Ltd`, `株式会社青葉商事 御中`. */
export function introducedAs({ segment }: Candidate, { left }: Relations): Side | null {
  const [near] = left
  if (!near || near.label.segment !== segment || near.distance > 2) return null
  if (!near.label.colon && !isHonorific(near.label)) return null
  const { classes } = near.label
  if (classes.has('seller') === classes.has('bill_to')) return null
  return classes.has('seller') ? 'seller' : 'buyer'
}

/** Names of one company may differ in their legal form: `Northmoor Corp`, `Northmoor Corporation`. */
export const withoutForm = (name: string): string =>
  foldText(name.replace(/\s+\p{L}[\p{L}.]*$/u, (end) => (hasLegalForm(end) ? '' : end)))

const FORMS =
  /(?<!\p{L})(?:gmbh|mbh|ltd|limited|llc|inc|corp|co|plc|sarl|sas|sasu|eurl|earl|sca|bvba|srl|spa|sro|spol|lda|ltda|und|and|the|des|les)(?!\p{L})/gu
export const wordsOf = (name: string): ReadonlySet<string> =>
  new Set(
    foldText(name)
      .replace(FORMS, ' ')
      .match(/\p{L}{3,}/gu) ?? [],
  )

/** Returns whether one of two names has all words of the other, at least two, in any order: `CHAUFFAGE MORIN`, `EURL MORIN CHAUFFAGE`. */
export function includesAll(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  return few.size >= 2 && [...few].every((word) => many.has(word))
}
