/** The older path of webhooks and the bare names of their events. */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aPerson, aTenant } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { aHook } from './samples/hooks.ts'
import { insert } from './samples/sample.ts'

useTenantServer()

const idsOf = (body: { results: { id: number }[] }) => body.results.map(({ id }) => id)

describe('/v1/webhooks', () => {
  it('shows only hooks of type webhook, with url and insecure_ssl in config', async () => {
    const webhook = await aHook(server.deps.db, tenant)
    const code = { runtime: 'python3.12', code: 'x = 1' }
    const config = JSON.stringify(code)
    const made = await aHook(server.deps.db, tenant, { type: 'function', config, status: 'ready' })
    const { results } = (await admin.get('/webhooks?page_size=100')).body
    expect(idsOf({ results })).toContain(webhook)
    expect(idsOf({ results })).not.toContain(made)
    expect(results[0].config).toMatchObject({ url: expect.stringContaining('https://'), insecure_ssl: false })
    expect((await admin.get(`/webhooks/${webhook}`)).body).toEqual((await admin.get(`/hooks/${webhook}`)).body)
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await admin.send(method, `/webhooks/${made}`, method === 'PATCH' ? { body: {} } : {})).status).toBe(404)
    expect((await admin.get(`/hooks/${made}`)).status).toBe(200)
  })

  it('creates, changes and deletes webhooks, and refuses functions', async () => {
    const body = {
      name: 'Old',
      queues: [url('queues', tenant.queue_id)],
      events: ['annotation_status'],
      config: { url: 'https://hooks.example.org/old', insecure_ssl: true },
    }
    const created = await admin.post('/webhooks', body)
    expect([created.status, created.body.config]).toEqual([201, expect.objectContaining(body.config)])
    const { id } = created.body
    expect((await admin.patch(`/webhooks/${id}`, { config: { insecure_ssl: false } })).body.config).toMatchObject({
      url: body.config.url,
      insecure_ssl: false,
    })
    const after = await admin.post('/webhooks', { ...body, run_after: [url('webhooks', id)] })
    expect(after.body.run_after).toEqual([url('hooks', id)])
    const refused = await admin.post('/webhooks', {
      ...body,
      type: 'function',
      config: { runtime: 'python3.12', code: 'x = 1' },
    })
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, expect.arrayContaining(['type'])])
    expect((await admin.delete(`/webhooks/${id}`)).status).toBe(204)
    expect((await admin.get(`/hooks/${id}`)).status).toBe(404)
  })

  it('follows links to other pages below its own path, and the rights of hooks', async () => {
    const first = (await admin.get('/webhooks?page_size=1')).body
    expect(first.pagination.next).toContain(`${server.root}/webhooks?`)
    expect((await admin.get(first.pagination.next)).status).toBe(200)
    const annotator = as(server.root, (await aPerson(server.deps.db, tenant, 'annotator')).token)
    expect((await annotator.post('/webhooks', {})).status).toBe(403)
    const stranger = as(server.root, (await aTenant(server.deps.db)).token)
    expect((await stranger.get('/webhooks')).body.results).toEqual([])
  })
})

describe('bare event names of hooks', () => {
  const expanded = ['annotation_status.changed', 'upload.created', 'invocation.manual']
  it('are accepted and answered expanded to event.action', async () => {
    const created = await admin.post('/hooks', {
      name: 'Bare',
      queues: [],
      events: ['annotation_status', 'upload', 'invocation.manual', 'annotation_status.changed'],
      config: { url: 'https://hooks.example.org' },
    })
    expect([created.status, created.body.events]).toEqual([201, expanded])
    expect((await admin.patch(`/hooks/${created.body.id}`, { events: ['email'] })).body.events).toEqual([
      'email.received',
    ])
  })

  it('of rows of earlier releases are answered expanded too, also in templates', async () => {
    const events = JSON.stringify(['annotation_status', 'upload.created', 'invocation.manual'])
    const id = await aHook(server.deps.db, tenant, { events })
    expect((await admin.get(`/hooks/${id}`)).body.events).toEqual(expanded)
    expect(idsOf((await admin.get('/hooks?events=annotation_status.changed&page_size=100')).body)).toContain(id)
    const given = { type: 'webhook', name: 'Bare events', secrets_schema: {}, order: 97, events }
    const template = await insert(server.deps.db, 'hook_templates', given)
    expect((await admin.get(`/hook_templates/${template}`)).body.events).toEqual(expanded)
    await server.deps.db('hook_templates').where('id', template).delete()
  })
})
