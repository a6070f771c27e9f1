// `npm run examples [-- --check]`: creates the invented documents in examples/documents, and examples/truth.json, which says what they contain.
// Every run produces the same bytes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { alderFinch, bergmann, kestrel, muehlbach, sonnenfeld, tidewater, valmont } from './examples/invoices.ts'
import { deliveryNote } from './examples/layout-delivery-note.ts'
import { englishInvoice } from './examples/layout-english.ts'
import { frenchInvoice } from './examples/layout-french.ts'
import { germanInvoice, plainGermanInvoice } from './examples/layout-german.ts'
import { receipt } from './examples/layout-receipt.ts'
import { twoPageInvoice } from './examples/layout-two-pages.ts'
import { excelInvoice, wordInvoice } from './examples/office.ts'
import { fax, photograph, scan } from './examples/paper.ts'
import { TRUTH } from './examples/truth.ts'

const documents: Record<string, () => Promise<Buffer> | Buffer> = {
  'alder-finch-invoice.pdf': () => englishInvoice(alderFinch),
  'bergmann-rechnung-scan.pdf': async () =>
    scan(await plainGermanInvoice(bergmann), `Scan ${bergmann.number}`, bergmann.issued),
  'copper-kettle-receipt.jpg': async () => photograph(await receipt()),
  'kestrel-invoice.docx': () => wordInvoice(kestrel),
  'muehlbach-rechnung.pdf': () => germanInvoice(muehlbach),
  'sonnenfeld-rechnung.xlsx': () => excelInvoice(sonnenfeld),
  'tidewater-delivery-note.tiff': async () => fax(await deliveryNote(), 2),
  'tidewater-invoice-2-pages.pdf': () => twoPageInvoice(tidewater),
  'valmont-facture.pdf': () => frenchInvoice(valmont),
}

const folder = join(import.meta.dirname, '..', 'examples', 'documents')
const isCheck = process.argv.includes('--check')
mkdirSync(folder, { recursive: true })
const truth = Buffer.from(`${JSON.stringify(TRUTH, null, 2)}\n`)
for (const [name, make] of [...Object.entries(documents), ['../truth.json', () => truth] as const]) {
  const bytes = await make()
  const file = join(folder, name)
  if (!isCheck) writeFileSync(file, bytes)
  else if (!readFileSync(file).equals(bytes)) {
    console.error(`examples/documents/${name} is out of date: run npm run examples.`)
    process.exitCode = 1
  }
  console.log(`${name}  ${Math.ceil(bytes.length / 1024)} kB`)
}
