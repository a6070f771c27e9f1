import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aPerson, aQueue, aTenant } from '../support/factories.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { conflict, get, inStatus } from './annotations-setup.ts'

useTenantServer()

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

  it('clears messages when they are null', async () => {
    const id = await inStatus('to_review', { messages: JSON.stringify([{ id: 'all', type: 'error', content: 'x' }]) })
    const answer = await admin.patch(`/annotations/${id}`, { messages: null })
    expect(answer).toMatchObject({ status: 200, body: { messages: [] } })
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
      conflict(/^The annotation is being reviewed by another user\. Pat \(annotator-/),
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
