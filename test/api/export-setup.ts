/** A queue with annotations to export. */
import { beforeAll } from 'vitest'
import { anAnnotation, aQueue } from '../support/factories.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'
import { linesTable } from '../support/lines-table.ts'

/** The queue of the annotations. */
export let queue_id: number
/** The schema of the annotations. */
export let schema_id: number
/** Path of the export of the queue. */
export let path: string
/** Ids of the annotations B-9, B-10 and B-11. */
export const ids: number[] = []
/** Returns the text of a response. */
export const text = (answer: { body: unknown }) => String(answer.body as Buffer)
/** Returns the lines of a CSV response. */
export const lines = (answer: { body: unknown }) => text(answer).split('\r\n').filter(Boolean)

/** Starts the server for the tests of a file and creates the annotations. */
export function useExport(): void {
  useTenantServer()
  beforeAll(async () => {
    const { db } = server.deps
    ids.length = 0
    const point = (id: string, label: string, given: object = {}) => ({
      category: 'datapoint',
      id,
      label,
      type: 'string',
      constraints: { required: false },
      ...given,
    })
    const schema = await admin.post('/schemas', {
      name: 'Bills',
      content: [
        {
          category: 'section',
          id: 'head',
          label: 'Header',
          children: [point('bill_no', 'Bill number'), point('secret', 'Secret', { can_export: false })],
        },
        {
          category: 'section',
          id: 'lines_section',
          label: 'Lines',
          children: [linesTable([point('text', 'Text'), point('sum', 'Sum', { type: 'number', format: '#,##0.#' })])],
        },
      ],
    })
    schema_id = schema.body.id
    queue_id = (await aQueue(db, tenant, 'Účty 1')).queue_id
    await admin.patch(`/queues/${queue_id}`, { schema: schema.body.url })
    path = `/queues/${queue_id}/export`
    for (const [number, status, columns] of [
      ['B-9', 'confirmed', { arrived_at: '2026-02-01T09:00:00Z', modifier_id: tenant.user_id }],
      ['B-10', 'to_review', { arrived_at: '2026-02-02T09:00:00Z', metadata: JSON.stringify({ a: 1 }) }],
      [
        'B-11',
        'exported',
        { arrived_at: '2026-02-03T09:00:00Z', exported_at: '2026-02-03T10:00:00Z', automated: true },
      ],
    ] as const) {
      const { annotation_id, document_id } = await anAnnotation(db, tenant, { queue_id, schema_id, status, ...columns })
      ids.push(annotation_id)
      await db('documents')
        .where('id', document_id)
        .update({ original_file_name: `${number}.pdf` })
      const tree = (await admin.get(`/annotations/${annotation_id}/content?schema_id=lines`)).body.content
      const row = (words: string, sum: string) => ({
        op: 'add',
        id: tree[0].id,
        value: [
          { schema_id: 'text', content: { value: words } },
          { schema_id: 'sum', content: { value: sum } },
        ],
      })
      await admin.post(`/annotations/${annotation_id}/content/operations`, {
        operations: number === 'B-9' ? [row('Water', '1200'), row('Power', '80.5')] : [],
      })
      await admin.patch(`/annotations/${annotation_id}/content`, {
        content: [
          { schema_id: 'bill_no', content: { value: number } },
          { schema_id: 'secret', content: { value: 'hidden' } },
        ],
      })
    }
    await anAnnotation(db, tenant)
  })
}
