/** Schemas for the tests of `/v1/schemas`. */
import { expect } from 'vitest'
import { admin } from '../support/tenant-server.ts'

/** A field. */
export const point = (id: string, given: object = {}) => ({
  category: 'datapoint',
  id,
  label: id,
  type: 'string',
  constraints: { required: false },
  ...given,
})
/** A section with fields. */
export const section = (id: string, children: object[]) => ({
  category: 'section',
  id,
  label: id,
  icon: null,
  children,
})

/** Creates a schema and returns it. */
export const aSchema = async (content: object[], name = 'Bills') => {
  const created = await admin.post('/schemas', { name, content })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}
