/** Small office documents, written as XML. */
import { zipSync, type Zippable } from 'fflate'

/** Returns an archive of these files, in this order; `mimetype` is stored as it is. */
export const zipOf = (files: Record<string, string | Uint8Array>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, content]) => {
          const bytes = typeof content === 'string' ? Buffer.from(content) : content
          return [name, name === 'mimetype' ? [bytes, { level: 0 }] : bytes]
        }),
      ) as Zippable,
    ),
  )

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export interface SheetXml {
  name?: string
  /** The content of `cols`. */
  cols?: string
  /** The content of `sheetData`. */
  rows: string
  state?: 'hidden' | 'veryHidden'
}

/** Returns an XLSX of these sheets. `workbook` is what follows the list of sheets; number format 1 of cells is that of amounts. */
export function xlsxOf(sheets: readonly SheetXml[], workbook = ''): Buffer {
  const named = sheets.map((sheet, index) => ({ name: `Sheet${index + 1}`, id: index + 1, ...sheet }))
  const part = (id: number) => `xl/worksheets/sheet${id}.xml`
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${named.map(({ id }) => `<Override PartName="/${part(id)}" ContentType="${TYPE}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${named.map(({ name, id, state }) => `<sheet name="${name}" sheetId="${id}"${state ? ` state="${state}"` : ''} r:id="s${id}"/>`).join('')}</sheets>${workbook}</workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="y" Type="${OFFICE}/styles" Target="styles.xml"/>${named.map(({ id }) => `<Relationship Id="s${id}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${id}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      named.map(({ id, cols, rows }) => [
        part(id),
        `<worksheet xmlns="${MAIN}">${cols ? `<cols>${cols}</cols>` : ''}<sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  })
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const nameOf = (row: number, column: number): string => `${String.fromCharCode(65 + column)}${row + 1}`

/** Returns rows of cells: numbers, texts, and formulas without results (`=A1`). */
export const rowsOf = (
  rows: readonly (readonly (string | number | null)[])[],
  attributes: Record<number, string> = {},
) =>
  rows
    .map((cells, row) => {
      const xml = cells.map((cell, column) => {
        if (cell === null) return ''
        const at = nameOf(row, column)
        if (typeof cell === 'number') return `<c r="${at}" s="1"><v>${cell}</v></c>`
        if (cell.startsWith('=')) return `<c r="${at}" s="1"><f>${escaped(cell.slice(1))}</f></c>`
        return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
      })
      return `<row r="${row + 1}" ${attributes[row] ?? ''}>${xml.join('')}</row>`
    })
    .join('')

/** Returns the root element of a part of an OpenDocument file; its prefixes are those that programs use. */
const odfRoot = (name: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><office:${name} xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0">${content}</office:${name}>`

export interface OdfXml {
  /** The content of the body. */
  body: string
  /** Styles of the content. */
  styles?: string
  /** The content of `styles.xml`. */
  common?: string
  manifest?: string
}

const odfOf = (kind: 'text' | 'spreadsheet', { body, styles = '', common = '', manifest = '' }: OdfXml): Buffer =>
  zipOf({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': odfRoot(
      'document-content',
      `<office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body>`,
    ),
    'styles.xml': odfRoot('document-styles', common),
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">${manifest}</manifest:manifest>`,
  })

export const odtOf = (xml: OdfXml): Buffer => odfOf('text', xml)
export const odsOf = (xml: OdfXml): Buffer => odfOf('spreadsheet', xml)

/** Returns a cell of an OpenDocument sheet. */
export const odsCell = (text: string, attributes = ''): string =>
  `<table:table-cell ${attributes}>${text ? `<text:p>${text}</text:p>` : ''}</table:table-cell>`
