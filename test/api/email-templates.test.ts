/** Email templates: defaults of a new queue, triggers, rendering (contract 22.26 to 22.34). */
import { describe, expect, it } from 'vitest'
import { recordSending } from '../../src/domain/mail/email-templates.ts'
import { as } from '../support/as.ts'
import { aPerson } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { create } from './email-templates-setup.ts'

useTenantServer()

const ofQueue = async (queue_id: number) =>
  (await admin.get(`/email_templates?queue=${queue_id}&ordering=id`)).body.results as Record<string, unknown>[]
/** Returns a default trigger of the tenant's queue. */
const trigger = async (event: string) =>
  (await admin.get(`/triggers?queue=${tenant.queue_id}&event=${event}`)).body.results[0]

describe('a new queue', () => {
  const EXPECTED = [
    ['custom', 'annotation_confirmed', false],
    ['custom', 'annotation_exported', false],
    ['custom', 'annotation_imported', false],
    ['rejection_default', null, true],
    ['email_with_no_processable_attachments', 'email_with_no_processable_attachments', false],
  ]

  async function expectDefaults(queue_id: number) {
    const templates = await ofQueue(queue_id)
    const events = new Map(
      (await admin.get(`/triggers?queue=${queue_id}`)).body.results.map((row: { url: string; event: string }) => [
        row.url,
        row.event,
      ]),
    )
    expect(
      templates.map(({ type, triggers, automate }) => [type, events.get((triggers as string[])[0]) ?? null, automate]),
    ).toEqual(EXPECTED)
    for (const template of templates)
      expect(template).toMatchObject({ to: [{ email: '{{sender_email}}' }], cc: [], bcc: [] })
  }

  it('has five templates, however it was created', async () => {
    await expectDefaults(tenant.queue_id)
    const plain = await admin.post('/queues', {
      name: 'Q',
      workspace: url('workspaces', tenant.workspace_id),
      schema: url('schemas', tenant.schema_id),
    })
    await expectDefaults(plain.body.id)
    const fromTemplate = await admin.post('/queues/from_template', {
      name: 'Q',
      workspace: url('workspaces', tenant.workspace_id),
      template_name: 'Tax Invoice EU Demo Template',
      include_documents: false,
    })
    await expectDefaults(fromTemplate.body.id)
  })
})

describe('/v1/email_templates', () => {
  it('fills in defaults', async () => {
    const created = await create()
    expect(created).toEqual({
      id: expect.any(Number),
      url: url('email_templates', created.id),
      name: 'T',
      queue: url('queues', tenant.queue_id),
      organization: url('organizations', tenant.organization_id),
      triggers: [],
      type: 'custom',
      subject: '',
      message: '',
      enabled: true,
      automate: true,
      to: [],
      cc: [],
      bcc: [],
    })
  })

  it('accepts the deprecated name of automate', async () => {
    expect(await create({ enabled: false })).toMatchObject({ enabled: false, automate: false })
    const created = await create({ automate: false })
    expect((await admin.patch(`/email_templates/${created.id}`, { enabled: true })).body.automate).toBe(true)
    // Clients that write back a whole object change one of the two.
    const put = async (given: object) =>
      (await admin.put(`/email_templates/${created.id}`, { ...created, enabled: true, automate: true, ...given })).body
        .automate
    expect(await put({ automate: false })).toBe(false)
    expect(await put({ enabled: true, automate: false })).toBe(true)
    expect(await put({ enabled: undefined, automate: undefined })).toBe(true)
  })

  it('has at most one trigger, which belongs to its queue and has an event that suits its type', async () => {
    const imported = await trigger('annotation_imported')
    const confirmed = await trigger('annotation_confirmed')
    const created = await create({ type: 'rejection', triggers: [imported.url] })
    expect((await admin.get(`/triggers/${imported.id}`)).body.email_templates).toContain(created.url)
    const errorsOf = async (given: object) => {
      const answer = await admin.patch(`/email_templates/${created.id}`, given)
      expect(answer.status, JSON.stringify(given)).toBe(400)
      return answer.body
    }
    expect(await errorsOf({ triggers: [imported.url, confirmed.url] })).toMatchObject({
      triggers: ['An email template may be linked to at most one trigger.'],
    })
    expect(await errorsOf({ triggers: [confirmed.url] })).toMatchObject({
      triggers: ['A template of type rejection cannot be triggered by annotation_confirmed.'],
    })
    const queue = await admin.post('/queues', {
      name: 'Q',
      workspace: url('workspaces', tenant.workspace_id),
      schema: url('schemas', tenant.schema_id),
    })
    expect(await errorsOf({ queue: queue.body.url })).toMatchObject({
      queue: ['The trigger belongs to another queue.'],
    })
    expect((await admin.patch(`/email_templates/${created.id}`, { triggers: [] })).body.triggers).toEqual([])
  })

  it('of a default type cannot be created or deleted, and keeps its type', async () => {
    for (const type of ['rejection_default', 'email_with_no_processable_attachments']) {
      const refused = await admin.post('/email_templates', { name: 'T', queue: url('queues', tenant.queue_id), type })
      expect([refused.status, refused.body.type]).toEqual([400, [`"${type}" is not a valid choice.`]])
      const [one] = (await admin.get(`/email_templates?queue=${tenant.queue_id}&type=${type}`)).body.results
      expect((await admin.delete(`/email_templates/${one.id}`)).status).toBe(403)
      expect((await admin.patch(`/email_templates/${one.id}`, { type: 'custom' })).status).toBe(400)
      const renamed = await admin.put(`/email_templates/${one.id}`, { name: 'Other', queue: one.queue })
      expect(renamed.body).toMatchObject({ name: 'Other', type, triggers: one.triggers })
    }
    const [fixed] = (await admin.get(`/email_templates?type=email_with_no_processable_attachments`)).body.results
    const unlinked = await admin.patch(`/email_templates/${fixed.id}`, { triggers: [] })
    expect([unlinked.status, unlinked.body.triggers]).toEqual([
      400,
      ['The trigger of this template cannot be changed.'],
    ])
    const created = await create()
    expect((await admin.patch(`/email_templates/${created.id}`, { type: 'rejection' })).body.type).toBe('rejection')
    expect((await admin.patch(`/email_templates/${created.id}`, { type: 'rejection_default' })).status).toBe(400)
  })

  it('has up to 40 recipients in both forms, returned as received', async () => {
    const to = [
      { email: 'a@example.org', name: 'A' },
      { type: 'datapoint', value: 'sender_name' },
      { type: 'annotator' },
    ]
    const created = await create({ to })
    expect(created.to).toEqual(to)
    const many = Array.from({ length: 39 }, (_, i) => ({ email: `p${i}@example.org` }))
    const refused = await admin.patch(`/email_templates/${created.id}`, { cc: many })
    expect([refused.status, refused.body.to]).toEqual([
      400,
      ['At most 40 recipients are allowed in to, cc and bcc together.'],
    ])
    const wrong = await admin.patch(`/email_templates/${created.id}`, { bcc: [{ email: 'invalid' }] })
    expect([wrong.status, wrong.body.bcc]).toEqual([400, ['Enter a valid email address.']])
  })

  it('cannot be deleted while a business rule uses it', async () => {
    const created = await create()
    const rule = await admin.post('/rules', {
      name: 'R',
      schema: url('schemas', tenant.schema_id),
      actions: [
        { id: 'a', type: 'send_email', event: 'annotation_imported', payload: { email_template: created.url } },
      ],
    })
    expect(rule.status, JSON.stringify(rule.body)).toBe(201)
    const refused = await admin.delete(`/email_templates/${created.id}`)
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'conflict_referenced',
      `The email template is used by rules: ${rule.body.id}.`,
    ])
    await admin.delete(`/rules/${rule.body.id}`)
    expect((await admin.delete(`/email_templates/${created.id}`)).status).toBe(204)
  })

  it('is visible only to users of the queue', async () => {
    const created = await create()
    const reader = as(server.root, (await aPerson(server.deps.db, tenant, 'annotator')).token)
    const elsewhere = as(server.root, (await aPerson(server.deps.db, tenant, 'annotator', [])).token)
    expect((await reader.get(`/email_templates/${created.id}`)).status).toBe(200)
    expect((await reader.patch(`/email_templates/${created.id}`, { name: 'x' })).status).toBe(403)
    expect((await elsewhere.get(`/email_templates/${created.id}`)).status).toBe(404)
  })
})

describe('GET /v1/email_templates/stats', () => {
  it('counts manual and triggered emails of the last 90 days', async () => {
    const { db } = server.deps
    const created = await create()
    for (const automated of [true, true, false]) await recordSending(db, created.id, automated)
    await db('email_template_sendings').insert({
      email_template_id: created.id,
      automated: false,
      sent_at: db.raw(`now() - interval '91 days'`),
    })
    const { status, body } = await admin.get('/email_templates/stats')
    expect(status).toBe(200)
    expect(body).toContainEqual({ url: created.url, manual_count: 1, automated_count: 2 })
    const unused = await create()
    const again = (await admin.get('/email_templates/stats')).body
    expect(again).toContainEqual({ url: unused.url, manual_count: 0, automated_count: 0 })
    const elsewhere = as(server.root, (await aPerson(db, tenant, 'annotator', [])).token)
    expect((await elsewhere.get('/email_templates/stats')).body).toEqual([])
  })
})
