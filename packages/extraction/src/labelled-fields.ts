import type { LabelClass, Side } from './lexicon/classes.ts'
import { isIban, parseVat } from './normalise/ids.ts'

/** A header field that is found by its label alone, without a trained scorer. */
export interface LabelledField {
  kind: 'id' | 'amount'
  /** Classes of the lexicons whose labels announce it. */
  classes?: readonly LabelClass[]
  /** Labels of its own, separated by ` | `, by language (ISO 639-3). */
  labels?: Readonly<Record<string, string>>
  /** Share of such values that were correct in a sample; there is no ground truth to calibrate these fields. */
  probability: number
  /** The party whose number it is, which the label or the block of the number says; it is the seller's if nothing does. */
  owner?: Side
  /** Returns the value as it is stored; null if the text cannot be a value of this field. */
  normalise?: (value: string) => string | null
}

const digitsOnly =
  (least: number, most: number) =>
  (value: string): string | null => {
    const digits = value.replace(/\D/g, '')
    return digits.length >= least && digits.length <= most && digits.length >= value.length * 0.7 ? digits : null
  }

/** Refuses numbers that have a field of their own, and dates. */
const plainNumber = (value: string): string | null =>
  isIban(value) || parseVat(value)?.valid === true || /^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/.test(value) ? null : value

/** The code of a bank: digits, or the letters and digits of an Indian one (IFSC). */
const bankCode = (value: string): string | null =>
  /^[A-Z]{4}0[A-Z\d]{6}$/i.test(value) ? value.toUpperCase() : digitsOnly(4, 9)(value)

const taxNumber = (value: string): string | null => (value.replace(/\D/g, '').length >= 6 ? value : null)

/** All labelled fields by name. A new one is a line here; CONTRIBUTING.md has the recipe. */
export const LABELLED_FIELDS = {
  customer_id: { kind: 'id', classes: ['customer_no'], probability: 0.75, normalise: plainNumber },
  delivery_note_id: { kind: 'id', classes: ['delivery_no'], probability: 0.7, normalise: plainNumber },
  sender_order_id: { kind: 'id', classes: ['seller_order_no'], probability: 0.65, normalise: plainNumber },
  contract_number: { kind: 'id', classes: ['contract_no'], probability: 0.65, normalise: plainNumber },
  account_num: {
    kind: 'id',
    classes: ['account_no'],
    // Numbers of accounts with their bank, of Mexico, Argentina and Peru.
    labels: { spa: 'clabe | clabe interbancaria | cuenta clabe | cbu | cvu | cci' },
    probability: 0.65,
    normalise: (value) => (isIban(value) || value.replace(/\D/g, '').length < 5 ? null : value),
  },
  bank_num: { kind: 'id', classes: ['bank_code'], probability: 0.7, normalise: bankCode },
  var_sym: { kind: 'id', classes: ['var_sym'], probability: 0.85, normalise: digitsOnly(1, 10) },
  const_sym: { kind: 'id', classes: ['const_sym'], probability: 0.8, normalise: digitsOnly(1, 10) },
  spec_sym: { kind: 'id', classes: ['spec_sym'], probability: 0.8, normalise: digitsOnly(1, 10) },
  sender_dic: { kind: 'id', classes: ['tax_no'], owner: 'seller', probability: 0.65, normalise: taxNumber },
  recipient_dic: { kind: 'id', classes: ['tax_no'], owner: 'buyer', probability: 0.65, normalise: taxNumber },
  // A payment may be printed as what it takes off the sum.
  amount_paid: { kind: 'amount', classes: ['paid'], probability: 0.65, normalise: (value) => value.replace(/^-/, '') },
  amount_rounding: { kind: 'amount', classes: ['rounding'], probability: 0.7 },
} as const satisfies Record<string, LabelledField>

export type LabelledFieldName = keyof typeof LABELLED_FIELDS

/** The class of the labels that a field has of its own. */
export const ownClass = (field: string): LabelClass => `field:${field}`
