/** Relations, document relations, suggested edits and notes: behaviour beyond the contract suite. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../src/rules/access/permissions.ts'
import { as, type Client } from '../support/as.ts'
import { aDocument, anAnnotation, aPerson, aQueue } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer({ wrap: documented })

/** Can access only the tenant's first queue. */
let annotator: Client
/** Can access only `elsewhere`. */
let outsider: Client
let elsewhere: { queue_id: number; schema_id: number }

const person = async (role: Role, queues?: number[]) =>
  documented(server.root, as(server.root, (await aPerson(server.deps.db, tenant, role, queues)).token))
const annotation = async (given: Record<string, unknown> = {}) =>
  (await anAnnotation(server.deps.db, tenant, given)).annotation_id
const missing = ['Invalid hyperlink - object does not exist.']

beforeAll(async () => {
  annotator = await person('annotator')
  elsewhere = await aQueue(server.deps.db, tenant)
  outsider = await person('annotator', [elsewhere.queue_id])
})

describe.each([
  ['notes', (id: number) => ({ annotation: url('annotations', id), content: 'x' })],
  ['document_relations', (id: number) => ({ annotation: url('annotations', id) })],
  ['suggested_edits', (id: number) => ({ annotation: url('annotations', id), documents: [] })],
  ['relations', (id: number) => ({ type: 'edit', parent: url('annotations', id) })],
])('/v1/%s', (path, body) => {
  it('are visible if their annotation is, and refer only to visible objects', async () => {
    const id = await annotation()
    const created = (await annotator.post(`/${path}`, body(id))).body as { id: number }
    expect((await annotator.get(`/${path}/${created.id}`)).status).toBe(200)
    for (const answer of [
      await outsider.get(`/${path}/${created.id}`),
      await outsider.patch(`/${path}/${created.id}`, {}),
      await outsider.delete(`/${path}/${created.id}`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await outsider.get(`/${path}`)).body.pagination.total).toBe(0)
    const refused = await outsider.post(`/${path}`, body(id))
    expect([refused.status, refused.body.annotation ?? refused.body.parent]).toEqual([400, missing])
  })

  it('can be read but not created by viewers', async () => {
    const viewer = await person('viewer')
    const created = (await admin.post(`/${path}`, body(await annotation()))).body as { id: number }
    expect((await viewer.get(`/${path}/${created.id}`)).status).toBe(200)
    expect((await viewer.post(`/${path}`, body(await annotation()))).status).toBe(403)
    expect((await viewer.delete(`/${path}/${created.id}`)).status).toBe(403)
  })

  it('can be sideloaded with annotations', async () => {
    const id = await annotation()
    const created = (await admin.post(`/${path}`, body(id))).body as { id: number }
    const keyword = path === 'relations' ? 'child_relations' : path
    if (path === 'document_relations') return
    const list = (await admin.get(`/annotations?id=${id}&sideload=${keyword}`)).body
    expect(list[keyword]).toEqual([expect.objectContaining({ id: created.id })])
  })

  it('are deleted with their annotation', async () => {
    const id = await annotation()
    const created = (await admin.post(`/${path}`, body(id))).body as { id: number }
    expect((await admin.delete(`/annotations/${id}`)).status).toBe(204)
    expect((await admin.get(`/${path}/${created.id}`)).status).toBe(404)
  })
})

describe('/v1/relations', () => {
  it('return and change only the visible part of a relation across queues', async () => {
    const [here, there] = [await annotation(), await annotation(elsewhere)]
    const created = (
      await admin.post('/relations', {
        type: 'edit',
        parent: url('annotations', there),
        annotations: [url('annotations', here), url('annotations', there)],
      })
    ).body as { id: number }
    const seen = await annotator.get(`/relations/${created.id}`)
    expect(seen.body).toMatchObject({ parent: null, annotations: [url('annotations', here)] })
    const another = await annotation()
    await annotator.patch(`/relations/${created.id}`, { annotations: [url('annotations', another)] })
    expect((await admin.get(`/relations/${created.id}`)).body.annotations).toEqual([
      url('annotations', there),
      url('annotations', another),
    ])
  })

  it('must not be empty, and duplicates need a unique key', async () => {
    const empty = { annotations: ['A relation requires a parent or an annotation.'] }
    expect(await admin.post('/relations', { type: 'edit' })).toMatchObject({ status: 400, body: empty })
    const body = async () => ({
      type: 'duplicate',
      key: 'abc',
      annotations: [url('annotations', await annotation())],
    })
    const created = (await admin.post('/relations', await body())).body as { id: number }
    expect(await admin.patch(`/relations/${created.id}`, { annotations: [] })).toMatchObject({
      status: 400,
      body: empty,
    })
    expect(await admin.post('/relations', await body())).toMatchObject({
      status: 400,
      body: { key: [expect.any(String)] },
    })
    expect(await admin.post('/relations', { ...(await body()), type: 'x' })).toMatchObject({
      status: 400,
      body: { type: ['"x" is not a valid choice.'] },
    })
    expect((await admin.get('/relations?type=duplicate&key=abc')).body.pagination.total).toBe(1)
  })
})

describe('/v1/document_relations', () => {
  it('are unique by type, key and annotation', async () => {
    const body = { annotation: url('annotations', await annotation()), type: 'export', key: null }
    const unique = { non_field_errors: ['The fields type, key, annotation must make a unique set.'] }
    expect((await admin.post('/document_relations', body)).status).toBe(201)
    expect(await admin.post('/document_relations', body)).toMatchObject({ status: 400, body: unique })
    const other = (await admin.post('/document_relations', { ...body, key: 'two' })).body as { id: number }
    expect(await admin.patch(`/document_relations/${other.id}`, { key: null })).toMatchObject({
      status: 400,
      body: unique,
    })
    const list = (await admin.get('/document_relations?key=two')).body
    expect(list.results.map((row: { id: number }) => row.id)).toEqual([other.id])
  })

  it('can be deleted only when empty, and make their documents visible to users of the annotation', async () => {
    const document_id = await aDocument(server.deps.db, tenant)
    expect((await annotator.get(`/documents/${document_id}`)).status).toBe(404)
    const created = (
      await admin.post('/document_relations', {
        annotation: url('annotations', await annotation()),
        documents: [url('documents', document_id)],
      })
    ).body as { id: number }
    expect((await annotator.get(`/documents/${document_id}`)).status).toBe(200)
    expect((await outsider.get(`/documents/${document_id}`)).status).toBe(404)
    expect((await admin.get(`/document_relations?documents=${document_id}`)).body.pagination.total).toBe(1)
    expect(await admin.delete(`/document_relations/${created.id}`)).toMatchObject({
      status: 409,
      body: { code: 'conflict_referenced', detail: expect.stringContaining(String(document_id)) },
    })
    await admin.patch(`/document_relations/${created.id}`, { documents: [] })
    expect((await admin.delete(`/document_relations/${created.id}`)).status).toBe(204)
  })

  it('are listed newest first', async () => {
    const ids = (await admin.get('/document_relations?page_size=100')).body.results.map((row: { id: number }) => row.id)
    expect(ids).toEqual([...ids].sort((a: number, b: number) => b - a))
  })
})

describe('/v1/suggested_edits', () => {
  it('contain the parts of a document, with the rotation under both names', async () => {
    const { annotation_id, document_id } = await anAnnotation(server.deps.db, tenant)
    const [page] = (await server.deps
      .db('pages')
      .insert({ organization_id: tenant.organization_id, annotation_id, document_id, number: 1, s3_name: 'x' })
      .returning('id')) as { id: number }[]
    const body = {
      annotation: url('annotations', annotation_id),
      documents: [
        {
          pages: [{ page: url('pages', page!.id), rotation: 90 }],
          target_queue: url('queues', tenant.queue_id),
          values: { 'edit:unit': 'Sales' },
        },
        { pages: [{ page: url('pages', page!.id), rotation_deg: 180, deleted: true }] },
      ],
    }
    const created = await admin.post('/suggested_edits', body)
    expect(created).toMatchObject({
      status: 201,
      body: {
        documents: [
          {
            pages: [{ page: url('pages', page!.id), rotation_deg: 90, deleted: false }],
            target_queue: url('queues', tenant.queue_id),
            values: { 'edit:unit': 'Sales' },
          },
          { pages: [{ rotation_deg: 180, deleted: true }], target_queue: null, values: {} },
        ],
      },
    })
    expect((await admin.get(`/annotations/${annotation_id}`)).body.suggested_edit).toBe(created.body.url)
    expect(await admin.post('/suggested_edits', body)).toMatchObject({
      status: 400,
      body: { annotation: ['The annotation already has a suggested edit.'] },
    })
    const wrong = (documents: unknown[]) => admin.patch(`/suggested_edits/${created.body.id}`, { documents })
    expect((await wrong([{ pages: [{ page: url('pages', page!.id) }], values: { unit: 1 } }])).body.documents).toEqual([
      'The key "unit" of values must start with "edit:".',
    ])
    expect((await wrong([{ pages: [{ page: url('pages', 999999) }] }])).body.documents).toEqual(missing)
    expect((await wrong([{ pages: [{ page: url('pages', page!.id), rotation: 45 }] }])).status).toBe(400)
    const other = await annotation()
    expect(
      await admin.patch(`/suggested_edits/${created.body.id}`, { annotation: url('annotations', other) }),
    ).toMatchObject({ status: 400, body: { documents: ['A page belongs to another annotation.'] } })
  })
})

describe('/v1/notes', () => {
  it('can be changed by their author and administrators', async () => {
    const created = (
      await annotator.post('/notes', { annotation: url('annotations', await annotation()), content: 'a' })
    ).body as { id: number; creator: string }
    const colleague = await person('annotator')
    for (const answer of [
      await colleague.patch(`/notes/${created.id}`, { content: 'b' }),
      await colleague.delete(`/notes/${created.id}`),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'access_forbidden' } })
    expect(await admin.patch(`/notes/${created.id}`, { content: 'b' })).toMatchObject({
      status: 200,
      body: { content: 'b', creator: created.creator, modifier: url('users', tenant.user_id) },
    })
    expect((await annotator.delete(`/notes/${created.id}`)).status).toBe(204)
  })

  it('hold at most 4096 characters', async () => {
    const annotation_url = url('annotations', await annotation())
    expect((await admin.post('/notes', { annotation: annotation_url, content: 'x'.repeat(4096) })).status).toBe(201)
    expect(
      (await admin.post('/notes', { annotation: annotation_url, content: 'x'.repeat(4097) })).body.content,
    ).toEqual(['Ensure this field has no more than 4096 characters.'])
  })
})
