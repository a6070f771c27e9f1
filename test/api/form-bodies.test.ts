/** Bodies that are sent as forms: every value is text, and values of other types are JSON. */
import { describe, expect, it } from 'vitest'
import { admin, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const send = (method: 'POST' | 'PATCH', path: string, values: Record<string, string>) =>
  admin.send(method, path, { headers: FORM, body: new URLSearchParams(values).toString() })
const schemaOf = async () => (await admin.get(`/queues/${tenant.queue_id}`)).body.schema as string

describe('a body that is sent as a form', () => {
  it('has objects, lists, numbers and booleans as JSON', async () => {
    const created = await send('POST', '/queues', {
      name: 'From a form',
      schema: await schemaOf(),
      workspace: url('workspaces', tenant.workspace_id),
      metadata: '{"source": ["form", 1]}',
      settings: '{"columns": [{"schema_id": "amount_total"}]}',
      default_score_threshold: '0.9',
      automation_enabled: 'True',
      use_confirmed_state: 'false',
      hooks: '[]',
    })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    expect(created.body).toMatchObject({
      name: 'From a form',
      metadata: { source: ['form', 1] },
      settings: { columns: [{ schema_id: 'amount_total' }] },
      default_score_threshold: 0.9,
      automation_enabled: true,
      use_confirmed_state: false,
      hooks: [],
    })
  })

  it('keeps texts that look like JSON in fields that are texts', async () => {
    for (const name of ['{"a": 1}', '[1]', '17', 'true', 'null'])
      expect((await send('PATCH', `/queues/${tenant.queue_id}`, { name })).body.name).toBe(name)
  })

  it('creates hooks, whose config is an object', async () => {
    const created = await send('POST', '/hooks', {
      type: 'webhook',
      name: 'From a form',
      events: '["annotation_content.initialize"]',
      queues: '[]',
      config: '{"url": "https://hooks.example.org/lookup"}',
    })
    expect([created.status, created.body.config?.url]).toEqual([201, 'https://hooks.example.org/lookup'])
  })

  it.each([
    ['metadata', '{"a": ', 'Expected an object.'],
    ['metadata', 'text', 'Expected an object.'],
    ['default_score_threshold', 'high', 'A valid number is required.'],
    ['automation_enabled', 'yes', 'Must be a valid boolean.'],
    ['metadata', '['.repeat(2000) + ']'.repeat(2000), 'nested'],
  ])('is refused for %s if it is %s', async (name, text, sentence) => {
    const answer = await send('PATCH', `/queues/${tenant.queue_id}`, { [name]: text })
    expect([answer.status, answer.body[name]]).toEqual([400, [expect.stringContaining(sentence)]])
  })

  it('is accepted by actions too', async () => {
    const login = await send('POST', '/auth/token', { max_token_lifetime_s: '90.5' })
    expect(login.status, JSON.stringify(login.body)).toBe(200)
  })
})
