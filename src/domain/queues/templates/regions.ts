/** Locales and terms by country. The locale decides the formats of dates and numbers. */
import type { HeaderField } from '@sheaf/extraction/types'

export interface Region {
  /** Locale of the queue; the fields have its formats. */
  locale: string
  language: 'en' | 'cs'
  /** Labels that differ from the catalogue's. */
  labels?: Partial<Record<HeaderField, string>>
  /** Fields shown here although they are rare in other regions. */
  shown?: readonly HeaderField[]
  /** Fields that are not used in the region. */
  hidden?: readonly HeaderField[]
}

export const EU: Region = { locale: 'en_GB', language: 'en' }

export const US: Region = {
  locale: 'en_US',
  language: 'en',
  labels: {
    bank_num: 'Routing number',
    amount_total_base: 'Subtotal',
    amount_total_tax: 'Sales tax',
    amount_total: 'Total',
    order_id: 'PO number',
    sender_ic: 'Vendor tax ID',
    sender_name: 'Vendor name',
    sender_address: 'Vendor address',
    recipient_ic: 'Customer tax ID',
  },
  shown: ['recipient_delivery_name', 'recipient_delivery_address'],
  hidden: ['date_uzp', 'iban', 'sender_vat_id', 'recipient_vat_id'],
}

export const UK: Region = {
  locale: 'en_GB',
  language: 'en',
  labels: {
    bank_num: 'Sort code',
    amount_total_base: 'Net total',
    amount_total_tax: 'VAT',
    amount_total: 'Gross total',
    order_id: 'PO number',
    sender_ic: 'Supplier company number',
    recipient_ic: 'Customer company number',
  },
}

export const CZ: Region = {
  locale: 'cs_CZ',
  language: 'cs',
  labels: {
    sender_vat_id: 'DIČ dodavatele',
    sender_dic: 'Daňové číslo dodavatele',
    recipient_vat_id: 'DIČ odběratele',
    recipient_dic: 'Daňové číslo odběratele',
  },
  shown: ['var_sym', 'const_sym', 'spec_sym', 'amount_rounding'],
}

export const CN: Region = { locale: 'zh_CN', language: 'en' }
