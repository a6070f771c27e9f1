import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXAMPLES } from '../text-files.ts'

const example = (name: string): Buffer => readFileSync(join(EXAMPLES, 'documents', name))

/** A digital invoice of one page. */
export const INVOICE = example('alder-finch-invoice.pdf')

/** Documents without a text layer. */
export const SCANS = ['bergmann-rechnung-scan.pdf', 'copper-kettle-receipt.jpg', 'tidewater-delivery-note.tiff'].map(
  example,
)

/** Documents that need no OCR, of each format. */
export const DIGITAL = [
  'alder-finch-invoice.pdf',
  'kestrel-invoice.docx',
  'muehlbach-rechnung.pdf',
  'sonnenfeld-rechnung.xlsx',
  'tidewater-invoice-2-pages.pdf',
  'valmont-facture.pdf',
].map(example)
