/** Details of responses of annotations: rotation, files that cannot be opened, timeouts, assignments. */
import { describe, expect, it } from 'vitest'
import { endExpiredReviews } from '../../src/domain/annotations/review/end-expired.ts'
import type { Client } from '../support/as.ts'
import { anAnnotation, aQueue } from '../support/factories.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { get, inStatus } from './annotations-setup.ts'

useTenantServer()

const reviewing = async (client: Client) => {
  const id = await inStatus('to_review')
  expect((await client.post(`/annotations/${id}/start`, {})).status).toBe(200)
  return id
}

describe('suggested edits', () => {
  it('return rotation as it was sent', async () => {
    const { annotation_id, document_id } = await anAnnotation(server.deps.db, tenant)
    const [page] = await server.deps
      .db('pages')
      .insert({ organization_id: tenant.organization_id, annotation_id, document_id, number: 1, s3_name: 'x' })
      .returning('id')
    const pages = [{ page: url('pages', page.id), rotation: 270, deleted: false }]
    const created = await admin.post('/suggested_edits', {
      annotation: url('annotations', annotation_id),
      documents: [{ pages }],
    })
    expect(created).toMatchObject({ status: 201, body: { documents: [{ pages }] } })
    expect((await admin.get(created.body.url)).body.documents[0].pages).toEqual([{ ...pages[0], rotation_deg: 270 }])
    const other = [{ page: url('pages', page.id), rotation_deg: 90 }]
    expect(
      (await admin.patch(created.body.url, { documents: [{ pages: other }] })).body.documents[0].pages,
    ).toMatchObject([{ rotation: 90 }])
  })
})

describe('POST annotations/purge_deleted', () => {
  it('returns 202 without a body', async () => {
    const id = await inStatus('deleted')
    const answer = await admin.post('/annotations/purge_deleted', { annotations: [url('annotations', id)] })
    expect(answer).toMatchObject({ status: 202, body: null })
    expect(answer.headers.get('content-type')).toBeNull()
    expect(answer.headers.get('content-length')).toBe('0')
    expect((await get(id)).status).toBe('purged')
  })
})

describe('a file that cannot be opened', () => {
  const failed = async () => {
    const form = new FormData()
    form.append('content', new Blob([Buffer.from('arbitrary bytes')]), 'noise.bin')
    form.append('values', JSON.stringify({ 'upload:po': 'PO-77' }))
    const sent = await admin.post(`/queues/${tenant.queue_id}/upload`, form)
    expect(sent.status).toBe(201)
    const id = Number(sent.body.annotation.split('/').pop())
    expect((await get(id)).status).toBe('failed_import')
    return id
  }
  const ids = (nodes: { schema_id: string; children?: [] }[]): string[] =>
    nodes.flatMap(({ schema_id, children = [] }) => [schema_id, ...ids(children)])
  const treeOf = async (id: number) => (await admin.get(`/annotations/${id}/content`)).body.content

  it('has its full data tree when it is put to review by hand', async () => {
    const id = await failed()
    const expected = ids(await treeOf(await inStatus('to_review')))
    expect((await admin.patch(`/annotations/${id}`, { status: 'to_review' })).status).toBe(200)
    expect(ids(await treeOf(id))).toEqual(expected)
    expect(expected.length).toBeGreaterThan(10)
    const change = { content: [{ schema_id: 'document_id', content: { value: 'A-1' } }] }
    expect((await admin.post(`/annotations/${id}/start`, {})).status).toBe(200)
    expect((await admin.patch(`/annotations/${id}/content`, change)).status).toBe(200)
    expect(JSON.stringify(await treeOf(id))).toContain('A-1')
  })

  it('has its full data tree if it was imported before trees were stored', async () => {
    const id = await failed()
    await server.deps.db('annotation_contents').where({ annotation_id: id }).delete()
    expect((await admin.patch(`/annotations/${id}`, { status: 'to_review' })).status).toBe(200)
    expect(ids(await treeOf(id)).length).toBeGreaterThan(10)
  })

  it('has the values that were sent with it', async () => {
    const content = [
      {
        category: 'section',
        id: 'head',
        label: 'Head',
        children: [
          { category: 'datapoint', id: 'po', label: 'PO', type: 'string', rir_field_names: ['upload:po'] },
          { category: 'datapoint', id: 'unit', label: 'Unit', type: 'string', default_value: 'Sales' },
        ],
      },
    ]
    const schema = (await admin.post('/schemas', { name: 'Values', content })).body.url
    const { queue_id } = await aQueue(server.deps.db, tenant)
    await admin.patch(`/queues/${queue_id}`, { schema })
    const form = new FormData()
    form.append('content', new Blob([Buffer.from('arbitrary bytes')]), 'noise.bin')
    form.append('values', JSON.stringify({ 'upload:po': 'PO-77' }))
    const { body } = await admin.post(`/queues/${queue_id}/upload`, form)
    await admin.patch(body.annotation, { status: 'to_review' })
    const [head] = (await admin.get(`${body.annotation}/content`)).body.content
    expect(head.children.map((node: { content: { value: string } }) => node.content.value)).toEqual(['PO-77', 'Sales'])
  })
})

describe('the session timeout', () => {
  it('leaves modified_at and modified_by unchanged', async () => {
    const { client, user_id } = await person('annotator')
    const id = await reviewing(client)
    await server.deps.db('queues').where('id', tenant.queue_id).update({ session_timeout: '00:00:00' })
    const before = await get(id)
    expect(await endExpiredReviews(server.deps)).toBeGreaterThan(0)
    await server.deps.db('queues').where('id', tenant.queue_id).update({ session_timeout: '01:00:00' })
    expect(await get(id)).toMatchObject({
      status: 'to_review',
      modified_at: before.modified_at,
      modified_by: url('users', user_id),
      modifier: url('users', user_id),
    })
  })
})

describe('POST annotations/assign', () => {
  it('stores note_content as a note of the annotation', async () => {
    const { user_id } = await person('annotator')
    const id = await inStatus('to_review')
    const body = { annotations: [url('annotations', id)], assignees: [url('users', user_id)] }
    expect((await admin.post('/annotations/assign', { ...body, note_content: 'Please check the total.' })).status).toBe(
      204,
    )
    const notes = async () => (await admin.get(`/notes?annotation=${id}`)).body.results
    expect(await notes()).toMatchObject([
      { type: 'assignment', content: 'Please check the total.', creator: url('users', tenant.user_id) },
    ])
    for (const note_content of ['', null])
      expect((await admin.post('/annotations/assign', { ...body, note_content })).status).toBe(204)
    expect(await notes()).toHaveLength(1)
  })
})

describe('an annotation that another user reviews', () => {
  it.each(['postpone', 'delete', 'reject'])('is 409 to %s, for a second administrator too', async (verb) => {
    const id = await reviewing((await person('admin')).client)
    const answer = await admin.post(`/annotations/${id}/${verb}`, {})
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict_status' } })
    expect((await get(id)).status).toBe('reviewing')
  })

  it('is moved by its reviewer', async () => {
    const { client } = await person('admin')
    for (const [verb, status] of Object.entries({ postpone: 204, delete: 204, reject: 200 }))
      expect((await client.post(`/annotations/${await reviewing(client)}/${verb}`, {})).status).toBe(status)
  })

  it('can be released by an administrator', async () => {
    const id = await reviewing((await person('annotator')).client)
    expect((await admin.post(`/annotations/${id}/cancel`, {})).status).toBe(204)
    expect((await admin.post(`/annotations/${id}/postpone`, {})).status).toBe(204)
  })
})
