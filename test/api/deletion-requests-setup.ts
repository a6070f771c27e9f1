/** Documents of suppliers, and the requests that delete them. */
import { expect } from 'vitest'
import { deleteFoundBatch } from '../../src/domain/deletion/delete-batch.ts'
import { anAnnotation, type Tenant } from '../support/factories.ts'
import { admin, server, tenant } from '../support/tenant-server.ts'

export const db = () => server.deps.db
let number = 0

/** Creates a document with these values, and returns its annotation. */
export async function aDocumentOf(
  values: Record<string, string | { string: string; number?: number; date?: string }>,
  given: Record<string, unknown> = {},
  owner: Tenant = tenant,
): Promise<number> {
  const { annotation_id } = await anAnnotation(db(), owner, given)
  const fields = Object.fromEntries(
    Object.entries(values).map(([id, value]) => [id, [typeof value === 'string' ? { string: value } : value]]),
  )
  await db()('annotation_contents')
    .where({ annotation_id })
    .update({ fields: JSON.stringify(fields) })
  return annotation_id
}

/** A name that no other test uses. */
export const aSupplier = () => `Müller ${String.fromCharCode(97 + number)}${++number} GmbH`
export const preview = async (search: object) => {
  const { status, body } = await admin.post('/deletion_requests', { search })
  expect([status, body]).toEqual([201, expect.anything()])
  return body as { id: number; token: string; preview: { deleted: object; kept: object } }
}
export const confirm = ({ id, token }: { id: number; token: string }) =>
  admin.post(`/deletion_requests/${id}/confirm`, { token })
export async function run(request: { id: number; token: string }) {
  expect((await confirm(request)).status).toBe(202)
  while ((await deleteFoundBatch(server.deps, request.id))?.left);
  const { body } = await admin.get(`/deletion_requests/${request.id}`)
  return body as { status: string; report: { deleted: object; kept: object }; search: unknown; token: unknown }
}
export const statusOf = async (id: number) => (await admin.get(`/annotations/${id}`)).body.status as string
export const found = async ({ id }: { id: number }) =>
  ((await admin.get(`/deletion_requests/${id}/documents`)).body.results as Record<string, unknown>[]).map(
    ({ annotation, keep, kept_until, found_in, state }) => ({ annotation, keep, kept_until, found_in, state }),
  )

export const yearsAgo = (years: number) => new Date(Date.UTC(new Date().getUTCFullYear() - years, 5, 15))
