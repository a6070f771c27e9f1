import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aPerson, aQueue } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

const aWorkspace = async (name: string) =>
  (await admin.post('/workspaces', { name, organization: url('organizations', tenant.organization_id) })).body

describe('/v1/workspaces', () => {
  it('return who created and changed them, and when', async () => {
    const created = await aWorkspace('Incoming')
    expect(created).toEqual({
      id: expect.any(Number),
      name: 'Incoming',
      url: url('workspaces', created.id),
      autopilot: false,
      organization: url('organizations', tenant.organization_id),
      queues: [],
      metadata: {},
      created_by: url('users', tenant.user_id),
      created_at: expect.stringMatching(/Z$/),
      modified_by: url('users', tenant.user_id),
      modified_at: expect.stringMatching(/Z$/),
    })
    const second = await aPerson(server.deps.db, tenant, 'admin')
    const changed = await as(server.root, second.token).patch(`/workspaces/${created.id}`, { name: 'Inbox' })
    expect(changed.body).toMatchObject({
      name: 'Inbox',
      created_by: created.created_by,
      created_at: created.created_at,
      modified_by: url('users', second.user_id),
    })
    expect(changed.body.modified_at > created.modified_at).toBe(true)
  })

  it('return the autopilot setting of their queues', async () => {
    const { id } = await aWorkspace('Autopilot')
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const autopilot = async (settings: object) => {
      await admin.patch(`/queues/${queue_id}`, { workspace: url('workspaces', id), settings })
      return (await admin.get(`/workspaces/${id}`)).body.autopilot
    }
    expect(await autopilot({})).toBe(false)
    expect(await autopilot({ autopilot: { enabled: true } })).toBe(true)
    expect(await autopilot({ autopilot: { enabled: false } })).toBe(false)
    expect(await autopilot({ autopilot: null })).toBe(false)
  })

  it('cannot be deleted while they contain queues, which the error lists', async () => {
    const { id } = await aWorkspace('Full')
    const { queue_id } = await aQueue(server.deps.db, tenant)
    await admin.patch(`/queues/${queue_id}`, { workspace: url('workspaces', id) })
    expect(await admin.delete(`/workspaces/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'conflict_referenced', detail: `The workspace still contains queues: ${queue_id}.` },
    })
    expect((await admin.delete(`/queues/${queue_id}`)).status).toBe(202)
    expect(await admin.delete(`/workspaces/${id}`)).toMatchObject({ status: 204, body: null })
    expect((await admin.get(`/workspaces/${id}`)).status).toBe(404)
  })

  it('are visible to annotators and viewers of their queues, and writable only by administrators', async () => {
    const { id } = await aWorkspace('Elsewhere')
    const { queue_id } = await aQueue(server.deps.db, tenant)
    for (const role of ['annotator', 'viewer', 'manager'] as const) {
      const client = as(server.root, (await aPerson(server.deps.db, tenant, role)).token)
      const list = await client.get('/workspaces')
      expect(list.body).toMatchObject({ pagination: { total: 1 }, results: [{ id: tenant.workspace_id }] })
      expect(list.body.results[0].queues).toEqual([url('queues', tenant.queue_id)])
      expect((await client.get(`/workspaces/${id}`)).status).toBe(404)
      expect((await client.patch(`/workspaces/${tenant.workspace_id}`, { name: 'x' })).status).toBe(403)
      expect((await client.put(`/workspaces/${tenant.workspace_id}`, {})).status).toBe(403)
      expect((await client.delete(`/workspaces/${tenant.workspace_id}`)).status).toBe(403)
      expect((await client.post('/workspaces', {})).status).toBe(403)
    }
    expect((await admin.get(`/workspaces/${tenant.workspace_id}`)).body.queues).toContain(url('queues', queue_id))
  })

  it('are filtered by exact name', async () => {
    const { id } = await aWorkspace('Søppel, blått')
    expect((await admin.get(`/workspaces?name=${encodeURIComponent('Søppel')}`)).body.pagination.total).toBe(0)
    await admin.patch(`/workspaces/${id}`, { name: 'Søppel' })
    const found = await admin.get(
      `/workspaces?name=${encodeURIComponent('Søppel')}&organization=${tenant.organization_id}`,
    )
    expect(found.body.results.map((workspace: { id: number }) => workspace.id)).toEqual([id])
    expect((await admin.get(`/workspaces?name=${encodeURIComponent('søppel')}`)).body.pagination.total).toBe(0)
  })
})
