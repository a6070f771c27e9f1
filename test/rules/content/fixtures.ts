import type { ExtractedValue, Extraction } from '@sheaf/extraction/types'
import {
  buildTree,
  contentDatapoints,
  type ContentTree,
  type DatapointNode,
  type TakeIds,
} from '../../../src/rules/content/index.ts'
import type { SchemaContent, SchemaDatapoint } from '../../../src/rules/schema/index.ts'
import { linesTable } from '../../support/lines-table.ts'

export const aField = (over: Partial<SchemaDatapoint> = {}): SchemaDatapoint => ({
  category: 'datapoint',
  id: 'x',
  label: 'X',
  type: 'string',
  ...over,
})

/** A bill: text, date, number, enum, button, formula, a table of lines, a list of orders. */
export const schema: SchemaContent = [
  {
    category: 'section',
    id: 'head',
    label: 'Header',
    children: [
      aField({ id: 'bill_no', rir_field_names: ['document_id'], constraints: { length: { max: 20 } } }),
      aField({
        id: 'issued',
        type: 'date',
        format: 'D.M.YYYY',
        rir_field_names: ['date_issue'],
        constraints: { required: false },
      }),
      aField({ id: 'total', type: 'number', format: '#,##0.#', rir_field_names: ['rir:amount_total'] }),
      aField({
        id: 'currency',
        type: 'enum',
        options: [
          { value: 'eur', label: 'Euro' },
          { value: 'czk', label: 'Koruna' },
        ],
        rir_field_names: ['currency'],
        constraints: { required: false },
      }),
      aField({
        id: 'unit',
        rir_field_names: ['upload:unit'],
        default_value: 'Head office',
        constraints: { required: false },
      }),
      aField({ id: 'note', constraints: { required: false } }),
      aField({ id: 'press', type: 'button' }),
      aField({
        id: 'sum_all',
        type: 'number',
        ui_configuration: { type: 'formula' },
        formula: '1',
        constraints: { required: false },
      }),
    ],
  },
  {
    category: 'section',
    id: 'lines_section',
    label: 'Lines',
    children: [
      linesTable([
        aField({ id: 'text', rir_field_names: ['table_column_description'], constraints: { required: false } }),
        aField({
          id: 'sum',
          type: 'number',
          format: '#,##0.#',
          rir_field_names: ['table_column_amount_total'],
          aggregations: { sum: { label: 'All' } },
        }),
      ]),
      {
        category: 'multivalue',
        id: 'orders',
        label: 'Orders',
        children: aField({ id: 'order', rir_field_names: ['order_id'], constraints: { required: false } }),
      },
    ],
  },
]

export const read = (value: string, over: Partial<ExtractedValue> = {}): ExtractedValue => ({
  text: value,
  value,
  confidence: 0.97,
  page: 1,
  position: [100, 80, 160.4, 98],
  evidence: { generator: 'test' },
  ...over,
})

export const anExtraction = (over: Partial<Extraction> = {}): Extraction => ({
  engine: { name: 'generic', version: '1', reader: 'test' },
  language: 'eng',
  pages: [{ number: 1, width: 1240, height: 1754, rotation: 0 }],
  pageCount: 1,
  fields: {
    document_id: read('B-9'),
    date_issue: read('2026-01-05', { text: '5 January 2026', confidence: 0.6 }),
    amount_total: read('1200.00', { text: 'EUR 1,200.00', confidence: 0.5 }),
    currency: read('EUR', { text: '€' }),
    order_id: read('PO-1'),
  },
  line_items: [
    { table_column_description: read('Water'), table_column_amount_total: read('1119.50') },
    { table_column_description: read('Power'), table_column_amount_total: read('80.50') },
  ],
  tax_details: [],
  checks: [{ name: 'total=base+tax', fields: ['amount_total'] }],
  ...over,
})

/** Returns a source of consecutive ids that starts at `first`. */
export const idsFrom = (first: number): TakeIds => {
  let next = first
  return (count) => Array.from({ length: count }, () => next++)
}

export const build = (over: Partial<Parameters<typeof buildTree>[1]> = {}, content = schema): ContentTree =>
  buildTree(content, { extraction: anExtraction(), values: {}, defaultThreshold: 0.8, takeIds: idsFrom(1), ...over })

/** Returns the datapoints of a schema id in tree order. */
export const nodesOf = (tree: ContentTree, id: string): DatapointNode[] =>
  [...contentDatapoints(tree)].map(({ node }) => node).filter((node) => node.schema_id === id)
export const nodeOf = (tree: ContentTree, id: string): DatapointNode => nodesOf(tree, id)[0]!
export const valuesOf = (tree: ContentTree, id: string) => nodesOf(tree, id).map((node) => node.content?.value)
export const multivalueOf = (tree: ContentTree, id: string) => {
  const found = tree.flatMap((section) => section.children).find((node) => node.schema_id === id)
  if (found?.category !== 'multivalue') throw new Error(`${id} is no multivalue`)
  return found
}

/** Returns a schema of one section with these fields. */
export const schemaOf = (...children: SchemaContent[number]['children']): SchemaContent => [
  { category: 'section', id: 'section', label: 'Section', children },
]

export const freeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(freeze)
    Object.freeze(value)
  }
  return value
}
