/** The pre-trained fields of engines, including those that the extraction does not read yet. */
import { HEADER_FIELDS, LINE_COLUMNS, TAX_COLUMNS } from '@sheaf/extraction/types'

const SECTIONS = ['basic_info', 'payment', 'amounts', 'vendor', 'customer', 'line_items', 'tax_details'] as const
const TYPES = ['string', 'number', 'date', 'enum'] as const

export interface PreTrainedField {
  name: string
  label: string
  section: (typeof SECTIONS)[number]
  type: (typeof TYPES)[number]
  subtype: string | null
  tabular: boolean
  /** A string, as on engine fields. */
  multiline: 'true' | 'false'
  description: string
}

type Section = PreTrainedField['section']
/** `type/subtype`; `+` marks multi-line values. */
type Kind = `${PreTrainedField['type']}${string}`
type Entry = readonly [name: string, kind: Kind, label: string, description: string]

const ENTRIES: Record<Section, readonly Entry[]> = {
  basic_info: [
    ['document_id', 'string/alphanumeric', 'Document number', 'Number of the document.'],
    ['document_type', 'enum', 'Document type', 'Invoice, credit note, receipt, delivery note, order and so on.'],
    ['language', 'enum', 'Language', 'Language of the text, three letters of ISO 639-3.'],
    ['order_id', 'string/alphanumeric', 'Order number', "Number of the customer's purchase order."],
    ['sender_order_id', 'string', "Supplier's order number", "Number of the order in the supplier's system."],
    ['delivery_note_id', 'string', 'Delivery note number', 'Number of the delivery note.'],
    ['contract_number', 'string', 'Contract number', 'Number of the contract that the document is based on.'],
    ['original_document_id', 'string', 'Original document number', 'Number of the document that this one corrects.'],
    ['original_date_issue', 'date', 'Original issue date', 'Issue date of the document that this one corrects.'],
    ['customer_id', 'string/alphanumeric', 'Customer number', "Number of the customer in the supplier's books."],
    ['date_issue', 'date/period_begin', 'Issue date', 'Date of issue of the document.'],
    ['date_uzp', 'date/period_end', 'Tax point date', 'Date of taxable supply.'],
    ['date_due', 'date/period_end', 'Due date', 'Date by which the payment is due.'],
    ['service_period', 'string', 'Service period', 'Period of the service as printed.'],
    ['sp_date_start', 'date', 'Service period start', 'First day of the period of the service.'],
    ['sp_date_end', 'date', 'Service period end', 'Last day of the period of the service.'],
    ['supply_place', 'string', 'Place of supply', 'Place of supply.'],
  ],
  payment: [
    ['iban', 'string/iban', 'IBAN', "IBAN of the payee's account."],
    ['bic', 'string/alphanumeric', 'BIC / SWIFT', 'BIC, also called SWIFT code.'],
    ['account_num', 'string/alphanumeric', 'Bank account', 'Domestic account number.'],
    ['bank_num', 'string/alphanumeric', 'Bank code', 'Sort code, routing number or bank code.'],
    ['var_sym', 'string/numeric', 'Payment reference', 'Payment reference of digits (variable symbol).'],
    ['const_sym', 'string/alphanumeric', 'Constant symbol', 'Constant symbol of the payment.'],
    ['spec_sym', 'string/alphanumeric', 'Specific symbol', 'Specific symbol of the payment.'],
    ['terms', 'string+', 'Payment terms', 'Terms of payment as printed.'],
    ['payment_method', 'string', 'Payment method', 'Payment method as printed.'],
    ['payment_method_type', 'enum', 'Paid by', 'Card or cash.'],
  ],
  amounts: [
    ['currency', 'enum', 'Currency', 'ISO 4217 code of the currency.'],
    ['amount_total_base', 'number/amount', 'Total without tax', 'Sum of all tax bases.'],
    ['amount_total_tax', 'number/amount', 'Tax', 'Sum of all taxes.'],
    ['amount_total', 'number/amount', 'Total with tax', 'Total with tax.'],
    ['amount_rounding', 'number/amount', 'Rounding', 'Difference from rounding.'],
    ['amount_paid', 'number/amount', 'Already paid', 'Amount already paid.'],
    ['amount_due', 'number/amount', 'Amount due', 'Amount still to be paid.'],
    ['shipping_charge', 'number', 'Shipping charge', 'Price of the shipping.'],
    ['tax_rate', 'number', 'Tax rate (%)', 'Tax rate, if the document has only one.'],
  ],
  vendor: [
    ['sender_name', 'string+', 'Supplier name', 'Name of the supplier.'],
    ['sender_address', 'string+', 'Supplier address', 'Address of the supplier.'],
    ['sender_email', 'string', 'Supplier e-mail', 'E-mail address of the supplier.'],
    ['sender_ic', 'string/vat_number', 'Supplier company ID', "Supplier's company number."],
    ['sender_dic', 'string/alphanumeric', 'Supplier tax number', "Supplier's tax number."],
    ['sender_vat_id', 'string/vat_number', 'Supplier VAT number', "Supplier's VAT number."],
    ['sender_remit_to_address', 'string', 'Remit-to address', 'Address to which payments are sent.'],
  ],
  customer: [
    ['recipient_name', 'string+', 'Customer name', 'Name of the customer.'],
    ['recipient_address', 'string+', 'Customer address', 'Address of the customer.'],
    ['recipient_ic', 'string/vat_number', 'Customer company ID', "Customer's company number."],
    ['recipient_dic', 'string/alphanumeric', 'Customer tax number', "Customer's tax number."],
    ['recipient_vat_id', 'string/vat_number', 'Customer VAT number', "Customer's VAT number."],
    ['recipient_delivery_name', 'string+', 'Delivery name', 'Name of the recipient of the goods.'],
    ['recipient_delivery_address', 'string+', 'Delivery address', 'Address to which the goods are delivered.'],
  ],
  line_items: [
    ['table_column_code', 'string/alphanumeric', 'Code', 'Number of the article.'],
    ['table_column_description', 'string+', 'Description', 'Description of the goods or service.'],
    ['table_column_quantity', 'number', 'Quantity', 'Number of units.'],
    ['table_column_uom', 'string', 'Unit', 'Unit of measure.'],
    ['table_column_rate', 'number/rate', 'Tax rate (%)', 'Tax rate of the row.'],
    ['table_column_tax', 'number/amount', 'Tax', 'Tax on one unit.'],
    ['table_column_amount_base', 'number/amount', 'Unit price without tax', 'Price of one unit without tax.'],
    ['table_column_amount', 'number/amount', 'Unit price with tax', 'Price of one unit with tax.'],
    ['table_column_amount_total_base', 'number/amount', 'Row total without tax', 'Amount of the row without tax.'],
    ['table_column_amount_total', 'number/amount', 'Row total with tax', 'Amount of the row with tax.'],
    ['table_column_total_base', 'number/amount', 'Base of the row', 'Taxable amount of the row.'],
    ['table_column_order_id', 'string', 'Order number of the row', 'Number of the purchase order of the row.'],
    ['table_column_other', 'string', 'Other', 'Other text in the row.'],
    ['service_period_item', 'string', 'Service period of the row', 'Period of the service as printed in the row.'],
    ['service_period_item_start', 'date', 'Service period start of the row', 'First day of the period in the row.'],
    ['service_period_item_end', 'date', 'Service period end of the row', 'Last day of the period in the row.'],
    ['charge_amount', 'number', 'Charge', 'Amount of a charge in addition to the goods.'],
    ['charge_tax', 'number', 'Tax on the charge', 'Tax on the charge.'],
    ['charge_tax_rate', 'number', 'Tax rate of the charge (%)', 'Tax rate of the charge.'],
  ],
  tax_details: [
    ['tax_detail_base', 'number/amount', 'Base', 'Amount taxed at the rate.'],
    ['tax_detail_rate', 'number/rate', 'Rate (%)', 'Tax rate.'],
    ['tax_detail_tax', 'number/amount', 'Tax', 'Amount of tax at the rate.'],
    ['tax_detail_total', 'number/amount', 'Total', 'Base and tax.'],
    ['tax_detail_code', 'string', 'Code', 'Code that the document uses for the rate.'],
  ],
}

const READ: ReadonlySet<string> = new Set([...HEADER_FIELDS, ...LINE_COLUMNS, ...TAX_COLUMNS])

function describe(section: Section, [name, kind, label, description]: Entry): PreTrainedField {
  const [, subtype = null] = kind.replace('+', '').split('/')
  return {
    name,
    label,
    section,
    type: TYPES.find((type) => kind.startsWith(type))!,
    subtype,
    tabular: section === 'line_items' || section === 'tax_details',
    multiline: kind.endsWith('+') ? 'true' : 'false',
    description: READ.has(name)
      ? description
      : `${description} Not extracted from documents yet; users enter it manually.`,
  }
}

export const PRE_TRAINED_FIELDS: readonly PreTrainedField[] = SECTIONS.flatMap((section) =>
  ENTRIES[section].map((entry) => describe(section, entry)),
)

export const PRE_TRAINED_NAMES: ReadonlySet<string> = new Set(PRE_TRAINED_FIELDS.map((field) => field.name))
