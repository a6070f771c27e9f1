import type { Readable } from 'node:stream'
import {
  defaultExportOptions,
  type ContentNode,
  type ExportAnnotation,
  type ExportOptions,
  type SchemaNode,
  type Schemas,
} from '../../src/export/index.ts'
import { linesTable } from '../support/lines-table.ts'

export const field = (id: string, label: string, type = 'string', more: Partial<SchemaNode> = {}): SchemaNode => ({
  category: 'datapoint',
  id,
  label,
  type,
  ...more,
})
export const section = (id: string, children: SchemaNode[]): SchemaNode => ({
  category: 'section',
  id,
  label: id,
  children,
})
export const table = (id: string, columns: SchemaNode[]): SchemaNode => ({
  category: 'multivalue',
  id,
  label: id,
  children: { category: 'tuple', id: `${id}_row`, label: id, children: columns },
})
export const list = (id: string, child: SchemaNode): SchemaNode => ({
  category: 'multivalue',
  id,
  label: id,
  children: child,
})

export const value = (schema_id: string, text: string, more: object = {}): ContentNode => ({
  category: 'datapoint',
  schema_id,
  content: { value: text, normalized_value: null, rir_confidence: null, ...more },
})
export const group = (category: string, schema_id: string, children: ContentNode[]): ContentNode => ({
  category,
  schema_id,
  children,
})
/** Returns a node of `table(id, …)` with these rows. */
export const rows = (id: string, ...lines: ContentNode[][]): ContentNode =>
  group(
    'multivalue',
    id,
    lines.map((line) => group('tuple', `${id}_row`, line)),
  )

/** The bill of the documented examples, with one line item. */
export const billSchema: SchemaNode[] = [
  section('head', [field('bill_no', 'Bill number')]),
  section('lines_section', [linesTable([field('text', 'Text'), field('sum', 'Sum', 'number')])]),
]

export const bill: ExportAnnotation = {
  id: 55,
  url: 'https://host/api/v1/annotations/55',
  status: 'exported',
  arrived_at: '2026-02-01T09:00:00.000000Z',
  exported_at: '2026-02-01T10:30:00.000000Z',
  confirmed_at: '2026-02-01T10:00:00.000000Z',
  modified_at: '2026-02-01T10:30:00.000000Z',
  assigned_at: null,
  automated: false,
  creator: 'https://host/api/v1/users/3',
  relations: [],
  document: {
    url: 'https://host/api/v1/documents/70',
    file_name: 'b9.pdf',
    file: 'https://host/api/v1/documents/70/content',
  },
  modifier: null,
  schema: { id: 4, url: 'https://host/api/v1/schemas/4' },
  metadata: {},
  content: [
    group('section', 'head', [value('bill_no', 'B-9', { rir_confidence: 0.97 })]),
    group('section', 'lines_section', [
      group('multivalue', 'lines', [group('tuple', 'line', [value('text', 'Water')])]),
    ]),
  ],
}

/** The same bill with the two line items of the CSV example. */
export const twoLineBill: ExportAnnotation = {
  ...bill,
  content: [
    bill.content[0]!,
    group('section', 'lines_section', [
      group('multivalue', 'lines', [
        group('tuple', 'line', [value('text', 'Water'), value('sum', '1,200.00', { normalized_value: '1200.00' })]),
        group('tuple', 'line', [value('text', 'Power'), value('sum', '80.50', { normalized_value: '80.50' })]),
      ]),
    ]),
  ],
}

export const billSchemas: Schemas = new Map([[4, billSchema]])

export const options = (given: Partial<ExportOptions> = {}): ExportOptions => ({ ...defaultExportOptions, ...given })

export async function* each<Item>(...items: Item[]): AsyncGenerator<Item> {
  yield* items
}

export async function readBytes(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export const readText = async (stream: Readable) => (await readBytes(stream)).toString('utf8')
