/** One small file of each type that people make: those that are read, which are all the same invoice, and those that are refused. */
import * as xlsx from '@e965/xlsx'
import { odsCell, odsOf, odtOf, rowsOf, xlsxOf, zipOf } from './office-files.ts'
import { bmp, heic } from './picture-files.ts'

const ROWS = [
  ['Invoice number', 'INV-2031-88'],
  ['Date of issue', '2031-02-03'],
  ['Total EUR', '1,234.50'],
] as const

const html = `<!DOCTYPE html><html><body><table>${ROWS.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table></body></html>`

const row = (cells: readonly string[]) =>
  `<table:table-row>${cells.map((cell) => odsCell(cell)).join('')}</table:table-row>`
const table = `<table:table>${ROWS.map(row).join('')}</table:table>`

/** The invoice as a file of each type with text, by its name. */
export const INVOICES: Record<string, () => Buffer> = {
  'invoice.xlsx': () => xlsxOf([{ rows: rowsOf([...ROWS.slice(0, 2), ['Total EUR', '=1000+234.5']]) }]),
  'invoice.ods': () => odsOf({ body: table }),
  'invoice.odt': () => odtOf({ body: table }),
  'invoice.rtf': () =>
    Buffer.from(
      `{\\rtf1\\ansi ${ROWS.map((cells) => `\\trowd\\intbl ${cells.map((cell) => `${cell}\\cell `).join('')}\\row `).join('')}\\pard}`,
    ),
  'invoice.csv': () => Buffer.from(ROWS.map((cells) => cells.join(';')).join('\r\n')),
  'invoice.tsv': () => Buffer.from(ROWS.map((cells) => cells.join('\t')).join('\n'), 'utf16le'),
  'invoice.html': () => Buffer.from(html),
  'invoice.eml': () =>
    Buffer.from(
      `From: Harrow Supply <a@harrow.example>\r\nTo: b@example.com\r\nSubject: Your order\r\nContent-Type: text/html\r\n\r\n${html}`,
    ),
}

/** Pictures whose types no other test file has. */
export const PICTURES: Record<string, () => Buffer> = { 'photograph.heic': heic, 'scan.bmp': () => bmp({ bits: 8 }) }

const compound = (stream: string): Buffer => {
  const container = xlsx.CFB.utils.cfb_new()
  xlsx.CFB.utils.cfb_add(container, stream, Buffer.alloc(5000, 1))
  return Buffer.from(xlsx.CFB.write(container, { type: 'buffer' }) as Uint8Array)
}

/** Files that are refused, with a part of the reason. Some contain documents that must not be imported instead. */
export const REFUSED: Record<string, [() => Buffer, string]> = {
  'book.xlsb': [() => zipOf({ '[Content_Types].xml': 'x', 'xl/workbook.bin': 'x' }), 'binary Excel workbook (XLSB)'],
  'slides.pptx': [
    () => zipOf({ '[Content_Types].xml': 'x', 'ppt/presentation.xml': 'x', 'ppt/a.xlsx': INVOICES['invoice.xlsx']!() }),
    'PowerPoint presentation',
  ],
  'slides.odp': [
    () =>
      zipOf({
        mimetype: 'application/vnd.oasis.opendocument.presentation',
        'content.xml': '<a/>',
        'a.csv': 'a;b\nc;d',
      }),
    'OpenDocument presentation (ODP)',
  ],
  'sheet.numbers': [
    () => zipOf({ 'Index/Document.iwa': 'x', 'preview.html': html }),
    'Apple Pages, Numbers or Keynote',
  ],
  'letter.pages': [() => zipOf({ 'Index/Document.iwa': 'x', 'preview.html': html }), 'Apple Pages, Numbers or Keynote'],
  'mail.msg': [() => compound('__properties_version1.0'), 'message of Outlook (MSG)'],
  'locked.xlsx': [() => compound('EncryptedPackage'), 'protected with a password'],
  'locked.odt': [
    () => odtOf({ body: '', manifest: '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>' }),
    'protected with a password',
  ],
}
