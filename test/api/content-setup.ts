/** Annotations with a table and fields of each type, for the tests of their content. */
import { beforeAll, expect } from 'vitest'
import { anAnnotation } from '../support/factories.ts'
import { linesTable } from '../support/lines-table.ts'
import { admin, server, tenant, useTenantServer, type TenantServerOptions } from '../support/tenant-server.ts'

/** A node of the tree. */
export interface Node {
  id: number
  url: string
  schema_id: string
  category: string
  content?: { value: string; normalized_value: string | null; page: number | null; position: number[] | null }
  validation_sources?: string[]
  children?: Node[]
}

/** The schema of the annotations. */
export let schema_id: number
/** Returns all nodes of a tree. */
export const flat = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

/** Starts the server for the tests of a file and creates the schema. */
export function useBills(options: TenantServerOptions = {}): void {
  useTenantServer(options)
  beforeAll(async () => {
    const point = (id: string, type: string, given: object = {}) => ({
      category: 'datapoint',
      id,
      label: id,
      type,
      constraints: { required: false },
      rir_field_names: ['document_id'],
      ...given,
    })
    const created = await admin.post('/schemas', {
      name: 'Bills',
      content: [
        {
          category: 'section',
          id: 'head',
          label: 'Header',
          children: [
            point('bill_no', 'string'),
            point('issued', 'date', { format: 'D.M.YYYY' }),
            point('kind', 'enum', { options: [{ value: 'a', label: 'Bill' }] }),
            { category: 'datapoint', id: 'press', label: 'Press', type: 'button' },
          ],
        },
        {
          category: 'section',
          id: 'lines_section',
          label: 'Lines',
          children: [linesTable([point('text', 'string'), point('sum', 'number', { format: '#,##0.#' })])],
        },
      ],
    })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    schema_id = created.body.id
  })
}

/** Creates an annotation that the client reviews; `id` returns the id of a node by its schema id. */
export async function anOpenOne(client = admin) {
  const { annotation_id } = await anAnnotation(server.deps.db, tenant, { schema_id })
  await client.post(`/annotations/${annotation_id}/start`, {})
  const path = `/annotations/${annotation_id}/content`
  const read = async () => (await admin.get(path)).body.content as Node[]
  const named = new Map(flat(await read()).map((node) => [node.schema_id, node.id]))
  return { annotation_id, path, read, id: (name: string) => named.get(name)! }
}
