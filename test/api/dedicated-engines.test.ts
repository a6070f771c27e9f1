import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, type Client, type Json } from '../support/as.ts'
import { aPerson, aQueue, aTenant, type Tenant } from '../support/factories.ts'
import { testServer, type TestServer } from '../support/server.ts'

let server: TestServer
let tenant: Tenant
let admin: Client
let queue: string
const url = (collection: string, id: number) => `${server.root}/${collection}/${id}`

beforeAll(async () => {
  server = await testServer()
  tenant = await aTenant(server.deps.db)
  admin = as(server.root, tenant.token)
  queue = url('queues', tenant.queue_id)
})
afterAll(() => server.stop())

const good = (answer: { status: number; body: unknown }, status = 200) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  return answer.body as { id: number; url: string; [name: string]: Json }
}
const output = (id: string, schema_id: string, given: object = {}) => ({
  category: 'datapoint',
  engine_output_id: id,
  label: id,
  type: 'string',
  description: null,
  sources: [{ queue, schema_id }],
  ...given,
})
const content = (...fields: object[]) => ({ training_queues: [queue], fields })
const aSchema = async (...fields: object[]) =>
  good(await admin.post('/dedicated_engine_schemas', { content: content(...fields) }), 201)
const anEngine = async (given: object = {}) =>
  good(await admin.post('/dedicated_engines', { name: 'Trained', ...given }), 201)

describe('dedicated engines', () => {
  it('start as empty drafts', async () => {
    const created = await anEngine({ status: 'training_finished', queues: [queue] })
    expect(created).toEqual({
      id: expect.any(Number),
      url: url('dedicated_engines', created.id),
      name: 'Trained',
      description: '',
      status: 'draft',
      schema: null,
      queues: [],
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
      blobs: { ...server.deps.blobs, put: () => Promise.reject(new Error('full')), delete: () => Promise.resolve() },
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

describe('schemas of dedicated engines', () => {
  it('store the mapping; `trained` is read-only and unknown keys are dropped', async () => {
    const list = { category: 'multivalue', engine_output_id: 'gone', children: output('tags', 'order_id') }
    const created = await aSchema(output('number', 'document_id', { trained: true, x: 1 }), list)
    expect(created).toEqual({
      id: expect.any(Number),
      url: url('dedicated_engine_schemas', created.id),
      content: content(output('number', 'document_id', { trained: false }), {
        category: 'multivalue',
        children: output('tags', 'order_id', { trained: false }),
      }),
    })
    good(await admin.put(`/dedicated_engine_schemas/${created.id}`, created))
  })

  it('report missing references at their position', async () => {
    const stranger = await aTenant(server.deps.db)
    const foreign = url('queues', stranger.queue_id)
    const fields = [
      output('a', 'nothing'),
      output('b', 'document_id', { sources: [{ queue: foreign, schema_id: 'x' }] }),
    ]
    const refused = await admin.post('/dedicated_engine_schemas', { content: { training_queues: [foreign], fields } })
    expect([refused.status, refused.body.content]).toEqual([
      400,
      {
        training_queues: ['Invalid hyperlink - object does not exist.'],
        fields: [
          { sources: [{ schema_id: [`The schema of queue ${tenant.queue_id} has no field "nothing".`] }] },
          { sources: [{ queue: ['Invalid hyperlink - object does not exist.'] }] },
        ],
      },
    ])
    const { id } = await aSchema()
    expect((await admin.patch(`/dedicated_engine_schemas/${id}`, { content: 'x' })).body.content).toEqual([
      'Expected an object.',
    ])
  })

  it('refuse training queues that are being deleted', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    await admin.delete(`/queues/${queue_id}`)
    const training_queues = [url('queues', queue_id)]
    for (const answer of [
      await admin.post('/dedicated_engine_schemas', { content: { training_queues, fields: [] } }),
      await admin.post('/dedicated_engine_schemas/predict', { training_queues }),
    ])
      expect([answer.status, (answer.body.content ?? answer.body).training_queues]).toEqual([
        400,
        [`Queue ${queue_id} is being deleted.`],
      ])
  })

  it('return only visible queues, and are visible if their engine is', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const own = url('queues', queue_id)
    const fields = [
      output('number', 'document_id'),
      output('own', 'order_id', { sources: [{ queue: own, schema_id: 'order_id' }] }),
    ]
    const schema = good(
      await admin.post('/dedicated_engine_schemas', { content: { training_queues: [queue, own], fields } }),
      201,
    )
    const engine = await anEngine({ schema: schema.url })
    good(await admin.patch(`/queues/${queue_id}`, { dedicated_engine: engine.url }))
    const { token } = await aPerson(server.deps.db, tenant, 'annotator', [queue_id])
    const annotator = as(server.root, token)
    const { results } = (await annotator.get('/dedicated_engine_schemas')).body
    expect(results).toMatchObject([{ id: schema.id, content: { training_queues: [own] } }])
    expect(JSON.stringify(results)).not.toContain(queue + '"')
    expect((await annotator.get(`/dedicated_engine_schemas/${(await aSchema()).id}`)).status).toBe(404)
  })

  it('cannot be deleted while an engine uses them', async () => {
    const schema = await aSchema()
    const engine = await anEngine({ schema: schema.url })
    const refused = await admin.delete(`/dedicated_engine_schemas/${schema.id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict_referenced'])
    expect(refused.body.detail).toContain(String(engine.id))
    good(await admin.patch(`/dedicated_engines/${engine.id}`, { schema: null }))
    expect((await admin.delete(`/dedicated_engine_schemas/${schema.id}`)).status).toBe(204)
  })

  it('are validated with status 200 in all cases', async () => {
    const validate = async (body: object) => good(await admin.post('/dedicated_engine_schemas/validate', body))
    expect(await validate({ content: content(output('document_id', 'document_id')) })).toEqual({})
    expect(await validate({})).toEqual({ content: ['This field is required.'] })
    expect(await validate({ content: { training_queues: [] } })).toEqual({
      content: { fields: ['This field is required.'] },
    })
    expect(
      await validate({ content: content(output('number', 'document_id'), output('number', 'date_issue')) }),
    ).toEqual({
      content: {
        fields: [
          { sources: [{ schema_id: ['Field "document_id" must have no rir_field_names, or "number" among them.'] }] },
          {
            engine_output_id: ['Output "number" is used more than once.'],
            sources: [
              {
                schema_id: [
                  'Field "date_issue" is of type date, not string.',
                  'Field "date_issue" must have no rir_field_names, or "number" among them.',
                ],
              },
            ],
          },
        ],
      },
    })
  })

  it('can be predicted from the schemas of the queues, and the prediction passes validation', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const training_queues = [queue, url('queues', queue_id)]
    const predicted = good(await admin.post('/dedicated_engine_schemas/predict', { training_queues })) as unknown as {
      content: { training_queues: string[]; fields: { engine_output_id: string; label: string }[] }
    }
    expect(predicted.content.training_queues).toEqual(training_queues)
    expect(predicted.content.fields.find((field) => field.engine_output_id === 'amount_total')).toEqual({
      category: 'datapoint',
      engine_output_id: 'amount_total',
      label: 'Total with tax',
      trained: false,
      type: 'number',
      description: null,
      sources: training_queues.map((url) => ({ queue: url, schema_id: 'amount_total' })),
    })
    expect(good(await admin.post('/dedicated_engine_schemas/validate', predicted))).toEqual({})
    expect(good(await admin.post('/dedicated_engine_schemas', predicted), 201).content).toEqual(predicted.content)
    const stranger = await aTenant(server.deps.db)
    const foreign = await admin.post('/dedicated_engine_schemas/predict', {
      training_queues: [url('queues', stranger.queue_id)],
    })
    expect([foreign.status, foreign.body.training_queues]).toEqual([
      400,
      ['Invalid hyperlink - object does not exist.'],
    ])
  })
})
