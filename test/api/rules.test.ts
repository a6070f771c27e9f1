/** Business rules and their execution log (contract 21.10 to 21.17). */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aPerson, aQueue, aTenant } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer({ wrap: documented })

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
        payload: { queue: url('queues', tenant.queue_id), reimport: false },
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

  it('accepts actions in the older form beside the newer, and returns the newer', async () => {
    const field = (id: string, type: string, payload: object) => ({
      id,
      enabled: true,
      type,
      event: 'validation',
      payload,
    })
    const queue = url('queues', tenant.queue_id)
    const move = (id: string, payload: object) => ({
      ...field(id, 'change_queue', payload),
      event: 'annotation_confirmed',
    })
    const custom = field('c', 'custom', { hook_interface: `${server.root}/hook_interfaces/1`, payload: { a: [1] } })
    const newer = [
      move('q', { queue, reimport: true }),
      field('v', 'add_validation_source', { schema_ids: ['amount_total'] }),
      field('h', 'hide_field', { schema_id: 'date_due' }),
      field('s', 'show_field', { schema_id: 'date_due' }),
      field('b', 'show_hide_field', { schema_ids: ['date_due', 'order_id'] }),
      custom,
    ]
    const older = [
      move('q', { queue_id: tenant.queue_id, reimport: true }),
      field('v', 'add_validation_source', { schema_id: 'amount_total' }),
      field('h', 'hide_field', { schema_ids: ['date_due'] }),
      field('s', 'show_field', { schema_ids: ['date_due', 'date_due'] }),
      field('b', 'show_hide_field', { schema_ids: ['order_id'], schema_id: 'date_due' }),
      custom,
    ]
    expect((await create({ actions: newer })).actions).toEqual(newer)
    const stored = await create({ actions: older })
    expect(stored.actions.slice(0, 4)).toEqual(newer.slice(0, 4))
    expect(stored.actions[4].payload).toEqual({ schema_ids: ['order_id', 'date_due'] })
    expect((await admin.put(stored.url, stored)).body.actions).toEqual(stored.actions)
    expect((await admin.get(`/rules?actions=custom&id=${stored.id}`)).body.pagination.total).toBe(1)
  })

  it('returns validation sources of earlier releases in the newer form', async () => {
    const { id } = await create()
    const action = {
      id: 'v',
      enabled: true,
      type: 'add_validation_source',
      event: 'validation',
      payload: { schema_id: 'x' },
    }
    await server.deps
      .db('rules')
      .where({ id })
      .update({ actions: JSON.stringify([action]) })
    expect((await admin.get(`/rules/${id}`)).body.actions[0].payload).toEqual({ schema_ids: ['x'] })
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
    const elsewhere = { ...change, payload: { queue: url('queues', foreign.queue_id) } }
    expect(await errorsOf(elsewhere)).toEqual([{ payload: { queue: missing } }])
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
