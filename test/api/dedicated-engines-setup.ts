/** Dedicated engines and their schemas, for the tests of both. */
import { beforeAll, expect } from 'vitest'
import type { Json } from '../support/as.ts'
import { admin, tenant, url, useTenantServer } from '../support/tenant-server.ts'

/** URL of the training queue. */
export let queue: string

/** Starts the server for the tests of a file. */
export function useDedicatedEngines(): void {
  useTenantServer()
  beforeAll(async () => {
    queue = url('queues', tenant.queue_id)
  })
}

/** Expects a status and returns the body. */
export const good = (answer: { status: number; body: unknown }, status = 200) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  return answer.body as { id: number; url: string; [name: string]: Json }
}
/** An output that a field of the training queue trains. */
export const output = (id: string, schema_id: string, given: object = {}) => ({
  category: 'datapoint',
  engine_output_id: id,
  label: id,
  type: 'string',
  description: null,
  sources: [{ queue, schema_id }],
  ...given,
})
/** Content of a schema with these outputs. */
export const content = (...fields: object[]) => ({ training_queues: [queue], fields })
/** Creates a schema with these outputs. */
export const aSchema = async (...fields: object[]) =>
  good(await admin.post('/dedicated_engine_schemas', { content: content(...fields) }), 201)
/** Creates a dedicated engine. */
export const anEngine = async (given: object = {}) =>
  good(await admin.post('/dedicated_engines', { name: 'Trained', ...given }), 201)
