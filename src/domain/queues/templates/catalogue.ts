/**
 * The fields of the engine (docs/fields.md) with what a template needs to show them: section, type, labels. Labels are English and Czech;
 * labels that differ by country are in its region (regions.ts). No two fields have the same label, because labels are the header of CSV files.
 */
import type { FieldType } from '../../../rules/schema/index.ts'
import type { HeaderField, LineColumn, TaxColumn } from '@sheaf/extraction/types'

export type SectionId = 'basic_info' | 'payment' | 'amounts' | 'vendor' | 'customer'
export type Labels = { en: string; cs: string }

export const SECTION_LABELS: Record<SectionId | 'line_items' | 'tax_details', Labels> = {
  basic_info: { en: 'Basic information', cs: 'Základní údaje' },
  payment: { en: 'Payment', cs: 'Platba' },
  amounts: { en: 'Amounts', cs: 'Částky' },
  vendor: { en: 'Supplier', cs: 'Dodavatel' },
  customer: { en: 'Customer', cs: 'Odběratel' },
  tax_details: { en: 'Tax details', cs: 'Rozpis DPH' },
  line_items: { en: 'Line items', cs: 'Položky' },
}

interface HeaderEntry {
  name: HeaderField
  section: SectionId
  type: FieldType
  labels: Labels
  /** Rarely used: stored and exported, but shown only if a region or document type requires it. */
  rare?: true
}
const header = (
  section: SectionId,
  name: HeaderField,
  type: FieldType,
  en: string,
  cs: string,
  rare?: 'rare',
): HeaderEntry => ({
  name,
  section,
  type,
  labels: { en, cs },
  ...(rare ? { rare: true } : {}),
})

export const HEADER: readonly HeaderEntry[] = [
  header('basic_info', 'document_id', 'string', 'Document number', 'Číslo dokladu'),
  header('basic_info', 'document_type', 'enum', 'Document type', 'Typ dokladu'),
  header('basic_info', 'language', 'enum', 'Language', 'Jazyk', 'rare'),
  header('basic_info', 'order_id', 'string', 'Order number', 'Číslo objednávky'),
  header('basic_info', 'sender_order_id', 'string', "Supplier's order number", 'Číslo zakázky dodavatele', 'rare'),
  header('basic_info', 'delivery_note_id', 'string', 'Delivery note number', 'Číslo dodacího listu', 'rare'),
  header('basic_info', 'contract_number', 'string', 'Contract number', 'Číslo smlouvy', 'rare'),
  header('basic_info', 'customer_id', 'string', 'Customer number', 'Číslo zákazníka', 'rare'),
  header('basic_info', 'date_issue', 'date', 'Issue date', 'Datum vystavení'),
  header('basic_info', 'date_uzp', 'date', 'Tax point date', 'Datum zdanitelného plnění'),
  header('basic_info', 'date_due', 'date', 'Due date', 'Datum splatnosti'),
  header('basic_info', 'supply_place', 'string', 'Place of supply', 'Místo plnění', 'rare'),

  header('payment', 'iban', 'string', 'IBAN', 'IBAN'),
  header('payment', 'bic', 'string', 'BIC / SWIFT', 'BIC / SWIFT'),
  header('payment', 'account_num', 'string', 'Bank account', 'Číslo účtu'),
  header('payment', 'bank_num', 'string', 'Bank code', 'Kód banky'),
  header('payment', 'var_sym', 'string', 'Payment reference', 'Variabilní symbol', 'rare'),
  header('payment', 'const_sym', 'string', 'Constant symbol', 'Konstantní symbol', 'rare'),
  header('payment', 'spec_sym', 'string', 'Specific symbol', 'Specifický symbol', 'rare'),
  header('payment', 'terms', 'string', 'Payment terms', 'Platební podmínky'),
  header('payment', 'payment_method', 'string', 'Payment method', 'Způsob platby'),
  header('payment', 'payment_method_type', 'enum', 'Paid by', 'Typ platby', 'rare'),

  header('amounts', 'currency', 'enum', 'Currency', 'Měna'),
  header('amounts', 'amount_total_base', 'number', 'Total without tax', 'Celkem bez DPH'),
  header('amounts', 'amount_total_tax', 'number', 'Tax', 'DPH'),
  header('amounts', 'amount_total', 'number', 'Total with tax', 'Celkem s DPH'),
  header('amounts', 'amount_rounding', 'number', 'Rounding', 'Zaokrouhlení', 'rare'),
  header('amounts', 'amount_paid', 'number', 'Already paid', 'Uhrazeno', 'rare'),
  header('amounts', 'amount_due', 'number', 'Amount due', 'K úhradě'),

  header('vendor', 'sender_name', 'string', 'Supplier name', 'Název dodavatele'),
  header('vendor', 'sender_address', 'string', 'Supplier address', 'Adresa dodavatele'),
  header('vendor', 'sender_email', 'string', 'Supplier e-mail', 'E-mail dodavatele', 'rare'),
  header('vendor', 'sender_ic', 'string', 'Supplier company ID', 'IČO dodavatele'),
  header('vendor', 'sender_dic', 'string', 'Supplier tax number', 'DIČ dodavatele', 'rare'),
  header('vendor', 'sender_vat_id', 'string', 'Supplier VAT number', 'DIČ dodavatele pro DPH'),

  header('customer', 'recipient_name', 'string', 'Customer name', 'Název odběratele'),
  header('customer', 'recipient_address', 'string', 'Customer address', 'Adresa odběratele'),
  header('customer', 'recipient_ic', 'string', 'Customer company ID', 'IČO odběratele'),
  header('customer', 'recipient_dic', 'string', 'Customer tax number', 'DIČ odběratele', 'rare'),
  header('customer', 'recipient_vat_id', 'string', 'Customer VAT number', 'DIČ odběratele pro DPH'),
  header('customer', 'recipient_delivery_name', 'string', 'Delivery name', 'Příjemce zásilky', 'rare'),
  header('customer', 'recipient_delivery_address', 'string', 'Delivery address', 'Adresa dodání', 'rare'),
]

export interface ColumnEntry<Name extends string = string> {
  name: Name
  type: FieldType
  labels: Labels
  /** Characters. */
  width?: number
  stretch?: true
  /** The table shows the sum of the column. */
  sum?: true
  rare?: true
}

export const LINES: readonly ColumnEntry<LineColumn>[] = [
  { name: 'table_column_code', type: 'string', labels: { en: 'Item code', cs: 'Kód položky' }, width: 10 },
  { name: 'table_column_description', type: 'string', labels: { en: 'Description', cs: 'Popis' }, stretch: true },
  { name: 'table_column_quantity', type: 'number', labels: { en: 'Quantity', cs: 'Množství' } },
  { name: 'table_column_uom', type: 'string', labels: { en: 'Unit', cs: 'Jednotka' }, width: 6 },
  { name: 'table_column_rate', type: 'number', labels: { en: 'Item tax rate (%)', cs: 'Sazba DPH položky (%)' } },
  { name: 'table_column_tax', type: 'number', labels: { en: 'Item tax', cs: 'DPH položky' }, rare: true },
  {
    name: 'table_column_amount_base',
    type: 'number',
    labels: { en: 'Unit price without tax', cs: 'Cena za jednotku bez DPH' },
  },
  {
    name: 'table_column_amount',
    type: 'number',
    labels: { en: 'Unit price with tax', cs: 'Cena za jednotku s DPH' },
    rare: true,
  },
  {
    name: 'table_column_amount_total_base',
    type: 'number',
    labels: { en: 'Item total without tax', cs: 'Položka celkem bez DPH' },
    sum: true,
  },
  {
    name: 'table_column_amount_total',
    type: 'number',
    labels: { en: 'Item total with tax', cs: 'Položka celkem s DPH' },
    sum: true,
  },
  { name: 'table_column_other', type: 'string', labels: { en: 'Other', cs: 'Další údaje' }, rare: true },
]

export const TAXES: readonly ColumnEntry<TaxColumn>[] = [
  { name: 'tax_detail_rate', type: 'number', labels: { en: 'Tax rate (%)', cs: 'Sazba DPH (%)' } },
  { name: 'tax_detail_base', type: 'number', labels: { en: 'Base at this rate', cs: 'Základ v sazbě' }, sum: true },
  { name: 'tax_detail_tax', type: 'number', labels: { en: 'Tax at this rate', cs: 'Daň v sazbě' }, sum: true },
  { name: 'tax_detail_total', type: 'number', labels: { en: 'Total at this rate', cs: 'Celkem v sazbě' }, sum: true },
  { name: 'tax_detail_code', type: 'string', labels: { en: 'Tax code', cs: 'Kód daně' }, width: 6, rare: true },
]
