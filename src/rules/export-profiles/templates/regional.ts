/** Formats of programs of one country. */
import { constant, empty, expression, field } from './columns.ts'
import type { ExportTemplate } from './template.ts'

const lexware: ExportTemplate = {
  name: 'Lexware',
  title: 'Lexware buchhaltung',
  description:
    'Postings for the import of Lexware buchhaltung: one line per document. Set the accounts and the tax key.',
  settings: {
    columns: [
      field('Belegdatum', 'date_issue'),
      field('Buchungsdatum', 'date_issue'),
      constant('Belegnummernkreis', 'ER'),
      field('Belegnummer', 'document_id', { max_length: 20 }),
      field('Buchungstext', 'sender_name', { max_length: 79 }),
      field('Buchungsbetrag', 'amount_total', { decimals: 2 }),
      constant('Sollkonto', '3400', { quoted: false }),
      constant('Habenkonto', '70000', { quoted: false }),
      ...['Steuerschlüssel', 'Kostenstelle 1', 'Kostenstelle 2'].map(empty),
      field('Buchungsbetrag Euro', 'amount_total', { decimals: 2 }),
      expression('Währung', 'default_to(field.currency, "EUR").upper()'),
    ],
    encoding: 'windows-1252',
    delimiter: ';',
    quoting: 'quote_non_numeric',
    decimal_separator: ',',
    date_format: 'DD.MM.YYYY',
    file_name: 'lexware-{date}',
  },
}

/** Credit notes have a type of their own, and positive amounts. */
const sage: ExportTemplate = {
  name: 'Sage',
  title: 'Sage 50 Accounts audit trail transactions',
  description:
    'Purchase invoices and credit notes for the import of Sage 50 Accounts: one line per tax rate. Set the account reference, the nominal code and the tax codes.',
  settings: {
    lines_of: 'tax_details',
    columns: [
      expression('Type', '"PC" if field.amount_total < 0 else "PI"'),
      field('Account Reference', 'sender_name', { max_length: 8 }),
      constant('Nominal A/C Ref', '5000'),
      constant('Department Code', '0'),
      field('Date', 'date_issue'),
      field('Reference', 'document_id', { max_length: 30 }),
      field('Details', 'sender_name', { max_length: 60 }),
      expression('Net Amount', 'abs(default_to(field.tax_detail_base, field.amount_total_base))', { decimals: 2 }),
      expression('Tax Code', '"T1" if default_to(field.tax_detail_rate, 0) > 0 else "T0"'),
      expression('Tax Amount', 'abs(default_to(field.tax_detail_tax, default_to(field.amount_total_tax, 0)))', {
        decimals: 2,
      }),
    ],
    encoding: 'windows-1252',
    date_format: 'DD/MM/YYYY',
    file_name: 'sage-audit-trail-{date}',
  },
}

export const regional: readonly ExportTemplate[] = [lexware, sage]
