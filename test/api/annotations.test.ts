import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../src/rules/permissions.ts'
import { as, type Client } from '../support/as.ts'
import { anAnnotation, aPerson, aQueue, aTenant, type Tenant } from '../support/factories.ts'
import { testServer, type TestServer } from '../support/server.ts'

let server: TestServer
let tenant: Tenant
let admin: Client
const url = (collection: string, id: number) => `${server.root}/${collection}/${id}`
const inStatus = async (status: string, given: object = {}) =>
  (await anAnnotation(server.deps.db, tenant, { status, ...given })).annotation_id
const person = async (role: Role, queues?: number[]) => {
  const created = await aPerson(server.deps.db, tenant, role, queues)
  return { ...created, client: as(server.root, created.token) }
}
const get = async (id: number) => (await admin.get(`/annotations/${id}`)).body
const conflict = (detail: string | RegExp) => ({
  status: 409,
  body: { code: 'conflict_status', detail: typeof detail === 'string' ? detail : expect.stringMatching(detail) },
})

beforeAll(async () => {
  server = await testServer()
  tenant = await aTenant(server.deps.db)
  admin = as(server.root, tenant.token)
})
afterAll(() => server.stop())

describe('GET /v1/annotations/{id}', () => {
  it('returns every field, with lists as arrays', async () => {
    const { annotation_id: id, document_id } = await anAnnotation(server.deps.db, tenant)
    expect(await get(id)).toEqual({
      id,
      url: url('annotations', id),
      status: 'to_review',
      document: url('documents', document_id),
      queue: url('queues', tenant.queue_id),
      schema: url('schemas', tenant.schema_id),
      relations: [],
      pages: [],
      creator: url('users', tenant.user_id),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      arrived_at: expect.stringMatching(/Z$/),
      modifier: null,
      modified_by: null,
      modified_at: expect.stringMatching(/Z$/),
      assigned_at: null,
      confirmed_at: null,
      deleted_at: null,
      exported_at: null,
      export_failed_at: null,
      purged_at: null,
      rejected_at: null,
      confirmed_by: null,
      deleted_by: null,
      exported_by: null,
      purged_by: null,
      rejected_by: null,
      rir_poll_id: null,
      messages: [],
      content: url('annotations', id) + '/content',
      suggested_edit: null,
      time_spent: 0,
      metadata: {},
      automated: false,
      related_emails: [],
      email: null,
      automation_blocker: null,
      email_thread: null,
      has_email_thread_with_replies: false,
      has_email_thread_with_new_replies: false,
      organization: url('organizations', tenant.organization_id),
      automatically_rejected: false,
      prediction: null,
      assignees: [],
      labels: [],
      restricted_access: false,
      training_enabled: true,
      einvoice: false,
    })
  })
})

describe('POST /v1/annotations/{id}/start', () => {
  it('starts the review for the caller and returns the session timeout', async () => {
    const { client, user_id } = await person('annotator')
    const id = await inStatus('to_review')
    expect(await client.post(`/annotations/${id}/start`, {})).toMatchObject({
      status: 200,
      body: { annotation: url('annotations', id), session_timeout: '01:00:00' },
    })
    const started = await get(id)
    expect(started).toMatchObject({
      status: 'reviewing',
      modifier: url('users', user_id),
      modified_by: url('users', user_id),
    })
    expect(started.assigned_at).not.toBeNull()
    expect((await client.post(`/annotations/${id}/start`)).status).toBe(200)
    expect((await get(id)).assigned_at).toBe(started.assigned_at)
  })

  it('returns 409 during another user’s review, also for administrators', async () => {
    const [one, two] = [await person('annotator'), await person('manager')]
    const id = await inStatus('to_review')
    await one.client.post(`/annotations/${id}/start`, {})
    for (const client of [two.client, admin])
      expect(await client.post(`/annotations/${id}/start`, {})).toMatchObject(
        conflict('The annotation is being reviewed by another user.'),
      )
  })

  it('accepts only the listed statuses, and never deleted or purged annotations', async () => {
    const listed = await inStatus('postponed')
    expect(await admin.post(`/annotations/${listed}/start`, { statuses: ['to_review'] })).toMatchObject(
      conflict(/postponed/),
    )
    expect((await admin.post(`/annotations/${listed}/start`, { statuses: ['postponed'] })).status).toBe(200)
    const exported = await inStatus('exported')
    expect((await admin.post(`/annotations/${exported}/start`, {})).status).toBe(409)
    expect((await admin.post(`/annotations/${exported}/start`, { statuses: ['exported'] })).status).toBe(200)
    expect(
      (await admin.post(`/annotations/${await inStatus('deleted')}/start`, { statuses: ['deleted'] })).status,
    ).toBe(409)
    expect(await admin.post(`/annotations/${await inStatus('purged')}/start`, {})).toMatchObject(
      conflict('The annotation has been purged.'),
    )
    expect(await admin.post(`/annotations/${exported}/start`, { statuses: ['open'] })).toMatchObject({
      status: 400,
      body: { statuses: ['"open" is not a valid choice.'] },
    })
    expect((await admin.post(`/annotations/${exported}/start`, { statuses: 'exported' })).body.statuses).toEqual([
      'Expected a list of items.',
    ])
  })
})

describe('POST /v1/annotations/{id}/cancel', () => {
  it.each(['to_review', 'postponed', 'confirmed'])('returns the annotation to %s', async (status) => {
    const { client } = await person('annotator')
    const id = await inStatus(status)
    await client.post(`/annotations/${id}/start`, {})
    expect(await client.post(`/annotations/${id}/cancel`, {})).toMatchObject({ status: 204, body: null })
    expect((await get(id)).status).toBe(status)
  })

  it('is allowed for the reviewer and administrators', async () => {
    const [one, two] = [await person('annotator'), await person('annotator')]
    const id = await inStatus('to_review')
    expect(await one.client.post(`/annotations/${id}/cancel`, {})).toMatchObject(
      conflict('Document is not being annotated.'),
    )
    await one.client.post(`/annotations/${id}/start`, {})
    expect(await two.client.post(`/annotations/${id}/cancel`, {})).toMatchObject(
      conflict('The annotation is being reviewed by another user.'),
    )
    expect((await admin.post(`/annotations/${id}/cancel`, {})).status).toBe(204)
  })
})

describe('POST /v1/annotations/{id}/confirm', () => {
  it('moves to exporting and records user, time and duration', async () => {
    const { client, user_id } = await person('annotator')
    const id = await inStatus('to_review')
    await client.post(`/annotations/${id}/start`, {})
    expect(
      await client.post(`/annotations/${id}/confirm`, { processing_duration: { time_spent_overall: 42.5 } }),
    ).toMatchObject({ status: 204, body: null })
    expect(await get(id)).toMatchObject({
      status: expect.stringMatching(/^export/),
      confirmed_by: url('users', user_id),
      confirmed_at: expect.stringMatching(/Z$/),
      time_spent: 42.5,
    })
  })

  it('moves to confirmed if the queue uses that state', async () => {
    const { queue_id, schema_id } = await aQueue(server.deps.db, tenant)
    await admin.patch(`/queues/${queue_id}`, { use_confirmed_state: true })
    const id = await inStatus('to_review', { queue_id, schema_id })
    await admin.post(`/annotations/${id}/start`, {})
    expect((await admin.post(`/annotations/${id}/confirm`, {})).status).toBe(204)
    expect((await get(id)).status).toBe('confirmed')
  })

  it('returns 409 unless the caller is the reviewer, 403 for skipping workflows, 400 for an invalid duration', async () => {
    const { client } = await person('annotator')
    const id = await inStatus('to_review')
    expect(await admin.post(`/annotations/${id}/confirm`, {})).toMatchObject(
      conflict(/^Document is not being annotated/),
    )
    await client.post(`/annotations/${id}/start`, {})
    expect(await admin.post(`/annotations/${id}/confirm`, {})).toMatchObject(
      conflict(/^Document is not being annotated/),
    )
    expect(await client.post(`/annotations/${id}/confirm`, { skip_workflows: true })).toMatchObject({
      status: 403,
      body: { code: 'access_forbidden' },
    })
    expect(await client.post(`/annotations/${id}/confirm`, { processing_duration: { time_spent: -1 } })).toMatchObject({
      status: 400,
      body: { processing_duration: { time_spent: ['Ensure this value is greater than or equal to 0.'] } },
    })
    expect((await get(id)).status).toBe('reviewing')
  })

  it('succeeds once for two concurrent requests', async () => {
    const id = await inStatus('to_review')
    await admin.post(`/annotations/${id}/start`, {})
    const both = await Promise.all([1, 2].map(() => admin.post(`/annotations/${id}/confirm`, {})))
    expect(both.map((answer) => answer.status).sort()).toEqual([204, 409])
  })
})

describe('POST /v1/annotations/{id}/postpone and /delete', () => {
  it.each(['to_review', 'confirmed'])('postpone from %s', async (status) => {
    const id = await inStatus(status)
    expect(await admin.post(`/annotations/${id}/postpone`, {})).toMatchObject({ status: 204, body: null })
    expect((await get(id)).status).toBe('postponed')
  })

  it.each(['postponed', 'in_workflow', 'exported', 'importing', 'deleted', 'exporting'])(
    'refuse to postpone from %s',
    async (status) => {
      expect(await admin.post(`/annotations/${await inStatus(status)}/postpone`, {})).toMatchObject(
        conflict(`An annotation in status ${status} does not allow this action.`),
      )
    },
  )

  it.each(['to_review', 'postponed', 'confirmed', 'failed_import', 'failed_export', 'rejected', 'exported', 'split'])(
    'delete from %s',
    async (status) => {
      const id = await inStatus(status)
      expect((await admin.post(`/annotations/${id}/delete`, {})).status).toBe(204)
      expect(await get(id)).toMatchObject({
        status: 'deleted',
        deleted_by: url('users', tenant.user_id),
        deleted_at: expect.stringMatching(/Z$/),
      })
    },
  )

  it.each(['importing', 'exporting', 'in_workflow', 'deleted', 'created'])(
    'refuse to delete from %s',
    async (status) => {
      expect((await admin.post(`/annotations/${await inStatus(status)}/delete`, {})).status).toBe(409)
    },
  )

  it('refuse reviews of other users, except for administrators', async () => {
    const [one, two] = [await person('annotator'), await person('annotator')]
    for (const verb of ['postpone', 'delete']) {
      const id = await inStatus('to_review')
      await one.client.post(`/annotations/${id}/start`, {})
      expect(await two.client.post(`/annotations/${id}/${verb}`, {})).toMatchObject(
        conflict('The annotation is being reviewed by another user.'),
      )
      expect((await admin.post(`/annotations/${id}/${verb}`, {})).status).toBe(204)
    }
  })
})

describe('PATCH /v1/annotations/{id}', () => {
  it.each([
    ['failed_export', 'to_review'],
    ['failed_export', 'exporting'],
    ['postponed', 'to_review'],
    ['rejected', 'to_review'],
    ['exported', 'to_review'],
    ['deleted', 'to_review'],
    ['confirmed', 'to_review'],
    ['failed_import', 'to_review'],
    ['to_review', 'postponed'],
    ['to_review', 'confirmed'],
    ['postponed', 'rejected'],
    ['confirmed', 'deleted'],
    ['confirmed', 'exporting'],
  ])('moves from %s to %s', async (from, to) => {
    const id = await inStatus(from)
    const answer = await admin.patch(`/annotations/${id}`, { status: to })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body.status).toBe(to === 'exporting' ? expect.stringMatching(/^export/) && answer.body.status : to)
    expect(answer.body.status).not.toBe(from)
  })

  it.each([
    ['exported', 'confirmed'],
    ['purged', 'to_review'],
    ['exporting', 'to_review'],
    ['in_workflow', 'deleted'],
    ['to_review', 'reviewing'],
    ['importing', 'to_review'],
  ])('returns 409 from %s to %s and changes no other field', async (from, to) => {
    const id = await inStatus(from)
    expect(await admin.patch(`/annotations/${id}`, { status: to, metadata: { a: 1 } })).toMatchObject({
      status: 409,
      body: { code: 'conflict_status' },
    })
    expect(await get(id)).toMatchObject({ status: from, metadata: {} })
  })

  it('accepts known statuses', async () => {
    expect(await admin.patch(`/annotations/${await inStatus('to_review')}`, { status: 'x' })).toMatchObject({
      status: 400,
      body: { status: ['"x" is not a valid choice.'] },
    })
  })

  it('accepts the complete object as returned by GET', async () => {
    const id = await inStatus('postponed')
    const before = await get(id)
    const after = await admin.patch(`/annotations/${id}`, before)
    expect(after).toMatchObject({ status: 200 })
    expect(after.body).toEqual({
      ...before,
      modified_at: after.body.modified_at,
      modified_by: url('users', tenant.user_id),
    })
  })

  it('requests a new extraction with importing and rir_poll_id null together', async () => {
    const id = await inStatus('failed_import', {
      messages: JSON.stringify([{ id: 'all', type: 'error', content: 'x' }]),
    })
    expect(await admin.patch(`/annotations/${id}`, { status: 'importing' })).toMatchObject({
      status: 400,
      body: { code: 'bad_request', status: [expect.stringContaining('rir_poll_id')] },
    })
    const again = await admin.patch(`/annotations/${id}`, { status: 'importing', rir_poll_id: null })
    expect(again).toMatchObject({ status: 200, body: { status: 'importing', rir_poll_id: null, messages: [] } })
  })

  it('clears messages, sets labels, metadata, time and training, and records the user', async () => {
    const { client, user_id } = await person('annotator')
    const id = await inStatus('to_review', { messages: JSON.stringify([{ id: 'all', type: 'error', content: 'x' }]) })
    const label = (await admin.post('/labels', { name: 'urgent', color: '#ff0000' })).body
    const changed = await client.patch(`/annotations/${id}`, {
      messages: [],
      labels: [label.url],
      metadata: { a: [1] },
      time_spent: 3.5,
      training_enabled: false,
      automated: true,
      organization: url('organizations', 1),
    })
    expect(changed).toMatchObject({
      status: 200,
      body: {
        messages: [],
        labels: [label.url],
        metadata: { a: [1] },
        time_spent: 3.5,
        training_enabled: false,
        automated: false,
        modified_by: url('users', user_id),
        modifier: null,
      },
    })
    const other = await aTenant(server.deps.db)
    const foreign = (await as(server.root, other.token).post('/labels', { name: 'theirs' })).body
    expect(await client.patch(`/annotations/${id}`, { labels: [foreign.url] })).toMatchObject({
      status: 400,
      body: { labels: ['Invalid hyperlink - object does not exist.'] },
    })
  })

  it('sets the modifier for administrators only', async () => {
    const { client, user_id } = await person('annotator')
    const id = await inStatus('to_review')
    expect((await client.patch(`/annotations/${id}`, { modifier: url('users', user_id) })).body.modifier).toBeNull()
    expect((await admin.patch(`/annotations/${id}`, { modifier: url('users', user_id) })).body.modifier).toBe(
      url('users', user_id),
    )
    const other = await aTenant(server.deps.db)
    expect(await admin.patch(`/annotations/${id}`, { modifier: url('users', other.user_id) })).toMatchObject({
      status: 400,
      body: { modifier: ['Invalid hyperlink - object does not exist.'] },
    })
  })

  it('moves to another queue and rebuilds the content by schema id if the schema differs', async () => {
    const schema = (
      await admin.post('/schemas', {
        name: 'Short',
        content: [
          {
            category: 'section',
            id: 'own',
            label: 'Own',
            children: [
              {
                category: 'datapoint',
                id: 'extra',
                label: 'Extra',
                type: 'string',
                default_value: 'made',
                constraints: { required: false },
              },
              {
                category: 'datapoint',
                id: 'document_id',
                label: 'Number',
                type: 'string',
                constraints: { required: false },
              },
            ],
          },
        ],
      })
    ).body
    const { queue_id } = await aQueue(server.deps.db, tenant)
    await admin.patch(`/queues/${queue_id}`, { schema: schema.url })
    const id = await inStatus('to_review')
    await admin.patch(`/annotations/${id}/content`, {
      content: [{ schema_id: 'document_id', content: { value: 'N-1' } }],
    })
    const moved = await admin.patch(`/annotations/${id}`, { queue: url('queues', queue_id), status: 'postponed' })
    expect(moved).toMatchObject({
      status: 200,
      body: { queue: url('queues', queue_id), schema: schema.url, status: 'postponed' },
    })
    const { content } = (await admin.get(`/annotations/${id}/content`)).body
    expect(
      content[0].children.map((node: { schema_id: string; content: { value: string } }) => [
        node.schema_id,
        node.content.value,
      ]),
    ).toEqual([
      ['extra', 'made'],
      ['document_id', 'N-1'],
    ])
  })

  it('does not move an annotation under review by another user, except for administrators', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const one = await aPerson(server.deps.db, tenant, 'annotator', [tenant.queue_id, queue_id])
    const other = await aPerson(server.deps.db, tenant, 'annotator', [tenant.queue_id, queue_id])
    const id = await inStatus('to_review')
    expect((await as(server.root, one.token).post(`/annotations/${id}/start`, {})).status).toBe(200)
    const move = { queue: url('queues', queue_id) }
    expect(await as(server.root, other.token).patch(`/annotations/${id}`, move)).toMatchObject(
      conflict('The annotation is being reviewed by another user.'),
    )
    expect((await admin.patch(`/annotations/${id}`, move)).body.queue).toBe(move.queue)
  })

  it('changes no field of a purged annotation', async () => {
    expect(await admin.patch(`/annotations/${await inStatus('purged')}`, { metadata: { a: 1 } })).toMatchObject(
      conflict('The annotation has been purged.'),
    )
  })

  it('moves only to visible active queues, and not during an import', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const { client } = await person('annotator')
    const id = await inStatus('to_review')
    expect(await client.patch(`/annotations/${id}`, { queue: url('queues', queue_id) })).toMatchObject({
      status: 400,
      body: { queue: ['Invalid hyperlink - object does not exist.'] },
    })
    expect(
      await admin.patch(`/annotations/${await inStatus('importing')}`, { queue: url('queues', queue_id) }),
    ).toMatchObject(conflict('An annotation cannot change its queue while it is importing.'))
    await admin.delete(`/queues/${queue_id}`)
    expect(await admin.patch(`/annotations/${id}`, { queue: url('queues', queue_id) })).toMatchObject(
      conflict('The target queue is being deleted.'),
    )
  })
})

describe('permissions on annotations', () => {
  const WORKERS: Role[] = [
    'annotator_limited',
    'annotator_embedded',
    'annotator',
    'manager',
    'admin',
    'organization_group_admin',
  ]
  const READERS: Role[] = ['viewer', 'approver']
  const verbs = ['start', 'cancel', 'confirm', 'postpone', 'delete']

  it.each(READERS)('%s: may only read', async (role) => {
    const { client } = await person(role)
    const id = await inStatus('to_review')
    expect((await client.get(`/annotations/${id}`)).status).toBe(200)
    expect((await client.get(`/annotations/${id}/content`)).status).toBe(200)
    for (const answer of [
      ...(await Promise.all(verbs.map((verb) => client.post(`/annotations/${id}/${verb}`, {})))),
      await client.patch(`/annotations/${id}`, { metadata: {} }),
      await client.patch(`/annotations/${id}/content`, { content: [] }),
      await client.post(`/annotations/${id}/content/operations`, { operations: [] }),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'access_forbidden' } })
    expect((await get(id)).status).toBe('to_review')
  })

  it.each(WORKERS)('%s: may start, write, confirm, postpone and delete', async (role) => {
    const { client } = await person(role)
    const id = await inStatus('to_review')
    const path = `/annotations/${id}`
    expect((await client.post(`${path}/start`, {})).status).toBe(200)
    expect((await client.patch(`${path}/content`, { content: [] })).status).toBe(200)
    expect((await client.post(`${path}/confirm`, {})).status).toBe(204)
    for (const verb of ['postpone', 'delete'])
      expect((await client.post(`/annotations/${await inStatus('to_review')}/${verb}`, {})).status).toBe(204)
  })

  it('are limited to assigned queues: other queues return 404, except for administrators', async () => {
    const { queue_id, schema_id } = await aQueue(server.deps.db, tenant)
    const id = await inStatus('to_review', { queue_id, schema_id })
    const { client } = await person('annotator')
    const other = as(server.root, (await aTenant(server.deps.db)).token)
    for (const outsider of [client, other]) {
      for (const answer of [
        await outsider.get(`/annotations/${id}`),
        await outsider.get(`/annotations/${id}/content`),
        await outsider.patch(`/annotations/${id}`, { metadata: {} }),
        await outsider.patch(`/annotations/${id}/content`, { content: [] }),
        await outsider.post(`/annotations/${id}/content/operations`, { operations: [] }),
        ...(await Promise.all(verbs.map((verb) => outsider.post(`/annotations/${id}/${verb}`, {})))),
      ])
        expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect((await admin.post(`/annotations/${id}/start`, {})).status).toBe(200)
  })
})
