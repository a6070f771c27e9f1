/** Hook templates and hooks created from them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aPerson, aTenant } from '../support/factories.ts'
import { testServer } from '../support/server.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

interface Template {
  url: string
  id: number
  name: string
  events: string[]
  order: number
  use_token_owner: boolean
  extension_source: string
}

useTenantServer()

let templates: Template[]

beforeAll(async () => {
  templates = (await admin.get('/hook_templates?page_size=100')).body.results
})

const bodyFor = (template: Template, given: object = {}) => ({
  name: `From ${template.name}`,
  hook_template: template.url,
  events: template.events,
  queues: [url('queues', tenant.queue_id)],
  ...(template.use_token_owner ? { token_owner: url('users', tenant.user_id) } : {}),
  ...given,
})

describe('hook templates', () => {
  it('are listed in ascending or descending order', async () => {
    expect(templates.length).toBeGreaterThanOrEqual(5)
    expect(templates.map(({ order }) => order)).toEqual(templates.map(({ order }) => order).sort((a, b) => a - b))
    const names = (await admin.get('/hook_templates?ordering=-order&page_size=100')).body.results
    expect(names).toEqual([...templates].reverse())
  })

  it('contain the URL of the API and keep unknown variables', async () => {
    const { db } = server.deps
    const [row] = await db('hook_templates')
      .insert({
        type: 'webhook',
        name: 'Variables',
        config: { url: 'https://{{webhook_domain_prefix}}.example.org', app: { url: '{{api_url}}/x' } },
        secrets_schema: { type: 'object' },
        guide: 'See {{api_url}} and {{unheard_of}}.',
        order: 99,
      })
      .returning('id')
    const { body } = await admin.get(`/hook_templates/${row.id}`)
    expect(body.guide).toBe(`See ${server.root} and {{unheard_of}}.`)
    expect(body.config).toEqual({
      url: 'https://{{webhook_domain_prefix}}.example.org',
      app: { url: `${server.root}/x` },
    })
    await db('hook_templates').where('id', row.id).delete()
  })
})

describe('POST hooks/create', () => {
  it('creates a hook from every template', async () => {
    for (const template of templates) {
      const created = await admin.post('/hooks/create', bodyFor(template))
      expect([created.status, JSON.stringify(created.body)], template.name).toEqual([201, expect.any(String)])
      const whole = (await admin.get(template.url)).body
      expect(created.body).toMatchObject({
        name: `From ${template.name}`,
        hook_template: template.url,
        events: template.events,
        queues: [url('queues', tenant.queue_id)],
        extension_source: template.extension_source,
        settings: whole.settings,
        settings_schema: whole.settings_schema,
        guide: whole.guide,
        config: whole.config,
        status: whole.type === 'function' ? 'pending' : null,
      })
      expect((await admin.get(created.body.url)).body).toEqual(created.body)
    }
  })

  it('keeps what the request sets', async () => {
    const all = await Promise.all(templates.map(async (one) => (await admin.get(one.url)).body))
    const template = all.find(({ type, settings_schema }) => type === 'function' && settings_schema === null)
    const given = { settings: { limit: 7 }, description: 'Ours', active: false, config: { timeout_s: 11 } }
    const created = await admin.post('/hooks/create', bodyFor(template, given))
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    const whole = (await admin.get(template.url)).body
    expect(created.body).toMatchObject({ ...given, config: { ...whole.config, timeout_s: 11 } })
    const wrong = await admin.post('/hooks/create', bodyFor(template, { settings: 'all' }))
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, expect.arrayContaining(['settings'])])
  })

  it('requires a token owner if the template uses one, and all fields of the request', async () => {
    const withOwner = templates.find(({ use_token_owner }) => use_token_owner)!
    const without = await admin.post('/hooks/create', bodyFor(withOwner, { token_owner: null }))
    expect([without.status, without.body.token_owner]).toEqual([400, ['This field is required.']])
    const empty = await admin.post('/hooks/create', {})
    expect(empty.status).toBe(400)
    for (const name of ['name', 'hook_template', 'events', 'queues'])
      expect(empty.body[name]).toEqual(['This field is required.'])
    const unknown = await admin.post(
      '/hooks/create',
      bodyFor(templates[0]!, { hook_template: url('hook_templates', 9999) }),
    )
    expect([unknown.status, unknown.body.hook_template]).toEqual([400, ['Invalid hyperlink - object does not exist.']])
  })

  it('refuses templates that only the operator can enable', async () => {
    const [row] = await server.deps
      .db('hook_templates')
      .insert({ type: 'webhook', name: 'Closed', secrets_schema: {}, install_action: 'request_access', order: 98 })
      .returning('id')
    const closed = { ...templates[0]!, url: url('hook_templates', row.id as number) }
    const answer = await admin.post('/hooks/create', bodyFor(closed))
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, expect.arrayContaining(['hook_template'])])
  })

  it('requires an administrator', async () => {
    const manager = as(server.root, (await aPerson(server.deps.db, tenant, 'manager')).token)
    expect((await manager.post('/hooks/create', bodyFor(templates[0]!))).status).toBe(403)
    expect((await manager.get('/hook_templates')).status).toBe(200)
  })
})

describe('extension_source', () => {
  it('keeps the name of the store that the client wrote; filters find both, and without COMPAT_VENDOR_NAMES there is one', async () => {
    const body = { name: 'From the store', events: [], queues: [], config: { url: 'https://hooks.example.org' } }
    const made: string[] = []
    for (const extension_source of ['rossum_store', 'svc_store', 'custom']) {
      const created = (await admin.post('/hooks', { ...body, extension_source })).body
      expect(created.extension_source).toBe(extension_source)
      made.push(created.url)
    }
    expect((await admin.post('/hooks', body)).body.extension_source).toBe('custom')
    for (const filter of ['rossum_store', 'svc_store']) {
      const { results } = (await admin.get(`/hooks?extension_source=${filter}&name=From the store`)).body
      expect(results.map((hook: { url: string }) => hook.url)).toEqual(made.slice(0, 2))
    }
    const plain = await testServer({}, { COMPAT_VENDOR_NAMES: '0' })
    const client = as(plain.root, (await aTenant(plain.deps.db)).token)
    for (const extension_source of ['rossum_store', 'svc_store'])
      expect((await client.post('/hooks', { ...body, extension_source })).body.extension_source).toBe('svc_store')
    await plain.stop()
  })
})
