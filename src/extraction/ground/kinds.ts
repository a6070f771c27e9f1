import type { CandidateKind } from '../find/candidates.ts'
import type { HeaderField } from '../types.ts'

/** How the value of a field is printed: as a candidate of this kind, or as words. */
export type PrintedKind = CandidateKind | 'address' | 'email' | 'words'

/** Fields whose values are printed. Type and language of a document and the type of its payment are concluded, so no text proves them. */
export const PRINTED_FIELDS = {
  document_id: 'id',
  order_id: 'id',
  sender_order_id: 'id',
  delivery_note_id: 'id',
  customer_id: 'id',
  date_issue: 'date',
  date_due: 'date',
  date_uzp: 'date',
  supply_place: 'words',
  iban: 'iban',
  bic: 'bic',
  account_num: 'id',
  bank_num: 'id',
  var_sym: 'id',
  const_sym: 'id',
  spec_sym: 'id',
  terms: 'words',
  payment_method: 'words',
  currency: 'currency',
  amount_total_base: 'amount',
  amount_total_tax: 'amount',
  amount_total: 'amount',
  amount_rounding: 'amount',
  amount_paid: 'amount',
  amount_due: 'amount',
  sender_name: 'name',
  sender_address: 'address',
  sender_email: 'email',
  sender_ic: 'id',
  sender_dic: 'id',
  sender_vat_id: 'vat',
  recipient_name: 'name',
  recipient_address: 'address',
  recipient_ic: 'id',
  recipient_dic: 'id',
  recipient_vat_id: 'vat',
  recipient_delivery_name: 'name',
  recipient_delivery_address: 'address',
} as const satisfies Partial<Record<HeaderField, PrintedKind>>
export type PrintedField = keyof typeof PRINTED_FIELDS

export const isPrintedField = (name: string): name is PrintedField => Object.hasOwn(PRINTED_FIELDS, name)
