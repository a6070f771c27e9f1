import { describe, expect, it } from 'vitest'
import type { Datapoint, SchemaDatapoint, SchemaSection } from '../src/api/types.ts'
import { columnsOf, groupContent, neededIds, shownValue, type Column } from '../src/screens/documents/columns.ts'
import { leastWidthOf, templateOf, WIDTHS } from '../src/screens/documents/widths.ts'

const field = (id: string, more: Partial<SchemaDatapoint> = {}): SchemaDatapoint => ({
  category: 'datapoint',
  id,
  label: `Label of ${id}`,
  type: 'string',
  ...more,
})
const schema = (...children: SchemaSection['children']): SchemaSection[] => [
  { category: 'section', id: 'section', label: 'Section', children },
]
const idsOf = (columns: readonly Column[]) => columns.map(({ schemaId }) => schemaId)

const invoices = schema(
  field('number', { rir_field_names: ['document_id'] }),
  field('date_issue', { type: 'date' }),
  field('currency', { type: 'enum' }),
  field('total', { type: 'number', rir_field_names: ['amount_total'] }),
  field('sender_name'),
  field('press', { type: 'button' }),
)

describe('The columns of a list', () => {
  it('are those by which people recognise an invoice, found by the source of the value or the id', () => {
    expect(idsOf(columnsOf({}, invoices))).toEqual(['sender_name', 'number', 'date_issue', 'total'])
  })

  it('are those in the settings of the queue, in that order and without hidden ones', () => {
    const columns = [
      { column_type: 'meta', meta_name: 'status', visible: true },
      { column_type: 'schema', schema_id: 'total', visible: true },
      { column_type: 'schema', schema_id: 'sender_name', visible: false },
      { column_type: 'schema', schema_id: 'number', visible: true },
      { column_type: 'schema', schema_id: 'gone', visible: true },
    ]
    expect(idsOf(columnsOf({ annotation_list_table: { columns } }, invoices))).toEqual(['total', 'number'])
  })

  it('are those of the older setting if the newer one is empty', () => {
    const settings = { annotation_list_table: {}, columns: [{ schema_id: 'currency' }] }
    expect(idsOf(columnsOf(settings, invoices))).toEqual(['currency'])
  })

  it('are the first fields of a schema about something else', () => {
    const others = schema(field('a', { hidden: true }), field('b'), field('press', { type: 'button' }), field('c'))
    expect(idsOf(columnsOf({}, others))).toEqual(['b', 'c'])
  })

  it('need the currency of amounts', () => {
    expect(neededIds(columnsOf({}, invoices))).toEqual(['sender_name', 'number', 'date_issue', 'total', 'currency'])
  })
})

describe('Sideloaded content', () => {
  const node = (annotation: number, id: number, schema_id: string, value: string | null): Datapoint =>
    ({
      id,
      url: `https://host/api/v1/annotations/${annotation}/content/${id}`,
      schema_id,
      content: value === null ? null : { value, normalized_value: null },
    }) as Datapoint

  it('belongs to the annotation in the URL of the node', () => {
    const groups = groupContent([
      node(7, 1, 'a', 'x'),
      node(12, 2, 'a', 'y'),
      node(7, 3, 'b', 'z'),
      node(7, 4, 'c', null),
    ])
    expect(groups.get(7)).toEqual({ a: { value: 'x', normalized: null }, b: { value: 'z', normalized: null } })
    expect(groups.get(12)).toEqual({ a: { value: 'y', normalized: null } })
  })

  it('shows the first of several values', () => {
    expect(groupContent([node(7, 1, 'a', 'first'), node(7, 2, 'a', 'second')]).get(7)?.a?.value).toBe('first')
  })
})

describe('A value', () => {
  const formats = {
    number: (value: number, options: Intl.NumberFormatOptions) => new Intl.NumberFormat('de', options).format(value),
    date: (iso: string) => `date ${iso}`,
  }
  const column = (type: Column['type'], more: Partial<Column> = {}): Column => ({
    schemaId: 'a',
    label: 'A',
    type,
    options: {},
    currencyId: null,
    ...more,
  })
  const shown = (given: Column, value: string, normalized: string | null = null) =>
    shownValue(given, { a: { value, normalized }, cur: { value: 'eur', normalized: null } }, formats)

  it('is shown as the user writes numbers, with the decimals of the document', () => {
    expect(shown(column('number'), '12,030.50', '12030.50')).toBe('12.030,50')
    expect(shown(column('number'), '3', '3')).toBe('3')
  })

  it('is followed by its currency', () => {
    expect(shown(column('number', { currencyId: 'cur' }), '5.00', '5.00')).toBe('5,00 EUR')
  })

  it('keeps its day in every time zone', () => {
    expect(shown(column('date'), '30/04/2026', '2026-04-30')).toBe('date 2026-04-30T00:00:00')
  })

  it('is shown as it is if it could not be read', () => {
    expect(shown(column('date'), 'end of May')).toBe('end of May')
    expect(shown(column('number'), 'n/a', 'n/a')).toBe('n/a')
  })

  it('of an enum is shown by its label', () => {
    expect(shown(column('enum', { options: { tax_invoice: 'Invoice' } }), 'tax_invoice')).toBe('Invoice')
  })

  it('that is missing leaves the cell empty', () => {
    expect(shownValue(column('string'), {}, formats)).toBe('')
  })
})

describe('The layout of columns', () => {
  const columns = [
    { least: 10, share: 2 },
    { least: 6, share: 0 },
  ]

  it('has a track for each column, and one for the checkbox', () => {
    expect(templateOf(columns, true)).toBe('2.25rem minmax(10rem, 2fr) 6rem')
    expect(templateOf(columns, false)).toBe('minmax(10rem, 2fr) 6rem')
  })

  it('needs more width with more columns', () => {
    expect(leastWidthOf([...columns, WIDTHS.number])).toBeGreaterThan(leastWidthOf(columns) + WIDTHS.number.least)
  })
})
