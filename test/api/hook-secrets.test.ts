import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { ANOTHER_KEY, CERTIFICATE, ITS_KEY } from '../support/client-certificate.ts'
import { aPerson, aTenant } from '../support/factories.ts'
import { testServer } from '../support/server.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'
import { make, refused, webhook } from './hooks-setup.ts'

useTenantServer()

describe('settings and secrets', () => {
  it('must match their schemas after a change of either', async () => {
    const settings_schema = { type: 'object', properties: { limit: { type: 'integer' } }, required: ['limit'] }
    expect((await refused(webhook({ settings_schema }))).settings).toEqual(["must have required property 'limit'."])
    const created = await make(webhook({ settings_schema, settings: { limit: 3 } }))
    expect((await admin.patch(created.url, { settings: { limit: 'x' } })).body.settings).toEqual([
      'limit must be integer.',
    ])
    expect((await admin.patch(created.url, { settings_schema: { type: 'object', maxProperties: 0 } })).status).toBe(400)
    expect((await admin.patch(created.url, { settings_schema: null, settings: { any: 1 } })).status).toBe(200)

    const secrets_schema = { type: 'object', properties: { key: { type: 'string' } }, additionalProperties: false }
    expect((await refused(webhook({ secrets_schema, secrets: { other: 'x' } }))).secrets).toHaveLength(1)
    const second = await make(webhook({ secrets: { other: 'x' } }))
    expect((await admin.patch(second.url, { secrets_schema })).body.secrets).toHaveLength(1)
    expect((await admin.patch(second.url, { secrets_schema, secrets: { key: 'y' } })).status).toBe(200)
    expect(
      (await refused(webhook({ secrets_schema: { type: 'object', required: ['a'] } }))).secrets_schema,
    ).toHaveLength(1)
    // A key of a prototype is a name like any other.
    const closed = { type: 'object', additionalProperties: false }
    expect((await refused(webhook({ secrets_schema: closed, secrets: { constructor: 'x' } }))).secrets).toHaveLength(1)
  })

  it('match the keywords of their properties, which a schema may also describe', async () => {
    const key = { type: 'string', title: 'Key', description: 'From the portal.', minLength: 4, pattern: '^sk_' }
    const secrets_schema = { type: 'object', properties: { key }, additionalProperties: false }
    const created = await make(webhook({ secrets_schema, secrets: { key: 'sk_1' } }))
    expect(created.secrets_schema).toEqual(secrets_schema)
    for (const wrong of ['sk_', 'pk_12']) {
      const { body, status } = await admin.patch(created.url, { secrets: { key: wrong } })
      expect([status, body.secrets]).toEqual([400, [expect.stringContaining('key ')]])
      expect(JSON.stringify(body)).not.toContain(wrong)
    }
    const stricter = { ...secrets_schema, properties: { key: { ...key, minLength: 5 } } }
    expect((await admin.patch(created.url, { secrets_schema: stricter })).body.secrets).toHaveLength(1)
    const invalid = { ...secrets_schema, properties: { key: { ...key, minLength: 'four' } } }
    expect((await admin.patch(created.url, { secrets_schema: invalid })).body.secrets_schema).toEqual([
      expect.stringContaining('Not a valid JSON Schema'),
    ])
  })

  it('keep the secrets when a client writes back what it has read; PATCH replaces them', async () => {
    const created = await make(webhook({ secrets: { a: 'one', b: 'two' } }))
    expect(created.secrets).toEqual({})
    const keys = async () => (await admin.get(`/hooks/${created.id}/secrets_keys`)).body
    expect((await admin.put(created.url, created)).status).toBe(200)
    expect(await keys()).toEqual(['a', 'b'])
    await admin.patch(created.url, { secrets: { c: 'three' } })
    expect(await keys()).toEqual(['c'])
    await admin.patch(created.url, { secrets: {} })
    expect(await keys()).toEqual([])
    const viewer = as(server.root, (await aPerson(server.deps.db, tenant, 'viewer')).token)
    expect((await viewer.get(`/hooks/${created.id}/secrets_keys`)).status).toBe(403)
  })

  it('return the secret that signs payloads to administrators only', async () => {
    const created = await make(webhook({}, { secret: 'signature-secret' }))
    expect(created.config.secret).toBe('signature-secret')
    const viewer = as(server.root, (await aPerson(server.deps.db, tenant, 'viewer')).token)
    expect((await viewer.get(created.url)).body.config).not.toHaveProperty('secret')
    expect((await admin.patch(created.url, { config: { secret: null } })).body.config).not.toHaveProperty('secret')
  })

  it('keep the key of a certificate until the certificate is removed', async () => {
    const created = await make(webhook({}, { client_ssl_certificate: CERTIFICATE, client_ssl_key: ITS_KEY }))
    const sealed = async () => (await server.deps.db('hooks').where('id', created.id).first()).sealed_config !== null
    expect(created.config).not.toHaveProperty('client_ssl_key')
    expect((await admin.put(created.url, created)).body.config.client_ssl_certificate).toBe(CERTIFICATE)
    expect(await sealed()).toBe(true)
    expect((await admin.patch(created.url, { config: { client_ssl_key: ANOTHER_KEY } })).status).toBe(400)
    expect((await admin.patch(created.url, { config: { client_ssl_certificate: null } })).status).toBe(200)
    expect(await sealed()).toBe(false)
  })

  it('appear in no response, log line, event or column', async () => {
    const lines: string[] = []
    const keep = (...words: unknown[]) => void lines.push(JSON.stringify(words))
    const { log } = server.deps
    const listening = new Proxy(log, {
      get: (target, name) =>
        ['trace', 'debug', 'info', 'warn', 'error'].includes(String(name)) ? keep : Reflect.get(target, name),
    })
    const own = await testServer({ log: listening })
    try {
      const other = await aTenant(own.deps.db)
      const client = as(own.root, other.token)
      const HIDDEN = ['hidden-secret-value', ITS_KEY.split('\n')[1]!]
      const body = {
        name: 'Secretive',
        queues: [`${own.root}/queues/${other.queue_id}`],
        events: ['annotation_content'],
        config: { url: 'https://hooks.example.org', client_ssl_certificate: CERTIFICATE, client_ssl_key: ITS_KEY },
        secrets: { key: HIDDEN[0] },
      }
      const created = await client.post('/hooks', body)
      const at = `/hooks/${created.body.id}`
      const answers = [
        created,
        await client.get('/hooks'),
        await client.get(at),
        await client.put(at, body),
        await client.patch(at, { secrets: body.secrets, config: { timeout_s: 61 } }),
        await client.patch(at, { secrets: { ...body.secrets, wrong: 5 } }),
        await client.post(`${at}/duplicate`, { name: 'Copy', copy_secrets: true }),
        await client.get(`${at}/secrets_keys`),
        await client.post(`${at}/generate_payload`, { event: 'invocation', action: 'manual' }),
        await client.get('/hooks/logs'),
        await client.get(`/queues/${other.queue_id}`),
      ]
      expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 400, 400, 201, 200, 200, 200, 200])
      expect(lines.length).toBeGreaterThan(0)
      const { rows } = await own.deps.db.raw(
        `select hooks::text as text from hooks union all select events::text from events
         union all select audit_logs::text from audit_logs`,
      )
      const everything = [JSON.stringify(answers.map(({ body }) => body)), ...lines, JSON.stringify(rows)]
      for (const secret of HIDDEN)
        for (const text of everything) {
          expect(text).not.toContain(secret)
          expect(text).not.toContain(Buffer.from(secret).toString('hex'))
        }
    } finally {
      await own.stop()
    }
  })
})
