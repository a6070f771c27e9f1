/** Queues whose documents are automated if their values are certain enough. */
import { expect } from 'vitest'
import { aQueue } from '../support/factories.ts'
import { admin, server, tenant } from '../support/tenant-server.ts'

const field = (id: string, type: string, given: object = {}) => ({
  category: 'datapoint',
  id,
  label: id,
  type,
  rir_field_names: [id],
  constraints: { required: false },
  ...given,
})
const CONTENT = [
  {
    category: 'section',
    id: 'basics',
    label: 'Basics',
    children: [
      field('document_id', 'string', { score_threshold: 0.9 }),
      field('amount_total', 'number'),
      field('date_issue', 'date', { can_export: false }),
    ],
  },
]

export async function aConfidentQueue() {
  const made = await aQueue(server.deps.db, tenant)
  expect((await admin.patch(`/schemas/${made.schema_id}`, { content: CONTENT })).status).toBe(200)
  const automation = { automation_enabled: true, automation_level: 'confident', default_score_threshold: 0.8 }
  // Documents of these tests have the same number, amount and date.
  const settings = { duplicates: 'allow' }
  const changes = { ...automation, settings, use_confirmed_state: true }
  expect((await admin.patch(`/queues/${made.queue_id}`, changes)).status).toBe(200)
  return made
}
