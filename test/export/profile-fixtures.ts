/** An invoice of two items for tests of export profiles, with the schema of the template for invoices. */
import { invoice } from '../../src/domain/queues/templates/invoice.ts'
import { EU } from '../../src/domain/queues/templates/regions.ts'
import type { ProfileDocument } from '../../src/export/profile/types.ts'
import { writeTable, type Counts } from '../../src/export/profile/write.ts'
import type { ContentNode, ContentTree, DatapointNode } from '../../src/rules/content/index.ts'
import { DEFAULTS, type ExportSettings } from '../../src/rules/export-profiles/types.ts'

export const schema = invoice(EU)

type Values = Record<string, [value: string, normalized?: string]>

const cell = (schema_id: string, [value, normalized]: [string, string?]): DatapointNode =>
  ({
    id: 1,
    schema_id,
    category: 'datapoint',
    content: { value, normalized_value: normalized ?? null },
    validation_sources: [],
    time_spent: 0,
    time_spent_overall: 0,
    hidden: false,
  }) as unknown as DatapointNode

/** Returns the tree with these values, and with rows in tables. */
export function treeOf(header: Values, tables: Record<string, Values[]>): ContentTree {
  return schema.map((section) => ({
    id: 1,
    schema_id: section.id,
    category: 'section',
    hidden: false,
    children: section.children.flatMap((child): ContentNode[] => {
      if (child.category === 'datapoint') return [cell(child.id, header[child.id] ?? [''])]
      const { children: row } = child
      const columns = row.category === 'tuple' ? row.children : []
      const rows = (tables[child.id] ?? []).map((values) => ({
        id: 1,
        schema_id: row.id,
        category: 'tuple',
        hidden: false,
        children: columns.map(({ id }) => cell(id, values[id] ?? [''])),
      }))
      return [
        { id: 1, schema_id: child.id, category: 'multivalue', hidden: false, children: rows } as unknown as ContentNode,
      ]
    }),
  })) as unknown as ContentTree
}

export const HEADER: Values = {
  document_id: ['RE-2026-7'],
  date_issue: ['3. 5. 2026', '2026-05-03'],
  date_due: ['2. 6. 2026', '2026-06-02'],
  currency: ['eur'],
  sender_name: ['Łódź Möbel "Süd"; GmbH'],
  amount_total: ['1.234,50', '1234.5'],
  amount_total_base: ['1.037,39', '1037.39'],
  amount_total_tax: ['197,11', '197.11'],
}
export const ITEMS: Values[] = [
  {
    item_description: ['Chair'],
    item_quantity: ['4', '4'],
    item_amount_base: ['200', '200'],
    item_amount_total_base: ['800', '800'],
  },
  { item_description: ['Delivery'], item_amount_total_base: ['237,39', '237.39'] },
]
export const TAXES: Values[] = [
  { tax_detail_rate: ['19', '19'], tax_detail_base: ['1037.39', '1037.39'], tax_detail_tax: ['197.11', '197.11'] },
]

export const document = (
  tree = treeOf(HEADER, { line_items: ITEMS, tax_details: TAXES }),
  id = 7,
): ProfileDocument => ({
  id,
  properties: {
    id: String(id),
    url: `https://host/api/v1/annotations/${id}`,
    status: 'exported',
    automated: 'false',
    file_name: 'invoice.pdf',
    arrived_at: '2026-05-04T09:00:00.000000Z',
    confirmed_at: '',
    exported_at: '',
    modified_at: '',
  },
  metadata: { cost_centre: '4711' },
  schema,
  tree,
  archive_name: 'documents/invoice.pdf',
})

/** Returns the bytes of the table, and what was counted. */
export async function table(
  settings: Partial<ExportSettings> & Pick<ExportSettings, 'columns'>,
  documents: ProfileDocument[] = [document()],
): Promise<{ bytes: Buffer; counts: Counts }> {
  const counts = { documents: 0, lines: 0, replaced: 0 }
  const facts = { queue: 'Invoices', profile: 'P', at: '2026-11-26T10:20:30.456Z', number: null }
  async function* all() {
    yield* await Promise.resolve(documents)
  }
  const pieces: Buffer[] = []
  for await (const piece of writeTable({ settings: { ...DEFAULTS, ...settings }, schema, facts }, all(), counts))
    pieces.push(piece)
  return { bytes: Buffer.concat(pieces), counts }
}

/** Returns the lines of the table. */
export const lines = async (...given: Parameters<typeof table>): Promise<string[]> =>
  (await table(...given)).bytes.toString('utf8').split('\r\n').slice(0, -1)
