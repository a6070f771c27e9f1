import type { HeaderField, LineColumn } from '../types.ts'

/** Names of header fields in the output of `npm run extract` and in truth files, by field of the catalogue. */
export const HEADER_KEYS: Readonly<Record<HeaderField, string>> = {
  account_num: 'account_num',
  bank_num: 'bank_num',
  iban: 'iban',
  bic: 'bic',
  const_sym: 'const_sym',
  spec_sym: 'spec_sym',
  var_sym: 'var_sym',
  terms: 'terms',
  payment_method: 'payment_method',
  customer_id: 'customer_id',
  date_due: 'date_due',
  date_issue: 'date_issue',
  date_uzp: 'date_delivery',
  document_id: 'invoice_id',
  order_id: 'order_id',
  sender_order_id: 'sender_order_id',
  delivery_note_id: 'delivery_note_id',
  supply_place: 'supply_place',
  recipient_name: 'recipient_name',
  recipient_address: 'recipient_address',
  recipient_ic: 'recipient_ic',
  recipient_dic: 'recipient_dic',
  recipient_vat_id: 'recipient_vat',
  recipient_delivery_name: 'recipient_delivery_name',
  recipient_delivery_address: 'recipient_delivery_address',
  sender_name: 'sender_name',
  sender_address: 'sender_address',
  sender_email: 'sender_email',
  sender_ic: 'sender_ic',
  sender_dic: 'sender_dic',
  sender_vat_id: 'sender_vat',
  currency: 'currency',
  document_type: 'document_type',
  language: 'language',
  payment_method_type: 'payment_method_type',
  amount_total_base: 'amount_total_base',
  amount_total_tax: 'amount_total_tax',
  amount_total: 'amount_total',
  amount_rounding: 'amount_rounding',
  amount_paid: 'amount_paid',
  amount_due: 'amount_due',
}

/**
 * Names of line item columns. Two columns may share a name (price with and without tax, amount with and without tax): the one without tax
 * comes first in this list and is used if a row has both.
 */
export const LINE_KEYS: readonly (readonly [LineColumn, string])[] = [
  ['table_column_description', 'description'],
  ['table_column_quantity', 'quantity'],
  ['table_column_amount_base', 'unit_price'],
  ['table_column_amount', 'unit_price'],
  ['table_column_amount_total_base', 'amount_total'],
  ['table_column_amount_total', 'amount_total'],
  ['table_column_code', 'code'],
  ['table_column_uom', 'unit'],
  ['table_column_rate', 'tax_rate'],
  ['table_column_tax', 'tax'],
  ['table_column_other', 'other'],
]
