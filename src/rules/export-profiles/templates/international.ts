/** Formats of programs that are used in many countries. */
import { constant, empty, expression, field, once } from './columns.ts'
import type { ExportTemplate } from './template.ts'

const LINES = 'line_items'
/** The price of a unit, or of the whole item if the document has no prices of units. */
const UNIT_PRICE =
  'default_to(field.item_amount_base, default_to(field.item_amount_total_base, 0) / default_to(field.item_quantity, 1))'
const QUANTITY = 'default_to(field.item_quantity, 1)'
const CURRENCY = 'field.currency.upper()'

const xero: ExportTemplate = {
  name: 'Xero',
  title: 'Xero bills',
  description:
    'Bills for the import of Xero: one line per item, with the headings of its template. Set the account code and the tax type of your organization.',
  settings: {
    lines_of: LINES,
    columns: [
      field('*ContactName', 'sender_name'),
      ...['EmailAddress', 'POAddressLine1', 'POAddressLine2', 'POAddressLine3', 'POAddressLine4'].map(empty),
      ...['POCity', 'PORegion', 'POPostalCode', 'POCountry'].map(empty),
      field('*InvoiceNumber', 'document_id'),
      field('*InvoiceDate', 'date_issue'),
      field('*DueDate', 'date_due'),
      field('Total', 'amount_total', { decimals: 2 }),
      empty('InventoryItemCode'),
      field('Description', 'item_description'),
      expression('*Quantity', QUANTITY),
      expression('*UnitAmount', UNIT_PRICE, { decimals: 4 }),
      constant('*AccountCode', '429'),
      constant('*TaxType', 'Tax on Purchases'),
      field('TaxAmount', 'item_tax', { decimals: 2 }),
      ...['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2'].map(empty),
      expression('Currency', CURRENCY),
    ],
    date_format: 'DD/MM/YYYY',
    file_name: 'xero-bills-{date}',
  },
}

const quickBooks: ExportTemplate = {
  name: 'QuickBooks',
  title: 'QuickBooks Online bills',
  description:
    'Bills for the import of QuickBooks Online: one line per item, required headings with an asterisk. Set the account; the date format must be that of the company (month first in the United States).',
  settings: {
    lines_of: LINES,
    columns: [
      field('*BillNo', 'document_id', { max_length: 21 }),
      field('*Supplier', 'sender_name'),
      field('*BillDate', 'date_issue'),
      expression('*DueDate', 'default_to(field.date_due, field.date_issue)'),
      ...['Terms', 'Location', 'Memo'].map(empty),
      constant('*Account', 'Cost of Goods Sold'),
      field('LineDescription', 'item_description'),
      expression(
        '*LineAmount',
        `default_to(field.item_amount_total_base, ${QUANTITY} * default_to(field.item_amount_base, 0))`,
        {
          decimals: 2,
        },
      ),
      expression('Currency', CURRENCY),
    ],
    date_format: 'MM/DD/YYYY',
    file_name: 'quickbooks-bills-{date}',
  },
}

const odoo: ExportTemplate = {
  name: 'Odoo',
  title: 'Odoo vendor bills (account.move)',
  description:
    'Vendor bills for the import of Odoo: technical names of account.move, values of the bill in its first line only. The vendor must exist under the name in partner_id.',
  settings: {
    lines_of: LINES,
    columns: [
      ...once([
        constant('move_type', 'in_invoice'),
        field('partner_id', 'sender_name'),
        field('ref', 'document_id'),
        field('invoice_date', 'date_issue'),
        field('invoice_date_due', 'date_due'),
        expression('currency_id', CURRENCY),
      ]),
      field('invoice_line_ids/name', 'item_description'),
      expression('invoice_line_ids/quantity', QUANTITY),
      expression('invoice_line_ids/price_unit', UNIT_PRICE, { decimals: 4 }),
      constant('invoice_line_ids/account_id', '600000'),
    ],
    file_name: 'account.move-{date}',
  },
}

const erpNext: ExportTemplate = {
  name: 'ERPNext',
  title: 'ERPNext purchase invoices',
  description:
    'Purchase invoices for the data import of ERPNext: labels of the fields, those of rows with the name of the table, values of the invoice in its first line only. Set the expense account.',
  settings: {
    lines_of: LINES,
    columns: [
      ...once([
        field('Supplier', 'sender_name'),
        field('Date', 'date_issue'),
        field('Due Date', 'date_due'),
        field('Supplier Invoice No', 'document_id'),
        field('Supplier Invoice Date', 'date_issue'),
        expression('Currency', CURRENCY),
      ]),
      field('Item Name (Items)', 'item_description', { max_length: 140 }),
      expression('Accepted Qty (Items)', QUANTITY),
      constant('UOM (Items)', 'Nos'),
      expression('Rate (Items)', UNIT_PRICE, { decimals: 4 }),
      constant('Expense Head (Items)', 'Cost of Goods Sold - A'),
    ],
    file_name: 'purchase-invoice-{date}',
  },
}

const sap: ExportTemplate = {
  name: 'SAP',
  title: 'SAP INVOIC fields (IDoc-like)',
  description:
    'A table for mappings to the IDoc INVOIC02: one line per item, headings are segment and field of the IDoc, dates YYYYMMDD. It is not an IDoc itself: a middleware or an upload report builds the segments.',
  settings: {
    lines_of: LINES,
    columns: [
      constant('E1EDK01-BSART', 'INVO'),
      expression('E1EDK01-CURCY', CURRENCY),
      field('E1EDK01-BELNR', 'document_id', { max_length: 35 }),
      field('E1EDK02-BELNR', 'order_id', { max_length: 35 }),
      field('E1EDK03-DATUM', 'date_issue'),
      field('E1EDKA1-NAME1', 'sender_name', { max_length: 35 }),
      { heading: 'E1EDP01-POSEX', property: 'line_number' },
      expression('E1EDP01-MENGE', QUANTITY, { decimals: 3 }),
      field('E1EDP01-MENEE', 'item_uom', { max_length: 3 }),
      field('E1EDP19-IDTNR', 'item_code', { max_length: 35 }),
      field('E1EDP19-KTEXT', 'item_description', { max_length: 70 }),
      field('E1EDP26-BETRG', 'item_amount_total_base', { decimals: 2 }),
      field('E1EDP04-MSATZ', 'item_rate', { decimals: 3 }),
      field('E1EDS01-SUMME', 'amount_total', { decimals: 2 }),
    ],
    delimiter: ';',
    date_format: 'YYYYMMDD',
    line_end: 'lf',
    file_name: 'INVOIC_{datetime}',
  },
}

export const international: readonly ExportTemplate[] = [xero, quickBooks, odoo, erpNext, sap]
