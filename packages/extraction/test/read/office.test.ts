import * as xlsx from '@e965/xlsx'
import {
  AlignmentType,
  Document,
  Footer,
  Header,
  Packer,
  Paragraph,
  Tab,
  Table,
  TableCell,
  TableRow,
  TabStopType,
  TextRun,
} from 'docx'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/read/index.ts'
import { zipOf } from './office-files.ts'
import { holdsValue } from '../../src/read/office/grid.ts'
import { readSheets } from '../../src/read/office/sheets.ts'
import { readDocx } from '../../src/read/office/docx.ts'
import { listZip } from '../../src/read/zip.ts'

const lines = async (bytes: Uint8Array): Promise<string[][]> =>
  (await readDocument(bytes)).pages.map((page) => page.lines.map((line) => line.text))

const cell = (text: string, bold = false) =>
  new TableCell({ children: [new Paragraph({ children: [new TextRun({ text, bold })] })] })

const docx = () =>
  Packer.toBuffer(
    new Document({
      sections: [
        {
          headers: { default: new Header({ children: [new Paragraph('Šroubárna & Söhne GmbH')] }) },
          footers: { default: new Footer({ children: [new Paragraph('IBAN DE89 3704 0044 0532 0130 00')] }) },
          children: [
            new Paragraph({ children: [new TextRun({ text: 'Invoice INV-1', bold: true, size: 40 })] }),
            new Paragraph({ alignment: AlignmentType.RIGHT, text: 'Date 2024-01-02' }),
            new Table({
              rows: [
                new TableRow({ children: [cell('Item', true), cell('Quantity', true), cell('Price', true)] }),
                new TableRow({ children: [cell('Blue paint'), cell('2'), cell('10.00')] }),
                new TableRow({ children: [cell('Brush'), cell('11'), cell('1,234.00')] }),
              ],
            }),
            new Paragraph({
              tabStops: [{ type: TabStopType.RIGHT, position: 9000 }],
              children: [new TextRun({ children: ['Total', new Tab(), '1,254.00 EUR'] })],
            }),
            new Paragraph({ pageBreakBefore: false, children: [new TextRun({ text: 'Thank you', break: 1 })] }),
          ],
        },
      ],
    }),
  )

describe('the list of an archive', () => {
  it('is unknown if its directory is one of ZIP64, which other readers follow', () => {
    const bytes = Buffer.from(zipSync({ a: Buffer.from('a'), b: Buffer.from('b') }))
    expect(listZip(bytes)?.map(({ name }) => name)).toEqual(['a', 'b'])
    const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
    const count = Buffer.from(bytes)
    count.writeUInt16LE(0xffff, end + 10)
    const offset = Buffer.from(bytes)
    offset.writeUInt32LE(0xffffffff, end + 16)
    for (const saturated of [count, offset]) expect(listZip(saturated)).toBeUndefined()
  })
})

const minimalXml = (body: string) => `<w:document xmlns:w="w" xmlns:mc="mc"><w:body>${body}</w:body></w:document>`

const minimalDocx = (body: string) =>
  Buffer.from(
    zipSync({
      '[Content_Types].xml': Buffer.from('<Types/>'),
      'word/document.xml': Buffer.from(minimalXml(body)),
    }),
  )

describe('DOCX', () => {
  it('is read with header, tables, tab stops and footer, from top to bottom', async () => {
    expect(await lines(await docx())).toEqual([
      [
        'Šroubárna & Söhne GmbH',
        'Invoice INV-1',
        'Date 2024-01-02',
        'Item Quantity Price',
        'Blue paint 2 10.00',
        'Brush 11 1,234.00',
        'Total 1,254.00 EUR',
        'Thank you',
        'IBAN DE89 3704 0044 0532 0130 00',
      ],
    ])
  })

  it('keeps the columns of a table, with numbers aligned to the right', async () => {
    const { pages } = await readDocument(await docx())
    const words = pages[0]!.words
    const box = (text: string) => words.find((word) => word.text === text)!.box
    expect(box('Blue')[0]).toBeCloseTo(box('Brush')[0])
    expect(box('2')[2]).toBeCloseTo(box('11')[2])
    expect(box('10.00')[2]).toBeCloseTo(box('1,234.00')[2])
    expect(box('Quantity')[0] - box('Item')[2]).toBeGreaterThan(1.1 * 20)
    expect(words.find((word) => word.text === 'Price')).toMatchObject({ bold: true })
    expect(pages[0]).toMatchObject({ source: 'office', width: 1240, height: 1754 })
  })

  it('reads text boxes once, although Word stores them twice', async () => {
    const box = '<w:txbxContent><w:p><w:r><w:t>Boxed 42</w:t></w:r></w:p></w:txbxContent>'
    const bytes = minimalDocx(
      `<w:p><w:r><w:t>Before</w:t></w:r><w:r><mc:AlternateContent><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r></w:p><w:p><w:r><w:t>After</w:t></w:r></w:p>`,
    )
    expect(await lines(bytes)).toEqual([['Before', 'Boxed 42', 'After']])
  })

  it('omits deleted and hidden text', async () => {
    const bytes = minimalDocx(
      '<w:p><w:del><w:r><w:delText>Old</w:delText></w:r></w:del><w:r><w:t>New</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>Secret</w:t></w:r></w:p>',
    )
    expect(await lines(bytes)).toEqual([['New']])
  })

  it('starts a new page at page breaks', async () => {
    const bytes = minimalDocx(
      '<w:p><w:r><w:t>One</w:t><w:br w:type="page"/><w:t>Two</w:t></w:r></w:p><w:p><w:r><w:lastRenderedPageBreak/><w:t>Three</w:t></w:r></w:p>',
    )
    expect(await lines(bytes)).toEqual([['One'], ['Two'], ['Three']])
  })

  it('wraps long text at the margins and continues on further pages', async () => {
    const sentence = 'All work and no play makes a dull page. '.repeat(12)
    const bytes = minimalDocx(`<w:p><w:r><w:t>${sentence}</w:t></w:r></w:p>`.repeat(40))
    const document = await readDocument(bytes, { maxPages: 2 })
    expect(document.pages).toHaveLength(2)
    expect(document.pageCount).toBeGreaterThan(2)
    for (const page of document.pages) {
      for (const { box } of page.words) expect(box[2] <= page.width - 89 && box[3] <= page.height - 80).toBe(true)
    }
  })

  it('is read although bytes are appended to the file', async () => {
    const bytes = minimalDocx('<w:p><w:r><w:t>Complete</w:t></w:r></w:p>')
    expect(await lines(Buffer.concat([bytes, Buffer.from('\r\n--boundary--\r\n')]))).toEqual([['Complete']])
  })

  it('is read although other files in it have names that lead out of it', async () => {
    const document = '<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>Here</w:t></w:r></w:p></w:body></w:document>'
    const files = {
      '/a': '',
      '../b': '',
      'C:\\c': '',
      '[Content_Types].xml': '<Types/>',
      'word/document.xml': document,
    }
    const zipped = zipSync(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [name, new Uint8Array(Buffer.from(text))])),
    )
    expect(await lines(zipped)).toEqual([['Here']])
  })

  it('is reported as damaged if a file unpacks to more than the archive declares', async () => {
    const bytes = minimalDocx(' '.repeat(100_000))
    const [declared, less] = [Buffer.alloc(4), Buffer.alloc(4)]
    declared.writeUInt32LE(minimalXml(' '.repeat(100_000)).length)
    less.writeUInt32LE(1000)
    for (let at = bytes.indexOf(declared); at >= 0; at = bytes.indexOf(declared)) less.copy(bytes, at)
    await expect(readDocument(bytes)).rejects.toMatchObject({ name: 'ReadError', code: 'damaged' })
  })

  it('is reported as damaged if it has a part twice', async () => {
    const names = ['word/document.xml', 'word/documenu.xml']
    const parts = names.map((name) => [name, Buffer.from(minimalXml(''))] as const)
    const bytes = Buffer.from(zipSync(Object.fromEntries([['[Content_Types].xml', Buffer.from('<Types/>')], ...parts])))
    // Both directories then name the same part: entries may even share their bytes.
    for (let at = bytes.indexOf(names[1]!); at >= 0; at = bytes.indexOf(names[1]!)) bytes.write(names[0]!, at)
    await expect(readDocument(bytes)).rejects.toMatchObject({ name: 'ReadError', code: 'damaged' })
  })

  it('is reported as too large if its parts together are, whatever the directory at its end lists', async () => {
    const part = Buffer.alloc(50 * 2 ** 20, ' ')
    const headers = [1, 2, 3, 4, 5].map((n) => [`word/header${n}.xml`, part] as const)
    const bytes = zipSync(Object.fromEntries([['word/document.xml', Buffer.from(minimalXml(''))], ...headers]), {
      level: 1,
    })
    await expect(readDocx(Buffer.from(bytes))).rejects.toMatchObject({ name: 'ReadError', code: 'too_large' })
  })

  it('is reported as damaged for malformed XML', async () => {
    const bytes = minimalDocx('<w:p><w:r><w:t>open')
    await expect(readDocument(bytes)).rejects.toMatchObject({ name: 'ReadError', code: 'damaged' })
  })
})

function workbook(): xlsx.WorkBook {
  const book = xlsx.utils.book_new()
  const sheet = xlsx.utils.aoa_to_sheet(
    [
      ['Invoice for goods in March', null, null, 'INV-7'],
      ['Date', new Date(Date.UTC(2024, 0, 5))],
      [],
      ['Item', 'Quantity', 'Price', 'Total'],
      ['Widget', 2, 1234.5, 2469],
      [null, null, 'Sum', 2469],
    ],
    { cellDates: true },
  )
  sheet['C5'].z = '#,##0.00'
  xlsx.utils.book_append_sheet(book, sheet, 'Invoice')
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['second sheet']]), 'More')
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['not meant to be seen']]), 'Hidden')
  book.Workbook = { Sheets: [{}, {}, { Hidden: 1 }] }
  return book
}

describe('a workbook', () => {
  it('of which only the first rows are read needs a person', async () => {
    const notes = async (count: number) => {
      const book = xlsx.utils.book_new()
      const rows = Array.from({ length: count }, (_, index) => [`${index}`])
      xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows), 'Rows')
      return (await readSheets(xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)).notes
    }
    expect(await notes(2000)).toEqual([])
    expect(await notes(2001)).toMatchObject([
      { content: expect.stringContaining('2,000 rows') as string, blocks: true },
    ])
  })

  it('has its rows hidden wherever its sheets are', async () => {
    const sheet =
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1"><v>7</v></c></row><row r="2" hidden="1"><c r="A2"><v>999</v></c></row></sheetData></worksheet>'
    const relation = (target: string, type: string) =>
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Target="${target}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}"/></Relationships>`
    const override = (name: string, type: string) =>
      `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
    const bytes = zipOf({
      '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/tabs/sheet1.xml', 'worksheet')}</Types>`,
      '_rels/.rels': relation('xl/workbook.xml', 'officeDocument'),
      'xl/workbook.xml':
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relation('tabs/sheet1.xml', 'worksheet'),
      'xl/tabs/sheet1.xml': sheet,
    })
    expect(JSON.stringify((await readSheets(bytes)).blocks)).toMatch(/"7"/)
    expect(JSON.stringify((await readSheets(bytes)).blocks)).not.toMatch(/999/)
  })
})

it('values in long hidden texts are found in linear time', () => {
  // The square of this length would take hours.
  expect(holdsValue('11 '.repeat(1_000_000))).toBe(false)
  for (const text of ['1 234,50', "1'234.5", '100', '12.50']) expect(holdsValue(text)).toBe(true)
})

describe.each(['xlsx', 'biff8'] as const)('workbook as %s', (bookType) => {
  const bytes = () => xlsx.write(workbook(), { type: 'buffer', bookType }) as Buffer

  it('contains the displayed cell values, with each visible sheet on a page', async () => {
    expect(await lines(bytes())).toEqual([
      [
        'Invoice for goods in March INV-7',
        'Date 2024-01-05',
        'Item Quantity Price Total',
        'Widget 2 1,234.50 2469',
        'Sum 2469',
      ],
      ['second sheet'],
    ])
  })

  it('contains dates whose format has unquoted dots', async () => {
    const book = xlsx.utils.book_new()
    const sheet = xlsx.utils.aoa_to_sheet([['Datum', 'Menge', 'Jahr']])
    sheet['A2'] = { t: 'n', v: 46_174, z: 'dd.mm.yyyy' }
    sheet['B2'] = { t: 'n', v: 46_174, z: '0' }
    sheet['!ref'] = 'A1:C2'
    xlsx.utils.book_append_sheet(book, sheet, 'Rechnung')
    const read = await readDocument(xlsx.write(book, { type: 'buffer', bookType }) as Buffer, {})
    expect(read.pages[0]!.lines.map((line) => line.text)).toEqual(['Datum Menge Jahr', '2026-06-01 46174'])
  })

  it('does not widen columns for a long heading', async () => {
    const { pages } = await readDocument(bytes())
    const box = (text: string) => pages[0]!.words.find((word) => word.text === text)!.box
    expect(box('INV-7')[0]).toBeCloseTo(box('Total')[0])
    expect(box('Quantity')[0]).toBeLessThan(box('March')[0])
  })
})

/** Creates a minimal Word 97 file ([MS-DOC]): file information block, one piece of UTF-16 text, its piece table. */
function doc(text: string, flags = 0x0200): Buffer {
  const TEXT_AT = 0x400
  const stream = Buffer.alloc(8192)
  stream.writeUInt16LE(0xa5ec, 0)
  stream.writeUInt16LE(flags, 0x0a)
  stream.writeUInt32LE(text.length, 0x4c)
  stream.writeUInt32LE(0, 0x1a2)
  stream.writeUInt32LE(21, 0x1a6)
  stream.write(text, TEXT_AT, 'utf16le')
  const table = Buffer.alloc(4096)
  table.writeUInt8(2, 0)
  table.writeUInt32LE(16, 1)
  table.writeUInt32LE(text.length, 9)
  table.writeUInt32LE(TEXT_AT, 15)
  const container = xlsx.CFB.utils.cfb_new()
  xlsx.CFB.utils.cfb_add(container, 'WordDocument', stream)
  xlsx.CFB.utils.cfb_add(container, '1Table', table)
  return Buffer.from(xlsx.CFB.write(container, { type: 'buffer' }) as Uint8Array)
}

describe('DOC', () => {
  it('is read with its tables as columns', async () => {
    const bytes = doc('Rechnung Nr. 7\rArtikel\x07Preis\x07\rBlaue Größe\x0710,00\x07\rSumme 10,00 €\r')
    const document = await readDocument(bytes)
    expect(document.reader).toBe('word-extractor')
    const page = document.pages[0]!
    expect(page.lines.map((line) => line.text)).toEqual([
      'Rechnung Nr. 7',
      'Artikel Preis',
      'Blaue Größe 10,00',
      'Summe 10,00 €',
    ])
    const box = (text: string) => page.words.find((word) => word.text === text)!.box
    expect(box('Preis')[2]).toBeCloseTo(box('10,00')[2])
  })

  it('is reported as encrypted if it needs a password', async () => {
    await expect(readDocument(doc('secret', 0x0300))).rejects.toMatchObject({ name: 'ReadError', code: 'encrypted' })
  })

  it('is reported as damaged without its table stream', async () => {
    await expect(readDocument(doc('text', 0))).rejects.toMatchObject({ name: 'ReadError', code: 'damaged' })
  })
})
