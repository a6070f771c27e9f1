/** Triggers and delete recommendations (contract 21.1 to 21.9). */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aPerson, aQueue } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

const body = (event: string, given: object = {}) => ({ queue: url('queues', tenant.queue_id), event, ...given })
const create = async (event: string, given: object = {}) => {
  const created = await admin.post('/triggers', body(event, given))
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}
const template = async (given: object = {}) => {
  const created = await admin.post('/email_templates', { name: 'T', queue: url('queues', tenant.queue_id), ...given })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}
const recommendation = async (trigger: { url: string }) => {
  const created = await admin.post('/delete_recommendations', {
    queue: url('queues', tenant.queue_id),
    triggers: [trigger.url],
  })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}
const readOnly = async () =>
  (await admin.get('/triggers?event=email_with_no_processable_attachments')).body.results[0] as {
    id: number
    url: string
  }

describe('/v1/triggers', () => {
  it('fills in defaults and returns the modifier', async () => {
    const created = await create('annotation_created', { condition: null })
    expect(created).toEqual({
      id: expect.any(Number),
      url: url('triggers', created.id),
      queue: url('queues', tenant.queue_id),
      event: 'annotation_created',
      condition: {},
      email_templates: [],
      delete_recommendations: [],
      modified_by: url('users', tenant.user_id),
      modified_at: expect.stringMatching(/Z$/),
    })
  })

  it('refuses conditions that do not match the event, also after a change of the event', async () => {
    const condition = { $and: [{ 'field.sender': { $and: [{ $exists: true }, { $regex: 'Milk( factory)?' }] } }] }
    const created = await create('annotation_imported', { condition })
    expect(created.condition).toEqual(condition)
    const wrong = await admin.post('/triggers', body('annotation_created', { condition }))
    expect([wrong.status, wrong.body.code, wrong.body.condition]).toEqual([
      400,
      'bad_request',
      ['A trigger of annotation_created does not allow a condition.'],
    ])
    const moved = await admin.patch(`/triggers/${created.id}`, { event: 'validation' })
    expect([moved.status, moved.body.condition]).toEqual([400, ['"$and" is not allowed here; use $or instead.']])
    expect((await admin.patch(`/triggers/${created.id}`, { event: 'annotation_confirmed' })).status).toBe(200)
  })

  it('treats triggers for emails without documents as read-only', async () => {
    const { id } = await readOnly()
    const event = 'email_with_no_processable_attachments'
    expect((await admin.get(`/triggers/${id}`)).body).toMatchObject({ event, email_templates: [expect.any(String)] })
    const answers = [
      await admin.post('/triggers', body(event)),
      await admin.patch(`/triggers/${id}`, { condition: {} }),
      await admin.put(`/triggers/${id}`, body('annotation_created')),
      await admin.delete(`/triggers/${id}`),
      await admin.patch(`/triggers/${(await create('validation')).id}`, { event }),
    ]
    for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([403, 'access_forbidden'])
  })

  it('accepts only unlinked templates of its queue that match its event', async () => {
    const custom = await template()
    const rejection = await template({ type: 'rejection' })
    const created = await create('annotation_imported', { email_templates: [rejection.url, custom.url] })
    expect(created.email_templates).toEqual([custom.url, rejection.url])
    expect((await admin.get(`/email_templates/${custom.id}`)).body.triggers).toEqual([created.url])

    const taken = await admin.post('/triggers', body('annotation_imported', { email_templates: [custom.url] }))
    expect([taken.status, taken.body.email_templates]).toEqual([
      400,
      [`Email template ${custom.id} is linked to another trigger.`],
    ])
    const event = await admin.patch(`/triggers/${created.id}`, { event: 'annotation_confirmed' })
    expect([event.status, event.body.event]).toEqual([
      400,
      [`Email template ${rejection.id} cannot be triggered by annotation_confirmed. Unlink it first.`],
    ])
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const elsewhere = await admin.patch(`/triggers/${created.id}`, { queue: url('queues', queue_id) })
    expect([elsewhere.status, elsewhere.body.queue]).toEqual([
      400,
      [expect.stringContaining('belongs to another queue.')],
    ])

    expect((await admin.patch(`/triggers/${created.id}`, { email_templates: [custom.url] })).status).toBe(200)
    expect((await admin.get(`/email_templates/${rejection.id}`)).body.triggers).toEqual([])
  })

  it('refuses the template for emails without documents', async () => {
    const { url: trigger } = await readOnly()
    const bound = (await admin.get('/email_templates?type=email_with_no_processable_attachments')).body.results[0]
    expect(bound.triggers).toEqual([trigger])
    const answer = await admin.post('/triggers', body('annotation_imported', { email_templates: [bound.url] }))
    expect([answer.status, answer.body.email_templates]).toEqual([400, [expect.any(String)]])
  })

  it('allows deletion only of triggers without linked objects', async () => {
    const linked = await template()
    const created = await create('validation', { email_templates: [linked.url] })
    const recommended = await recommendation(created)
    const first = await admin.delete(`/triggers/${created.id}`)
    expect([first.status, first.body.code, first.body.detail]).toEqual([
      409,
      'conflict_referenced',
      `The trigger is used by email templates: ${linked.id}.`,
    ])
    await admin.patch(`/triggers/${created.id}`, { email_templates: [] })
    expect((await admin.delete(`/triggers/${created.id}`)).body.detail).toBe(
      `The trigger is used by delete recommendations: ${recommended.id}.`,
    )
    await admin.patch(`/triggers/${created.id}`, { delete_recommendations: [] })
    expect((await admin.get(`/delete_recommendations/${recommended.id}`)).body.triggers).toEqual([])
    expect((await admin.delete(`/triggers/${created.id}`)).status).toBe(204)
    expect((await admin.get(`/triggers/${created.id}`)).status).toBe(404)
  })

  it('filters by event and queue', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const events = async (query: string) =>
      (await admin.get(`/triggers?${query}`)).body.results.map((row: { event: string }) => row.event)
    expect(await events(`queue=${queue_id}&ordering=event`)).toEqual([
      'annotation_confirmed',
      'annotation_exported',
      'annotation_imported',
      'email_with_no_processable_attachments',
    ])
    expect(await events(`queue=${queue_id}&event=annotation_exported`)).toEqual(['annotation_exported'])
    expect((await admin.get('/triggers?event=noon')).status).toBe(400)
  })

  it('requires an administrator, like delete recommendations', async () => {
    const manager = as(server.root, (await aPerson(server.deps.db, tenant, 'manager')).token)
    for (const path of ['/triggers', '/delete_recommendations']) expect((await manager.get(path)).status).toBe(403)
  })
})

describe('/v1/delete_recommendations', () => {
  it('requires exactly one trigger with the event validation in its queue', async () => {
    const trigger = await create('validation')
    const created = await recommendation(trigger)
    expect(created).toEqual({
      id: expect.any(Number),
      enabled: true,
      url: url('delete_recommendations', created.id),
      organization: url('organizations', tenant.organization_id),
      queue: url('queues', tenant.queue_id),
      triggers: [trigger.url],
    })
    expect((await admin.get(`/triggers/${trigger.id}`)).body.delete_recommendations).toEqual([created.url])
    const errorsOf = async (triggers: string[], queue_id = tenant.queue_id) => {
      const answer = await admin.post('/delete_recommendations', { queue: url('queues', queue_id), triggers })
      expect(answer.status).toBe(400)
      return answer.body.triggers
    }
    const { queue_id } = await aQueue(server.deps.db, tenant)
    expect(await errorsOf([])).toEqual(['Exactly one trigger is required.'])
    expect(await errorsOf([trigger.url, (await create('validation')).url])).toEqual([
      'Exactly one trigger is required.',
    ])
    expect(await errorsOf([trigger.url], queue_id)).toEqual(['The trigger belongs to another queue.'])
    expect(await errorsOf([(await create('annotation_imported')).url])).toEqual([
      'The trigger must have the event validation.',
    ])
    const moved = await admin.patch(`/delete_recommendations/${created.id}`, { queue: url('queues', queue_id) })
    expect([moved.status, moved.body.queue]).toEqual([400, ['The trigger belongs to another queue.']])
    const event = await admin.patch(`/triggers/${trigger.id}`, { event: 'annotation_created' })
    expect([event.status, event.body.event]).toEqual([400, [expect.stringContaining('Unlink it first.')]])
  })

  it('filters and sorts by queue', async () => {
    const found = (await admin.get(`/delete_recommendations?queue=${tenant.queue_id}&ordering=-queue`)).body
    expect(found.pagination.total).toBeGreaterThan(0)
    const { queue_id } = await aQueue(server.deps.db, tenant)
    expect((await admin.get(`/delete_recommendations?queue=${queue_id}`)).body.results).toEqual([])
  })
})
