/** Assigns, purges and labels annotations; their durations and recipients. */
import { describe, expect, it } from 'vitest'
import { documentKey } from '../../src/domain/documents/stored-file.ts'
import { wordsKey } from '../../src/domain/intake/stored-extraction.ts'
import type { Client } from '../support/as.ts'
import { anAnnotation, aQueue } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { get, idOf, inStatus, missing } from './annotations-setup.ts'

useTenantServer({ wrap: documented })

describe('POST /v1/annotations/assign', () => {
  it('sets the assignees of one annotation, who must have access to its queue', async () => {
    const id = await inStatus('to_review')
    const { user_id } = await person('annotator')
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const { user_id: stranger } = await person('annotator', [queue_id])
    const assign = (client: Client, users: number[], annotations = [url('annotations', id)]) =>
      client.post('/annotations/assign', { annotations, assignees: users.map((user) => url('users', user)) })
    expect((await assign(admin, [user_id])).status).toBe(204)
    expect(await get(id)).toMatchObject({ assignees: [url('users', user_id)], assigned_at: expect.any(String) })
    expect((await assign(admin, [stranger])).body.assignees).toEqual([expect.stringContaining(String(stranger))])
    expect((await assign(admin, [], [])).body.annotations).toEqual(['Exactly one annotation is expected.'])
    expect((await assign(admin, [999999])).body.assignees).toEqual(missing)
    expect((await assign((await person('annotator_limited')).client, [])).status).toBe(403)
    expect((await assign(admin, [])).status).toBe(204)
    expect((await get(id)).assignees).toEqual([])
    expect((await assign(admin, [], [url('annotations', await inStatus('purged'))])).status).toBe(409)
  })

  it('lets approvers reassign their annotations', async () => {
    const id = await inStatus('to_review')
    const approver = await person('approver')
    const body = { annotations: [url('annotations', id)], assignees: [] as string[] }
    expect((await approver.client.post('/annotations/assign', body)).status).toBe(403)
    await admin.post('/annotations/assign', { ...body, assignees: [url('users', approver.user_id)] })
    expect((await approver.client.post('/annotations/assign', body)).status).toBe(204)
  })
})

describe('POST /v1/annotations/purge_deleted', () => {
  it('removes content, pages, files and file names, only of deleted annotations', async () => {
    const { annotation_id: id, document_id } = await anAnnotation(server.deps.db, tenant, { status: 'deleted' })
    const { s3_name } = await server.deps.db('documents').where('id', document_id).first('s3_name')
    await server.deps.blobs.put(documentKey(s3_name), Buffer.from('abc'))
    await server.deps.blobs.put(wordsKey(s3_name), Buffer.from('{}'))
    await server.deps.blobs.put(`pages/${s3_name}/1`, Buffer.from('png'))
    const living = await inStatus('to_review')
    const annotations = [url('annotations', id), url('annotations', living)]
    expect(await admin.post('/annotations/purge_deleted', { annotations })).toMatchObject({ status: 202 })
    expect(await get(id)).toMatchObject({
      status: 'purged',
      purged_by: url('users', tenant.user_id),
      purged_at: expect.any(String),
      pages: [],
    })
    expect((await get(living)).status).toBe('to_review')
    expect((await admin.get(`/annotations/${id}/content`)).body.content).toEqual([])
    expect((await admin.get(`/documents/${document_id}`)).body).toMatchObject({
      content: `${url('documents', document_id)}/content`,
      original_file_name: '',
    })
    for (const key of [documentKey(s3_name), wordsKey(s3_name), `pages/${s3_name}/1`])
      expect(await server.deps.blobs.head(key)).toBeNull()
  })

  it('purges a whole queue and keeps files that other annotations use', async () => {
    const { queue_id, schema_id } = await aQueue(server.deps.db, tenant)
    const { annotation_id: id, document_id } = await anAnnotation(server.deps.db, tenant, {
      status: 'deleted',
      queue_id,
      schema_id,
    })
    const copy = await admin.post(`/annotations/${id}/copy`, {
      target_queue: url('queues', tenant.queue_id),
      target_status: 'to_review',
    })
    expect((await admin.post('/annotations/purge_deleted', { queue: url('queues', queue_id) })).status).toBe(202)
    expect((await get(id)).status).toBe('purged')
    expect((await get(idOf(copy.body.annotation))).status).toBe('to_review')
    expect((await admin.get(`/documents/${document_id}`)).body.original_file_name).toBe('invoice.pdf')
  })

  it('requires annotations or a queue, and an administrator as caller', async () => {
    expect((await admin.post('/annotations/purge_deleted', {})).status).toBe(400)
    expect((await admin.post('/annotations/purge_deleted', { queue: url('queues', 999999) })).body.queue).toEqual(
      missing,
    )
    const { client } = await person('manager')
    expect((await client.post('/annotations/purge_deleted', { annotations: [] })).status).toBe(403)
  })
})

describe('/v1/annotations/{id}/processing_duration', () => {
  it('returns and changes six durations, one of them time_spent', async () => {
    const id = await inStatus('to_review')
    const path = `/annotations/${id}/processing_duration`
    const zero = {
      time_spent_active: 0,
      time_spent_overall: 0,
      time_spent_edit: 0,
      time_spent_blockers: 0,
      time_spent_emails: 0,
      time_spent_opening: 0,
    }
    expect((await admin.get(path)).body).toEqual({ annotation: url('annotations', id), ...zero })
    const changed = await admin.patch(path, { time_spent_overall: 7.5, time_spent_edit: 2 })
    expect(changed.body).toMatchObject({ time_spent_overall: 7.5, time_spent_edit: 2, time_spent_active: 0 })
    expect((await get(id)).time_spent).toBe(7.5)
    expect((await admin.patch(path, { time_spent_edit: -1 })).status).toBe(400)
    await admin.post(`/annotations/${id}/start`, {})
    await admin.post(`/annotations/${id}/confirm`, { processing_duration: { time_spent: 9, time_spent_active: 4 } })
    expect((await admin.get(path)).body).toMatchObject({ time_spent_overall: 9, time_spent_active: 4 })
  })
})

describe('POST /v1/labels/apply', () => {
  it('adds and removes labels on several annotations', async () => {
    const [one, two] = [await inStatus('to_review'), await inStatus('exported')]
    const [red, blue] = await Promise.all(
      ['red', 'blue'].map(async (name) => (await admin.post('/labels', { name })).body.url as string),
    )
    const objects = { annotations: [url('annotations', one), url('annotations', two)] }
    const apply = (operations: object, client = admin, target: object = objects) =>
      client.post('/labels/apply', { operations, objects: target })
    expect(await apply({ add: [red, blue] })).toMatchObject({ status: 204, body: null })
    expect((await get(one)).labels).toEqual([red, blue].sort((a, b) => idOf(a!) - idOf(b!)))
    expect((await apply({ add: [red], remove: [blue] })).status).toBe(204)
    expect([(await get(one)).labels, (await get(two)).labels]).toEqual([[red], [red]])
    expect((await apply({})).body.operations).toEqual(['At least one of add and remove is required.'])
    expect((await apply({ add: [url('labels', 999999)] })).body.operations).toEqual({ add: missing })
    const unknown = { annotations: [url('annotations', 999999)] }
    expect((await apply({ add: [red] }, admin, unknown)).body.objects).toEqual({ annotations: missing })
    expect((await apply({ add: [red] }, (await person('viewer')).client)).status).toBe(403)
    const purged = { annotations: [url('annotations', await inStatus('purged'))] }
    expect((await apply({ add: [red] }, admin, purged)).status).toBe(409)
  })
})

describe('POST /v1/annotations/suggested_recipients', () => {
  it('suggests recipients from the sources of the queue', async () => {
    await admin.patch(`/queues/${tenant.queue_id}`, {
      settings: {
        suggested_recipients_sources: [
          { source: 'extracted_value', schema_id: 'document_id' },
          { source: 'organization_users' },
        ],
      },
    })
    const id = await inStatus('to_review')
    await admin.patch(`/annotations/${id}/content`, {
      content: [{ schema_id: 'document_id', content: { value: 'billing@example.org' } }],
    })
    const answer = await admin.post('/annotations/suggested_recipients', { annotations: [url('annotations', id)] })
    expect(answer.body.results[0]).toEqual({ source: 'extracted_value', email: 'billing@example.org', name: '' })
    expect(answer.body.results).toContainEqual({
      source: 'organization_users',
      email: expect.stringContaining('ada'),
      name: 'Ada Admin',
    })
  })

  it('is for users who may send emails, because it shows addresses of others', async () => {
    const id = await inStatus('to_review')
    const annotations = [url('annotations', id)]
    for (const [role, status] of [
      ['viewer', 403],
      ['approver', 403],
      ['annotator', 200],
    ] as const) {
      const { client } = await person(role, [tenant.queue_id])
      for (const path of ['/annotations', `/queues/${tenant.queue_id}`])
        expect((await client.post(`${path}/suggested_recipients`, { annotations })).status, role).toBe(status)
    }
  })
})
