/** Office documents that attack their reader. */
import { odsCell, odsOf } from '@sheaf/extraction/fixtures'
import { zipSync, type Zippable } from 'fflate'

const zip = (files: Record<string, string | Uint8Array>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, content]) => [
          name,
          typeof content === 'string' ? Buffer.from(content) : content,
        ]),
      ) as Zippable,
    ),
  )

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

/** A DOCX with this XML as its body; `before` is the part before the root element. */
export const docx = (body: string, before = ''): Buffer =>
  zip({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0"?>${before}<w:document ${WORD}><w:body>${body}</w:body></w:document>`,
  })

export const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

/** 55 MB of paragraphs in 55 kB. */
export const thousandfoldDocx = (): Buffer => docx(paragraph('a'.repeat(17)).repeat(1_000_000))

export const cellsInCells = (depth: number): Buffer =>
  docx(`${'<w:tbl><w:tr><w:tc>'.repeat(depth)}${paragraph('inside')}${'</w:tc></w:tr></w:tbl>'.repeat(depth)}`)

/** Nine levels of entities, a gigabyte in all. */
export const ENTITIES = `<!DOCTYPE d [<!ENTITY e0 "aaaaaaaaaa">${Array.from(
  { length: 9 },
  (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`,
).join('')}]>`

export const entitiesDocx = (): Buffer => docx(paragraph('Total &e9;'), ENTITIES)

export interface Workbook {
  sheet: string
  strings?: string
  before?: string
  more?: Record<string, string | Uint8Array>
}

/** An XLSX with one sheet: the content of its `worksheet` element. */
export const xlsx = ({ sheet, strings, before = '', more = {} }: Workbook): Buffer =>
  zip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
    '_rels/.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml':
      '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?>${before}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${sheet}</worksheet>`,
    ...(strings === undefined
      ? {}
      : {
          'xl/sharedStrings.xml': `<?xml version="1.0"?>${before}<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${strings}</sst>`,
        }),
    ...more,
  })

const inline = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
const HEAD_ROW = `<row r="1">${inline('A1', 'Invoice number')}${inline('B1', 'INV-2031-88')}</row>`

/** 120 MB of rows in 120 kB. */
export const thousandfoldXlsx = (): Buffer =>
  xlsx({ sheet: `<sheetData>${HEAD_ROW}${`<row><c><v>1</v></c>${' '.repeat(900)}</row>`.repeat(125_000)}</sheetData>` })

/** Two cells, the second at the end of the largest possible sheet, and a sheet that claims more columns than exist. */
export const widestSheet = (): Buffer =>
  xlsx({
    sheet: `<dimension ref="A1:XFD1048576"/><cols><col min="1" max="1000000" width="9"/></cols><sheetData>${HEAD_ROW}<row r="1048576">${inline('XFD1048576', 'far')}</row></sheetData>`,
  })

/** Cells in a column with a name that no sheet has: number 8,353,082,582. */
export const wildColumn = (): Buffer =>
  xlsx({
    sheet: `<dimension ref="A1:ZZZZZZZ9"/><sheetData>${HEAD_ROW}<row r="2">${inline('ZZZZZZZ2', 'far')}</row></sheetData>`,
  })

/** A row with a million cells. */
export const millionCells = (): Buffer =>
  xlsx({ sheet: `<sheetData>${HEAD_ROW}<row r="2">${'<c><v>1</v></c>'.repeat(1_000_000)}</row></sheetData>` })

/** A merged range over the largest possible sheet. */
export const mergedSheet = (): Buffer =>
  xlsx({
    sheet: `<sheetData>${HEAD_ROW}</sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>`,
  })

export const entitiesXlsx = (): Buffer =>
  xlsx({
    before: ENTITIES,
    sheet: '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData>',
    strings: '<si><t>Total &e9;</t></si>',
  })

/** Unpacks to more than allowed, in a part that no sheet uses. */
export const packedBomb = (type: 'docx' | 'xlsx'): Buffer => {
  const name = type === 'docx' ? 'word/media/image1.bmp' : 'xl/media/image1.bmp'
  const bomb = { [name]: new Uint8Array(201 * 2 ** 20) }
  return type === 'xlsx'
    ? xlsx({ sheet: `<sheetData>${HEAD_ROW}</sheetData>`, more: bomb })
    : zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>', ...bomb })
}

/** Declares a small size for a part that unpacks to 150 MB. */
export function lyingDocx(): Buffer {
  const content = Buffer.alloc(150 * 2 ** 20, ' ')
  const file = zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': content })
  const [claim, lie] = [Buffer.alloc(4), Buffer.alloc(4)]
  claim.writeUInt32LE(content.length)
  lie.writeUInt32LE(1000)
  for (let at = file.indexOf(claim); at >= 0; at = file.indexOf(claim)) lie.copy(file, at)
  return file
}

const REPEATED = 'table:number-columns-repeated="999999"'

/** A row of words that is repeated to the end of the sheet, in 60 sheets. */
export const repeatedOds = (): Buffer =>
  odsOf({
    body: `<table:table><table:table-row table:number-rows-repeated="1048576">${odsCell('word '.repeat(2000), REPEATED)}</table:table-row></table:table>`.repeat(
      60,
    ),
  })

/** Unpacks to 70 MB, more than a part may have. */
export const packedOds = (): Buffer => odsOf({ body: `<table:table>${' '.repeat(70 * 2 ** 20)}</table:table>` })

export const entitiesOdt = (): Buffer =>
  zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<?xml version="1.0"?>${ENTITIES}<office:document-content xmlns:office="o" xmlns:text="t"><office:body><office:text><text:p>Total &e9;</text:p></office:text></office:body></office:document-content>`,
    'META-INF/manifest.xml': '<m/>',
  })

export const nestedRtf = (depth: number): Buffer => Buffer.from(`{\\rtf1 inside ${'{'.repeat(depth)}`)

export const largeHtml = (size: number): Buffer =>
  Buffer.concat([Buffer.from('<!DOCTYPE html><html><body>'), Buffer.alloc(size, '<p>a</p>')])

/** A line of 39 MB without an end, and one of ten million fields. */
export const endlessLine = (): Buffer => Buffer.concat([Buffer.from('a;b\nc;d\ne;'), Buffer.alloc(39 * 2 ** 20, 'x')])
export const endlessFields = (): Buffer => Buffer.concat([Buffer.from('a;b\nc;d\n'), Buffer.alloc(20 * 2 ** 20, 'x;')])

/** Formulas in a circle, each of which refers to many others. */
export const circularFormulas = (): Buffer =>
  xlsx({
    sheet: `<sheetData>${HEAD_ROW}${Array.from({ length: 1900 }, (_, n) => `<row r="${n + 2}"><c r="A${n + 2}"><f>SUM(A2:A1901)</f></c></row>`).join('')}</sheetData>`,
  })

/** Formulas over all cells that a sheet can have. */
export const hugeRanges = (): Buffer =>
  xlsx({
    sheet: `<sheetData>${HEAD_ROW}${Array.from({ length: 1900 }, (_, n) => `<row r="${n + 2}"><c r="A${n + 2}"><v>1</v></c><c r="XFD${n + 2}"><f>SUM(A:XFC)+SUM(1:1048576)</f></c></row>`).join('')}</sheetData>`,
  })

/** Messages within messages. */
export const nestedMessages = (depth: number): Buffer => {
  let text = 'innermost'
  for (let n = 0; n < depth; n++)
    text = `From: a@example.com\r\nSubject: level ${n}\r\nContent-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\nContent-Type: message/rfc822\r\n\r\n${text}\r\n--b${n}--`
  return Buffer.from(text)
}
