/** Business rules and their execution log (contract 21.10 to 21.17). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { anAnnotation, aPerson, aQueue, aTenant, type Tenant } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { testServer, type TestServer } from '../support/server.ts'

let server: TestServer
let tenant: Tenant
let admin: Client
const url = (collection: string, id: number) => `${server.root}/${collection}/${id}`

beforeAll(async () => {
  server = await testServer()
  tenant = await aTenant(server.deps.db)
  admin = documented(server.root, as(server.root, tenant.token))
})
afterAll(() => server.stop())

const create = async (given: object = {}) => {
  const created = await admin.post('/rules', { name: 'Large', schema: url('schemas', tenant.schema_id), ...given })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}
const message = {
  id: 'm',
  type: 'show_message',
  event: 'validation',
  payload: { type: 'error', content: 'Too large.' },
}
const label = async () => (await admin.post('/labels', { name: `L${Math.random()}` })).body

describe('/v1/rules', () => {
  it('fills in defaults', async () => {
    const created = await create()
    expect(created).toEqual({
      id: expect.any(Number),
      url: url('rules', created.id),
      name: 'Large',
      description: '',
      enabled: true,
      organization: url('organizations', tenant.organization_id),
      schema: url('schemas', tenant.schema_id),
      queues: [],
      trigger_condition: 'True',
      rule_template: null,
      synchronized_from_template: false,
      created_by: url('users', tenant.user_id),
      created_at: expect.stringMatching(/Z$/),
      modified_by: url('users', tenant.user_id),
      modified_at: expect.stringMatching(/Z$/),
      actions: [],
    })
  })

  it('requires a schema or queues, also after changes', async () => {
    const queues = [url('queues', tenant.queue_id)]
    const refused = ['At least one of schema and queues is required.']
    const neither = await admin.post('/rules', { name: 'x' })
    expect([neither.status, neither.body.non_field_errors]).toEqual([400, refused])
    const created = await create()
    expect((await admin.patch(`/rules/${created.id}`, { schema: null })).body.non_field_errors).toEqual(refused)
    expect((await admin.patch(`/rules/${created.id}`, { schema: null, queues })).body).toMatchObject({
      schema: null,
      queues,
    })
    expect((await admin.patch(`/rules/${created.id}`, { queues: [] })).body.non_field_errors).toEqual(refused)
    expect((await admin.patch(`/rules/${created.id}`, { enabled: false })).status).toBe(200)
  })

  it('returns references in actions as URLs', async () => {
    const one = await label()
    const template = (await admin.get('/email_templates?type=custom')).body.results[0]
    const actions = [
      { ...message, enabled: true },
      { id: 'l', enabled: false, type: 'add_label', event: 'validation', payload: { labels: [one.url] } },
      {
        id: 'e',
        enabled: true,
        type: 'send_email',
        event: 'annotation_exported',
        payload: { email_template: template.url, attach_document: true },
      },
      {
        id: 'q',
        enabled: true,
        type: 'change_queue',
        event: 'annotation_imported',
        payload: { queue_id: tenant.queue_id, reimport: false },
      },
    ]
    const created = await create({ actions })
    expect(created.actions).toEqual(actions)
    expect((await admin.put(`/rules/${created.id}`, created)).body.actions).toEqual(actions)
    expect((await admin.get(`/rules?actions=add_label,hide_field&id=${created.id}`)).body.pagination.total).toBe(1)
    expect((await admin.get(`/rules?actions=hide_field&id=${created.id}`)).body.pagination.total).toBe(0)
    expect((await admin.get('/rules?actions=explode')).status).toBe(400)

    const refused = await admin.delete(`/labels/${one.id}`)
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'conflict_referenced',
      `The label is used by rules: ${created.id}.`,
    ])
    expect((await admin.delete(`/rules/${created.id}`)).status).toBe(204)
    expect((await admin.delete(`/labels/${one.id}`)).status).toBe(204)
  })

  it('reports invalid actions by position', async () => {
    const errorsOf = async (...actions: object[]) => {
      const answer = await admin.post('/rules', { name: 'x', schema: url('schemas', tenant.schema_id), actions })
      expect([answer.status, answer.body.code]).toEqual([400, 'bad_request'])
      return answer.body.actions
    }
    expect(await errorsOf({ ...message, event: 'annotation_imported' })).toEqual([
      { event: ['An action of type show_message supports only validation.'] },
    ])
    expect(await errorsOf(message, { ...message, payload: { type: 'loud' } })).toEqual([
      {},
      {
        payload: { type: ['"loud" is not a valid choice.'], content: ['This field is required.'] },
        id: ['The rule has another action with this id.'],
      },
    ])
    const missing = ['Invalid hyperlink - object does not exist.']
    const foreign = await aTenant(server.deps.db)
    const change = {
      id: 'q',
      type: 'change_queue',
      event: 'annotation_imported',
      payload: { queue_id: foreign.queue_id },
    }
    const labels = { id: 'l', type: 'add_label', event: 'validation', payload: { labels: [url('labels', 999999999)] } }
    expect(await errorsOf(message, change, labels)).toEqual([
      {},
      { payload: { queue_id: missing } },
      { payload: { labels: missing } },
    ])
    const notOne = { ...labels, payload: { labels: [url('queues', tenant.queue_id)] } }
    expect(await errorsOf(notOne)).toEqual([{ payload: { labels: ['Invalid hyperlink - No URL match.'] } }])
  })

  it('limits the length of text fields', async () => {
    const created = await create()
    for (const [name, length] of [
      ['name', 256],
      ['description', 256],
      ['trigger_condition', 2001],
    ] as const) {
      const answer = await admin.patch(`/rules/${created.id}`, { [name]: 'x'.repeat(length) })
      expect([answer.status, answer.body[name]]).toEqual([
        400,
        [`Ensure this field has no more than ${length - 1} characters.`],
      ])
    }
    expect((await admin.patch(`/rules/${created.id}`, { trigger_condition: '' })).status).toBe(400)
    const template = await admin.patch(`/rules/${created.id}`, { rule_template: url('rule_templates', 1) })
    expect([template.status, template.body.rule_template]).toEqual([
      400,
      ['Invalid hyperlink - object does not exist.'],
    ])
  })

  it('is returned by its schema and queues, and prevents the deletion of its schema', async () => {
    const { queue_id, schema_id } = await aQueue(server.deps.db, tenant)
    const created = await create({ schema: url('schemas', schema_id), queues: [url('queues', queue_id)] })
    expect((await admin.get(`/schemas/${schema_id}`)).body.rules).toEqual([created.url])
    expect((await admin.get(`/queues/${queue_id}`)).body.rules).toEqual([created.url])
    await admin.delete(`/queues/${queue_id}?delete_after=0`)
    const refused = await admin.delete(`/schemas/${schema_id}`)
    expect([refused.status, refused.body.detail]).toEqual([409, `The schema is used by rules: ${created.id}.`])
    await admin.delete(`/rules/${created.id}`)
    expect((await admin.delete(`/schemas/${schema_id}`)).status).toBe(204)
  })

  it('can be found by each filter', async () => {
    const second = await aQueue(server.deps.db, tenant)
    const both = [url('queues', tenant.queue_id), url('queues', second.queue_id)]
    const linked = await create({ name: 'linked', queues: both, enabled: false })
    const single = await create({ name: 'single', queues: both.slice(1), schema: url('schemas', second.schema_id) })
    const ids = async (query: string) =>
      (await admin.get(`/rules?id=${linked.id},${single.id}&${query}`)).body.results.map(
        (row: { id: number }) => row.id,
      )
    expect(await ids('linked=true')).toEqual([linked.id])
    expect(await ids('linked=false')).toEqual([single.id])
    expect(await ids(`queue=${second.queue_id}`)).toEqual([linked.id, single.id])
    expect(await ids(`queue=${tenant.queue_id}`)).toEqual([linked.id])
    expect(await ids(`schema=${second.schema_id}`)).toEqual([single.id])
    expect(await ids('enabled=False')).toEqual([linked.id])
    expect(await ids('name=single')).toEqual([single.id])
    expect(await ids(`organization=${tenant.organization_id}&ordering=-name`)).toEqual([single.id, linked.id])
    expect(await ids('organization=999999999')).toEqual([])
    expect(await ids('rule_template=1')).toEqual([])
  })

  it('is visible to users of its queues or of queues with its schema', async () => {
    const { db } = server.deps
    const second = await aQueue(db, tenant)
    const bySchema = await create({ schema: url('schemas', second.schema_id) })
    const byQueue = await create({ schema: null, queues: [url('queues', second.queue_id)] })
    const inside = as(server.root, (await aPerson(db, tenant, 'annotator', [second.queue_id])).token)
    const outside = as(server.root, (await aPerson(db, tenant, 'annotator', [])).token)
    for (const { id } of [bySchema, byQueue]) {
      expect((await inside.get(`/rules/${id}`)).status).toBe(200)
      expect((await inside.patch(`/rules/${id}`, { name: 'x' })).status).toBe(403)
      expect((await outside.get(`/rules/${id}`)).status).toBe(404)
    }
    expect((await inside.get('/rules')).body.pagination.total).toBe(2)
  })
})

describe('/v1/rules_execution_logs', () => {
  const log = async (given: object = {}) => {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant)
    const row = {
      organization_id: tenant.organization_id,
      rule_id: 7,
      rule_name: 'Large',
      queue_id: tenant.queue_id,
      annotation_id,
      trigger_event: 'validation',
      execution_result: 'success',
      created_at: '2026-01-01T00:00:00Z',
      ...given,
    }
    await server.deps.db('rule_executions').insert(row)
    return row
  }
  const list = async (query: string) => (await admin.get(`/rules_execution_logs?${query}`)).body

  it('lists the executed actions of rules, newest first', async () => {
    const first = await log({
      execution_result: 'failure',
      execution_error: 'No such field.',
      request_id: 'r1',
      trigger_condition_values: JSON.stringify({ 'field.amount_total': 3 }),
      actions: JSON.stringify([{ id: 'm' }]),
    })
    const second = await log({ created_at: '2026-02-01T00:00:00Z' })
    const { results, pagination } = await list('')
    expect(pagination.total).toBe(2)
    expect(results.map((row: { annotation_id: number }) => row.annotation_id)).toEqual([
      second.annotation_id,
      first.annotation_id,
    ])
    expect(results[1]).toEqual({
      rule_id: 7,
      rule_name: 'Large',
      queue_id: tenant.queue_id,
      annotation_id: first.annotation_id,
      trigger_event: 'validation',
      execution_result: 'failure',
      execution_error: 'No such field.',
      created_at: expect.stringMatching(/^2026-01-01T00:00:00.*Z$/),
      request_id: 'r1',
      trigger_condition_values: { 'field.amount_total': 3 },
      actions: [{ id: 'm' }],
    })
    const page = await list('page_size=1')
    expect((await admin.get(page.pagination.next)).body.results[0].annotation_id).toBe(first.annotation_id)
  })

  it('filters by rule, queue, annotation, event, result and time', async () => {
    const one = await log({
      rule_id: 8,
      trigger_event: 'annotation_imported',
      execution_result: 'partial_success',
      created_at: '2025-06-01T00:00:00Z',
    })
    for (const query of [
      'rule=8',
      `annotation=${one.annotation_id}`,
      'trigger_event=annotation_imported',
      'execution_result=partial_success',
      'created_at_before=2025-07-01',
    ])
      expect(
        (await list(query)).results.map((row: { rule_id: number }) => row.rule_id),
        query,
      ).toEqual([8])
    expect((await list(`queue=${tenant.queue_id}&created_at_after=2025-07-01&rule=8`)).results).toEqual([])
    expect((await admin.get('/rules_execution_logs?execution_result=maybe')).status).toBe(400)
  })

  it('is readable only by administrators, and only as a list', async () => {
    await log()
    const manager = as(server.root, (await aPerson(server.deps.db, tenant, 'manager')).token)
    expect((await manager.get('/rules_execution_logs')).status).toBe(403)
    const stranger = as(server.root, (await aTenant(server.deps.db)).token)
    expect((await stranger.get('/rules_execution_logs')).body.results).toEqual([])
    expect((await admin.post('/rules_execution_logs', {})).status).toBe(405)
    expect((await admin.get('/rules_execution_logs/1')).status).toBe(404)
  })
})
