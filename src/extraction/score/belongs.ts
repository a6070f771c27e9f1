/** Fields that a document of some type does not have, whatever looks like a value of theirs. */
import type { Analysis } from '../find/analyse.ts'
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

/** Types that often list goods without prices, and types that often name no customer. */
const WITHOUT_PRICES = ['delivery_note']
const WITHOUT_CUSTOMER = ['delivery_note', 'receipt']

/** Returns whether a figure is printed as money: with a currency, or with two decimals. */
const printsMoney = ({ candidates }: Analysis): boolean =>
  candidates.amount.some(
    ({ traits }) => traits.includes('currency') || (traits.includes('places:2') && !traits.includes('percent')),
  )

/**
 * Returns the fields that must stay empty: a delivery note without prices has quantities, which add up like amounts; a till receipt has no
 * customer, unless it says so.
 */
export function foreignFields(analysis: Analysis, type: string | undefined): readonly HeaderField[] {
  const isPriceless = WITHOUT_PRICES.includes(type ?? '') && !printsMoney(analysis)
  const isTill = WITHOUT_CUSTOMER.includes(type ?? '') || analysis.layout.receipt
  const namesCustomer = analysis.labels.some(
    (label) => label.classes.has('bill_to') && label.start <= 1 && (label.alone || label.colon),
  )
  return [...(isPriceless ? PAYMENT : []), ...(isTill && !namesCustomer ? RECIPIENT : [])]
}
