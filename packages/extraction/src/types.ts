import { LABELLED_FIELDS, type LabelledFieldName } from './labelled-fields.ts'
/**
 * The types that the stages of extraction exchange (read → find → score → tables → calibrate). All positions are pixels of the page image,
 * with the origin at the top left. A PDF page is an image at 150 dpi; images keep their resolution.
 */

import type { LearnedLayout } from './learn/types.ts'
import type { OwnField } from './own/field.ts'

export type { OwnField } from './own/field.ts'

/** left, top, right, bottom in pixels of the page image. */
export type Box = [left: number, top: number, right: number, bottom: number]

export interface Word {
  text: string
  box: Box
  /** 0..1; 1 for text layers and office files, the recognizer's own for OCR. */
  confidence: number
  /** Font size in pixels, and weight if the source provides it. */
  size: number
  bold?: boolean
  /** Other readings of the same characters (second OCR pass, digit folding). */
  alternatives?: string[]
}

/** Words on one baseline; without wide gaps between them they are in reading order, left to right. */
export interface Line {
  words: Word[]
  box: Box
  text: string
}

/** A barcode or a two-dimensional code. */
export interface Barcode {
  /** The symbology: `QRCode`, `DataMatrix`, `Code128`, `EAN-13`, … */
  type: string
  text: string
  position: Box
}

export type PageSource = 'text' | 'ocr' | 'office'

export interface Page {
  /** 1-based. */
  number: number
  /** Size of the page image in pixels. */
  width: number
  height: number
  /** Degrees clockwise by which the stored image was rotated to be upright: 0, 90, 180 or 270. */
  rotation: number
  source: PageSource
  words: Word[]
  /** Whole lines across the page, top to bottom. */
  lines: Line[]
  /** Words that the page contains and does not show, in the position that they would have. They are no values. */
  hidden?: Word[]
  /** Codes on the page, if they were requested. */
  barcodes?: Barcode[]
  /** QR codes of payments (`codes/`), if the page has any; they are always read. */
  paymentCodes?: Barcode[]
}

/** What a person should know about a document in addition to its values. The annotation shows it as a message. */
export interface Note {
  type: 'info' | 'warning'
  /** A sentence. */
  content: string
  /** 1-based; absent for the whole document. */
  page?: number
  /** Whether a person has to look at the document before it is confirmed. */
  blocks?: true
}

export interface ReadDocument {
  pages: Page[]
  /** Number of pages of the file; more than `pages.length` if a limit applied. */
  pageCount: number
  /** e.g. `pdfium`, `ppocr-v6 (tiny+small)`, `tesseract 5.3`, `wordprocessingml`. */
  reader: string
  /** Embedded e-invoice XML as text, if the file contains one (PDF attachment). */
  embeddedXml?: { name: string; text: string }
  /** What the reader noticed, if anything. */
  notes?: Note[]
  /** Set for a PDF file or a message that is the cover of attached files, which are documents of their own. */
  portfolio?: true
  /** The first page as bits that are nearly the same in every form of it (`read/page-picture.ts`), if it was drawn. */
  picture?: string
}

/** The reason why a file could not be read: `code` for programs, `message` as a sentence for the uploading user. */
export class ReadError extends Error {
  readonly code: ReadErrorCode
  constructor(code: ReadErrorCode, message: string) {
    super(message)
    this.name = 'ReadError'
    this.code = code
  }
}
export type ReadErrorCode =
  | 'empty'
  | 'damaged'
  | 'encrypted'
  | 'unsupported'
  | 'too_many_pixels'
  | 'too_large'
  | 'timeout'
  | 'out_of_memory'
  | 'crashed'

/** Names of the field catalogue (docs/fields.md). */
export const HEADER_FIELDS = [
  'iban',
  'bic',
  'terms',
  'payment_method',
  'date_due',
  'date_issue',
  'date_uzp',
  'document_id',
  'order_id',
  'supply_place',
  'recipient_name',
  'recipient_address',
  'recipient_ic',
  'recipient_vat_id',
  'recipient_delivery_name',
  'recipient_delivery_address',
  'sender_name',
  'sender_address',
  'sender_email',
  'sender_ic',
  'sender_vat_id',
  'currency',
  'document_type',
  'language',
  'payment_method_type',
  'amount_total_base',
  'amount_total_tax',
  'amount_total',
  'amount_due',
  ...(Object.keys(LABELLED_FIELDS) as LabelledFieldName[]),
] as const
export type HeaderField = (typeof HEADER_FIELDS)[number]

export const LINE_COLUMNS = [
  'table_column_code',
  'table_column_description',
  'table_column_quantity',
  'table_column_uom',
  'table_column_rate',
  'table_column_tax',
  'table_column_amount_base',
  'table_column_amount',
  'table_column_amount_total_base',
  'table_column_amount_total',
  'table_column_other',
] as const
export type LineColumn = (typeof LINE_COLUMNS)[number]

export const TAX_COLUMNS = [
  'tax_detail_base',
  'tax_detail_rate',
  'tax_detail_tax',
  'tax_detail_total',
  'tax_detail_code',
] as const
export type TaxColumn = (typeof TAX_COLUMNS)[number]

export interface Evidence {
  /** The generator of the value, e.g. `date.numeric`, `amount.labelled`, `xml.cii`. */
  generator: string
  /** The label of the value, as printed, if any. */
  label?: string
  /** Results of validators and arithmetic, e.g. `mod97`, `base+tax=total`. */
  checks?: string[]
  /** The learned layout whose lessons support the value (`learned_layouts`). */
  layout?: number
}

export interface ExtractedValue {
  /** As printed on the page. */
  text: string
  /** Normalized: ISO date, plain decimal with a point, id without spaces; free text as printed. */
  value: string
  /** Calibrated probability 0..1 that the value is correct. */
  confidence: number
  page: number
  position: Box
  evidence: Evidence
}

export type LineItem = Partial<Record<LineColumn, ExtractedValue>>
export type TaxDetail = Partial<Record<TaxColumn, ExtractedValue>>

/** One of several documents in a file: the numbers of its pages, and of blank and separator pages, which are left out. */
export interface DocumentPart {
  pages: number[]
  left_out: number[]
}

export interface Extraction {
  engine: { name: string; version: string; reader: string }
  /** ISO 639-3 code of the language, or null if uncertain. */
  language: string | null
  /** Share of the words that the lexicons know, from 0 to 1: on documents with few of them, every confidence is lower. */
  familiarity?: number
  pages: { number: number; width: number; height: number; rotation: number }[]
  /** Number of pages of the file (pages beyond the limit are counted, not read). */
  pageCount: number
  fields: Partial<Record<HeaderField, ExtractedValue>>
  /** Less probable values of the same fields, the most probable first. */
  alternatives?: Partial<Record<HeaderField, ExtractedValue[]>>
  /** Values of `ExtractOptions.ownFields` by name, if there are any such fields. */
  own_fields?: Record<string, ExtractedValue>
  /** Codes in the order of the pages, if they were requested. */
  barcodes?: (Barcode & { page: number })[]
  /** What was noticed in addition to the values, if anything. */
  notes?: Note[]
  /** As in `ReadDocument`. */
  portfolio?: true
  line_items: LineItem[]
  tax_details: TaxDetail[]
  /** Consistency checks that hold on this document, e.g. `total=base+tax`, and the fields they confirm. */
  checks: { name: string; fields: HeaderField[] }[]
  /** The documents of the file, if it seems to contain several. */
  parts?: DocumentPart[]
  /** The learned layout that the document resembles, and what its lessons proposed; null for a field that they expect to be empty. */
  learned?: { layout: number; similarity: number; proposals: Partial<Record<HeaderField, string | null>> }
}

export interface ExtractOptions {
  /** Hint for ambiguous dates and decimal marks, such as `en_GB`; `auto` decides from the document. */
  locale?: string
  /** Maximum number of pages to read; default 32. */
  maxPages?: number
  /** False omits line items and tax details. */
  tables?: boolean
  /** OCR languages, ISO 639-3, e.g. `['eng', 'deu']`. */
  languages?: string[]
  /** Use embedded e-invoice XML (compared with the page); default true. */
  embeddedXml?: boolean
  /** Fields that the catalogue does not have, to be found by their labels. */
  ownFields?: readonly OwnField[]
  /** Whether to read barcodes; default false. */
  barcodes?: boolean
  /** Layouts that the queue of the document has learned. */
  memory?: readonly LearnedLayout[]
  /** Set if a user has rotated the pages of the PDF: they are then not rotated automatically. */
  turned?: boolean
}
