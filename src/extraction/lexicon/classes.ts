/** Classes of the titles of documents. */
export const TITLE_CLASSES = [
  'invoice',
  'credit_note',
  'debit_note',
  'proforma',
  'receipt',
  'order',
  'delivery_note',
  'tax_invoice',
] as const

/**
 * Classes of printed labels. The lexicons (one file per language) contain the phrases of each class. Phrases are compared after `tokenize`
 * (labels.ts): folded, and with the many forms of "number" replaced by `no`.
 */
export const LABEL_CLASSES = [
  // amounts
  'total',
  'base',
  'tax',
  'due',
  'paid',
  'cash',
  'card',
  'change',
  'rounding',
  'discount',
  'charge',
  'deposit',
  'balance',
  'rate',
  'points',
  'saved',
  'count',
  'vat_word',
  'words_total',
  // dates
  'date',
  'invoice_date',
  'due_date',
  'delivery_date',
  'order_date',
  'print_date',
  'period',
  'time',
  // identifiers
  'invoice_no',
  'order_no',
  'seller_order_no',
  'customer_no',
  'delivery_no',
  'reference',
  'our_ref',
  'contract_no',
  'transaction_no',
  'account_no',
  'bank_code',
  'iban',
  'bic',
  'vat_id',
  'tax_no',
  'company_no',
  'phone',
  'fax',
  'email',
  'web',
  'var_sym',
  'const_sym',
  'spec_sym',
  'number',
  'terminal',
  'cashier',
  'page',
  'corrected_no',
  // parties
  'bill_to',
  'ship_to',
  'seller',
  'name',
  'address',
  'bank',
  ...TITLE_CLASSES,
  // table headings
  'quantity',
  'unit_price',
  'line_amount',
  'code',
  'description',
  'unit',
  // other
  'currency',
  'terms',
  'payment_method',
  'thanks',
  'place',
] as const
export type LabelClass = (typeof LABEL_CLASSES)[number]

/** Phrases of each class, separated by ` | `. */
export type Lexicon = Partial<Record<LabelClass, string>>
