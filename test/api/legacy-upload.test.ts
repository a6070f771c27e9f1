import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { jpeg, png } from '../support/pictures.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

const path = () => `/queues/${tenant.queue_id}/upload`
const form = (...files: [string, Uint8Array | string][]) => {
  const created = new FormData()
  for (const [name, content] of files) created.append('content', new Blob([content as string]), name)
  return created
}
const nameOf = async (result: { document: string }) => (await admin.get(result.document)).body.original_file_name

describe('POST /v1/queues/{id}/upload', () => {
  it('returns 201 with the annotations immediately, the first one twice', async () => {
    const sent = form(['one.txt', 'one'], ['two.txt', 'two'])
    sent.append('metadata', '{"source": "scanner"}')
    const answer = await admin.post(path(), sent)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    const { results } = answer.body
    expect(answer.body).toEqual({ results: [results[0], results[1]], ...results[0] })
    expect(Object.keys(results[0])).toEqual(['annotation', 'document'])
    expect([await nameOf(results[0]), await nameOf(results[1])]).toEqual(['one.txt', 'two.txt'])
    expect((await admin.get(results[1].annotation)).body).toMatchObject({
      document: results[1].document,
      queue: `${server.root}/queues/${tenant.queue_id}`,
      metadata: { source: 'scanner' },
    })
  })

  it('accepts a raw body with the file name in the path or a header', async () => {
    const type = { 'Content-Type': 'application/octet-stream' }
    const byPath = await admin.post(`${path()}/by%20path.txt`, Buffer.from('p'), type)
    const byHeader = await admin.post(path(), Buffer.from('h'), {
      ...type,
      'Content-Disposition': 'attachment; filename=by-header.txt',
    })
    expect([byPath.status, byHeader.status]).toEqual([201, 201])
    expect(await nameOf(byPath.body)).toBe('by path.txt')
    expect(await nameOf(byHeader.body)).toBe('by-header.txt')
  })

  it('imports the files of a zip archive', async () => {
    const file = new TextEncoder().encode('%PDF-1.4 not much of it')
    const archive = zipSync({ 'a.pdf': file, 'b.pdf': file })
    const { status, body } = await admin.post(path(), form(['both.zip', archive]))
    expect(status, JSON.stringify(body)).toBe(201)
    expect(await Promise.all(body.results.map(nameOf))).toEqual(['a.pdf', 'b.pdf'])
  })

  it('joins several pictures into one document with join', async () => {
    const files = [
      ['page one.png', await png(300, 200)],
      ['page two.jpg', await jpeg(300, 200)],
    ] as [string, Buffer][]
    const { status, body } = await admin.post(`${path()}?join=true`, form(...files))
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toEqual({ results: [body.results[0]], ...body.results[0] })
    expect((await admin.get(body.document)).body).toMatchObject({
      original_file_name: 'page one.pdf',
      mime_type: 'application/pdf',
      annotations: [body.annotation],
    })
    const apart = await admin.post(`${path()}?join=false`, form(...files))
    expect(apart.body.results).toHaveLength(2)
  })

  it('does not join a single file or pictures mixed with other files', async () => {
    const one: [string, Buffer] = ['one.png', await png(300, 200)]
    const single = await admin.post(`${path()}?join=true`, form(one))
    expect(await Promise.all(single.body.results.map(nameOf))).toEqual(['one.png'])
    const mixed = await admin.post(`${path()}?join=true`, form(one, ['two.png', '%PDF-1.4 not much of it']))
    expect(await Promise.all(mixed.body.results.map(nameOf))).toEqual(['one.png', 'two.png'])
  })

  it('refuses the same requests as POST /v1/uploads', async () => {
    expect((await admin.post('/queues/999999/upload', form(['a.txt', 'a']))).status).toBe(404)
    expect(await admin.post(path(), new FormData())).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    const sent = form(['a.txt', 'a'])
    sent.append('values', 'no json')
    expect(await admin.post(path(), sent)).toMatchObject({
      status: 400,
      body: { values: ['Value must be valid JSON.'] },
    })
    const large = await admin.post(`${path()}/large.bin`, Buffer.alloc(40 * 1024 * 1024 + 1), {
      'Content-Type': 'application/octet-stream',
    })
    expect(large.status).toBe(413)
  })
})
