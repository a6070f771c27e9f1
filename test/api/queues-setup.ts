/** Queues for the tests of `/v1/queues`. */
import { expect } from 'vitest'
import { admin, tenant, url } from '../support/tenant-server.ts'

/** A valid queue with other fields. */
export const body = (given: object = {}) => ({
  name: 'Bills',
  workspace: url('workspaces', tenant.workspace_id),
  schema: url('schemas', tenant.schema_id),
  ...given,
})
/** Creates a queue and returns it. */
export const create = async (given: object = {}) => {
  const created = await admin.post('/queues', body(given))
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}
