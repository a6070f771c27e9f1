/** Hooks for the tests of `/v1/hooks`. */
import { expect } from 'vitest'
import { admin, tenant, url } from '../support/tenant-server.ts'

/** A valid webhook with other fields and keys of its config. */
export const webhook = (given: object = {}, config: object = {}) => ({
  name: 'Lookup',
  queues: [url('queues', tenant.queue_id)],
  events: ['annotation_content.initialize'],
  config: { url: 'https://hooks.example.org/lookup', ...config },
  ...given,
})
/** A valid function with other fields and keys of its config. */
export const program = (given: object = {}, config: object = {}) => ({
  ...webhook(given),
  type: 'function',
  config: { runtime: 'python3.12', code: 'def svc_hook_request_handler(payload): return {}', ...config },
})
/** Creates a hook and returns it. */
export const make = async (body: object) => {
  const created = await admin.post('/hooks', body)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}
/** Returns the errors of a hook that is refused with 400. */
export const refused = async (body: object) => {
  const answer = await admin.post('/hooks', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(400)
  return answer.body
}
