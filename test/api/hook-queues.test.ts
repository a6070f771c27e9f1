/** The queues of hooks, and the users who can access hooks by them. */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aPerson, aQueue, aTenant } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { make, webhook } from './hooks-setup.ts'

useTenantServer()

describe('hooks of a queue', () => {
  it('are one list under two names, and can be read and set from the queue and the hook', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const queue = url('queues', queue_id)
    const [a, b, c] = [await make(webhook()), await make(webhook()), await make(webhook({ queues: [queue] }))]
    const lists = ({ body }: { body: { hooks: string[]; webhooks: string[] } }) => {
      expect(body.hooks).toEqual(body.webhooks)
      return body.hooks
    }
    expect(lists(await admin.get(queue))).toEqual([c.url])
    expect(lists(await admin.patch(queue, { hooks: [a.url] }))).toEqual([a.url])
    expect((await admin.get(c.url)).body.queues).toEqual([])
    expect((await admin.get(a.url)).body.queues).toContain(queue)
    // The list that differs from the stored one applies, or webhooks if both differ.
    expect(lists(await admin.patch(queue, { hooks: [b.url], webhooks: [a.url] }))).toEqual([b.url])
    expect(lists(await admin.patch(queue, { hooks: [b.url], webhooks: [a.url] }))).toEqual([a.url])
    expect(lists(await admin.patch(queue, { hooks: [b.url], webhooks: [c.url] }))).toEqual([c.url])
    const ids = async (query: string) =>
      (await admin.get(`/queues?${query}`)).body.results.map((row: { id: number }) => row.id)
    expect(await ids(`hooks=${c.id}`)).toContain(queue_id)
    expect(await ids(`webhooks=${a.id}`)).not.toContain(queue_id)
    const { hooks: _, webhooks: __, ...rest } = (await admin.get(queue)).body
    expect(lists(await admin.put(queue, rest))).toEqual([])
  })

  it('determine the hooks that non-administrators can read', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const [seen, unseen] = [
      await make(webhook({ queues: [url('queues', queue_id), url('queues', tenant.queue_id)] })),
      await make(webhook({ queues: [] })),
    ]
    const viewer = as(server.root, (await aPerson(server.deps.db, tenant, 'viewer', [queue_id])).token)
    const found = (await viewer.get('/hooks')).body.results
    expect(found.map((row: { id: number }) => row.id)).toEqual([seen.id])
    expect(found[0].queues).toEqual([url('queues', queue_id)])
    expect((await viewer.get(unseen.url)).status).toBe(404)
    expect((await viewer.patch(seen.url, { name: 'x' })).status).toBe(403)
  })
})

describe('an administrator by a membership limited to queues', () => {
  it('can access only hooks and connectors of these queues', async () => {
    const { db } = server.deps
    const [visitor, home] = [await aPerson(db, tenant, 'admin'), await aTenant(db)]
    const { queue_id } = await aQueue(db, tenant)
    const [membership] = await db('memberships')
      .insert({
        organization_group_id: tenant.organization_group_id,
        organization_id: tenant.organization_id,
        user_id: visitor.user_id,
        limited: true,
      })
      .returning('id')
    await db('membership_queues').insert({ membership_id: membership.id, queue_id })
    await db('users').where('id', visitor.user_id).update({ organization_id: home.organization_id })
    await db('organizations')
      .where('id', home.organization_id)
      .update({ organization_group_id: tenant.organization_group_id })
    await db('tokens')
      .where('user_id', visitor.user_id)
      .update({ organization_id: tenant.organization_id, membership_id: membership.id })
    const client = as(server.root, visitor.token)
    const queue = url('queues', queue_id)
    const both = await make(webhook({ queues: [queue, url('queues', tenant.queue_id)] }))
    const unseen = await make(webhook())
    expect((await client.get(both.url)).body.queues).toEqual([queue])
    expect((await client.get(unseen.url)).status).toBe(404)
    // Setting an accessible queue keeps the inaccessible ones, and at least one accessible queue must remain.
    expect((await client.patch(both.url, { queues: [queue] })).status).toBe(200)
    expect((await admin.get(both.url)).body.queues).toEqual(both.queues.toSorted())
    expect((await client.patch(both.url, { queues: [] })).body.queues).toEqual(['Specify at least one of your queues.'])
    expect((await client.post('/hooks', webhook({ queues: [queue] }))).status).toBe(403)
    expect((await client.post(`${both.url}/duplicate`, { name: 'Copy' })).status).toBe(403)
    const connector = { name: 'ERP', service_url: 'https://erp.example.org' }
    const [own, foreign] = [
      await admin.post('/connectors', { ...connector, queues: [queue] }),
      await admin.post('/connectors', { ...connector, queues: [url('queues', tenant.queue_id)] }),
    ]
    expect((await client.get(own.body.url)).body.queues).toEqual([queue])
    expect((await client.patch(own.body.url, { queues: [] })).body.queues).toEqual([
      'Specify at least one of your queues.',
    ])
    expect((await client.get(foreign.body.url)).status).toBe(404)
  })
})
