/**
 * What each example document says, field by field: examples/truth.json. A field that is not in the list of a document is not printed there,
 * so it must stay empty. Values are normalized as the engine normalizes them.
 */
import { HEADER_FIELDS, type HeaderField, type LineColumn, type TaxColumn } from '@sheaf/extraction/types'
import type { Company, Invoice } from './invoice.ts'
import { amountOf, totalsOf } from './invoice.ts'
import { alderFinch, bergmann, kestrel, muehlbach, sonnenfeld, tidewater, valmont } from './invoices.ts'
import { DELIVERY_NOTE, PALLETS } from './layout-delivery-note.ts'
import { RECEIPT } from './layout-receipt.ts'

export interface Truth {
  /** Every field of the catalogue; null where the document says nothing. */
  fields: Record<HeaderField, string | null>
  line_items: Partial<Record<LineColumn, string>>[]
  tax_details: Partial<Record<TaxColumn, string>>[]
}

const LANGUAGES = { en: 'eng', de: 'deu', fr: 'fra' } as const
const money = (value: number) => value.toFixed(2)
const vatId = ({ vat_id }: Company) => vat_id.replaceAll(' ', '')
const addressOf = ({ street, city, country }: Company) => [street, city, country].filter(Boolean).join(', ')

function allFields(given: Partial<Record<HeaderField, string>>): Truth['fields'] {
  return Object.fromEntries(HEADER_FIELDS.map((name) => [name, given[name] ?? null])) as Truth['fields']
}

interface Printed {
  /** Columns of the table. */
  columns: readonly LineColumn[]
  /** Fields that only this layout prints. */
  more?: Partial<Record<HeaderField, string>>
  /** Fields of the invoice that this layout does not print. */
  without?: readonly HeaderField[]
  /** Whether the base of each rate is printed; with a single rate it is the sum. */
  bases?: boolean
}

function invoice(given: Invoice, { columns, more = {}, without = [], bases = true }: Printed): Truth {
  const { seller, buyer, bank } = given
  const totals = totalsOf(given)
  const fields: Partial<Record<HeaderField, string>> = {
    document_id: given.number,
    document_type: 'tax_invoice',
    language: LANGUAGES[given.language],
    currency: given.currency,
    date_issue: given.issued,
    date_due: given.due,
    ...(given.delivered ? { date_uzp: given.delivered } : {}),
    ...(given.order ? { order_id: given.order } : {}),
    ...(given.customer_number ? { customer_id: given.customer_number } : {}),
    terms: given.terms,
    iban: bank.iban,
    bic: bank.bic,
    amount_total_base: money(totals.base),
    amount_total_tax: money(totals.tax),
    amount_total: money(totals.total),
    sender_name: seller.name,
    sender_address: addressOf(seller),
    ...(seller.email ? { sender_email: seller.email } : {}),
    sender_vat_id: vatId(seller),
    recipient_name: buyer.name,
    recipient_address: addressOf(buyer),
    ...more,
  }
  for (const name of without) delete fields[name]
  return {
    fields: allFields(fields),
    line_items: given.items.map((item) => {
      const row: Partial<Record<LineColumn, string>> = {
        table_column_code: item.code,
        table_column_description: item.description,
        table_column_quantity: String(item.quantity),
        table_column_uom: item.unit,
        table_column_rate: String(item.rate),
        table_column_amount_base: money(item.price),
        table_column_amount_total_base: money(amountOf(item)),
      }
      return Object.fromEntries(columns.map((name) => [name, row[name]!]))
    }),
    tax_details: totals.rates.map(({ rate, base, tax }) => ({
      tax_detail_rate: String(rate),
      ...(bases ? { tax_detail_base: money(base) } : {}),
      tax_detail_tax: money(tax),
    })),
  }
}

const PRICED = [
  'table_column_description',
  'table_column_quantity',
  'table_column_uom',
  'table_column_amount_base',
  'table_column_amount_total_base',
] as const
const CODED = ['table_column_code', ...PRICED] as const
const RATED = [...CODED, 'table_column_rate'] as const

/** Goods without prices: no amounts, no taxes and nothing to pay. */
const deliveryNote: Truth = {
  fields: allFields({
    document_id: DELIVERY_NOTE.number,
    delivery_note_id: DELIVERY_NOTE.number,
    document_type: 'delivery_note',
    language: 'eng',
    date_issue: DELIVERY_NOTE.iso,
    order_id: DELIVERY_NOTE.order,
    sender_name: DELIVERY_NOTE.seller,
    sender_address: addressOf(tidewater.seller),
    recipient_delivery_name: tidewater.buyer.name,
    recipient_delivery_address: addressOf(tidewater.buyer),
  }),
  line_items: PALLETS.flat().map(([code, description, quantity, unit]) => ({
    table_column_code: code!,
    table_column_description: description!,
    table_column_quantity: quantity!,
    table_column_uom: unit!,
  })),
  tax_details: [],
}

const receipt: Truth = {
  fields: allFields({
    document_id: RECEIPT.number,
    document_type: 'receipt',
    language: 'eng',
    currency: 'GBP',
    date_issue: RECEIPT.iso,
    payment_method_type: 'card',
    amount_total_base: money(RECEIPT.total - RECEIPT.vat),
    amount_total_tax: money(RECEIPT.vat),
    amount_total: money(RECEIPT.total),
    sender_name: RECEIPT.name.toUpperCase(),
    sender_address: '9 Market Cross, Lower Marden',
    sender_vat_id: 'GB999999973',
  }),
  line_items: RECEIPT.rows.map(([text, price]) => {
    const [, quantity, description] = /^(\d+) (.*)$/.exec(text)!
    return {
      table_column_quantity: quantity!,
      table_column_description: description!,
      table_column_amount_total: money(price),
    }
  }),
  tax_details: [
    {
      tax_detail_rate: '20',
      tax_detail_base: money(RECEIPT.total - RECEIPT.vat),
      tax_detail_tax: money(RECEIPT.vat),
    },
  ],
}

export const TRUTH: Record<string, Truth> = {
  'alder-finch-invoice.pdf': invoice(alderFinch, {
    columns: RATED,
    more: { amount_due: money(totalsOf(alderFinch).total) },
  }),
  'bergmann-rechnung-scan.pdf': invoice(bergmann, { columns: RATED }),
  'copper-kettle-receipt.jpg': receipt,
  'kestrel-invoice.docx': invoice(kestrel, { columns: PRICED }),
  'muehlbach-rechnung.pdf': invoice(muehlbach, { columns: RATED }),
  'sonnenfeld-rechnung.xlsx': invoice(sonnenfeld, { columns: RATED, bases: false }),
  'tidewater-delivery-note.tiff': deliveryNote,
  'tidewater-invoice-2-pages.pdf': invoice(tidewater, {
    columns: CODED,
    more: { recipient_vat_id: vatId(tidewater.buyer), amount_due: money(totalsOf(tidewater).total) },
  }),
  'valmont-facture.pdf': invoice(valmont, {
    columns: RATED,
    bases: false,
    more: { recipient_vat_id: vatId(valmont.buyer) },
  }),
}
