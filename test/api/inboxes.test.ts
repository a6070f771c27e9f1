/** Inboxes: addresses, their queue, filters, bounces (contract 22.1 to 22.7). */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aPerson, aQueue } from '../support/factories.ts'
import { CREATE_KEY } from '../support/server.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer({ env: { MAIL_DOMAIN: 'in.example.org' } })

/** A queue without an inbox. */
const bareQueue = async (given: object = {}): Promise<number> => {
  const created = await admin.post('/queues', {
    name: 'Q',
    workspace: url('workspaces', tenant.workspace_id),
    schema: url('schemas', tenant.schema_id),
    ...given,
  })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body.id
}
const post = async (given: object = {}) =>
  admin.post('/inboxes', {
    name: 'I',
    email_prefix: 'acme-bills',
    queues: [url('queues', await bareQueue())],
    ...given,
  })
const create = async (given: object = {}) => {
  const created = await post(given)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}
const queue = async (address: string) => (await admin.get(address)).body

describe('/v1/inboxes', () => {
  it('generates an address and fills in defaults', async () => {
    const queue_id = await bareQueue()
    const created = await create({ queues: [url('queues', queue_id)] })
    expect(created).toEqual({
      id: expect.any(Number),
      name: 'I',
      url: url('inboxes', created.id),
      queues: [url('queues', queue_id)],
      email: expect.stringMatching(/^acme-bills-[0-9a-f]{6}@in\.example\.org$/),
      email_prefix: 'acme-bills',
      bounce_email_to: null,
      bounce_unprocessable_attachments: false,
      bounce_postponed_annotations: false,
      bounce_deleted_annotations: false,
      bounce_email_with_no_attachments: true,
      metadata: {},
      filters: {
        allowed_senders: [],
        denied_senders: [],
        document_rejection_conditions: {
          enabled: true,
          resolution_lower_than_px: [1200, 600],
          file_size_less_than_b: null,
          mime_types: ['image/gif'],
          file_name_regexes: null,
        },
      },
      dmarc_check_action: 'accept',
      body_as_document: 'never',
      mailbox: null,
      mailbox_status: null,
      modified_by: url('users', tenant.user_id),
      modified_at: expect.any(String),
    })
  })

  it('accepts an unused address in the configured domain', async () => {
    const created = await create({ email: 'Bills@in.example.org' })
    expect(created.email).toBe('bills@in.example.org')
    expect((await post({ email: 'bills@IN.example.org' })).body.email).toEqual([
      'An inbox with this address already exists.',
    ])
    expect((await post({ email: 'bills@elsewhere.org' })).body.email).toEqual(['The domain must be in.example.org.'])
    expect((await post({ email: 'no address' })).status).toBe(400)
    const changed = await admin.patch(`/inboxes/${created.id}`, { email: 'other@in.example.org' })
    expect(changed.body.email).toBe('bills@in.example.org')
  })

  it('gets a new address only with a new prefix', async () => {
    const created = await create()
    const same = await admin.put(`/inboxes/${created.id}`, { ...created, name: 'renamed' })
    expect([same.status, same.body.email]).toEqual([200, created.email])
    const { body } = await admin.patch(`/inboxes/${created.id}`, { email_prefix: 'New.Prefix' })
    expect([body.email_prefix, body.email]).toEqual(['New.Prefix', expect.stringMatching(/^new\.prefix-[0-9a-f]{6}@/)])
  })

  it('refuses prefixes that are too long or invalid in an address', async () => {
    expect((await post({ email_prefix: 'x'.repeat(57) })).status).toBe(201)
    for (const email_prefix of ['x'.repeat(58), '', 'a b', 'a@b', '.a', 'a..', 'ä'])
      expect([email_prefix, (await post({ email_prefix })).status]).toEqual([email_prefix, 400])
  })

  it('belongs to exactly one queue, which has no other inbox', async () => {
    const [one, two] = [url('queues', await bareQueue()), url('queues', await bareQueue())]
    expect((await post({ queues: [] })).body.queues).toEqual(['An inbox belongs to exactly one queue.'])
    expect((await post({ queues: [one, two] })).body.queues).toEqual(['An inbox belongs to exactly one queue.'])
    const created = await create({ queues: [one] })
    expect((await post({ queues: [one] })).body.queues).toEqual(['The queue already has an inbox.'])
    expect((await queue(one)).inbox).toBe(created.url)
    expect((await admin.patch(`/inboxes/${created.id}`, { queues: [two] })).body.queues).toEqual([two])
    expect([(await queue(one)).inbox, (await queue(two)).inbox]).toEqual([null, created.url])
  })

  it('can also be linked and unlinked from the queue', async () => {
    const first = await create()
    const second = await create()
    const [queue_id, old] = [await bareQueue({ inbox: first.url }), first.queues[0]]
    expect((await queue(url('queues', queue_id))).inbox).toBe(first.url)
    expect((await queue(old)).inbox).toBeNull()
    await admin.patch(`/queues/${queue_id}`, { inbox: second.url })
    expect((await admin.get(`/inboxes/${first.id}`)).body.queues).toEqual([])
    expect((await admin.get(`/queues?inbox=${second.id}`)).body.results.map((row: { id: number }) => row.id)).toEqual([
      queue_id,
    ])
    expect((await admin.patch(`/queues/${queue_id}`, { name: 'kept' })).body.inbox).toBe(second.url)
    expect((await admin.patch(`/queues/${queue_id}`, { inbox: null })).body.inbox).toBeNull()
    expect((await admin.get(`/inboxes/${second.id}`)).body.queues).toEqual([])
    expect((await admin.patch(`/queues/${queue_id}`, { inbox: url('inboxes', 999999) })).body.inbox).toEqual([
      'Invalid hyperlink - object does not exist.',
    ])
  })

  it('validates its filters: wildcards, pixels, types, RE2', async () => {
    const { id } = await create()
    const conditions = async (given: object) =>
      (await admin.patch(`/inboxes/${id}`, { filters: { document_rejection_conditions: given } })).status
    for (const good of [
      { resolution_lower_than_px: null, mime_types: [], file_name_regexes: [] },
      { file_name_regexes: '^logo.*\\.png$', file_size_less_than_b: 0 },
      { enabled: false, mime_types: null },
    ])
      expect([good, await conditions(good)]).toEqual([good, 200])
    for (const bad of [
      { resolution_lower_than_px: [1] },
      { resolution_lower_than_px: [1, -2] },
      { file_size_less_than_b: -1 },
      { mime_types: ['gif'] },
      { file_name_regexes: ['(?=look)'] },
      { file_name_regexes: '(' },
      { enabled: 'maybe' },
      { mime_type: ['image/gif'] },
    ])
      expect([bad, await conditions(bad)]).toEqual([bad, 400])
    const fresh = await create()
    const patched = await admin.patch(`/inboxes/${fresh.id}`, { filters: { allowed_senders: ['*@a.org'] } })
    expect(patched.body.filters).toEqual({
      ...fresh.filters,
      allowed_senders: ['*@a.org'],
    })
    expect((await admin.patch(`/inboxes/${id}`, { filters: { denied_senders: 'x' } })).status).toBe(400)
    expect((await admin.patch(`/inboxes/${id}`, { dmarc_check_action: 'bounce' })).status).toBe(400)
  })

  it('copies bounce settings to the queue, where they can be changed later', async () => {
    const created = await create({ bounce_email_to: 'boss@example.org', bounce_deleted_annotations: true })
    const notifications = async () => (await queue(created.queues[0])).settings.email_notifications
    expect(await notifications()).toEqual({
      recipient: { email: 'boss@example.org', name: '' },
      unprocessable_attachments: false,
      postponed_annotations: false,
      deleted_annotations: true,
      email_with_no_attachments: true,
    })
    await admin.patch(created.queues[0], { settings: { email_notifications: { recipient: null } } })
    await admin.put(`/inboxes/${created.id}`, { ...created, name: 'renamed' })
    expect(await notifications()).toMatchObject({ recipient: null })
    await admin.patch(`/inboxes/${created.id}`, {
      bounce_email_to: 'boss@example.org',
      bounce_email_with_no_attachments: false,
    })
    expect(await notifications()).toMatchObject({
      recipient: { email: 'boss@example.org' },
      email_with_no_attachments: false,
    })
    expect((await admin.patch(`/inboxes/${created.id}`, { bounce_email_to: 'invalid' })).status).toBe(400)
  })

  it('can be found by each filter', async () => {
    const created = await create({
      name: 'Found',
      email_prefix: 'found',
      bounce_email_to: 'found@example.org',
      bounce_unprocessable_attachments: true,
      bounce_postponed_annotations: true,
      bounce_deleted_annotations: true,
    })
    for (const [name, value] of Object.entries({
      queue: /\d+$/.exec(created.queues[0])![0],
      name: 'Found',
      email: created.email,
      email_prefix: 'found',
      bounce_email_to: 'found@example.org',
      bounce_unprocessable_attachments: 'true',
      bounce_postponed_annotations: 'true',
    })) {
      const { results } = (await admin.get(`/inboxes?${name}=${encodeURIComponent(value)}`)).body
      expect([name, results.map((row: { id: number }) => row.id)]).toEqual([name, [created.id]])
    }
    const deleted = (await admin.get('/inboxes?bounce_deleted_annotations=true')).body.results
    expect(deleted.map((row: { id: number }) => row.id)).toContain(created.id)
  })

  it('is readable by users of its queue and writable by administrators', async () => {
    const created = await create()
    const inside = await aPerson(server.deps.db, tenant, 'annotator', [Number(/\d+$/.exec(created.queues[0])![0])])
    const outside = await aPerson(server.deps.db, tenant, 'manager')
    expect((await as(server.root, inside.token).get(`/inboxes/${created.id}`)).status).toBe(200)
    expect((await as(server.root, outside.token).get(`/inboxes/${created.id}`)).status).toBe(404)
    expect((await as(server.root, inside.token).patch(`/inboxes/${created.id}`, { name: 'x' })).status).toBe(403)
    expect((await as(server.root, inside.token).delete(`/inboxes/${created.id}`)).status).toBe(403)
    expect((await as(server.root, inside.token).post('/inboxes', {})).status).toBe(403)
  })

  it('can be deleted; its queue then has no inbox', async () => {
    const created = await create()
    expect((await admin.delete(`/inboxes/${created.id}`)).status).toBe(204)
    expect((await admin.get(`/inboxes/${created.id}`)).status).toBe(404)
    expect((await queue(created.queues[0])).inbox).toBeNull()
  })
})

describe('queues created from templates', () => {
  it('have an inbox that is named after them', async () => {
    const created = await admin.post('/queues/from_template', {
      name: 'Lieferscheine Süd',
      workspace: url('workspaces', tenant.workspace_id),
      template_name: 'Tax Invoice EU Demo Template',
      include_documents: false,
    })
    const inbox = (await admin.get(created.body.inbox)).body
    expect(inbox).toMatchObject({
      queues: [created.body.url],
      email: expect.stringMatching(/^lieferscheine-sud-[0-9a-f]{6}@in\.example\.org$/),
    })
    const { queue_id } = await aQueue(server.deps.db, tenant)
    expect((await queue(url('queues', queue_id))).inbox).toMatch(/\/inboxes\/\d+$/)
  })

  it('are also created for new organizations, whose response contains the inbox', async () => {
    const created = await as(server.root).post('/organizations/create', {
      template_name: 'Empty Organization Template',
      organization_name: 'Fresh',
      user_fullname: 'Ada A',
      user_email: `fresh-${tenant.user_id}@example.org`,
      create_key: CREATE_KEY,
    })
    expect(created.status).toBe(201)
    expect(created.body.inbox).toMatch(/\/inboxes\/\d+$/)
    expect((await admin.get(created.body.inbox)).status).toBe(404)
  })
})
