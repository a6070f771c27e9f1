// `npm run examples [-- --check]`: creates the invented documents in examples/documents, and examples/truth.json, which says what they contain.
// Every run produces the same bytes. With `--generate COUNT` it writes documents of the generator into another folder instead.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
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
import { writeDocuments, type Kind } from './generator/write.ts'

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

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    generate: { type: 'string' },
    from: { type: 'string', default: '0' },
    use: { type: 'string', default: 'train' },
    kinds: { type: 'string', default: 'text' },
    out: { type: 'string', default: 'generated' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log('npm run examples [-- --check]')
  console.log(
    'npm run examples -- --generate COUNT [--from NUMBER] [--use train|test] [--kinds text,scan,photo] [--out FOLDER]',
  )
  console.log(
    'Creates the documents in examples/documents, or as many invented ones with their truth (docs/generator.md).',
  )
} else if (values.generate !== undefined) {
  await writeDocuments({
    count: Number(values.generate),
    from: Number(values.from),
    use: values.use === 'test' ? 'test' : 'train',
    kinds: values.kinds.split(',') as Kind[],
    folder: values.out,
  })
} else await writeExamples(values.check)

async function writeExamples(isCheck: boolean): Promise<void> {
  const folder = join(import.meta.dirname, '..', 'examples', 'documents')
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
}
