import { describe, expect, it } from 'vitest'
import { documentKey } from '../../src/domain/documents/stored-file.ts'
import { as } from '../support/as.ts'
import { aDocument, anAnnotation, aPerson, aQueue } from '../support/factories.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

const person = async (...given: [queues?: number[]]) => {
  const created = await aPerson(server.deps.db, tenant, 'annotator', ...given)
  return { ...created, client: as(server.root, created.token) }
}

describe('GET /v1/documents/{id}/content', () => {
  it('returns the file with type and name, and prevents browsers from executing it', async () => {
    const { db, blobs } = server.deps
    const id = await aDocument(db, tenant, { original_file_name: 'a "b".html', mime_type: 'text/html', size: 5 })
    const { s3_name } = await db('documents').where('id', id).first('s3_name')
    await blobs.put(documentKey(s3_name), Buffer.from('<b>!'.padEnd(5)))
    const answer = await admin.get(`/documents/${id}/content`)
    expect([answer.status, String(answer.body)]).toEqual([200, '<b>! '])
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  })

  it('returns 404 after the content was removed', async () => {
    const id = await aDocument(server.deps.db, tenant, { has_content: false })
    expect((await admin.get(`/documents/${id}`)).body.content).toBe(`${server.root}/documents/${id}/content`)
    expect(await admin.get(`/documents/${id}/content`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describe('visibility of documents', () => {
  it('includes users who can access one of their annotations, and the creator', async () => {
    const { db } = server.deps
    const { queue_id, schema_id } = await aQueue(db, tenant)
    const inside = await anAnnotation(db, tenant)
    const outside = await anAnnotation(db, tenant, { queue_id, schema_id })
    const { client, user_id } = await person()
    const loose = await aDocument(db, tenant)
    const own = await aDocument(db, tenant, { creator_id: user_id })
    const status = async (id: number) => [
      (await client.get(`/documents/${id}`)).status,
      (await client.patch(`/documents/${id}`, { metadata: {} })).status,
    ]
    expect(await status(inside.document_id)).toEqual([200, 200])
    expect(await status(own)).toEqual([200, 200])
    expect(await status(outside.document_id)).toEqual([404, 404])
    expect(await status(loose)).toEqual([404, 404])
    expect((await client.get(`/documents/${outside.document_id}/content`)).status).toBe(404)
    expect((await admin.get(`/documents/${loose}`)).status).toBe(200)
  })

  it('limits the listed annotations to visible ones', async () => {
    const { db } = server.deps
    const { queue_id, schema_id } = await aQueue(db, tenant)
    const { annotation_id, document_id } = await anAnnotation(db, tenant)
    const second = await anAnnotation(db, tenant, { queue_id, schema_id })
    await db('annotations').where('id', second.annotation_id).update({ document_id })
    const { client } = await person()
    expect((await client.get(`/documents/${document_id}`)).body.annotations).toEqual([
      `${server.root}/annotations/${annotation_id}`,
    ])
    expect((await admin.get(`/documents/${document_id}`)).body.annotations).toHaveLength(2)
  })
})

describe('DELETE /v1/documents/{id}', () => {
  it('returns 409 while an annotation contains data, else deletes the document with annotation and file', async () => {
    const { db, blobs } = server.deps
    const { annotation_id, document_id } = await anAnnotation(db, tenant)
    const { s3_name } = await db('documents').where('id', document_id).first('s3_name')
    await blobs.put(documentKey(s3_name), Buffer.from('x'))
    expect(await admin.delete(`/documents/${document_id}`)).toMatchObject({
      status: 409,
      body: { code: 'conflict_referenced', detail: `Annotation ${annotation_id} still contains data of the document.` },
    })
    expect(await blobs.head(documentKey(s3_name))).not.toBeNull()
    await db('annotation_contents').where({ annotation_id }).delete()
    expect((await (await person()).client.delete(`/documents/${document_id}`)).status).toBe(403)
    expect((await admin.delete(`/documents/${document_id}`)).status).toBe(204)
    expect((await admin.get(`/annotations/${annotation_id}`)).status).toBe(404)
    expect(await blobs.head(documentKey(s3_name))).toBeNull()
  })
})
