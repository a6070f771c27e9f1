import { compactText } from '../normalise/characters.ts'
import { amountKey } from '../normalise/amounts.ts'
import type { CandidateKind } from '../find/candidates.ts'
import { SCORED_FIELDS, type ScoredField } from '../score/fields.ts'
import type { HeaderField } from '../types.ts'

/** The kind of candidates among which the value of a field is searched; fields without one are texts that are the same in each document. */
const OTHER_KINDS: Partial<Record<HeaderField, CandidateKind>> = {
  account_num: 'id',
  bank_num: 'id',
  const_sym: 'id',
  spec_sym: 'id',
  var_sym: 'id',
  customer_id: 'id',
  sender_order_id: 'id',
  delivery_note_id: 'id',
  recipient_ic: 'id',
  recipient_dic: 'id',
  sender_ic: 'id',
  sender_dic: 'id',
  recipient_delivery_name: 'name',
  amount_rounding: 'amount',
  amount_paid: 'amount',
}

export const isScored = (field: HeaderField): field is ScoredField => Object.hasOwn(SCORED_FIELDS, field)

export const kindOf = (field: HeaderField): CandidateKind | undefined =>
  isScored(field) ? SCORED_FIELDS[field] : OTHER_KINDS[field]

/** Fields whose value is often the same in each document of a sender, or of a queue. */
const CONSTANT: ReadonlySet<HeaderField> = new Set<HeaderField>([
  'currency',
  'account_num',
  'bank_num',
  'iban',
  'bic',
  'const_sym',
  'terms',
  'payment_method',
  'customer_id',
  'supply_place',
  'recipient_name',
  'recipient_address',
  'recipient_ic',
  'recipient_dic',
  'recipient_vat_id',
  'recipient_delivery_name',
  'recipient_delivery_address',
  'sender_name',
  'sender_address',
  'sender_email',
  'sender_ic',
  'sender_dic',
  'sender_vat_id',
])
export const isConstant = (field: HeaderField): boolean => CONSTANT.has(field)

/** Fields about the whole document: what people make of the engine's reading is learned, and not a position. */
export const WHOLE: readonly HeaderField[] = ['currency', 'document_type', 'language', 'payment_method_type']

/** Returns the form of a value in which equal values of a field are equal. */
export function sameForm(field: HeaderField, value: string): string {
  if (field.startsWith('amount_')) {
    const number = Number(value)
    return value.trim() !== '' && Number.isFinite(number) ? amountKey(number) : compactText(value)
  }
  return field.startsWith('date_') ? value.trim() : compactText(value)
}
