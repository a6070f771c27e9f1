import type { Reading } from './readings.ts'

/** Parts of the report. Each document counts in one column of the targets. */
export interface Part {
  name: string
  title: string
  holds: (reading: Reading) => boolean
}

const isText = ({ entry }: Reading): boolean => entry.kind === 'pdf-text'
const isScan = ({ entry }: Reading): boolean => /scan|photo/.test(entry.kind)

export const PARTS: readonly Part[] = [
  {
    name: 'text',
    title: 'natural text PDFs of companies',
    holds: (one) => isText(one) && (one.entry.section === 'einvoice' || one.entry.section === 'real'),
  },
  {
    name: 'made-text',
    title: 'text PDFs of the generator, families of layouts for testing',
    holds: (one) => isText(one) && one.entry.section === 'made' && !isReceipt(one),
  },
  {
    name: 'standard',
    title: 'standard visualisation of e-invoices',
    holds: ({ entry }) => entry.section === 'standard',
  },
  { name: 'images', title: 'clean images (rendered French invoices)', holds: ({ entry }) => entry.section === 'odoo' },
  {
    name: 'scans',
    title: 'scans and photographs of invoices of companies',
    holds: (one) => isScan(one) && one.entry.section === 'real',
  },
  {
    name: 'made-scans',
    title: 'scans and photographs of the generator, families of layouts for testing',
    holds: (one) => isScan(one) && one.entry.section === 'made' && !isReceipt(one),
  },
  {
    name: 'receipts',
    title: 'receipts by OCR',
    holds: ({ entry, transcribed }) => entry.section === 'receipts' && !transcribed,
  },
  { name: 'transcribed', title: 'receipts, transcription in place of OCR', holds: ({ transcribed }) => transcribed },
  {
    name: 'made-receipts',
    title: 'receipts of the generator, families of layouts for testing',
    holds: (one) => one.entry.section === 'made' && isReceipt(one),
  },
]

const isReceipt = ({ entry }: Reading): boolean => entry.truth.document_type === 'receipt'

/** The least F1 of each field, leave-one-source-out; `complete` is the share of rows with description, quantity and amount. */
const TARGETS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  text: {
    document_id: 0.97,
    date_issue: 0.98,
    date_due: 0.94,
    amount_total: 0.98,
    amount_total_tax: 0.95,
    amount_total_base: 0.95,
    amount_due: 0.93,
    currency: 0.985,
    iban: 0.99,
    bic: 0.95,
    sender_vat_id: 0.95,
    recipient_vat_id: 0.9,
    order_id: 0.88,
    sender_name: 0.92,
    recipient_name: 0.92,
    rows: 0.95,
    complete: 0.85,
  },
  images: {
    document_id: 0.96,
    date_issue: 0.98,
    date_due: 0.93,
    amount_total: 0.98,
    amount_total_tax: 0.97,
    amount_total_base: 0.97,
    amount_due: 0.95,
    currency: 0.99,
    order_id: 0.92,
    sender_name: 0.9,
    recipient_name: 0.9,
    rows: 0.95,
    complete: 0.85,
  },
  scans: {
    document_id: 0.9,
    date_issue: 0.95,
    date_due: 0.88,
    amount_total: 0.95,
    amount_total_tax: 0.9,
    amount_total_base: 0.9,
    amount_due: 0.88,
    currency: 0.97,
    iban: 0.93,
    sender_vat_id: 0.88,
    recipient_vat_id: 0.8,
    order_id: 0.8,
    sender_name: 0.85,
    recipient_name: 0.85,
    rows: 0.9,
    complete: 0.75,
  },
  receipts: {
    date_issue: 0.96,
    amount_total: 0.96,
    currency: 0.98,
    sender_name: 0.85,
    rows: 0.85,
    complete: 0.6,
  },
}

/** Returns the target of a field in a part of the report; parts of made documents have those of the real ones. */
export const targetOf = (part: string, what: string): number | undefined =>
  TARGETS[part.replace(/^made-/, '').replace('transcribed', 'receipts')]?.[what]

/** Errors of calibration above this, and precision on absent fields below that, miss their targets. */
export const MAX_CALIBRATION_ERROR = 0.03
export const MIN_ABSENT = 0.98
