import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLines, exportCsv, protectFormula } from '../../src/export/csv.ts'
import { quotingModes, type ExportAnnotation, type ExportOptions } from '../../src/export/index.ts'
import {
  bill,
  billSchema,
  billSchemas,
  each,
  field,
  group,
  list,
  options,
  readText,
  rows,
  section,
  table,
  twoLineBill,
  value,
} from './fixtures.ts'

const csvOf = (annotations: ExportAnnotation[], given: Partial<ExportOptions> = {}, schemas = billSchemas) =>
  readText(exportCsv(each(...annotations), schemas, options(given)))

/** Parses CSV without quotes, because csv-parse supports escape characters only inside quotes. */
function parseUnquoted(csv: string, delimiter: string, escape: string | null): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  let cell = ''
  for (let at = 0; at < csv.length; at++) {
    if (csv[at] === escape) cell += csv[++at]
    else if (csv[at] === delimiter || csv.startsWith('\r\n', at)) {
      line.push(cell)
      cell = ''
      if (csv[at] === delimiter) continue
      lines.push(line)
      line = []
      at++
    } else cell += csv[at]
  }
  return lines
}

describe('CSV export', () => {
  it('writes the documented example', async () => {
    const csv = await csvOf([twoLineBill], { columns: ['meta_file_name', 'bill_no', 'text', 'sum'] })
    expect(csv).toBe('meta_file_name,Bill number,Text,Sum\r\nb9.pdf,B-9,Water,"1,200.00"\r\nb9.pdf,B-9,Power,80.50\r\n')
  })

  it('has every exportable field in schema order by default, between prepended and appended columns', async () => {
    const csv = await csvOf([twoLineBill], {
      prepend_columns: ['meta_url', 'meta_status'],
      append_columns: ['meta_automated', 'meta_assigned_at', 'meta_file', 'meta_arrived_at', 'meta_modified_at'],
    })
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      'meta_url,meta_status,Bill number,Text,Sum,meta_automated,meta_assigned_at,meta_file,meta_arrived_at,meta_modified_at',
      'https://host/api/v1/annotations/55,exported,B-9,Water,"1,200.00",false,,https://host/api/v1/documents/70/content,' +
        '2026-02-01T09:00:00.000000Z,2026-02-01T10:30:00.000000Z',
    ])
  })

  it('omits buttons and fields excluded from export, and keeps hidden fields', async () => {
    const schema = [
      section('s', [
        field('a', 'A', 'string', { hidden: true } as object),
        field('secret', 'Secret', 'string', { can_export: false }),
        field('press', 'Press', 'button'),
        field('b', 'B'),
      ]),
    ]
    const content = [
      group('section', 's', [value('a', '1'), value('secret', 'no'), value('press', 'x'), value('b', '2')]),
    ]
    expect(await csvOf([{ ...bill, content }], {}, new Map([[4, schema]]))).toBe('A,B\r\n1,2\r\n')
  })

  it('aligns several tables and lists by row number and repeats header values', async () => {
    const schema = [
      section('s', [field('h', 'H'), table('t', [field('x', 'X'), field('y', 'Y')]), list('l', field('tag', 'Tag'))]),
    ]
    const content = [
      group('section', 's', [
        value('h', 'top'),
        rows('t', [value('x', 'x1'), value('y', 'y1')], [value('x', 'x2')]),
        group('multivalue', 'l', [value('tag', 't1'), value('tag', 't2'), value('tag', 't3')]),
      ]),
    ]
    const schemas = new Map([[4, schema]])
    expect(await csvOf([{ ...bill, content }], {}, schemas)).toBe(
      'H,X,Y,Tag\r\ntop,x1,y1,t1\r\ntop,x2,,t2\r\ntop,,,t3\r\n',
    )
    expect(await csvOf([{ ...bill, content }], { columns: ['h', 'y'] }, schemas)).toBe('H,Y\r\ntop,y1\r\ntop,\r\n')
  })

  it('writes one line for an annotation without rows, and for one without requested tables', async () => {
    const empty = { ...bill, content: [group('section', 'head', [value('bill_no', 'B-9')])] }
    expect(await csvOf([empty])).toBe('Bill number,Text,Sum\r\nB-9,,\r\n')
    expect(await csvOf([twoLineBill], { columns: ['bill_no'] })).toBe('Bill number\r\nB-9\r\n')
  })

  it('joins the columns of several schemas in order, and reads each annotation by its own schema', async () => {
    const other = [
      section('s', [field('extra', 'Extra'), field('bill_no', 'Other label', 'string', { can_export: false })]),
    ]
    const schemas = new Map([...billSchemas, [5, other]])
    const second: ExportAnnotation = {
      ...bill,
      schema: { id: 5, url: 'https://host/api/v1/schemas/5' },
      content: [group('section', 's', [value('extra', 'e'), value('bill_no', 'hidden')])],
    }
    expect(await csvOf([bill, second], {}, schemas)).toBe('Bill number,Text,Sum,Extra\r\nB-9,Water,,\r\n,,,e\r\n')
  })

  it('expands the id of a table or section to its fields', async () => {
    expect(await csvOf([twoLineBill], { columns: ['lines'] })).toBe('Text,Sum\r\nWater,"1,200.00"\r\nPower,80.50\r\n')
  })

  it.each([['unknown'], ['secret']])('refuses the column %s before reading annotations', (name) => {
    const schemas = new Map([
      [4, [...billSchema, section('s', [field('secret', 'S', 'string', { can_export: false })])]],
    ])
    const source = { [Symbol.asyncIterator]: () => expect.fail('the source was read') }
    expect(() => exportCsv(source, schemas, options({ columns: ['bill_no', name] }))).toThrow(
      expect.objectContaining({ status: 400, extra: { columns: [`"${name}" is not an exportable column.`] } }),
    )
  })

  it('applies each quoting mode', async () => {
    const given = { columns: ['bill_no', 'sum', 'meta_assigned_at'] }
    const line = async (more: Partial<ExportOptions>) =>
      (await csvOf([twoLineBill], { ...given, ...more })).split('\r\n')
    expect((await line({ quoting: 'quote_all' })).slice(0, 3)).toEqual([
      '"Bill number","Sum","meta_assigned_at"',
      '"B-9","1,200.00",""',
      '"B-9","80.50",""',
    ])
    expect((await line({ quoting: 'quote_non_numeric' })).slice(1, 3)).toEqual([
      '"B-9","1,200.00",""',
      '"B-9",80.50,""',
    ])
    expect((await line({ quoting: 'quote_none', escape_char: '\\' }))[1]).toBe('B-9,1\\,200.00,')
    expect((await line({ delimiter: ';' }))[1]).toBe('B-9;1,200.00;')
    expect((await line({ quote_char: "'" }))[1]).toBe("B-9,'1,200.00',")
  })

  it('begins with a byte order mark only on request', async () => {
    const columns = ['bill_no']
    expect(await csvOf([twoLineBill], { columns, bom: true })).toBe(`\ufeff${await csvOf([twoLineBill], { columns })}`)
    expect(await csvOf([twoLineBill], { columns })).toMatch(/^Bill number/)
  })

  it('can be parsed to the original cells with any content and quoting', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '1', '"', "'", ',', ';', '\\', '\r', '\n', ' ', 'ß', '€', '=', '-', '\t', '😀'),
    })
    const schema = [section('s', [field('first', 'First'), field('n', 'N', 'number'), table('t', [field('x', 'X')])])]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ first: text, n: text, lines: fc.array(text, { maxLength: 3 }) }), { maxLength: 4 }),
        fc.constantFrom(...quotingModes),
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('"', "'"),
        fc.constantFrom(null, '\\', '^'),
        async (records, quoting, delimiter, quote_char, escape) => {
          const escape_char = escape ?? (quoting === 'quote_none' ? '\\' : null)
          const annotations = records.map(({ first, n, lines }) => ({
            ...bill,
            content: [
              group('section', 's', [
                value('first', first),
                value('n', n),
                rows('t', ...lines.map((x) => [value('x', x)])),
              ]),
            ],
          }))
          const csv = await csvOf(
            annotations,
            { quoting, delimiter, quote_char, escape_char, formula_protection: false },
            new Map([[4, schema]]),
          )
          const cells = records.flatMap(({ first, n, lines }) =>
            (lines.length ? lines : ['']).map((x) => [first, n, x]),
          )
          const read =
            quoting === 'quote_none'
              ? parseUnquoted(csv, delimiter, escape_char)
              : parse(csv, {
                  delimiter,
                  quote: quote_char,
                  escape: escape_char ?? quote_char,
                  record_delimiter: '\r\n',
                })
          expect(read).toEqual([['First', 'N', 'X'], ...cells])
        },
      ),
      { numRuns: 300 },
    )
  })

  it('does not write a single empty cell as a blank line', async () => {
    const content = [group('section', 'head', [value('bill_no', '')])]
    expect(await csvOf([{ ...bill, content }], { columns: ['bill_no'] })).toBe('Bill number\r\n""\r\n')
  })
})

describe('formula protection', () => {
  it.each([
    '=1+1',
    '=HYPERLINK("http://x","y")',
    '@SUM(A1)',
    '+cmd|x',
    "-2+3+cmd|' /C calc'!A0",
    '-A1',
    '\t=1',
    '\r1',
    '＝1+1',
    ' =1+1',
  ])('prefixes %j with an apostrophe', (text) => {
    expect(protectFormula(text)).toBe(`'${text}`)
  })

  it.each([
    '-12.50',
    '- 1 200,50',
    '+49 (0) 30/123-45',
    '-',
    "-1'000.5",
    '-5 %',
    'B-9',
    'a=b',
    'x@y.example',
    '',
    '1,200.00',
    "'",
  ])('leaves %j unchanged', (text) => {
    expect(protectFormula(text)).toBe(text)
  })

  it('applies to values, file names and labels, and can be disabled', async () => {
    const schemas = new Map([[4, [section('head', [field('bill_no', '=label()')])]]])
    const hostile = {
      ...bill,
      document: { ...bill.document, file_name: '=evil().pdf' },
      content: [group('section', 'head', [value('bill_no', '=1+1')])],
    }
    const columns = ['meta_file_name', 'bill_no']
    expect(await csvOf([hostile], { columns }, schemas)).toBe("meta_file_name,'=label()\r\n'=evil().pdf,'=1+1\r\n")
    expect(await csvOf([hostile], { columns, formula_protection: false }, schemas)).toBe(
      'meta_file_name,=label()\r\n=evil().pdf,=1+1\r\n',
    )
  })
})

describe('csvLines', () => {
  it('writes texts that contain any characters so that they are read as they were', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 3, maxLength: 3 }), { maxLength: 20 }),
        (rows) => {
          const protectedRows = rows.map((row) => row.map(protectFormula))
          expect(parse(csvLines(rows), { record_delimiter: '\r\n' })).toEqual(protectedRows)
        },
      ),
      { seed: 29, numRuns: 50 },
    )
  })

  it('writes other values as JSON and missing ones as empty cells', () => {
    expect(
      csvLines([
        ['a', 'b'],
        [null, undefined],
        [true, -5],
        [{ from: 'x' }, ['y', 1]],
      ]),
    ).toBe('a,b\r\n,\r\ntrue,-5\r\n"{""from"":""x""}","[""y"",1]"\r\n')
  })

  it('writes no blank line, and nothing for no rows', () => {
    expect(csvLines([[''], [null]])).toBe('""\r\n""\r\n')
    expect(csvLines([])).toBe('')
  })

  it('protects texts that a spreadsheet would run as formulas', () => {
    expect(csvLines([['=1+1', ' @SUM(A1)', '+49 (0) 30/123-45']])).toBe("'=1+1,' @SUM(A1),+49 (0) 30/123-45\r\n")
  })
})
