/** Fields that a document of some type does not have, whatever looks like a value of theirs. */
import type { Analysis } from '../find/analyse.ts'
import { findDelivery } from '../find/delivery.ts'
import type { HeaderField } from '../types.ts'

/** What is paid, and when. */
const PAYMENT: readonly HeaderField[] = [
  'amount_total_base',
  'amount_total_tax',
  'amount_total',
  'amount_rounding',
  'amount_paid',
  'amount_due',
  'currency',
  'payment_method_type',
  'date_due',
  'date_uzp',
]
const RECIPIENT: readonly HeaderField[] = ['recipient_name', 'recipient_address', 'recipient_vat_id', 'recipient_ic']

/** Types that often list goods without prices. */
const WITHOUT_PRICES = ['delivery_note']

/** Returns whether a figure is printed as money: with a currency, or with two decimals. */
const printsMoney = ({ candidates }: Analysis): boolean =>
  candidates.amount.some(
    ({ traits }) => traits.includes('currency') || (traits.includes('places:2') && !traits.includes('percent')),
  )

/** Returns whether the document only lists goods. Its quantities add up like amounts. */
export const isPriceless = (analysis: Analysis, type: string | undefined): boolean =>
  WITHOUT_PRICES.includes(type ?? '') && !printsMoney(analysis)

/** Returns whether nothing is to be paid by the document: it has no sums of an invoice, no due date and no rows of goods. */
export const isUnpayable = (analysis: Analysis, type: string | undefined): boolean =>
  type === 'other' && analysis.type?.isUnpayable === true

/**
 * Returns the fields that must stay empty. Bank statements and contracts ask for no payment. Till receipts have no customer, unless they say so; nor have delivery notes that say where the goods
 * go. The address of others, without a heading, is the customer's.
 */
export function foreignFields(analysis: Analysis, type: string | undefined): readonly HeaderField[] {
  const goods = isPriceless(analysis, type)
  const isDelivered = goods && findDelivery(analysis.layout, analysis.labels) !== null
  const namesCustomer = analysis.labels.some(
    (label) => label.classes.has('bill_to') && label.start <= 1 && (label.alone || label.colon),
  )
  return [
    ...(goods || isUnpayable(analysis, type) ? PAYMENT : []),
    ...((isDelivered || analysis.layout.receipt) && !namesCustomer ? RECIPIENT : []),
  ]
}
