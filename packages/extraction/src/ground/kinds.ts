import type { CandidateKind } from '../find/candidates.ts'
import { LABELLED_FIELDS, type LabelledField, type LabelledFieldName } from '../labelled-fields.ts'
import type { HeaderField } from '../types.ts'

/** How the value of a field is printed: as a candidate of this kind, or as words. */
export type PrintedKind = CandidateKind | 'address' | 'email' | 'words'

/** Type and language of a document and the type of its payment are concluded, so that no text proves them. */
export type PrintedField = Exclude<HeaderField, 'document_type' | 'language' | 'payment_method_type'>

const OTHER_FIELDS: Record<Exclude<PrintedField, LabelledFieldName>, PrintedKind> = {
  document_id: 'id',
  order_id: 'id',
  date_issue: 'date',
  date_due: 'date',
  date_uzp: 'date',
  supply_place: 'words',
  iban: 'iban',
  bic: 'bic',
  terms: 'words',
  payment_method: 'words',
  currency: 'currency',
  amount_total_base: 'amount',
  amount_total_tax: 'amount',
  amount_total: 'amount',
  amount_due: 'amount',
  sender_name: 'name',
  sender_address: 'address',
  sender_email: 'email',
  sender_ic: 'id',
  sender_vat_id: 'vat',
  recipient_name: 'name',
  recipient_address: 'address',
  recipient_ic: 'id',
  recipient_vat_id: 'vat',
  recipient_delivery_name: 'name',
  recipient_delivery_address: 'address',
}

const labelled: Readonly<Record<string, LabelledField>> = LABELLED_FIELDS

/** Returns how the value of a field is printed; null for other fields. */
export function printedKind(field: string): PrintedKind | null {
  if (Object.hasOwn(labelled, field)) return labelled[field]!.kind
  return Object.hasOwn(OTHER_FIELDS, field) ? OTHER_FIELDS[field as keyof typeof OTHER_FIELDS] : null
}

export const isPrintedField = (name: string): name is PrintedField => printedKind(name) !== null

/** Company numbers have this many digits. */
const COMPANY_DIGITS = { least: 6, most: 15 } as const

/** Returns a number as the field has it; null if the field cannot have this number. */
export function normaliseNumber(field: HeaderField, value: string): string | null {
  if (field === 'sender_ic' || field === 'recipient_ic') {
    const digits = value.replace(/\D/g, '')
    return digits.length >= COMPANY_DIGITS.least && digits.length <= COMPANY_DIGITS.most ? digits : null
  }
  const normalise = labelled[field]?.normalise
  return normalise ? normalise(value) : value
}
