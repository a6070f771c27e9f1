/** Spellings of the existing vendor, which one setting enables (docs/clients.md). */
import { describe, expect, it } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { aTenant, type Tenant } from '../support/factories.ts'
import { testServer } from '../support/server.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

describe('COMPAT_VENDOR_NAMES', () => {
  const uploaded = async (client: Client, queue_id: number) => {
    const form = new FormData()
    form.append('content', new Blob(['%PDF-1.4']), 'a.pdf')
    return (await client.post(`/uploads?queue=${queue_id}`, form)).body
  }
  const payloadFor = async (client: Client, of: Tenant, root: string) => {
    const hook = await client.post('/hooks', {
      name: 'Payload',
      queues: [`${root}/queues/${of.queue_id}`],
      events: ['invocation.manual'],
      config: { url: 'https://hooks.example.org' },
      token_owner: `${root}/users/${of.user_id}`,
    })
    const body = { event: 'invocation', action: 'manual' }
    return (await client.post(`${hook.body.url}/generate_payload`, body)).body
  }

  it('is the one switch for spellings of the existing vendor: off, none is used', async () => {
    const plain = await testServer({}, { COMPAT_VENDOR_NAMES: '0' })
    try {
      const of = await aTenant(plain.deps.db)
      const client = as(plain.root, of.token)
      expect(Object.keys(await uploaded(client, of.queue_id))).toEqual(['url'])
      const payload = await payloadFor(client, of, plain.root)
      expect(payload).toHaveProperty('svc_authorization_token')
      expect(payload).not.toHaveProperty('rossum_authorization_token')
      expect((await client.get('/hook_templates')).body.results[0].extension_source).toBe('svc_store')
    } finally {
      await plain.stop()
    }
  })

  it('on, the default, uploads have results, payloads both keys of the token, and templates the older name', async () => {
    const upload = await uploaded(admin, tenant.queue_id)
    expect(upload.results).toEqual([{ annotation: upload.url }])
    const payload = await payloadFor(admin, tenant, server.root)
    expect(payload.rossum_authorization_token).toBe(payload.svc_authorization_token)
    expect(payload.svc_authorization_token).toEqual(expect.any(String))
    expect((await admin.get('/hook_templates')).body.results[0].extension_source).toBe('rossum_store')
  })
})
