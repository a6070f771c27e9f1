/** Creates, replaces, copies, assigns, purges and deletes annotations; their durations, recipients, page text and labels. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentKey } from '../../src/domain/documents/stored-file.ts'
import { wordsKey } from '../../src/domain/intake/stored-extraction.ts'
import type { Role } from '../../src/rules/permissions.ts'
import { as, type Client } from '../support/as.ts'
import { aDocument, anAnnotation, aPerson, aQueue, aTenant, type Tenant } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { testServer, type TestServer } from '../support/server.ts'

let server: TestServer
let tenant: Tenant
let admin: Client
const url = (collection: string, id: number) => `${server.root}/${collection}/${id}`
const person = async (role: Role, queues?: number[]) => {
  const created = await aPerson(server.deps.db, tenant, role, queues)
  return { ...created, client: documented(server.root, as(server.root, created.token)) }
}
const inStatus = async (status: string, given: Record<string, unknown> = {}) =>
  (await anAnnotation(server.deps.db, tenant, { status, ...given })).annotation_id
const get = async (id: number) => (await admin.get(`/annotations/${id}`)).body
const idOf = (text: string) => Number(/\d+$/.exec(text)![0])
const missing = ['Invalid hyperlink - object does not exist.']

beforeAll(async () => {
  server = await testServer()
  tenant = await aTenant(server.deps.db)
  admin = documented(server.root, as(server.root, tenant.token))
})
afterAll(() => server.stop())

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
    expect((await admin.get(`/documents/${document_id}`)).body).toMatchObject({ content: null, original_file_name: '' })
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
})

describe('text of pages', () => {
  const read = async (source: 'text' | 'ocr') => {
    const { annotation_id, document_id } = await anAnnotation(server.deps.db, tenant)
    const { s3_name } = await server.deps.db('documents').where('id', document_id).first('s3_name')
    const words = [
      { text: 'Total', box: [10, 10, 60, 20], confidence: 1 },
      { text: 'amount', box: [70, 10, 130, 20], confidence: 1 },
    ]
    const lines = [{ text: 'Total amount', box: [10, 10, 130, 20] }]
    const pages = [1, 2].map((number) => ({ number, width: 200, height: 100, source, words, lines }))
    await server.deps.blobs.put(
      wordsKey(s3_name),
      Buffer.from(JSON.stringify({ reader: 'test', page_count: 2, pages })),
    )
    await server.deps.db('pages').insert(
      [1, 2].map((number) => ({
        organization_id: tenant.organization_id,
        annotation_id,
        document_id,
        number,
        s3_name: `p${number}`,
      })),
    )
    return annotation_id
  }

  it('is returned by line, word, character or page', async () => {
    const path = `/annotations/${await read('text')}/page_data`
    const items = async (granularity: string) =>
      (await admin.get(`${path}?granularity=${granularity}&page_numbers=2`)).body.results
    expect(await items('words')).toEqual([
      {
        page_number: 2,
        granularity: 'words',
        items: [
          { text: 'Total', position: [10, 10, 60, 20] },
          { text: 'amount', position: [70, 10, 130, 20] },
        ],
      },
    ])
    expect((await items('lines'))[0].items).toEqual([{ text: 'Total amount', position: [10, 10, 130, 20] }])
    expect((await items('chars'))[0].items.slice(0, 2)).toEqual([
      { text: 'T', position: [10, 10, 20, 20] },
      { text: 'o', position: [20, 10, 30, 20] },
    ])
    expect((await items('texts'))[0].items).toEqual([{ text: 'Total amount' }])
    expect((await admin.get(`${path}?granularity=texts`)).body.results).toHaveLength(2)
    expect((await admin.get(path)).body.granularity).toEqual(['This field is required.'])
    expect((await admin.get(`${path}?granularity=x`)).body.granularity).toEqual(['"x" is not a valid choice.'])
    expect((await admin.get(`${path}?granularity=words&page_numbers=x`)).status).toBe(400)
    expect((await admin.get(`${path}?granularity=barcodes`)).status).toBe(404)
    expect((await admin.get(`/annotations/${await inStatus('to_review')}/page_data?granularity=words`)).status).toBe(
      404,
    )
  })

  it('can be searched for phrases, with tolerance on pages read by OCR', async () => {
    const [text, ocr] = [await read('text'), await read('ocr')]
    const find = async (id: number, query: string) => (await admin.get(`/annotations/${id}/search?${query}`)).body
    expect(await find(text, 'phrase=total%20AMOUNT')).toEqual({
      status: 'ok',
      results: [1, 2].map((page) => ({ rectangle: [10, 10, 130, 20], page })),
    })
    expect((await find(text, 'phrase=tota1%20amount')).results).toEqual([])
    expect((await find(ocr, 'phrase=tota1%20amount')).results).toHaveLength(2)
    expect((await find(ocr, 'phrase=tota1%20amount&tolerance=0')).results).toEqual([])
    expect((await find(text, 'phrase=')).phrase).toEqual(['This field is required.'])
    expect((await find(text, 'phrase=x&tolerance=y')).tolerance).toEqual(['A valid integer is required.'])
  })

  it('cannot be translated without a translation service', async () => {
    const path = `/annotations/${await read('text')}/page_data/translate`
    const body = { granularity: 'lines', page_numbers: [1], target_language: 'de' }
    expect(await admin.post(path, body)).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
    expect((await admin.post(path, { ...body, page_numbers: [1, 2] })).status).toBe(400)
  })
})
