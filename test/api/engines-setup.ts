/** Engines and queues for the tests of `/v1/engines`. */
import { expect } from 'vitest'
import type { Json } from '../support/as.ts'
import { admin, tenant, url } from '../support/tenant-server.ts'

/** A field. */
export const point = (id: string, given: object = {}) => ({
  category: 'datapoint',
  id,
  label: id,
  type: 'string',
  ...given,
})
/** A section with fields. */
export const section = (...children: object[]) => ({ category: 'section', id: 'section', label: 'Section', children })
/** Expects a status and returns the body. */
export const good = (answer: { status: number; body: unknown }, status = 200) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  return answer.body as { id: number; url: string; [name: string]: Json }
}
/** Creates an engine with fields of these names. */
export const anEngine = async (names: string[] = [], given: object = {}) => {
  const engine = good(await admin.post('/engines', { name: 'Invoices', type: 'extractor', ...given }), 201)
  for (const name of names)
    good(await admin.post('/engine_fields', { engine: engine.url, name, label: name, type: 'string' }), 201)
  return engine
}
/** Creates a schema, and requests a queue with it. */
export const queueWith = async (content: object[], given: object = {}) => {
  const schema = good(await admin.post('/schemas', { name: 'Bills', content }), 201)
  const body = { name: 'Bills', workspace: url('workspaces', tenant.workspace_id), schema: schema.url, ...given }
  return { schema, created: await admin.post('/queues', body) }
}
/** Returns the generic engine. */
export const firstGeneric = async () => (await admin.get('/generic_engines')).body.results[0]
