import assert from 'node:assert/strict'
import type { Json } from '../../../test/support/as.ts'
import { expectStatus, until } from '../site.ts'
import type { Story } from '../tell.ts'
import { suppliersOf } from './queues.ts'

/** Writes the cost centre of the supplier. */
const CODE = `
exports.svc_hook_request_handler = async ({ annotation }) => {
  const fields = annotation.content.flatMap((section) => section.children ?? [])
  const value = (id) => fields.find(({ schema_id }) => schema_id === id)?.content?.value ?? ''
  const note = fields.find(({ schema_id }) => schema_id === 'notes')
  const centre = value('sender_name').includes('Tankhof') ? '4100 fuel' : '4200 workshop'
  return { operations: note ? [{ op: 'replace', id: note.id, value: { content: { value: centre } } }] : [] }
}`

/** Adds the function for cost centres and the webhook that books exported documents. */
export async function hooks({ test, erp }: Story): Promise<string> {
  const queue = await suppliersOf(test)
  const schema = expectStatus(200, await test.admin.get(queue.schema as string))
  const content = schema.content as { children: Json[] }[]
  content[0]!.children.push({ category: 'datapoint', id: 'notes', label: 'Kostenstelle', type: 'string' })
  expectStatus(200, await test.admin.patch(queue.schema as string, { content }))
  const create = async (hook: object) =>
    expectStatus(201, await test.admin.post('/hooks', { queues: [queue.url], ...hook }))
  const made = await create({
    type: 'function',
    name: 'Cost centre',
    events: ['annotation_content.initialize'],
    config: { runtime: 'nodejs22.x', code: CODE },
  })
  const load = async () => expectStatus(200, await test.admin.get(`/hooks/${made.id}`))
  const built = await until('The build of the function', load, ({ status }) => status !== 'pending')
  assert.equal(built.status, 'ready', JSON.stringify(built))
  await create({
    type: 'webhook',
    name: 'ERP',
    events: ['annotation_status'],
    config: { url: erp.url, secret: 'signs what the ERP books' },
  })
  return 'a function writes cost centres, and the ERP books what was exported'
}
