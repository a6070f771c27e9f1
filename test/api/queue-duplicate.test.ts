/** Copies of queues, and the number of their related objects. */
import { describe, expect, it } from 'vitest'
import { PARTS_OF_QUEUE } from '../../src/domain/queues/queue-parts.ts'
import { anAnnotation, aQueue } from '../support/factories.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

const make = async (path: string, body: object) => {
  const created = await admin.post(path, body)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}

/** Creates a queue with one object of every kind that a copy can take over. */
async function aFullQueue() {
  const { queue_id, schema_id } = await aQueue(server.deps.db, tenant)
  const queue = url('queues', queue_id)
  const hook = await make('/hooks', {
    name: 'H',
    type: 'webhook',
    events: ['annotation_status'],
    queues: [queue],
    config: { url: 'https://example.org/hook' },
  })
  const trigger = await make('/triggers', { queue, event: 'annotation_imported' })
  const template = await make('/email_templates', {
    queue,
    name: 'Thanks',
    type: 'custom',
    subject: 'Thanks',
    message: 'Thanks',
    triggers: [trigger.url],
  })
  const validation = await make('/triggers', { queue, event: 'validation' })
  await make('/export_profiles', { queue, name: 'Accountant', columns: [{ heading: 'No', field: 'document_id' }] })
  await make('/delete_recommendations', { queue, triggers: [validation.url] })
  const send = { id: 'a', type: 'send_email', event: 'annotation_exported', enabled: true }
  await make('/rules', {
    name: 'R',
    schema: url('schemas', schema_id),
    trigger_condition: 'True',
    actions: [{ ...send, payload: { email_template: template.url } }],
  })
  const flow = await make('/workflows', { name: 'W' })
  await admin.patch(`/queues/${queue_id}`, {
    workflows: [{ url: flow.url, priority: 3 }],
    settings: { columns: [{ schema_id: 'a' }], automation: { automate_duplicates: false } },
    automation_enabled: true,
    automation_level: 'always',
    metadata: { team: 1 },
  })
  const linked = await make('/rules', { name: 'Of the queue', queues: [queue] })
  const inbox = (await admin.get(`/queues/${queue_id}`)).body.inbox as string | null
  const filters = { allowed_senders: ['*@example.org'] }
  const accepts = { filters, dmarc_check_action: 'drop', body_as_document: 'without_files', metadata: { a: 1 } }
  const mailbox = { host: 'imap.example.org', username: 'invoices' }
  const received = inbox
    ? (await admin.patch(`/inboxes/${inbox.split('/').at(-1)}`, { ...accepts, mailbox })).status
    : (await admin.post('/inboxes', { name: 'In', queues: [queue], email_prefix: 'in', ...accepts, mailbox })).status
  expect([200, 201]).toContain(received)
  const ada = await person('annotator', [queue_id])
  return { queue_id, schema_id, queue, hook, flow, ada, linked }
}
const listed = async (path: string, queue: string) =>
  (await admin.get(`/${path}?queue=${queue.split('/').at(-1)}&page_size=100`)).body.results

describe('POST queues/{id}/duplicate', () => {
  it('copies everything with a schema and an inbox of its own', async () => {
    const source = await aFullQueue()
    const copy = await make(`/queues/${source.queue_id}/duplicate`, { name: 'Copy' })
    const original = (await admin.get(`/queues/${source.queue_id}`)).body
    expect(copy).toMatchObject({
      name: 'Copy',
      status: 'active',
      workspace: original.workspace,
      hooks: [source.hook.url],
      users: [url('users', source.ada.user_id)],
      workflows: [{ url: source.flow.url, priority: 3 }],
      generic_engine: original.generic_engine,
      automation_enabled: true,
      automation_level: 'always',
      metadata: { team: 1 },
      settings: original.settings,
    })
    expect(copy.schema).not.toBe(original.schema)
    const content = async (queue: { schema: string }) => (await admin.get(queue.schema)).body.content
    expect(await content(copy)).toEqual(await content(original))
    const [inbox, other] = [(await admin.get(copy.inbox)).body, (await admin.get(original.inbox)).body]
    expect(inbox.email_prefix).toBe(other.email_prefix)
    expect(inbox.email).not.toBe(other.email)
    const names = async (queue: string) =>
      (await listed('email_templates', queue)).map(({ name, type }: Record<string, string>) => `${type} ${name}`)
    expect(await names(copy.url)).toEqual(await names(source.queue))
    const template = (await listed('email_templates', copy.url)).find(({ name }: { name: string }) => name === 'Thanks')
    const trigger = (await admin.get(template.triggers[0])).body
    expect(trigger).toMatchObject({ queue: copy.url, event: 'annotation_imported', email_templates: [template.url] })
    const [recommendation] = await listed('delete_recommendations', copy.url)
    expect((await admin.get(recommendation.triggers[0])).body).toMatchObject({ queue: copy.url, event: 'validation' })
    expect(await listed('export_profiles', copy.url)).toMatchObject([
      { name: 'Accountant', queue: copy.url, columns: [{ heading: 'No', field: 'document_id' }] },
    ])
    const [rule] = (await admin.get(`/rules?schema=${copy.schema.split('/').at(-1)}`)).body.results
    expect(rule).toMatchObject({ name: 'R', actions: [{ payload: { email_template: template.url } }] })
    expect((await admin.get(`/rules?schema=${source.schema_id}`)).body.results).toHaveLength(1)
    // Filters of emails are a control too; a mailbox is read by one inbox only.
    const accepted = ['filters', 'dmarc_check_action', 'body_as_document', 'bounce_email_to', 'metadata'] as const
    for (const name of accepted) expect(inbox[name], name).toEqual(other[name])
    expect([inbox.mailbox, other.mailbox?.host]).toEqual([null, 'imap.example.org'])
  })

  it('copies each table that belongs to a queue as the table of parts says', async () => {
    const { db } = server.deps
    const tables = await db('information_schema.columns')
      .where({ table_schema: 'public', column_name: 'queue_id' })
      .pluck('table_name')
    expect(Object.keys(PARTS_OF_QUEUE).sort()).toEqual([...new Set(tables)].sort())
    const source = await aFullQueue()
    const { url: copied } = await make(`/queues/${source.queue_id}/duplicate`, { name: 'Copy' })
    const count = async (table: string, queue_id: unknown) =>
      Number((await db(table).where({ queue_id }).count('* as n'))[0]!.n)
    for (const [table, part] of Object.entries(PARTS_OF_QUEUE)) {
      const [before, after] = [await count(table, source.queue_id), await count(table, copied.split('/').at(-1))]
      if ('why' in part) expect(after, table).toBe(0)
      else expect([before > 0, after], table).toEqual([true, before])
    }
  })

  it.each([{ copy_rules_and_actions: false }, { copy_extensions_settings: false }])(
    'does not automate a copy without checks of the queue: %j',
    async (parts) => {
      const source = await aFullQueue()
      const copy = await make(`/queues/${source.queue_id}/duplicate`, { name: 'Copy', ...parts })
      expect(copy).toMatchObject({ automation_enabled: false, automation_level: 'always' })
      await admin.delete(`/rules/${source.linked.id}`)
      await server.deps.db('rules').where('schema_id', source.schema_id).update({ enabled: false })
      await server.deps.db('hook_queues').where('queue_id', source.queue_id).delete()
      expect(await make(`/queues/${source.queue_id}/duplicate`, { name: 'Copy', ...parts })).toMatchObject({
        automation_enabled: true,
      })
    },
  )

  it('leaves out what the request leaves out', async () => {
    const source = await aFullQueue()
    const copy = await make(`/queues/${source.queue_id}/duplicate`, {
      name: 'Empty',
      copy_extensions_settings: false,
      copy_email_settings: false,
      copy_delete_recommendations: false,
      copy_automation_settings: false,
      copy_permissions: false,
      copy_rules_and_actions: false,
    })
    expect(copy).toMatchObject({
      hooks: [],
      users: [],
      automation_enabled: false,
      automation_level: 'never',
      settings: { columns: [{ schema_id: 'a' }], automation: { automate_duplicates: true } },
    })
    const templates = await listed('email_templates', copy.url)
    expect(templates.map(({ name }: { name: string }) => name)).not.toContain('Thanks')
    expect(templates.length).toBeGreaterThan(0)
    expect(await listed('delete_recommendations', copy.url)).toEqual([])
    expect((await admin.get(`/rules?schema=${copy.schema.split('/').at(-1)}`)).body.results).toEqual([])
  })

  it('is for administrators, and refused while the queue is being deleted', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const manager = await person('manager', [queue_id])
    expect((await manager.client.post(`/queues/${queue_id}/duplicate`, { name: 'C' })).status).toBe(403)
    expect((await admin.post(`/queues/${queue_id}/duplicate`, { name: '' })).status).toBe(400)
    expect((await admin.delete(`/queues/${queue_id}`)).status).toBe(202)
    expect((await admin.post(`/queues/${queue_id}/duplicate`, { name: 'C' })).status).toBe(409)
  })
})

describe('GET queues/{id}/related_objects_counts', () => {
  it('counts annotations of all statuses, emails and dedicated engines', async () => {
    const queue = await aQueue(server.deps.db, tenant)
    const counts = async () => (await admin.get(`/queues/${queue.queue_id}/related_objects_counts`)).body
    expect(await counts()).toEqual({ annotations: 0, emails: 0, trained_dedicated_engines: 0 })
    for (const status of ['to_review', 'purged', 'deleted'])
      await anAnnotation(server.deps.db, tenant, { ...queue, status })
    const { organization_id } = tenant
    const [thread] = await server.deps
      .db('email_threads')
      .insert({ organization_id, queue_id: queue.queue_id, subject: '' })
      .returning('id')
    await server.deps.db('emails').insert({
      organization_id,
      queue_id: queue.queue_id,
      email_thread_id: thread.id,
      type: 'incoming',
      subject: '',
    })
    expect(await counts()).toEqual({ annotations: 3, emails: 1, trained_dedicated_engines: 0 })
  })
})
