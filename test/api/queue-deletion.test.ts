/** Deletion of queues after a delay. */
import { describe, expect, it } from 'vitest'
import { admin, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { create } from './queues-setup.ts'

useTenantServer()

describe('DELETE /v1/queues/{id}', () => {
  it('schedules the deletion after a day, releases the workspace and refuses imports from then on', async () => {
    const { id } = await create()
    const deleted = await admin.delete(`/queues/${id}`)
    const queue = (await admin.get(`/queues/${id}`)).body
    expect([deleted.status, deleted.body]).toEqual([202, queue])
    expect(queue).toMatchObject({ status: 'deletion_requested', workspace: null })
    const seconds = (Date.parse(queue.delete_after) - Date.now()) / 1000
    expect(Math.abs(seconds - 86_400)).toBeLessThan(300)
    for (const path of [`/uploads/a.pdf?queue=${id}`, `/queues/${id}/upload/a.pdf`]) {
      const answer = await admin.post(path, Buffer.from('x'), { 'Content-Type': 'application/octet-stream' })
      expect(answer, path).toMatchObject({
        status: 409,
        body: { code: 'conflict_status', detail: expect.stringContaining('being deleted') },
      })
    }
    expect(await admin.delete(`/queues/${id}`)).toMatchObject({ status: 409, body: { code: 'conflict_status' } })
    expect(await admin.patch(`/queues/${id}`, { workspace: url('workspaces', tenant.workspace_id) })).toMatchObject({
      status: 400,
      body: { workspace: ['The queue is being deleted.'] },
    })
    expect((await admin.get(`/queues?deleting=true&id=${id}`)).body.pagination.total).toBe(1)
    expect((await admin.get(`/queues?deleting=false&id=${id}`)).body.pagination.total).toBe(0)
  })

  it('accepts another delay and refuses an invalid one', async () => {
    const { id } = await create()
    expect(await admin.delete(`/queues/${id}?delete_after=soon`)).toMatchObject({
      status: 400,
      body: { delete_after: [expect.any(String)] },
    })
    expect((await admin.get(`/queues/${id}`)).body.status).toBe('active')
    expect((await admin.delete(`/queues/${id}?delete_after=0`)).status).toBe(202)
    expect(Date.parse((await admin.get(`/queues/${id}`)).body.delete_after)).toBeLessThanOrEqual(Date.now() + 1000)
  })

  it('then no longer blocks the deletion of its schema and workspace', async () => {
    const workspace = (
      await admin.post('/workspaces', { name: 'Short', organization: url('organizations', tenant.organization_id) })
    ).body
    const schema = (await admin.post('/schemas', { name: 'Short', content: [] })).body
    const { id } = await create({ workspace: workspace.url, schema: schema.url })
    expect((await admin.delete(workspace.url)).status).toBe(409)
    expect((await admin.delete(schema.url)).status).toBe(409)
    expect((await admin.delete(`/queues/${id}?delete_after=0`)).status).toBe(202)
    expect((await admin.delete(schema.url)).status).toBe(204)
    expect((await admin.delete(workspace.url)).status).toBe(204)
  })
})
