import fc from 'fast-check'
import { fileTypeFromBuffer } from 'file-type'
import { read, utils, type WorkSheet } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import type { ExportAnnotation, ExportOptions } from '../../src/export/index.ts'
import { columnName, exportXlsx } from '../../src/export/xlsx.ts'
import { bill, billSchemas, each, field, group, options, readBytes, section, twoLineBill, value } from './fixtures.ts'

const bookOf = async (
  annotations: ExportAnnotation[],
  given: Partial<ExportOptions> = {},
  schemas = billSchemas,
  maxLines?: number,
) => read(await readBytes(exportXlsx(each(...annotations), schemas, options(given), maxLines)), { cellFormula: true })

const linesOf = (sheet: WorkSheet | undefined) => utils.sheet_to_json<unknown[]>(sheet!, { header: 1, defval: '' })

describe('XLSX export', () => {
  it('has the lines of CSV in the sheet Export, with numbers from normalised values', async () => {
    const book = await bookOf([twoLineBill], { prepend_columns: ['meta_file_name'] })
    expect(book.SheetNames).toEqual(['Export'])
    expect(linesOf(book.Sheets.Export)).toEqual([
      ['meta_file_name', 'Bill number', 'Text', 'Sum'],
      ['b9.pdf', 'B-9', 'Water', 1200],
      ['b9.pdf', 'B-9', 'Power', 80.5],
    ])
  })

  it('keeps as text what is no number field, has no normalised value or has more digits than a double', async () => {
    const schemas = new Map([
      [4, [section('s', [field('a', 'A'), field('n', 'N', 'number'), field('m', 'M', 'number')])]],
    ])
    const content = [
      group('section', 's', [
        value('a', '0012', { normalized_value: '12' }),
        value('n', 'about 5'),
        value('m', '1234567890123456', { normalized_value: '1234567890123456' }),
      ]),
    ]
    const book = await bookOf([{ ...bill, content }], {}, schemas)
    expect(linesOf(book.Sheets.Export)[1]).toEqual(['0012', 'about 5', '1234567890123456'])
  })

  it('never writes a formula', async () => {
    const content = [group('section', 'head', [value('bill_no', '=HYPERLINK("http://x")')])]
    const book = await bookOf([{ ...bill, content }], { columns: ['bill_no'] })
    expect(book.Sheets.Export?.A2).toMatchObject({ t: 's', v: '=HYPERLINK("http://x")' })
    expect(book.Sheets.Export?.A2).not.toHaveProperty('f')
  })

  it('goes on in another sheet, with the header, when one is full', async () => {
    const book = await bookOf([twoLineBill, twoLineBill, bill], { columns: ['text'] }, billSchemas, 3)
    expect(book.SheetNames).toEqual(['Export', 'Export 2', 'Export 3'])
    expect(book.SheetNames.map((name) => linesOf(book.Sheets[name]).flat())).toEqual([
      ['Text', 'Water', 'Power'],
      ['Text', 'Water', 'Power'],
      ['Text', 'Water'],
    ])
    expect((await bookOf([twoLineBill], { columns: ['text'] }, billSchemas, 3)).SheetNames).toEqual(['Export'])
  })

  it('holds just the header when there are no annotations', async () => {
    expect(linesOf((await bookOf([])).Sheets.Export)).toEqual([['Bill number', 'Text', 'Sum']])
  })

  it('is recognised as a workbook by its first bytes', async () => {
    const bytes = await readBytes(exportXlsx(each(bill), billSchemas, options()))
    expect((await fileTypeFromBuffer(bytes))?.ext).toBe('xlsx')
  })

  it('gives back every text that XML can hold', async () => {
    const unit = fc.constantFrom('a', '&', '<', '>', '"', '_x0041_', '_', ' ', '\n', 'ß', '😀', '=', "'", ']]>')
    const text = fc.array(unit, { maxLength: 8 }).map((parts) => parts.join(''))
    const schemas = new Map([[4, [section('s', [field('a', 'A')])]]])
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (texts) => {
        const annotations = texts.map((a) => ({ ...bill, content: [group('section', 's', [value('a', a)])] }))
        const book = await bookOf(annotations, {}, schemas)
        const cells = texts.map(
          (_, index) => (book.Sheets.Export?.[`A${index + 2}`] as { v?: string } | undefined)?.v ?? '',
        )
        expect(cells).toEqual(texts)
      }),
      { numRuns: 60 },
    )
  })

  it('names columns as spreadsheets do', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  })
})
