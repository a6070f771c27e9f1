/** Dedicated engines: statuses, queues, requests. */
import { describe, expect, it } from 'vitest'
import { BlobUnavailable } from '../../src/blobs/index.ts'
import { as } from '../support/as.ts'
import { aPerson, aQueue, aTenant } from '../support/factories.ts'
import { testServer } from '../support/server.ts'
import { admin, server, tenant, url } from '../support/tenant-server.ts'
import { aSchema, anEngine, content, good, output, queue, useDedicatedEngines } from './dedicated-engines-setup.ts'

useDedicatedEngines()

describe('dedicated engines', () => {
  it('start as drafts', async () => {
    const created = await anEngine({ status: 'training_finished', queues: [queue] })
    expect(created).toEqual({
      id: expect.any(Number),
      url: url('dedicated_engines', created.id),
      name: 'Trained',
      description: '',
      status: 'draft',
      schema: null,
      queues: [queue],
    })
  })

  it('return the visible queues that use them', async () => {
    const { id, url: engine } = await anEngine()
    const other = await aQueue(server.deps.db, tenant)
    for (const queue_id of [tenant.queue_id, other.queue_id])
      good(await admin.patch(`/queues/${queue_id}`, { dedicated_engine: engine }))
    expect((await admin.get(`/dedicated_engines/${id}`)).body.queues).toEqual([queue, url('queues', other.queue_id)])
    const { token } = await aPerson(server.deps.db, tenant, 'annotator', [other.queue_id])
    const annotator = as(server.root, token)
    expect((await annotator.get('/dedicated_engines')).body.results).toMatchObject([
      { id, queues: [url('queues', other.queue_id)] },
    ])
    expect((await annotator.get(`/dedicated_engines/${(await anEngine()).id}`)).status).toBe(404)

    const refused = await admin.delete(`/dedicated_engines/${id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict_referenced'])
    expect(refused.body.detail).toContain(`${tenant.queue_id}, ${other.queue_id}`)
    for (const queue_id of [tenant.queue_id, other.queue_id])
      good(await admin.patch(`/queues/${queue_id}`, { dedicated_engine: null }))
    expect((await admin.delete(`/dedicated_engines/${id}`)).status).toBe(204)
  })

  it('move to schema review and are then read-only with their schema', async () => {
    const schema = await aSchema(output('number', 'document_id'))
    const { id } = await anEngine({ schema: schema.url })
    const skipped = await admin.patch(`/dedicated_engines/${id}`, { status: 'training_started' })
    expect([skipped.status, skipped.body.status]).toEqual([
      400,
      ['The status cannot change from draft to training_started.'],
    ])
    const unknown = await admin.patch(`/dedicated_engines/${id}`, { status: 'ready' })
    expect(unknown.body.status).toEqual(['"ready" is not a valid choice.'])
    const reviewed = good(await admin.patch(`/dedicated_engines/${id}`, { status: 'schema_review', name: 'Last name' }))
    expect(reviewed).toMatchObject({ status: 'schema_review', name: 'Last name', schema: schema.url })
    const attempts = [
      admin.patch(`/dedicated_engines/${id}`, { name: 'x' }),
      admin.patch(`/dedicated_engines/${id}`, { status: 'draft' }),
      admin.put(`/dedicated_engines/${id}`, { name: 'x' }),
      admin.delete(`/dedicated_engines/${id}`),
      admin.patch(`/dedicated_engine_schemas/${schema.id}`, { content: content() }),
      admin.put(`/dedicated_engine_schemas/${schema.id}`, { content: content() }),
      admin.delete(`/dedicated_engine_schemas/${schema.id}`),
    ]
    for (const refused of await Promise.all(attempts)) {
      expect([refused.status, refused.body.code]).toEqual([409, 'conflict_status'])
      expect(refused.body.detail).toBe(`Dedicated engine ${id} is read-only: its status is schema_review.`)
    }
    expect((await admin.get('/dedicated_engines?status=schema_review')).body.results).toMatchObject([{ id }])
    expect((await admin.get(`/dedicated_engine_schemas/${schema.id}`)).body).toEqual(schema)
  })
})

describe('POST /v1/dedicated_engines/request', () => {
  const REQUIRED = 'This field is required.'
  const wanted = { document_type: 'Delivery note', document_language: 'German', volume: '1200' }
  const form = (fields: Record<string, string>, files: [string, string][]) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.append(name, value)
    for (const [name, text] of files) data.append('sample_uploads', new Blob([text]), name)
    return data
  }
  it('creates a draft and stores the sample files as documents', async () => {
    const files: [string, string][] = [
      ['one.pdf', '%PDF-1.4 one'],
      ['two.pdf', '%PDF-1.4 two'],
    ]
    const created = good(await admin.post('/dedicated_engines/request', form(wanted, files)))
    expect(created).toMatchObject({ name: 'Requested engine - Delivery note', status: 'draft', schema: null })
    const { db } = server.deps
    expect(await db('dedicated_engines').where('id', created.id).first()).toMatchObject({
      document_type: 'Delivery note',
      document_language: 'German',
      volume: 1200,
      created_by: tenant.user_id,
    })
    const samples = await db('dedicated_engine_samples').where('dedicated_engine_id', created.id).orderBy('document_id')
    for (const [index, { document_id }] of samples.entries()) {
      const document = good(await admin.get(`/documents/${document_id}`))
      expect(document).toMatchObject({
        original_file_name: files[index]![0],
        creator: url('users', tenant.user_id),
        annotations: [],
      })
      expect((await admin.get(document.content)).body.toString()).toBe(files[index]![1])
    }
    expect(samples).toHaveLength(2)
  })

  it.each([
    [{}, { document_type: [REQUIRED], document_language: [REQUIRED], volume: [REQUIRED] }],
    [{ ...wanted, volume: 'many' }, { volume: ['A valid integer is required.'] }],
    [{ ...wanted, document_type: ' ' }, { document_type: [REQUIRED] }],
  ])('refuses %j', async (fields, errors) => {
    const answer = await admin.post('/dedicated_engines/request', form(fields, [['a.pdf', '%PDF-1.4']]))
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(errors)])
  })

  it('refuses a request without files, in another format, or from a non-administrator', async () => {
    const none = await admin.post('/dedicated_engines/request', form(wanted, []))
    expect([none.status, none.body.sample_uploads]).toEqual([400, ['No file was submitted.']])
    expect((await admin.post('/dedicated_engines/request', wanted)).status).toBe(400)
    const { token } = await aPerson(server.deps.db, tenant, 'manager')
    const asked = await as(server.root, token).post('/dedicated_engines/request', form(wanted, [['a.pdf', 'x']]))
    expect(asked.status).toBe(403)
  })

  it('stores nothing when the files cannot be saved', async () => {
    const broken = await testServer({
      blobs: {
        ...server.deps.blobs,
        put: () => Promise.reject(new BlobUnavailable('full')),
        delete: () => Promise.resolve(),
      },
    } as never)
    const other = await aTenant(broken.deps.db)
    const answer = await as(broken.root, other.token).post(
      '/dedicated_engines/request',
      form(wanted, [['a.pdf', '%PDF-1.4']]),
    )
    expect(answer.status).toBe(503)
    expect(await broken.deps.db('dedicated_engines')).toEqual([])
    expect(await broken.deps.db('documents')).toEqual([])
    await broken.stop()
  })
})
