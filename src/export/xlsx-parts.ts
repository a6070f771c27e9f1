// The fixed parts of a workbook (ECMA-376 parts 1 and 2): each is a path and its XML.
type Part = [path: string, xml: string]

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const type = (name: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml`

/** Sheets are the default type of `.xml`, so that this part can come first, before anyone knows how many sheets follow. */
export const contentTypes: Part = [
  '[Content_Types].xml',
  `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${type('worksheet')}"/><Override PartName="/xl/workbook.xml" ContentType="${type('sheet.main')}"/><Override PartName="/xl/styles.xml" ContentType="${type('styles')}"/></Types>`,
]

export const relations: Part = [
  '_rels/.rels',
  `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
]

/** The style of text cells: format `@`, so that a text such as `=1+1` stays text when somebody edits the cell. */
export const textStyle = 1

export const styles: Part = [
  'xl/styles.xml',
  `${declaration}<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
]

/** The workbook over `xl/worksheets/sheet1.xml`, `sheet2.xml`, … with these titles. */
export const workbook = (titles: string[]): Part => [
  'xl/workbook.xml',
  `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${titles
    .map((title, index) => `<sheet name="${title}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('')}</sheets></workbook>`,
]

export const workbookRelations = (titles: string[]): Part => {
  const sheet = (_: string, index: number) =>
    `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`
  const style = `<Relationship Id="rId${titles.length + 1}" Type="${office}/styles" Target="styles.xml"/>`
  return [
    'xl/_rels/workbook.xml.rels',
    `${declaration}<Relationships xmlns="${packages}/relationships">${titles.map(sheet).join('')}${style}</Relationships>`,
  ]
}

/** A sheet's XML up to its first row; the header row stays in view while one scrolls. */
export const sheetStart = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr baseColWidth="18" defaultRowHeight="15"/><sheetData>\n`
export const sheetEnd = '</sheetData></worksheet>\n'
