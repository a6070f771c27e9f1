import { HEADER_FIELDS, type HeaderField, type LineColumn } from '../types.ts'

/** Names of header fields in the output of `npm run extract` and in truth files, by field of the catalogue. */
export const HEADER_KEYS = {
  ...(Object.fromEntries(HEADER_FIELDS.map((field) => [field, field])) as Record<HeaderField, string>),
  date_uzp: 'date_delivery',
  document_id: 'invoice_id',
  recipient_vat_id: 'recipient_vat',
  sender_vat_id: 'sender_vat',
} as const satisfies Readonly<Record<HeaderField, string>>

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
