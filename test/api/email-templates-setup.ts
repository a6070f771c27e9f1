/** Email templates for the tests of `/v1/email_templates`. */
import { expect } from 'vitest'
import { admin, tenant, url } from '../support/tenant-server.ts'

/** Creates an email template and returns it. */
export const create = async (given: object = {}) => {
  const created = await admin.post('/email_templates', { name: 'T', queue: url('queues', tenant.queue_id), ...given })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}
