import type { ContentNode, ExportAnnotation, SchemaNode, Schemas } from '../../src/export/index.ts'

/** Synthetic invoices of typical size: 12 header fields and 5 line items of 5 columns. */
export const linesPerAnnotation = 5

const fieldOf = (id: string, type = 'string'): SchemaNode => ({
  category: 'datapoint',
  id,
  label: `Label of ${id}`,
  type,
})
const headerIds = [
  'document_id',
  'order_id',
  'sender_name',
  'sender_address',
  'sender_vat_id',
  'recipient_name',
  'iban',
]
const amountIds = ['amount_total_base', 'amount_total_tax', 'amount_total', 'amount_due']
const columns = [
  fieldOf('table_column_code'),
  fieldOf('table_column_description'),
  fieldOf('table_column_quantity', 'number'),
  fieldOf('table_column_amount', 'number'),
  fieldOf('table_column_amount_total', 'number'),
]

const schema: SchemaNode[] = [
  {
    category: 'section',
    id: 'head',
    label: 'Header',
    children: [
      ...headerIds.map((id) => fieldOf(id)),
      fieldOf('date_issue', 'date'),
      ...amountIds.map((id) => fieldOf(id, 'number')),
    ],
  },
  {
    category: 'section',
    id: 'lines_section',
    label: 'Lines',
    children: [
      {
        category: 'multivalue',
        id: 'line_items',
        label: 'Line items',
        children: { category: 'tuple', id: 'line_item', label: 'Line item', children: columns },
      },
    ],
  },
]

export const schemas: Schemas = new Map([[1, schema]])

/** The texts of one cell per column, in column order; every tenth requires quoting. */
const headerText = (id: string, seed: number) => `${id} of document ${seed}${seed % 10 ? '' : ', continued'}`
const amount = (seed: number) => ({
  text: `${(seed % 9) + 1},${100 + (seed % 900)}.50`,
  plain: `${(seed % 9) + 1}${100 + (seed % 900)}.50`,
})
const dayOf = (seed: number) =>
  `2026-${String((seed % 12) + 1).padStart(2, '0')}-${String((seed % 28) + 1).padStart(2, '0')}`
const lineTexts = (seed: number, line: number) => [`C-${seed}-${line}`, `Article ${line} of invoice ${seed}, blue`]

const leaf = (schema_id: string, value: string, normalized_value: string | null = null): ContentNode => ({
  category: 'datapoint',
  schema_id,
  content: { value, normalized_value, rir_confidence: 0.93 },
})

function makeContent(seed: number): ContentNode[] {
  const { text, plain } = amount(seed)
  const lines = Array.from({ length: linesPerAnnotation }, (_, line): ContentNode => {
    const [code = '', description = ''] = lineTexts(seed, line)
    return {
      category: 'tuple',
      schema_id: 'line_item',
      children: columns.map(({ id, type }, index) =>
        type === 'number' ? leaf(id, text, plain) : leaf(id, index === 0 ? code : description),
      ),
    }
  })
  return [
    {
      category: 'section',
      schema_id: 'head',
      children: [
        ...headerIds.map((id) => leaf(id, headerText(id, seed))),
        leaf('date_issue', dayOf(seed), dayOf(seed)),
        ...amountIds.map((id) => leaf(id, text, plain)),
      ],
    },
    {
      category: 'section',
      schema_id: 'lines_section',
      children: [{ category: 'multivalue', schema_id: 'line_items', children: lines }],
    },
  ]
}

/** Annotations generated on demand; none of them is kept. */
export async function* makeAnnotations(count: number): AsyncGenerator<ExportAnnotation> {
  const host = 'https://sheaf.example/api/v1'
  for (let id = 1; id <= count; id++) {
    yield {
      id,
      url: `${host}/annotations/${id}`,
      status: 'exported',
      arrived_at: '2026-02-01T09:00:00.000000Z',
      exported_at: '2026-02-01T10:30:00.000000Z',
      confirmed_at: '2026-02-01T10:00:00.000000Z',
      modified_at: '2026-02-01T10:30:00.000000Z',
      assigned_at: null,
      automated: id % 2 === 0,
      creator: `${host}/users/1`,
      relations: [],
      document: { url: `${host}/documents/${id}`, file_name: `${id}.pdf`, file: `${host}/documents/${id}/content` },
      modifier: null,
      schema: { id: 1, url: `${host}/schemas/1` },
      metadata: {},
      content: makeContent(id),
    }
  }
}

/** The finished lines of a CSV export of the same annotations. */
export function* makeReadyLines(count: number): Generator<string[]> {
  for (let seed = 1; seed <= count; seed++) {
    const { text } = amount(seed)
    const header = [...headerIds.map((id) => headerText(id, seed)), dayOf(seed), ...amountIds.map(() => text)]
    for (let line = 0; line < linesPerAnnotation; line++) yield [...header, ...lineTexts(seed, line), text, text, text]
  }
}
