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
  'payee',
  'attention',
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
/** `field:` and the name of a labelled field are the class of the labels that it has of its own. */
export type LabelClass = (typeof LABEL_CLASSES)[number] | `field:${string}`

/** Phrases separated by ` | `. */
type Phrases = string

/** Classes of column headings. `base` is used by tables of tax rates; `other` is recognized but unused. */
export const COLUMN_CLASSES = [
  'position',
  'code',
  'description',
  'quantity',
  'uom',
  'unit_price',
  'discount',
  'rate',
  'tax',
  'amount',
  'base',
  'date',
  'other',
] as const
export type ColumnClass = (typeof COLUMN_CLASSES)[number]

/** The words of tables of line items; `*x` is any word that ends in x. */
export interface TableWords {
  columns: Partial<Record<ColumnClass, Phrases>>
  /** "without tax" and "with tax" in headings. */
  net?: Phrases
  gross?: Phrases
  /** Headings that mean the description also beside another heading of this class, such as `Activity` or `Service`. */
  describes?: Phrases
  /** The start of a line that is a sum, a sum carried to the next page, a discount or surcharge, a share of the line above. */
  summary?: Phrases
  carry?: Phrases
  allowance?: Phrases
  included?: Phrases
  units?: Phrases
  taxWords?: Phrases
}

/**
 * Words by which names, addresses and terms of payment are recognized, separated by `|`; they may have accents. Those of the first nine languages are in
 * `find/legal-forms.ts`, `find/parties.ts`, `find/sides.ts` and `find/postal.ts`.
 */
export interface NameWords {
  /** Legal forms that are no words, so that a name ends with them; `d.o.o` is also `d. o. o.`. */
  legalForms?: string
  /** Legal forms in front of names, and forms that are words too. */
  otherForms?: string
  /** Names of countries in the language. */
  countries?: string
  /** Frequent first names, separated by spaces. */
  firstNames?: string
  /** Whose number follows a label: "the seller's", "our", and "the buyer's", "your". */
  seller?: string
  buyer?: string
  /** Words for streets, as they are printed; accents count. */
  streets?: string
  /** What the line of a contact person or department begins with. */
  attention?: string
  /** Words in the names of organizations that have no legal form; `*` is any ending. */
  organizations?: string
  /** Days behind a number, and longer times: such a number is no amount. */
  days?: string
  durations?: string
  /** Words for paying in sentences about the terms of payment. */
  paying?: string
}

/** Everything that the extraction knows of one language. */
export interface Language extends TableWords, NameWords {
  /** Frequent short words in folded form; words that several languages share are left out. */
  stopWords: string
  /** January to December, separated by `|`: full names, inflected forms and abbreviations. */
  months: string
  labels: Partial<Record<LabelClass, Phrases>>
}

/** The party of a trade to whom a value or a label belongs. */
export type Side = 'seller' | 'buyer'
