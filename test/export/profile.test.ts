/** The lines of export profiles: columns, numbers, dates, encodings and quotes (contract 17.42-17.46). */
import { describe, expect, it } from 'vitest'
import { ExportProblems } from '../../src/export/profile/types.ts'
import { rounded } from '../../src/export/profile/values.ts'
import { ENCODINGS } from '../../src/rules/export-profiles/types.ts'
import { document, HEADER, ITEMS, lines, table, treeOf } from './profile-fixtures.ts'

describe('columns', () => {
  it('have their own headings and order, constants, properties and expressions', async () => {
    const columns = [
      { heading: 'Gross', field: 'amount_total' },
      { heading: 'Kind', constant: 'Bill' },
      { heading: '', property: 'file_name' as const },
      { heading: 'Month', expression: 'field.date_issue.strftime("%m/%Y")' },
      { heading: 'Centre', expression: 'annotation.metadata["cost_centre"]' },
    ]
    expect(await lines({ columns })).toEqual(['Gross,Kind,,Month,Centre', '1234.5,Bill,invoice.pdf,05/2026,4711'])
    expect(await lines({ columns, headings: false, preamble: ['Made {date} for {queue}'] })).toEqual([
      'Made 2026-11-26 for Invoices',
      '1234.5,Bill,invoice.pdf,05/2026,4711',
    ])
  })

  it('have a line of each row, and one if the table has none', async () => {
    const settings = {
      lines_of: 'line_items',
      columns: [
        { heading: 'No', property: 'line_number' as const },
        { heading: 'Number', field: 'document_id', first_line_only: true },
        { heading: 'Text', field: 'item_description', max_length: 5 },
        { heading: 'Price', expression: 'default_to(field.item_amount_base, field.item_amount_total_base)' },
        { heading: 'All', expression: 'sum(field.item_amount_total_base.all_values)' },
        { heading: 'Twice', expression: 'default_to(field.item_amount_total_base, 0) * 2' },
      ],
    }
    const empty = document(treeOf(HEADER, { line_items: [] }), 8)
    expect(await lines(settings, [document(), empty])).toEqual([
      'No,Number,Text,Price,All,Twice',
      '1,RE-2026-7,Chair,200,1037.39,1600',
      '2,,Deliv,237.39,1037.39,474.78',
      '1,RE-2026-7,,,0,0',
    ])
  })

  it('are empty for fields that the schema of an older document lacks', async () => {
    const older = document()
    const without = older.schema.map((section) => ({
      ...section,
      children: section.children.filter(({ id }) => id !== 'order_id'),
    }))
    const columns = [
      { heading: 'Order', field: 'order_id' },
      { heading: 'Has order', expression: 'is_set(field.order_id)' },
      { heading: 'Number', field: 'document_id' },
    ]
    expect(await lines({ columns }, [{ ...older, schema: without }])).toEqual([
      'Order,Has order,Number',
      ',false,RE-2026-7',
    ])
  })
})

describe('an expression that fails', () => {
  it('refuses the export, and names each document and column', async () => {
    const columns = [{ heading: 'Net', expression: 'field.amount_total / field.amount_due' }]
    const made = table({ columns }, [document(), document(undefined, 9)])
    await expect(made).rejects.toBeInstanceOf(ExportProblems)
    await made.catch(({ problems }: ExportProblems) => {
      expect(problems.map((one) => one.document)).toEqual([7, 9])
      expect(problems[0]!.sentence).toMatch(/^Column 1 "Net": line 1, column \d+: TypeError: .*empty/)
    })
  })

  it('cannot work without end', async () => {
    const columns = [{ heading: 'x', expression: 'sum(a for a in range(1000000))' }]
    await expect(table({ columns })).rejects.toThrow('LimitError')
  })

  it('cannot work without end in many rows, and others are served meanwhile', async () => {
    const rows = Array.from({ length: 1000 }, () => ITEMS[0]!)
    // About 30,000 steps in each row.
    const columns = [{ heading: 'x', expression: 'sum(len(str(a)) for a in range(3000))' }]
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    const made = table({ columns, lines_of: 'line_items' }, [document(treeOf(HEADER, { line_items: rows }))])
    await made.then(
      () => expect.unreachable(),
      ({ problems }: ExportProblems) => {
        expect(problems).toHaveLength(20)
        expect(problems[0]!.sentence).toContain('The expressions of the document need more than')
      },
    )
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })

  it('is reported for some rows of a document only', async () => {
    const rows = Array.from({ length: 1000 }, () => ITEMS[0]!)
    let work = 0
    const columns = [{ heading: 'x', expression: 'field.amount_total / field.amount_due' }]
    const one = document(treeOf(HEADER, { line_items: rows }))
    const counting = {
      ...one,
      get properties() {
        work++
        return one.properties
      },
    }
    await expect(
      table({ columns: [...columns, { heading: 'y', property: 'file_name' }], lines_of: 'line_items' }, [counting]),
    ).rejects.toBeInstanceOf(ExportProblems)
    expect(work).toBeLessThan(50)
  })
})

describe('numbers and dates', () => {
  const columns = [
    { heading: 'a', field: 'amount_total' },
    { heading: 'b', field: 'amount_total', decimals: 0 },
    { heading: 'c', expression: '0.1 + 0.2', decimals: null },
    { heading: 'd', field: 'date_issue' },
    { heading: 'e', field: 'date_issue', date_format: 'YYYYMMDD' },
    { heading: 'f', property: 'arrived_at' as const },
  ]
  it('have the separators, digits and formats of the profile, and no grouping', async () => {
    const settings = { columns, headings: false, delimiter: ';', decimals: 2, date_format: 'DD.MM.YYYY' }
    expect(await lines({ ...settings, decimal_separator: ',' })).toEqual([
      '1234,50;1235;0,3;03.05.2026;20260503;04.05.2026',
    ])
  })

  it('that cannot be read are written as they stand in the document', async () => {
    const tree = treeOf({ ...HEADER, amount_total: ['about 12', ''], date_issue: ['May', ''] }, { line_items: ITEMS })
    expect(await lines({ columns: [columns[0]!, columns[3]!], headings: false }, [document(tree)])).toEqual([
      'about 12,May',
    ])
  })

  it.each([
    ['2.345', 2, '2.35'],
    ['-2.345', 2, '-2.35'],
    ['2.3449', 2, '2.34'],
    ['-0.004', 2, '0.00'],
    ['99999999999999999999.995', 2, '100000000000000000000.00'],
    ['5', 0, '5'],
    ['0.5', 0, '1'],
    ['1.005', 2, '1.01'],
  ])('%s with %s digits is %s', (decimal, digits, expected) => {
    expect(rounded(decimal, digits)).toBe(expected)
  })
})

describe('encodings', () => {
  const columns = [{ heading: 'Käufer', field: 'sender_name' }]

  it.each(ENCODINGS)('%s is written as programs read it', async (encoding) => {
    const { bytes } = await table({ columns, encoding, quoting: 'quote_all' })
    const text = new TextDecoder(encoding).decode(bytes)
    expect(text).toContain('GmbH')
    expect(text).not.toContain('?')
    expect(text.split('\r\n')).toHaveLength(3)
  })

  it('that lack a character have similar letters in its place, which are counted', async () => {
    const { bytes, counts } = await table({ columns, encoding: 'windows-1252' })
    expect(new TextDecoder('windows-1252').decode(bytes)).toBe('Käufer\r\n"Lódz Möbel ""Süd""; GmbH"\r\n')
    expect(counts).toEqual({ documents: 1, lines: 1, replaced: 2 })
  })

  it('refuse the export if the profile says so, and name the document, the column and the character', async () => {
    const made = table({ columns, encoding: 'windows-1252', unencodable: 'refuse' })
    await expect(made).rejects.toThrow(
      'Document 7: Column 1 "Käufer": The encoding windows-1252 has no character "Ł" (U+0141).',
    )
  })

  it('write a question mark where nothing is similar, and count it too', async () => {
    const tree = treeOf({ ...HEADER, sender_name: ['株式会社'] }, {})
    const { bytes, counts } = await table({ columns, encoding: 'us-ascii', headings: false }, [document(tree)])
    expect(bytes.toString()).toBe('????\r\n')
    expect(counts.replaced).toBe(4)
  })

  it('have a byte order mark on request', async () => {
    expect((await table({ columns, bom: true })).bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect((await table({ columns, bom: true, encoding: 'utf-16le' })).bytes.subarray(0, 2)).toEqual(
      Buffer.from([0xff, 0xfe]),
    )
  })
})

describe('quotes', () => {
  const columns = [
    { heading: 'a', field: 'document_id' },
    { heading: 'b', field: 'amount_total' },
    { heading: 'c', constant: '0042', quoted: false },
    { heading: 'd', field: 'amount_due', quoted: true },
  ]
  it.each([
    ['quote_minimal', 'RE-2026-7;1234.5;0042;""'],
    ['quote_all', '"RE-2026-7";"1234.5";0042;""'],
    ['quote_non_numeric', '"RE-2026-7";1234.5;0042;""'],
  ] as const)('%s', async (quoting, line) => {
    expect(await lines({ columns, quoting, headings: false, delimiter: ';' })).toEqual([line])
  })

  it('keep delimiters, quotes and line breaks of values, and ends of lines are those of the profile', async () => {
    const tree = treeOf({ ...HEADER, document_id: ['a;"b"\nc'] }, {})
    const settings = { columns: columns.slice(0, 1), line_end: 'lf' as const, headings: false, delimiter: ';' }
    expect((await table(settings, [document(tree)])).bytes.toString()).toBe('"a;""b""\nc"\n')
  })

  it('values that spreadsheets would run are preceded by an apostrophe unless the profile says otherwise', async () => {
    const formula = [{ heading: 'x', constant: '=cmd()' }]
    expect(await lines({ columns: formula, headings: false })).toEqual(["'=cmd()"])
    expect(await lines({ columns: formula, headings: false, formula_protection: false })).toEqual(['=cmd()'])
  })
})
