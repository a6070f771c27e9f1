/** A queue for documents of another kind: its fields are not in the catalogue of the engine. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readTree } from '../../src/domain/annotations/content/contents.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { contentDatapoints } from '../../src/rules/content/tree.ts'
import type { SchemaContent } from '../../src/rules/schema/index.ts'
import { aField } from '../rules/content/fixtures.ts'
import { meterReport } from '../support/meter-report.ts'
import { aFixture, harness, until, type Harness } from './harness.ts'

const SCHEMA: SchemaContent = [
  {
    category: 'section',
    id: 'reading',
    label: 'Reading',
    children: [
      aField({ id: 'meter_number', label: 'Meter number' }),
      aField({ id: 'reading_date', label: 'Reading date', type: 'date', format: 'YYYY-MM-DD' }),
      aField({ id: 'reading_now', label: 'Current reading', type: 'number' }),
      aField({ id: 'reading_before', label: 'Previous reading', type: 'number' }),
      aField({ id: 'inspector', label: 'Inspector', rir_field_names: ['inspector'] }),
      aField({
        id: 'supply',
        label: 'Supply',
        type: 'enum',
        options: [
          { value: 'g', label: 'Gas' },
          { value: 'w', label: 'Water' },
        ],
      }),
      aField({ id: 'remarks', label: 'Inspector', ui_configuration: { type: 'manual' } }),
      aField({ id: 'policy', label: 'Policy number' }),
    ],
  },
]

let stack: Harness
beforeAll(async () => {
  stack = await harness()
  await stack.startWorker()
})
afterAll(() => stack.stop())

it('reads fields of the schema by their labels, with their places and what showed them', async () => {
  const { deps } = stack
  const fixture = await aFixture(deps)
  const { schema_id } = await deps.db('queues').where({ id: fixture.queue.id }).first('schema_id')
  await deps
    .db('schemas')
    .where({ id: schema_id })
    .update({ content: JSON.stringify(SCHEMA) })
  const files = [{ name: 'report.pdf', bytes: await meterReport('WM-77120', '1,297.5') }]
  const { upload_id } = await createUpload(deps, { queue: fixture.queue, who: fixture.who, files })
  const { id } = await until(
    () => deps.db('annotations').where({ upload_id }).first('id', 'status'),
    (row) => row && row.status !== 'importing',
  )
  const nodes = new Map([...contentDatapoints(await readTree(deps.db, id))].map(({ node }) => [node.schema_id, node]))
  expect(
    Object.fromEntries([...nodes].map(([name, { content }]) => [name, content!.normalized_value ?? content!.value])),
  ).toEqual({
    meter_number: 'WM-77120',
    reading_date: '2026-03-14',
    reading_now: '1297.5',
    reading_before: '1204.0',
    inspector: 'Ruth Adair',
    supply: 'w',
    remarks: '',
    policy: '',
  })
  const { content } = nodes.get('meter_number')!
  expect(content).toMatchObject({ page: 1, rir_text: 'WM-77120', rir_position: content!.position })
  expect(content!.position).toHaveLength(4)
})
