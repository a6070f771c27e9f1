/** Creates, replaces, deletes and copies annotations. */
import { describe, expect, it } from 'vitest'
import { aDocument, anAnnotation, aQueue, aTenant } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { get, idOf, inStatus, missing } from './annotations-setup.ts'

useTenantServer({ wrap: documented })

describe('POST /v1/annotations', () => {
  const body = async (more: object = {}) => ({
    status: 'created',
    document: url('documents', await aDocument(server.deps.db, tenant)),
    queue: url('queues', tenant.queue_id),
    ...more,
  })

  it('creates an annotation in status created with the given values', async () => {
    const created = await admin.post(
      '/annotations',
      await body({
        content_data: [{ schema_id: 'document_id', content: { value: 'N-7' } }],
        metadata: { a: 1 },
        training_enabled: false,
        values: { 'upload:unit': 'Sales' },
        organization: url('organizations', tenant.organization_id),
      }),
    )
    expect(created).toMatchObject({
      status: 201,
      body: {
        status: 'created',
        metadata: { a: 1 },
        training_enabled: false,
        creator: url('users', tenant.user_id),
        schema: url('schemas', tenant.schema_id),
        organization: url('organizations', tenant.organization_id),
      },
    })
    expect(created.body).not.toHaveProperty('values')
    expect(created.body).not.toHaveProperty('content_data')
    const { content } = (await admin.get(`${created.body.content}?schema_id=document_id`)).body
    expect(content[0].content.value).toBe('N-7')
  })

  it('refuses other statuses, and names missing and invalid fields', async () => {
    expect((await admin.post('/annotations', await body({ status: 'to_review' }))).body.status).toEqual([
      '"to_review" is not a valid choice.',
    ])
    expect((await admin.post('/annotations', {})).body).toMatchObject({
      document: ['This field is required.'],
      queue: ['This field is required.'],
    })
    expect((await admin.post('/annotations', { ...(await body()), status: undefined })).body.status).toEqual([
      'This field is required.',
    ])
    expect((await admin.post('/annotations', await body({ document: url('documents', 999999) }))).body).toMatchObject({
      document: missing,
    })
    const other = await aTenant(server.deps.db)
    expect(
      (await admin.post('/annotations', await body({ organization: url('organizations', other.organization_id) })))
        .body,
    ).toMatchObject({ organization: missing })
    const wrong = await admin.post('/annotations', await body({ content_data: [{ schema_id: 'no_such_field' }] }))
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, expect.arrayContaining(['content_data'])])
  })

  it('requires the permission to import', async () => {
    const { client } = await person('annotator')
    const { client: limited } = await person('annotator_limited')
    const document = url('documents', (await anAnnotation(server.deps.db, tenant)).document_id)
    expect((await client.post('/annotations', await body({ document }))).status).toBe(201)
    expect((await limited.post('/annotations', await body({ document }))).status).toBe(403)
  })

  it('refuses a queue that is being deleted', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    await admin.delete(`/queues/${queue_id}`)
    expect((await admin.post('/annotations', await body({ queue: url('queues', queue_id) }))).status).toBe(409)
  })
})

describe('PUT /v1/annotations/{id}', () => {
  it('requires document and queue, resets omitted fields, and keeps the document', async () => {
    const { annotation_id: id, document_id } = await anAnnotation(server.deps.db, tenant, {
      metadata: { a: 1 },
      training_enabled: false,
      time_spent: 5,
    })
    const body = { document: url('documents', document_id), queue: url('queues', tenant.queue_id) }
    expect(await admin.put(`/annotations/${id}`, body)).toMatchObject({
      status: 200,
      body: { status: 'to_review', metadata: {}, training_enabled: true, time_spent: 0, document: body.document },
    })
    expect((await admin.put(`/annotations/${id}`, {})).body).toMatchObject({
      document: ['This field is required.'],
      queue: ['This field is required.'],
    })
    const other = url('documents', await aDocument(server.deps.db, tenant))
    expect((await admin.put(`/annotations/${id}`, { ...body, document: other })).body.document).toEqual([
      'The document of an annotation cannot be changed.',
    ])
    expect((await admin.put(`/annotations/${id}`, { ...body, status: 'postponed' })).body.status).toBe('postponed')
    const whole = await admin.put(`/annotations/${id}`, await get(id))
    expect(whole.status).toBe(200)
  })
})

describe('DELETE /v1/annotations/{id}', () => {
  it('removes the row permanently for administrators, unless the annotation is being processed', async () => {
    const { annotation_id: id, document_id } = await anAnnotation(server.deps.db, tenant)
    const { client } = await person('annotator')
    expect((await client.delete(`/annotations/${id}`)).status).toBe(403)
    expect(await admin.delete(`/annotations/${id}`)).toMatchObject({ status: 204, body: null })
    expect((await admin.get(`/annotations/${id}`)).status).toBe(404)
    expect((await admin.get(`/documents/${document_id}`)).status).toBe(200)
    for (const status of ['importing', 'exporting'])
      expect(await admin.delete(`/annotations/${await inStatus(status)}`)).toMatchObject({
        status: 409,
        body: { code: 'conflict_status' },
      })
  })
})

describe('POST /v1/annotations/{id}/copy', () => {
  it('copies data, pages, labels and metadata to the target queue with new node ids', async () => {
    const { annotation_id: id, document_id } = await anAnnotation(server.deps.db, tenant, {
      status: 'postponed',
      metadata: { a: 1 },
    })
    await server.deps.db('pages').insert({
      organization_id: tenant.organization_id,
      annotation_id: id,
      document_id,
      number: 1,
      s3_name: 'shared',
    })
    await admin.patch(`/annotations/${id}/content`, {
      content: [{ schema_id: 'document_id', content: { value: 'C-1' } }],
    })
    const label = (await admin.post('/labels', { name: 'copied' })).body
    await admin.patch(`/annotations/${id}`, { labels: [label.url] })
    const answer = await admin.post(`/annotations/${id}/copy`, { target_queue: url('queues', tenant.queue_id) })
    expect(answer.status).toBe(200)
    const copy = await get(idOf(answer.body.annotation))
    expect(copy).toMatchObject({
      status: 'postponed',
      document: url('documents', document_id),
      metadata: { a: 1 },
      labels: [label.url],
      creator: url('users', tenant.user_id),
    })
    expect(copy.pages).toHaveLength(1)
    const nodes = async (from: string) => (await admin.get(`${from}?schema_id=document_id`)).body.content
    const [before] = await nodes(url('annotations', id) + '/content')
    const [after] = await nodes(copy.content)
    expect(after.content.value).toBe('C-1')
    expect(after.id).not.toBe(before.id)
  })

  it('sets the requested status and does not copy the review', async () => {
    const target_queue = url('queues', tenant.queue_id)
    const copied = async (id: number, body: object = {}, query = '') =>
      get(idOf((await admin.post(`/annotations/${id}/copy${query}`, { target_queue, ...body })).body.annotation))
    const exported = await copied(await inStatus('to_review'), { target_status: 'exported' })
    expect(exported).toMatchObject({ status: 'exported', exported_by: url('users', tenant.user_id) })
    expect((await copied(await inStatus('reviewing'))).status).toBe('to_review')
    expect((await copied(await inStatus('exported'), {}, '?reimport=true')).status).toBe('importing')
    for (const target_status of ['purged', 'reviewing', 'nonsense'])
      expect(
        await admin.post(`/annotations/${await inStatus('to_review')}/copy`, { target_queue, target_status }),
      ).toMatchObject({ status: 400, body: { target_status: [`"${target_status}" is not a valid choice.`] } })
    expect((await admin.post(`/annotations/${await inStatus('purged')}/copy`, { target_queue })).status).toBe(409)
  })

  it('requires a visible active queue and the permission to import', async () => {
    const id = await inStatus('to_review')
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const target_queue = url('queues', queue_id)
    const { client } = await person('annotator')
    expect((await client.post(`/annotations/${id}/copy`, { target_queue })).body.target_queue).toEqual(missing)
    const { client: viewer } = await person('viewer')
    expect((await viewer.post(`/annotations/${id}/copy`, { target_queue })).status).toBe(403)
    expect((await admin.post(`/annotations/${id}/copy`, {})).body.target_queue).toEqual(['This field is required.'])
    await admin.delete(`/queues/${queue_id}`)
    expect((await admin.post(`/annotations/${id}/copy`, { target_queue })).status).toBe(409)
  })
})
