import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SUPPORTED } from '@sheaf/extraction/sniff'
import { ReadError, type Extraction, type ReadDocument } from '@sheaf/extraction/types'
import { provisionOcrModels } from '../../src/provision/ocr-models.ts'
import { MEMORY_MB, openDocumentSandbox } from '../../src/sandbox/documents.ts'
import { INVOICE, makeExecutable, makeHugePng, makePdf } from '@sheaf/extraction/fixtures'
import { flatBomb, nestedBomb, overlappingBomb, zip } from './files/archives.ts'
import * as office from './files/office.ts'
import * as pdfs from './files/pdf.ts'
import * as pictures from './files/pictures.ts'
import { SHOWN } from './files/raw-pdf.ts'
import { withoutUnicode } from './files/unmapped.ts'
import { watchPeak } from './peak.ts'

const example = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../../examples/documents', name))
const CLEAN = example('alder-finch-invoice.pdf')

/** A child is killed at its limit; the service looks at it every 50 ms, and less often on a machine under load. */
const BOUND_MB = 1.3 * MEMORY_MB

let models: { modelsDir: string }
let sandbox: ReturnType<typeof openDocumentSandbox>
let baseline: unknown
let scan: Buffer
beforeAll(async () => {
  const { dir, reason } = await provisionOcrModels()
  if (dir === null) throw new Error(`These tests need the OCR models: ${reason}`)
  models = { modelsDir: dir }
  sandbox = openDocumentSandbox({ processes: 2, ...models })
  baseline = await sandbox.extract(CLEAN, {})
  scan = Buffer.from((await sandbox.renderPage(CLEAN, { page: 1 })).png)
})
afterAll(() => sandbox.close())

interface Outcome {
  error?: { code: string; message: string }
  pages?: number
  pageCount?: number
  text?: string
  reader?: string
  fields?: Record<string, string>
}

async function attempt(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ReadError) return { error: { code: error.code, message: error.message } }
    throw error
  }
}

function outcomeOf({ document, extraction }: { document: ReadDocument; extraction: Extraction }): Outcome {
  return {
    pages: document.pages.length,
    pageCount: document.pageCount,
    reader: document.reader,
    text: document.pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n'),
    fields: Object.fromEntries(Object.entries(extraction.fields).map(([field, found]) => [field, found.value])),
  }
}

/** Runs work on a hostile file beside the import of a clean one, and expects that nothing else suffers. */
async function besideNeighbour(work: () => Promise<Outcome>): Promise<Outcome> {
  const peak = watchPeak(() => sandbox.pids)
  const [outcome, neighbour] = await Promise.all([attempt(work), sandbox.extract(CLEAN, {})])
  expect(neighbour).toEqual(baseline)
  expect(peak()).toBeLessThan(BOUND_MB)
  return outcome
}

const fails = (code: string, message: string): Outcome => ({ error: { code, message } })
const shown: Outcome = { pages: 1, text: expect.stringContaining(SHOWN) }
const VALUES = { document_id: 'AF-2026-0417', amount_total: '758.40', date_issue: '2026-03-09', currency: 'GBP' }
const scanned: Outcome = { reader: expect.stringContaining('ppocr'), fields: expect.objectContaining(VALUES) }
const nothing: Outcome = { pages: 1, fields: {} }
const TOO_MUCH_MEMORY = 'Reading the document needs more memory than allowed.'
const DAMAGED_WORD = 'The Word document is damaged and cannot be read.'
const UNPACKS_TOO_MUCH = 'The unpacked office document contains too much data.'
const DAMAGED_OPENDOCUMENT = 'The OpenDocument file is damaged and cannot be read.'
const UNSUPPORTED = `The file is not a supported document. ${SUPPORTED}`

type Row = [what: string, make: () => Buffer | Promise<Buffer | Uint8Array>, expected: Outcome]

const PDFS: Row[] = [
  ['a page of one square metre', pdfs.metreWide, shown],
  [
    'a page of a billion points',
    pdfs.endlessPage,
    fails('too_large', 'The PDF file has a page with a side of more than 10 metres.'),
  ],
  ['a million operators', pdfs.millionOperators, shown],
  ['a million words', pdfs.millionWords, { pages: 1 }],
  ['10,000 pages', () => pdfs.manyPages(10_000), { ...shown, pages: 32, pageCount: 10_000 }],
  ['a cyclic tree of pages', pdfs.cyclicPages, fails('damaged', 'The PDF file has no pages that can be read.')],
  ['a claim of two billion pages', pdfs.claimedPages, { ...shown, pageCount: 1 }],
  ['500 nested forms', () => pdfs.nestedForms(500, 1), shown],
  ['a billion forms within each other', () => pdfs.nestedForms(30, 2), fails('out_of_memory', TOO_MUCH_MEMORY)],
  ['forms that contain each other', pdfs.cyclicForms, fails('out_of_memory', TOO_MUCH_MEMORY)],
  [
    'a stream that unpacks to a gigabyte',
    pdfs.streamBomb,
    fails('out_of_memory', 'Reading the PDF file needs more memory than allowed.'),
  ],
  ['an image of 900 million pixels', pdfs.imageBomb, nothing],
  ['500,000 arrays within each other', () => pdfs.deepArrays(500_000), shown],
  ['100,000 annotations', pdfs.manyAnnotations, shown],
  ['cross references that refer to themselves', pdfs.cyclicReferences, shown],
  ['an attached invoice that expands to a gigabyte by entities', pdfs.attachedEntities, shown],
  ['an attached invoice of 300 MB', pdfs.attachedBomb, shown],
]

const PICTURES: Row[] = [
  ['a TIFF with 5,000 pages', () => pictures.manyPagesTiff(5000), { pages: 32, pageCount: 5000, fields: {} }],
  [
    'a TIFF with 200,000 pages',
    () => pictures.manyPagesTiff(200_000),
    fails('too_large', 'The TIFF file has more than 10,000 pages; fewer are allowed.'),
  ],
  ['a TIFF whose last page refers to the first', () => pictures.manyPagesTiff(3, { isEndless: true }), { pages: 3 }],
  [
    'a PNG that claims 10,000 million pixels',
    () => makeHugePng(100_000, 100_000),
    fails('too_many_pixels', 'The picture has 100000 x 100000 pixels; at most 100 million are read.'),
  ],
  ['a PNG with a text of 512 MB', async () => pictures.textBomb(await pictures.blank()), nothing],
  ['a picture of one row', pictures.oneRow, nothing],
  ['a blank page', pictures.blank, nothing],
  ['noise', pictures.noise, nothing],
  [
    'the first half of a picture',
    async () => pictures.halved(await pictures.noise()),
    fails('damaged', 'The picture is damaged and cannot be read.'),
  ],
]

const SCANS: Row[] = [
  ['a scan upside down', () => sharp(scan).rotate(180).png().toBuffer(), scanned],
  ['a scan on its left side', () => sharp(scan).rotate(270).png().toBuffer(), scanned],
  ['a scan on its right side', () => sharp(scan).rotate(90).jpeg({ quality: 80 }).toBuffer(), scanned],
  [
    'text whose font has no mapping to Unicode',
    () => withoutUnicode(INVOICE),
    {
      reader: expect.stringContaining('pdfium + ppocr'),
      fields: expect.objectContaining({ date_issue: '2024-03-05', amount_total: '1234.50' }),
    },
  ],
]

const OFFICE: Row[] = [
  [
    'a DOCX that expands a thousandfold',
    office.thousandfoldDocx,
    { pages: 32, text: expect.stringMatching(/^a{17}\n/) },
  ],
  ['a DOCX that unpacks to 201 MB', () => office.packedBomb('docx'), fails('too_large', UNPACKS_TOO_MUCH)],
  ['a DOCX that unpacks to far more than it declares', office.lyingDocx, fails('damaged', DAMAGED_WORD)],
  ['5,000 tables within each other', () => office.cellsInCells(5000), { pages: 1, text: 'inside' }],
  ['a DOCX with entities within entities', office.entitiesDocx, fails('damaged', DAMAGED_WORD)],
  ['an XLSX that expands a thousandfold', office.thousandfoldXlsx, { pages: 32 }],
  ['an XLSX that unpacks to 201 MB', () => office.packedBomb('xlsx'), fails('too_large', UNPACKS_TOO_MUCH)],
  ['a sheet that claims a million columns', office.widestSheet, { pages: 1, text: 'Invoice number INV-2031-88' }],
  ['a cell in column ZZZZZZZ', office.wildColumn, { pages: 1, text: 'Invoice number INV-2031-88' }],
  ['a row of a million cells', office.millionCells, { pages: 1 }],
  ['a merged range of all cells', office.mergedSheet, { pages: 1, text: 'Invoice number INV-2031-88' }],
  ['an XLSX with entities within entities', office.entitiesXlsx, { pages: 1, text: 'Total &e9;' }],
  ['an XLSX of formulas in circles', office.circularFormulas, { pages: 1, text: 'Invoice number INV-2031-88' }],
  ['an XLSX of formulas over all cells', office.hugeRanges, { text: expect.stringContaining('INV-2031-88') }],
  ['an ODS whose rows are repeated', office.repeatedOds, { text: expect.stringMatching(/^word/) }],
  [
    'an ODS that unpacks to 70 MB',
    office.packedOds,
    fails('too_large', 'The unpacked document contains too much text.'),
  ],
  ['an ODT with entities within entities', office.entitiesOdt, fails('damaged', DAMAGED_OPENDOCUMENT)],
  ['5,000 groups within each other in an RTF', () => office.nestedRtf(5000), { pages: 1, text: 'inside' }],
  [
    'a million groups within each other in an RTF',
    () => office.nestedRtf(1_000_000),
    fails('damaged', 'The RTF document is damaged and cannot be read.'),
  ],
  [
    'an HTML file of 39 MB',
    () => office.largeHtml(39 * 2 ** 20),
    fails('too_large', 'The HTML file is larger than 10 MB.'),
  ],
  ['an HTML file of 9 MB', () => office.largeHtml(9 * 2 ** 20), { pages: 32 }],
  ['a CSV of one endless line', office.endlessLine, { pages: 1, text: expect.stringMatching(/^a b/) }],
  ['a CSV of endless fields', office.endlessFields, { pages: 1, text: expect.stringMatching(/^a b/) }],
  [
    'messages within messages',
    () => office.nestedMessages(500),
    { pages: 1, text: expect.stringContaining('level 499') },
  ],
]

/** The name and the declared type of a file are not sent to the sandbox: `test/domain/file-type.test.ts` tests what they may decide. */
const DISGUISES: Row[] = [
  [
    'a program with the header of a PDF',
    makeExecutable,
    fails('unsupported', 'The file is a program, not a document.'),
  ],
  ['a web page without text', () => Buffer.from('<!doctype html><title>Invoice</title>'), nothing],
  [
    'a drawing with entities',
    () => Buffer.from(`<?xml version="1.0"?>${office.ENTITIES}<svg xmlns="http://www.w3.org/2000/svg">&e9;</svg>`),
    fails('unsupported', UNSUPPORTED),
  ],
  [
    'an archive that is also a PDF',
    async () => Buffer.concat([zip({ 'a.txt': Buffer.from('x') }), await makePdf([INVOICE])]),
    fails('unsupported', 'The file is an archive, not a document.'),
  ],
  [
    'a PDF that is also an archive',
    async () => Buffer.concat([await makePdf([INVOICE]), zip({ 'a.txt': Buffer.from('x') })]),
    { reader: 'pdfium', text: expect.stringContaining('INV-2024-17') },
  ],
  [
    'a DOCX without a document',
    () => zip({ '[Content_Types].xml': Buffer.from('<Types/>'), 'word/styles.xml': Buffer.from('<x/>') }),
    fails('damaged', DAMAGED_WORD),
  ],
]

describe.each([
  ['PDF', PDFS],
  ['picture', PICTURES],
  ['scan', SCANS],
  ['office document', OFFICE],
  ['file in disguise', DISGUISES],
])('a hostile %s', (_, rows) => {
  it.each(rows)('%s', { timeout: 180_000 }, async (_what, make, expected) => {
    const bytes = await make()
    expect(await besideNeighbour(async () => outcomeOf(await sandbox.extract(bytes, {})))).toMatchObject(expected)
  })
})

const NOTHING_INSIDE = 'The archive contains no files that can be imported.'
const OUTSIDE = 'The archive contains files with paths outside the archive.'
const TOO_LARGE = 'The archive contains more than 40 MB of files.'

describe('a hostile archive', () => {
  const unpack = (bytes: Uint8Array): Promise<Outcome> =>
    besideNeighbour(async () => ({ text: (await sandbox.unpack(bytes)).map(({ name }) => name).join('\n') }))

  it.each<[string, () => Buffer, Outcome]>([
    ['a file of 200 MB', flatBomb, fails('too_large', TOO_LARGE)],
    ['900 files that share their 10 MB', overlappingBomb, fails('too_large', TOO_LARGE)],
    [
      '900 files that share their 10 MB and declare a kilobyte each',
      () => overlappingBomb(1000),
      fails('damaged', 'The archive is damaged and cannot be unpacked.'),
    ],
    ['a path above the archive', () => zip({ '../../etc/passwd': Buffer.from('x') }), fails('damaged', OUTSIDE)],
    ['a path of Windows above the archive', () => zip({ '..\\a.pdf': Buffer.from('x') }), fails('damaged', OUTSIDE)],
    ['an absolute path', () => zip({ '/etc/passwd': Buffer.from('x') }), fails('damaged', OUTSIDE)],
    ['a drive', () => zip({ 'C:a.pdf': Buffer.from('x') }), fails('damaged', OUTSIDE)],
    ['a hidden file alone', () => zip({ '.pdf': Buffer.from('x') }), fails('empty', NOTHING_INSIDE)],
    ['a null character in a name', () => zip({ 'a\0.exe.pdf': Buffer.from('x') }), { text: 'a.exe.pdf' }],
    ['a name from right to left', () => zip({ 'in\u202efdp.exe': Buffer.from('x') }), { text: 'infdp.exe' }],
    ['a name of control characters', () => zip({ '\u2066\u2069': Buffer.from('x') }), { text: 'unnamed' }],
    [
      'a name of 60,000 characters',
      () => zip({ [`${'x'.repeat(60_000)}.pdf`]: Buffer.from('x') }),
      { text: `${'x'.repeat(251)}.pdf` },
    ],
  ])('with %s', { timeout: 180_000 }, async (_, make, expected) => {
    expect(await unpack(make())).toMatchObject(expected)
  })

  it('of archives is unpacked once; what it contains is refused', { timeout: 180_000 }, async () => {
    const [first, ...others] = await sandbox.unpack(nestedBomb(5))
    expect(others).toHaveLength(9)
    const outcome = await besideNeighbour(async () => outcomeOf(await sandbox.extract(first!.bytes, {})))
    expect(outcome).toEqual(fails('unsupported', 'The file is an archive, not a document.'))
  })
})

it('a document that needed a lot of memory leaves enough for the next one', { timeout: 180_000 }, async () => {
  const single = openDocumentSandbox({ processes: 1, ...models })
  try {
    for (const bytes of [pdfs.millionWords(), scan])
      await expect(single.extract(bytes, {})).resolves.toMatchObject({ extraction: { engine: expect.anything() } })
  } finally {
    await single.close()
  }
})

it('the images of a page of one square metre and of a page without content are bounded', async () => {
  const page = await sandbox.renderPage(pdfs.metreWide(), { page: 1 })
  expect(page.width * page.height).toBeLessThanOrEqual(40_000_000)
  await expect(sandbox.renderPage(pdfs.endlessPage(), { page: 1 })).rejects.toMatchObject({ code: 'too_large' })
})
