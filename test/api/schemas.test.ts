/** Schemas: content, templates, versions, deletion, visibility. */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { anAnnotation, aPerson, aQueue } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { aSchema, point, section } from './schemas-setup.ts'

useTenantServer()

const BILL = [section('head', [point('bill_no'), point('issued')]), section('lines_section', [])]

describe('POST /v1/schemas', () => {
  it('stores the content as received and accepts an empty list', async () => {
    const created = await aSchema(BILL)
    expect(created).toEqual({
      id: expect.any(Number),
      name: 'Bills',
      url: url('schemas', created.id),
      queues: [],
      content: BILL,
      metadata: {},
      rules: [],
      modified_by: url('users', tenant.user_id),
      modified_at: expect.stringMatching(/Z$/),
    })
    expect((await aSchema([])).content).toEqual([])
  })

  it('returns errors in the structure of the input, with empty objects for valid siblings', async () => {
    const content = [
      section('head', [point('bill_no')]),
      section('sums', [{ category: 'datapoint', id: 'sub', label: 'Sub' }, point('total')]),
      section('more', [point('ok'), point('total', { type: 'word' })]),
    ]
    const answer = await admin.post('/schemas', { name: 'Invalid', content })
    expect(answer.status).toBe(400)
    const { detail, code, ...fields } = answer.body
    expect(code).toBe('bad_request')
    expect(detail).toMatch(/^content\[1\]\.children\[0\]\.type: This field is required\.$/)
    expect(fields).toEqual({
      content: [
        {},
        { children: [{ type: ['This field is required.'] }, {}] },
        {
          children: [
            {},
            {
              id: ["Schema id 'total' is used more than once."],
              type: ['"word" is not a valid choice.'],
            },
          ],
        },
      ],
    })
    expect(await admin.post('/schemas', { name: 'x', content: { a: 1 } })).toMatchObject({
      status: 400,
      body: { content: ['Expected a list of items.'] },
    })
  })
})

describe('POST /v1/schemas/validate', () => {
  it('returns an empty object for valid content and the same errors as a write for invalid content', async () => {
    expect(await admin.post('/schemas/validate', { content: BILL })).toMatchObject({ status: 200, body: {} })
    const bad = await admin.post('/schemas/validate', { content: [section('head', [point('bad id')])], id: 5 })
    expect(bad.status).toBe(200)
    expect(Object.keys(bad.body)).toEqual(['content'])
    expect(bad.body.content[0].children[0].id).toEqual([expect.any(String)])
    expect(await admin.post('/schemas/validate', {})).toMatchObject({
      status: 200,
      body: { content: ['This field is required.'] },
    })
  })
})

describe('POST /v1/schemas/from_template', () => {
  it('creates a schema from a known template and refuses unknown ones', async () => {
    const created = await admin.post('/schemas/from_template', {
      name: 'Mine',
      template_name: 'Tax Invoice US Demo Template',
    })
    expect(created).toMatchObject({ status: 201, body: { name: 'Mine', queues: [] } })
    expect((await admin.get(`/schemas/${created.body.id}`)).body).toEqual(created.body)
    const ids = JSON.stringify(created.body.content)
    for (const field of ['document_id', 'date_issue', 'amount_total', 'line_items']) expect(ids).toContain(`"${field}"`)
    expect(await admin.post('/schemas/from_template', { name: 'x', template_name: 'Unknown' })).toMatchObject({
      status: 400,
      body: { template_name: ['"Unknown" is not a valid choice.'] },
    })
    expect(await admin.post('/schemas/from_template', {})).toMatchObject({
      status: 400,
      body: { name: ['This field is required.'], template_name: ['This field is required.'] },
    })
  })
})

describe('ETag of /v1/schemas/{id}', () => {
  it('returns 304 for the current version and 412 for writing an outdated one', async () => {
    const { id } = await aSchema(BILL)
    const etag = (await admin.get(`/schemas/${id}`)).headers.get('etag')!
    const known = await admin.get(`/schemas/${id}`, { 'If-None-Match': etag })
    expect([known.status, known.body, known.headers.get('etag')]).toEqual([304, null, etag])
    const changed = await admin.patch(`/schemas/${id}`, { name: 'Other' }, { 'If-Match': etag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
    expect(await admin.patch(`/schemas/${id}`, { name: 'Third' }, { 'If-Match': etag })).toMatchObject({
      status: 412,
      body: { detail: expect.any(String), code: 'precondition_failed' },
    })
    expect((await admin.put(`/schemas/${id}`, { name: 'Third', content: [] }, { 'If-Match': etag })).status).toBe(412)
    expect((await admin.patch(`/schemas/${id}`, { name: 'Fourth' }, { 'If-Match': '*' })).status).toBe(200)
    expect((await admin.get(`/schemas/${id}`, { 'If-None-Match': etag })).status).toBe(200)
  })

  it('lets one of several writers with the same version succeed', async () => {
    const { id } = await aSchema(BILL)
    const etag = (await admin.get(`/schemas/${id}`)).headers.get('etag')!
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => admin.patch(`/schemas/${id}`, { name }, { 'If-Match': etag })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 412, 412, 412])
  })
})

describe('DELETE /v1/schemas/{id}', () => {
  const inQueue = async () => {
    const schema = await aSchema(BILL)
    const { queue_id } = await aQueue(server.deps.db, tenant)
    await admin.patch(`/queues/${queue_id}`, { schema: schema.url })
    return { schema_id: schema.id as number, queue_id }
  }

  it('returns 204 for an unused schema and 409 while a queue uses it', async () => {
    const { id } = await aSchema(BILL)
    expect(await admin.delete(`/schemas/${id}`)).toMatchObject({ status: 204, body: null })
    expect((await admin.get(`/schemas/${id}`)).status).toBe(404)
    const { schema_id, queue_id } = await inQueue()
    expect(await admin.delete(`/schemas/${schema_id}`)).toMatchObject({
      status: 409,
      body: { code: 'conflict_referenced', detail: `The schema is used by queues: ${queue_id}.` },
    })
  })

  it('returns 409 while an annotation uses it, unless the annotation is purged', async () => {
    const { id } = await aSchema(BILL)
    const { annotation_id } = await anAnnotation(server.deps.db, tenant, { schema_id: id })
    expect(await admin.delete(`/schemas/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'conflict_referenced', detail: `The schema is used by annotation ${annotation_id}.` },
    })
    await server.deps.db('annotations').where('id', annotation_id).update({ status: 'purged' })
    expect((await admin.delete(`/schemas/${id}`)).status).toBe(204)
    expect((await admin.get(`/schemas/${id}`)).status).toBe(404)
    expect((await admin.get(`/annotations/${annotation_id}`)).status).toBe(200)
  })

  it('ignores queues that are being deleted and their annotations', async () => {
    const { schema_id, queue_id } = await inQueue()
    await anAnnotation(server.deps.db, tenant, { queue_id, schema_id })
    expect((await admin.delete(`/queues/${queue_id}`)).status).toBe(202)
    expect((await admin.delete(`/schemas/${schema_id}`)).status).toBe(204)
    expect((await admin.get(`/schemas/${schema_id}`)).status).toBe(404)
    expect((await admin.get(`/schemas?id=${schema_id}`)).body.pagination.total).toBe(0)
    const other = await aQueue(server.deps.db, tenant)
    expect(await admin.patch(`/queues/${other.queue_id}`, { schema: url('schemas', schema_id) })).toMatchObject({
      status: 400,
      body: { schema: ['Invalid hyperlink - object does not exist.'] },
    })
  })
})

describe('visibility of schemas', () => {
  it('includes users of a queue that uses them, now or for older annotations', async () => {
    const older = await aSchema(BILL)
    const unused = await aSchema(BILL)
    await anAnnotation(server.deps.db, tenant, { schema_id: older.id })
    const { token } = await aPerson(server.deps.db, tenant, 'annotator')
    const client = as(server.root, token)
    const { body } = await client.get('/schemas')
    expect(body.pagination.total).toBe(2)
    expect(body.results.map((schema: { id: number }) => schema.id)).toEqual([tenant.schema_id, older.id])
    expect((await client.get(`/schemas/${unused.id}`)).status).toBe(404)
    for (const answer of [
      await client.post('/schemas', { name: 'x', content: [] }),
      await client.patch(`/schemas/${tenant.schema_id}`, { name: 'x' }),
      await client.put(`/schemas/${tenant.schema_id}`, { name: 'x', content: [] }),
      await client.delete(`/schemas/${tenant.schema_id}`),
      await client.post('/schemas/from_template', { name: 'x', template_name: 'CZ Demo Template' }),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'access_forbidden' } })
  })

  it('limits the listed queues of a schema to visible ones', async () => {
    const second = await aQueue(server.deps.db, tenant)
    await admin.patch(`/queues/${second.queue_id}`, { schema: url('schemas', tenant.schema_id) })
    const { token } = await aPerson(server.deps.db, tenant, 'viewer')
    const { body } = await as(server.root, token).get(`/schemas/${tenant.schema_id}`)
    expect(body.queues).toEqual([url('queues', tenant.queue_id)])
    expect((await admin.get(`/schemas?queue=${second.queue_id}`)).body.results[0].queues).toHaveLength(2)
  })
})
