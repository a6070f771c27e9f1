import exceljs, { type Workbook, type Worksheet } from 'exceljs'
import fc from 'fast-check'
import { fileTypeFromBuffer } from 'file-type'
import { read, SSF, utils } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import type { ExportAnnotation, ExportOptions, Schemas } from '../../src/export/index.ts'
import { exportXlsx } from '../../src/export/xlsx.ts'
import { toNumberFormat } from '../../src/export/xlsx-cells.ts'
import { formatDate } from '../../src/rules/content/date-format.ts'
import { bill, billSchemas, each, field, group, options, readBytes, section, twoLineBill, value } from './fixtures.ts'

type Given = { options?: Partial<ExportOptions>; schemas?: Schemas; maxRows?: number }

const open = (annotations: ExportAnnotation[], given: Given = {}) =>
  exportXlsx(each(...annotations), given.schemas ?? billSchemas, options(given.options), given.maxRows)

async function bookOf(annotations: ExportAnnotation[], given?: Given): Promise<Workbook> {
  const book = new exceljs.Workbook()
  await book.xlsx.read(open(annotations, given))
  return book
}

const sheetOf = async (annotations: ExportAnnotation[], given?: Given): Promise<Worksheet> =>
  (await bookOf(annotations, given)).worksheets[0]!

/** Returns the values of all rows, null for empty cells. */
const valuesOf = (sheet: Worksheet) =>
  sheet
    .getRows(1, sheet.rowCount)!
    .map((row) => Array.from({ length: sheet.columnCount }, (_, column) => row.getCell(column + 1).value))

const widthsOf = (sheet: Worksheet) => sheet.columns.map(({ width }) => width)

/** Return a schema with these fields in one section, and an annotation with these nodes. */
const schemasOf = (...fields: ReturnType<typeof field>[]): Schemas => new Map([[4, [section('s', fields)]]])
const annotationOf = (...nodes: ReturnType<typeof value>[]) => ({ ...bill, content: [group('section', 's', nodes)] })

describe('XLSX export', () => {
  it('contains the lines of CSV in the sheet Export, with numbers from normalized values', async () => {
    const book = await bookOf([twoLineBill], { options: { prepend_columns: ['meta_file_name'] } })
    expect(book.worksheets.map(({ name }) => name)).toEqual(['Export'])
    expect(valuesOf(book.worksheets[0]!)).toEqual([
      ['meta_file_name', 'Bill number', 'Text', 'Sum'],
      ['b9.pdf', 'B-9', 'Water', 1200],
      ['b9.pdf', 'B-9', 'Power', 80.5],
    ])
  })

  it.each([
    ['1200.00', 1200, '1,200.00'],
    ['80.5', 80.5, '80.5'],
    ['1234567', 1_234_567, '1,234,567'],
    ['-0.125', -0.125, '-0.125'],
    ['+3', 3, '3'],
  ])('writes the number %s with its decimals and thousands separators', async (normalized_value, number, shown) => {
    const sheet = await sheetOf([annotationOf(value('n', 'as printed', { normalized_value }))], {
      schemas: schemasOf(field('n', 'N', 'number')),
    })
    const cell = sheet.getCell('A2')
    expect(cell.value).toBe(number)
    expect(SSF.format(cell.numFmt, number)).toBe(shown)
  })

  it('writes dates as dates, displayed in the format of the field or as ISO 8601', async () => {
    const nodes = ['d', 'e'].map((id) => value(id, 'as printed', { normalized_value: '2024-02-29' }))
    const schemas = schemasOf(field('d', 'D', 'date', { format: 'D/M/YYYY' }), field('e', 'E', 'date'))
    const sheet = await sheetOf([annotationOf(...nodes)], { schemas })
    expect(valuesOf(sheet)[1]).toEqual([new Date('2024-02-29'), new Date('2024-02-29')])
    const shown = read(await readBytes(open([annotationOf(...nodes)], { schemas }))).Sheets.Export
    expect([shown?.A2, shown?.B2]).toMatchObject([{ w: '29/2/2024' }, { w: '2024-02-29' }])
  })

  it('writes the timestamps of an annotation as dates with a time, in UTC', async () => {
    const sheet = await sheetOf([bill], {
      options: { columns: ['meta_arrived_at', 'meta_modified_at', 'meta_assigned_at'] },
    })
    expect(valuesOf(sheet)[1]).toEqual([new Date('2026-02-01T09:00:00Z'), new Date('2026-02-01T10:30:00Z'), null])
    expect(sheet.getCell('A2').numFmt).toBe('yyyy-mm-dd hh:mm:ss')
  })

  it('writes values as text that are not numbers or dates, or that a spreadsheet cannot represent', async () => {
    const fields: [id: string, type: string, text: string, normalized_value: string | null][] = [
      ['a', 'string', '0012', '12'],
      ['b', 'number', 'about 5', null],
      ['c', 'number', '1234567890123456', '1234567890123456'],
      ['d', 'date', 'in May', null],
      ['e', 'date', '28.02.1900', '1900-02-28'],
      ['f', 'date', '31.02.2026', '2026-02-31'],
      ['g', 'string', '2026-02-03', '2026-02-03'],
    ]
    const nodes = fields.map(([id, , text, normalized_value]) => value(id, text, { normalized_value }))
    const sheet = await sheetOf([annotationOf(...nodes)], {
      schemas: schemasOf(...fields.map(([id, type]) => field(id, id, type))),
    })
    expect(valuesOf(sheet)[1]).toEqual(fields.map(([, , text]) => text))
  })

  it.each(['=HYPERLINK("http://x")', '+1+1', '-A1', '@SUM(A1)'])('never writes %s as a formula', async (text) => {
    const content = [group('section', 'head', [value('bill_no', text)])]
    const bytes = await readBytes(open([{ ...bill, content }], { options: { columns: ['bill_no'] } }))
    const cell = read(bytes, { cellFormula: true, cellNF: true }).Sheets.Export?.A2
    // The format `@` keeps the cell a text when a user edits it.
    expect(cell).toMatchObject({ t: 's', v: text, z: '@' })
    expect(cell).not.toHaveProperty('f')
  })

  it('freezes the header and adds a filter over all rows', async () => {
    const sheet = await sheetOf([twoLineBill])
    expect(sheet.views).toEqual([expect.objectContaining({ state: 'frozen', ySplit: 1 })])
    expect(sheet.autoFilter).toBe('A1:C3')
    expect(sheet.getCell('A1').font).toMatchObject({ bold: true })
  })

  it('sets column widths by header and longest line, within limits', async () => {
    const header = 'A long header of a column'
    const schemas = schemasOf(field('a', 'A'), field('b', 'B'), field('c', 'C'), field('d', header))
    const sheet = await sheetOf(
      [
        annotationOf(value('a', '1'), value('b', 'x'.repeat(20)), value('c', 'y'.repeat(500))),
        annotationOf(value('b', `${'x'.repeat(30)}\n${'x'.repeat(25)}`)),
      ],
      { schemas },
    )
    expect(widthsOf(sheet)).toEqual([8, 32, 60, header.length + 4])
  })

  it('reserves width for numbers and dates after the rows that determine the widths', async () => {
    const sheet = await sheetOf([bill], {
      options: { append_columns: ['meta_assigned_at'] },
      schemas: new Map([...billSchemas, [5, [section('s', [field('n', 'N', 'number'), field('d', 'D', 'date')])]]]),
    })
    expect(widthsOf(sheet).slice(-3)).toEqual([16, 12, 20])
  })

  it('continues in another sheet, with header, filter and widths, when a sheet is full', async () => {
    const given = { options: { columns: ['text'] }, maxRows: 3 }
    const book = await bookOf([twoLineBill, twoLineBill, bill], given)
    const sheets = book.worksheets
    expect(sheets.map(({ name }) => name)).toEqual(['Export', 'Export 2', 'Export 3'])
    expect(sheets.map((sheet) => valuesOf(sheet).flat())).toEqual([
      ['Text', 'Water', 'Power'],
      ['Text', 'Water', 'Power'],
      ['Text', 'Water'],
    ])
    expect(sheets.map((sheet) => sheet.autoFilter)).toEqual(['A1:A3', 'A1:A3', 'A1:A2'])
    expect(sheets.map((sheet) => sheet.views[0]?.state)).toEqual(['frozen', 'frozen', 'frozen'])
    expect(sheets.map((sheet) => sheet.getColumn(1).width)).toEqual([8, 8, 8])
    expect((await bookOf([twoLineBill], given)).worksheets).toHaveLength(1)
  })

  it('writes every row once and in order, across sheets and after the rows that determine the widths', async () => {
    const annotations = Array.from({ length: 2500 }, (_, index) => annotationOf(value('a', `row ${index}`)))
    const book = await bookOf(annotations, { schemas: schemasOf(field('a', 'A')), maxRows: 1001 })
    expect(book.worksheets.flatMap((sheet) => valuesOf(sheet).flat().slice(1))).toEqual(
      annotations.map((_, index) => `row ${index}`),
    )
  })

  it('contains only the header without annotations, and nothing without columns', async () => {
    expect(valuesOf(await sheetOf([]))).toEqual([['Bill number', 'Text', 'Sum']])
    const sheet = await sheetOf([], { schemas: new Map() })
    expect([sheet.rowCount, sheet.autoFilter ?? null]).toEqual([0, null])
  })

  it('can be recognised as a workbook by its first bytes', async () => {
    expect((await fileTypeFromBuffer(await readBytes(open([bill]))))?.ext).toBe('xlsx')
  })

  it('preserves every text, with line feeds as line ends and without characters that XML forbids', async () => {
    const forbidden = ['\u0000', '\u000b', '\ufffe', '\ud800']
    const withoutForbidden = (given: string) => [...given].filter((unit) => !forbidden.includes(unit)).join('')
    const unit = fc.constantFrom(
      ...['a', '&', '<', '>', '"', '_x0041_', '_', ' ', '\n', '\r', '\t', 'ß', '😀', '=', "'", ']]>'],
      ...forbidden,
    )
    const text = fc.array(unit, { maxLength: 8 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (texts) => {
        const annotations = texts.map((a) => annotationOf(value('a', a)))
        const book = read(await readBytes(open(annotations, { schemas: schemasOf(field('a', 'A')) })))
        const cells = utils.sheet_to_json<unknown[]>(book.Sheets.Export!, { header: 1, defval: '', blankrows: true })
        const found = texts.map((_, index) => cells[index + 1]?.[0] ?? '')
        expect(found).toEqual(texts.map((given) => withoutForbidden(given).replace(/\r\n?/g, '\n')))
      }),
      { numRuns: 60 },
    )
  })
})

describe('toNumberFormat', () => {
  it.each([
    'YYYY-MM-DD',
    'D/M/YYYY',
    'DD.MM.YY',
    'D. MMMM YYYY',
    'MMM D, YYYY',
    'YYYY | MM | DD',
    'MM/YYYY',
    'D [de] MMMM [del] YYYY',
    'YYYY"M',
  ])('displays a date like the format %s', (format) => {
    for (const iso of ['2026-02-03', '1987-11-30']) {
      const serial = Date.parse(iso) / 86_400_000 + 25_569
      expect(SSF.format(toNumberFormat(format), serial)).toBe(formatDate(iso, format))
    }
  })

  it.each([null, '', 'HH:mm', '#,##0.#', 'YYYY'])('returns ISO 8601 for %j, which is not a date format', (format) => {
    expect(toNumberFormat(format)).toBe('yyyy-mm-dd')
  })
})
