/** What GET returns, and who may read and change annotations. */
import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/rules/access/permissions.ts'
import { as } from '../support/as.ts'
import { anAnnotation, aQueue, aTenant } from '../support/factories.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { get, inStatus } from './annotations-setup.ts'

useTenantServer()

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
