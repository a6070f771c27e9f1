/** Checks, names and templates of export profiles (contract 17.41, 17.47, 17.48). */
import { describe, expect, it } from 'vitest'
import { checkExportProfile, fieldsOfExportProfile } from '../../../src/rules/export-profiles/check.ts'
import { isDue } from '../../../src/rules/export-profiles/delivery.ts'
import { fileNameOf, safeName } from '../../../src/rules/export-profiles/names.ts'
import { EXPORT_TEMPLATES, settingsOfTemplate } from '../../../src/rules/export-profiles/templates/index.ts'
import { DEFAULTS, type ExportSettings } from '../../../src/rules/export-profiles/types.ts'
import { lines, schema } from '../../export/profile-fixtures.ts'

const check = (given: Partial<ExportSettings>) =>
  checkExportProfile({ ...DEFAULTS, columns: [{ heading: 'A', constant: '' }], ...given }, schema)

describe('a profile is refused', () => {
  it.each<[string, Partial<ExportSettings>, object]>([
    ['without columns', { columns: [] }, { columns: ['A profile needs at least one column.'] }],
    [
      'with a field that does not exist',
      { columns: [{ heading: 'Order', field: 'order' }] },
      { columns: ['Column 1 "Order": The schema has no field "order".'] },
    ],
    [
      'with an expression about a field that does not exist',
      { columns: [{ heading: '', expression: 'field.order' }] },
      { columns: ["Column 1: line 1, column 1: The schema has no field 'order'."] },
    ],
    [
      'with a column of a table without lines of it',
      { columns: [{ heading: 'Text', field: 'item_description' }] },
      { columns: [expect.stringContaining('set lines_of to "line_items"')] },
    ],
    [
      'with two sources of a column',
      { columns: [{ heading: 'A', constant: '', field: 'document_id' }] },
      { columns: [expect.stringContaining('exactly one')] },
    ],
    [
      'with lines of a table that does not exist',
      { lines_of: 'rows' },
      { lines_of: ['The schema has no table "rows".'] },
    ],
    ['with an unknown placeholder', { file_name: '{name}' }, { file_name: ['There is no placeholder {name}.'] }],
    ['with a date format without a year', { date_format: 'DDMM' }, { date_format: [expect.stringContaining('DDMM')] }],
    [
      'with a byte order mark of an encoding without one',
      { bom: true, encoding: 'iso-8859-15' },
      { bom: [expect.any(String)] },
    ],
    ['with the delimiter as quote', { delimiter: '"' }, { quote_char: ['Must differ from delimiter.'] }],
    ['with a long delimiter', { delimiter: '||' }, { delimiter: [expect.any(String)] }],
  ])('%s', (_, given, errors) => {
    expect(check(given)).toEqual(errors)
  })

  it('with fields that are not exported, also inside of expressions', () => {
    const hidden = schema.map((section) => ({
      ...section,
      children: section.children.map((child) =>
        child.id === 'iban' ? { ...child, can_export: false } : child,
      ) as typeof section.children,
    }))
    for (const column of [{ field: 'iban' }, { expression: 'field.iban' }])
      expect(checkExportProfile({ ...DEFAULTS, columns: [{ heading: 'A', ...column }] }, hidden)).toEqual({
        columns: ['Column 1 "A": The field "iban" is not exported (can_export).'],
      })
  })
})

it('reads the fields of columns, expressions, rows of loops, and the table of its lines', () => {
  expect(
    fieldsOfExportProfile({
      lines_of: 'tax_details',
      columns: [
        { heading: '', field: 'iban' },
        { heading: '', expression: 'sum(row.item_tax for row in field.line_items)' },
      ],
    }),
  ).toEqual(['iban', 'item_tax', 'line_items', 'tax_details'])
})

describe('a delivery is due', () => {
  const at = (time: string) => new Date(`2026-11-${time}Z`)
  it.each([
    ['0/15 * * * *', '26T10:00', '26T10:14', false],
    ['0/15 * * * *', '26T10:00', '26T10:15', true],
    ['0 6 * * 1-5', '27T06:00', '30T05:59', false],
    ['0 6 * * 1-5', '27T06:00', '30T06:00', true],
    // Both days are restricted: either is enough.
    ['0 0 1 * thu', '24T00:00', '26T00:00', true],
    // A field that begins with * does not restrict.
    ['0 0 */2 * thu', '24T00:00', '26T00:00', false],
    [null, '24T00:00', '26T00:00', false],
  ])('%s, from %s to %s: %s', (cron, since, now, expected) => {
    expect(isDue(cron, at(since), at(now))).toBe(expected)
  })
})

describe('names of files', () => {
  const facts = { queue: 'A/B: Účty', profile: 'P', at: '2026-11-26T10:20:30.456Z', number: null }
  it.each([
    ['{queue}-{date}', 'A_B_ Účty-2026-11-26.csv'],
    ['EXTF_{datetime}{milliseconds}', 'EXTF_20261126102030456.csv'],
    ['../../etc/passwd', '_.._etc_passwd.csv'],
    ['con', '_con.csv'],
    ['...', 'export.csv'],
    ['x'.repeat(400), `${'x'.repeat(150)}.csv`],
    ['a\u202eb\0c\n', 'ab_c_.csv'],
  ])('%s is %s', (file_name, expected) => {
    expect(fileNameOf({ file_name, extension: 'csv' }, facts)).toBe(expected)
  })

  it('of two deliveries differ', () => {
    const of = (number: number, file_name = 'bills') =>
      fileNameOf({ file_name, extension: 'csv' }, { ...facts, number })
    expect([of(1), of(2), of(1, '{number}-x')]).toEqual(['bills-1.csv', 'bills-2.csv', '1-x.csv'])
    const long = 'x'.repeat(200)
    for (const pattern of [long, `${long}{number}`])
      expect([of(12, pattern), of(13, pattern)]).toEqual([`${'x'.repeat(147)}-12.csv`, `${'x'.repeat(147)}-13.csv`])
    expect(of(1, '{number}' + long).startsWith('1x')).toBe(true)
  })

  it('are never those of a folder', () => {
    for (const name of ['.', '..', ' . ', '/', '\\']) expect(safeName(name)).toMatch(/^[^./\\]+$/)
  })
})

/** Beginnings of the line with the headings, and of the last line, of the invoice with two items and one tax rate. */
const WRITTEN: Record<string, [headings: string, line: string]> = {
  DATEV: [
    '"Umsatz (ohne Soll/Haben-Kz)";"Soll/Haben-Kennzeichen";"WKZ ',
    '1234,50;"S";"EUR";;;;3400;70000;;0305;"RE-2026-7";;;"Łódź Möbel ""Süd""; GmbH";;',
  ],
  Xero: [
    '*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAd',
    '"Łódź Möbel ""Süd""; GmbH",,,,,,,,,,RE-2026-7,03/05/2026,02/06/2026,1234.50,,Del',
  ],
  QuickBooks: [
    '*BillNo,*Supplier,*BillDate,*DueDate,Terms,Location,Memo,*Ac',
    'RE-2026-7,"Łódź Möbel ""Süd""; GmbH",05/03/2026,06/02/2026,,,,Cost of Goods Sold',
  ],
  Odoo: ['move_type,partner_id,ref,invoice_date,invoice_date_due,curre', ',,,,,,Delivery,1,237.3900,600000'],
  ERPNext: [
    'Supplier,Date,Due Date,Supplier Invoice No,Supplier Invoice ',
    ',,,,,,Delivery,1,Nos,237.3900,Cost of Goods Sold - A',
  ],
  SAP: [
    'E1EDK01-BSART;E1EDK01-CURCY;E1EDK01-BELNR;E1EDK02-BELNR;E1ED',
    'INVO;EUR;RE-2026-7;;20260503;"Łódź Möbel ""Süd""; GmbH";2;1.000;;;Delivery;237.3',
  ],
  Lexware: [
    '"Belegdatum";"Buchungsdatum";"Belegnummernkreis";"Belegnumme',
    '03.05.2026;03.05.2026;"ER";"RE-2026-7";"Łódź Möbel ""Süd""; GmbH";1234,50;3400;7',
  ],
  Sage: [
    'Type,Account Reference,Nominal A/C Ref,Department Code,Date,',
    'PI,Łódź Möb,5000,0,03/05/2026,RE-2026-7,"Łódź Möbel ""Süd""; GmbH",1037.39,T1,19',
  ],
}

describe('the template', () => {
  it.each(EXPORT_TEMPLATES.map((template) => [template.name, template] as const))(
    '%s fits the schema for invoices, and writes an invoice',
    async (_, template) => {
      const settings = settingsOfTemplate(template, {})
      expect(check(settings)).toBeNull()
      const written = await lines({ ...settings, encoding: 'utf-8', line_end: 'crlf' })
      const headings = written[template.settings.preamble?.length ?? 0]
      expect([headings!.slice(0, 60), written.at(-1)!.slice(0, 80)]).toEqual(WRITTEN[template.name])
    },
  )

  it('DATEV has 125 columns and 31 values in its header record', async () => {
    const datev = EXPORT_TEMPLATES.find(({ name }) => name === 'DATEV')!
    expect(datev.settings.columns).toHaveLength(125)
    expect(datev.settings.preamble![0]!.split(';')).toHaveLength(31)
  })

  it('reads other fields, and leaves columns empty', () => {
    const sage = EXPORT_TEMPLATES.find(({ name }) => name === 'Sage')!
    const { columns, lines_of } = settingsOfTemplate(sage, {
      tax_details: 'taxes',
      document_id: 'number',
      amount_total: 'gross',
      tax_detail_base: null,
    })
    const of = (heading: string) => columns.find((column) => column.heading === heading)
    expect(lines_of).toBe('taxes')
    expect(of('Reference')).toMatchObject({ field: 'number' })
    expect(of('Type')).toMatchObject({ expression: '"PC" if field.gross < 0 else "PI"' })
    expect(of('Net Amount')).toEqual({ heading: 'Net Amount', constant: '', decimals: 2 })
  })
})
