/** Queues that a user can access. */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aPerson, aQueue, aTenant } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { body, create } from './queues-setup.ts'

useTenantServer()

describe('visibility of queues', () => {
  it('includes administrators and assigned users', async () => {
    const second = await aQueue(server.deps.db, tenant)
    for (const role of ['viewer', 'annotator', 'annotator_limited', 'manager', 'approver'] as const) {
      const { token } = await aPerson(server.deps.db, tenant, role)
      const client = as(server.root, token)
      const list = (await client.get('/queues')).body
      expect(list.pagination.total).toBe(1)
      expect(list.results.map((queue: { id: number }) => queue.id)).toEqual([tenant.queue_id])
      expect((await client.get(`/queues/${second.queue_id}`)).status).toBe(404)
      expect((await client.patch(`/queues/${second.queue_id}`, {})).status).toBe(404)
      for (const answer of [
        await client.patch(`/queues/${tenant.queue_id}`, { name: 'x' }),
        await client.put(`/queues/${tenant.queue_id}`, body()),
        await client.delete(`/queues/${tenant.queue_id}`),
        await client.post('/queues', body()),
        await client.post('/queues/from_template', {}),
      ])
        expect(answer, role).toMatchObject({ status: 403, body: { code: 'access_forbidden' } })
    }
  })

  it('follows changes of queue.users', async () => {
    const { id } = await create()
    const { token, user_id } = await aPerson(server.deps.db, tenant, 'annotator', [])
    const client = as(server.root, token)
    expect((await client.get(`/queues/${id}`)).status).toBe(404)
    expect((await admin.patch(`/queues/${id}`, { users: [url('users', user_id)] })).body.users).toEqual([
      url('users', user_id),
    ])
    expect((await client.get(`/queues/${id}`)).status).toBe(200)
    expect((await client.get('/auth/user')).body.queues).toEqual([url('queues', id)])
    await admin.patch(`/queues/${id}`, { users: [] })
    expect((await client.get(`/queues/${id}`)).status).toBe(404)
  })

  it('applies to each filter', async () => {
    const own = await aTenant(server.deps.db)
    const client = as(server.root, own.token)
    const { queue_id, schema_id } = await aQueue(server.deps.db, own, 'Zweite')
    await server.deps.db('queues').where('id', queue_id).update({ locale: 'de_AT', workspace_id: null })
    await client.patch(`/queues/${queue_id}`, { users: [url('users', own.user_id)] })
    const ids = async (query: string) =>
      (await client.get(`/queues?${query}`)).body.results.map((queue: { id: number }) => queue.id)
    expect(await ids('name=Zweite')).toEqual([queue_id])
    expect(await ids(`workspace=${own.workspace_id}`)).toEqual([own.queue_id])
    expect(await ids(`workspace=${encodeURIComponent(url('workspaces', own.workspace_id))}`)).toEqual([own.queue_id])
    expect(await ids(`schema=${schema_id},${own.schema_id}`)).toEqual([own.queue_id, queue_id])
    expect(await ids('locale=de_AT')).toEqual([queue_id])
    expect(await ids(`users=${own.user_id}`)).toEqual([queue_id])
    expect(await ids('status=active')).toHaveLength(2)
    expect(await ids('hooks=1')).toEqual([])
    expect(await ids('ordering=-name')).toEqual([queue_id, own.queue_id])
    expect(await ids('ordering=workspace')).toEqual([own.queue_id, queue_id])
  })
})
