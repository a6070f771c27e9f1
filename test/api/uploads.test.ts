import { request as httpRequest } from 'node:http'
import type { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { BlobUnavailable } from '../../src/blobs/types.ts'
import { as } from '../support/as.ts'
import { aPerson, aQueue, aTenant } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { bytes, form, RAW, uploadOf } from './uploaded.ts'

useTenantServer()

const into = (given = '') => `/uploads?queue=${tenant.queue_id}${given}`
const rows = async () => {
  const { db } = server.deps
  const count = async (table: string) => Number((await db(table).count('* as n'))[0]!.n)
  const blobs: string[] = []
  for await (const key of server.deps.blobs.list('documents/')) blobs.push(key)
  return [
    await count('uploads'),
    await count('documents'),
    await count('tasks'),
    await count('annotations'),
    blobs.length,
  ]
}

describe('POST /v1/uploads', () => {
  it('accepts several files in a form and returns the task, in the body and as Location', async () => {
    const [one, two] = [bytes(), bytes()]
    const answer = await admin.post(into(), form(['a.txt', one], ['Überweisung 1.txt', two]))
    expect(answer.body).toMatchObject({ url: expect.stringMatching(/\/v1\/tasks\/\d+$/) })
    expect(answer.headers.get('location')).toBe(answer.body.url)
    const { upload, documents, names } = await uploadOf(answer as never)
    expect(upload).toEqual({
      id: expect.any(Number),
      url: url('uploads', upload.id),
      queue: url('queues', tenant.queue_id),
      creator: url('users', tenant.user_id),
      created_at: expect.stringMatching(/Z$/),
      email: null,
      organization: url('organizations', tenant.organization_id),
      documents: [expect.any(String), expect.any(String)],
      additional_documents: [],
      annotations: expect.any(Array),
    })
    expect(names).toEqual(['a.txt', 'Überweisung 1.txt'])
    const content = await admin.get(documents[1]!.content)
    expect(content.body).toEqual(two)
    expect(content.headers.get('content-disposition')).toContain("filename*=UTF-8''%C3%9Cberweisung%201.txt")
    expect(content.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('accepts values and metadata as plain fields and as file parts without a name', async () => {
    const values = { 'upload:unit': 'Sales', other: '1' }
    const metadata = { a: [1, 'ü'] }
    const plain = form(['a.txt', bytes()])
    plain.append('values', JSON.stringify(values))
    plain.append('metadata', JSON.stringify(metadata))
    const parts = form(['a.txt', bytes()])
    for (const [name, value] of Object.entries({ values, metadata }))
      parts.append(name, new Blob([JSON.stringify(value)], { type: 'application/json' }), '')
    for (const sent of [plain, parts]) {
      const { row } = await uploadOf((await admin.post(into(), sent)) as never)
      expect([row.values, row.metadata]).toEqual([values, metadata])
    }
  })

  it('reports fields with invalid or unsuitable JSON', async () => {
    for (const [field, text, message] of [
      ['values', '{broken', 'Value must be valid JSON.'],
      ['metadata', '{broken', 'Value must be valid JSON.'],
      ['values', '[1]', 'Value must be a JSON object.'],
      ['metadata', JSON.stringify({ a: 'x'.repeat(5000) }), 'Metadata must not exceed 4 kB.'],
    ] as const) {
      const sent = form(['a.txt', bytes()])
      sent.append(field, text)
      expect(await admin.post(into(), sent)).toMatchObject({
        status: 400,
        body: { code: 'bad_request', detail: `${field}: ${message}`, [field]: [message] },
      })
    }
  })

  it('requires a file and a queue', async () => {
    const empty = new FormData()
    empty.append('values', '{}')
    expect(await admin.post(into(), empty)).toMatchObject({
      status: 400,
      body: { content: ['No file was submitted.'] },
    })
    expect(await admin.post('/uploads', form(['a.txt', bytes()]))).toMatchObject({
      status: 400,
      body: { queue: ['This field is required.'] },
    })
    expect(await admin.post('/uploads?queue=x', form(['a.txt', bytes()]))).toMatchObject({
      status: 400,
      body: { queue: ['"x" is not a valid id.'] },
    })
    expect(
      (
        await admin.post(
          `/uploads?queue=${encodeURIComponent(url('queues', tenant.queue_id))}`,
          form(['a.txt', bytes()]),
        )
      ).status,
    ).toBe(202)
  })

  it('returns 404 for a queue that is unknown, foreign or not assigned', async () => {
    const other = await aTenant(server.deps.db)
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const annotator = as(server.root, (await aPerson(server.deps.db, tenant, 'annotator')).token)
    for (const [client, queue] of [
      [admin, 999999],
      [admin, other.queue_id],
      [annotator, queue_id],
    ] as const)
      expect(await client.post(`/uploads/a.txt?queue=${queue}`, bytes(), RAW)).toMatchObject({
        status: 404,
        body: { code: 'not_found', detail: 'Queue not found.' },
      })
  })

  it('requires an annotator, manager or administrator', async () => {
    const before = await rows()
    for (const role of ['viewer', 'annotator_limited', 'annotator_embedded', 'approver'] as const) {
      const client = as(server.root, (await aPerson(server.deps.db, tenant, role)).token)
      for (const path of [into(), `/uploads/a.txt?queue=${tenant.queue_id}`, `/queues/${tenant.queue_id}/upload`])
        expect((await client.post(path, form(['a.txt', bytes()]))).status, `${role} ${path}`).toBe(403)
    }
    expect(await rows()).toEqual(before)
    for (const role of ['annotator', 'manager', 'organization_group_admin'] as const) {
      const client = as(server.root, (await aPerson(server.deps.db, tenant, role)).token)
      expect((await client.post(into(), form(['a.txt', bytes()]))).status, role).toBe(202)
    }
  })

  it('refuses an identical file only if requested', async () => {
    const same = bytes()
    const post = (given = '') => admin.post(into(given), form(['same.txt', same]))
    expect((await post('&reject_identical=true')).status).toBe(202)
    expect(await post('&reject_identical=True')).toMatchObject({
      status: 409,
      body: { code: 'conflict_status', detail: expect.stringContaining('same.txt') },
    })
    expect((await post()).status).toBe(202)
    expect((await post('&reject_identical=false')).status).toBe(202)
    expect((await admin.post(into('&reject_identical=1'), form(['a', bytes()], ['b', bytes()]))).status).toBe(400)
  })

  it('returns 413 above 40 MB, with or without Content-Length, and stores nothing', async () => {
    const before = await rows()
    const large = Buffer.alloc(40 * 1024 * 1024 + 1)
    expect(await admin.post(`/uploads/large.bin?queue=${tenant.queue_id}`, large, RAW)).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    })
    expect(
      await admin.post(into(), form(['one.bin', large.subarray(1 << 20)], ['two.bin', large.subarray(0, 2 << 20)])),
    ).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large', detail: 'The uploaded data must not exceed 40 MB.' },
    })
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(`${server.root}/uploads/large.bin?queue=${tenant.queue_id}`, {
        method: 'POST',
        headers: { ...RAW, Authorization: `Bearer ${tenant.token}` },
      })
      request.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
      for (let at = 0; at < large.length; at += 4 << 20) request.write(large.subarray(at, at + (4 << 20)))
      request.end()
    })
    expect(status).toBe(413)
    expect(await rows()).toEqual(before)
  })

  /** Takes one chunk, then fails like a full disk. */
  const fill = async (_key: string, body: unknown) => {
    for await (const _chunk of body as Readable) break
    throw new BlobUnavailable('disk full')
  }
  it.each([
    ['at once, for a form', () => Promise.reject(new BlobUnavailable('disk full')), 1, true],
    ['in the middle of a form', fill, 5_000_000, true],
    ['in the middle of a file', fill, 5_000_000, false],
  ])('returns 503 and stores nothing when writing fails %s', async (_, put, size, asForm) => {
    const before = await rows()
    const blobs = server.deps.blobs
    server.deps.blobs = {
      ...blobs,
      put,
      delete: (keys) => blobs.delete(keys),
      list: (prefix) => blobs.list(prefix),
    }
    const file = Buffer.alloc(size, 'x')
    const answer = asForm
      ? await admin.post(into(), form(['a.txt', file]))
      : await admin.send('POST', into(), { body: file, headers: RAW })
    server.deps.blobs = blobs
    expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await rows()).toEqual(before)
  })

  it('returns 400 for malformed forms', async () => {
    const boundary = { 'Content-Type': 'multipart/form-data; boundary=b' }
    const part = '--b\r\nContent-Disposition: form-data; name="content"; filename="a.txt"\r\n\r\nhalf of'
    for (const [text, headers] of [
      ['x', { 'Content-Type': 'multipart/form-data' }],
      [part, boundary],
      ['', boundary],
      ['nonsense', boundary],
    ] as const) {
      const answer = await admin.send('POST', into(), { body: text, headers })
      expect([answer.status, answer.body.code], text).toEqual([400, 'bad_request'])
    }
    expect((await admin.get('/auth/user')).status).toBe(200)
  })
})

describe('GET /v1/uploads/{id}', () => {
  it('requires access to the queue', async () => {
    const { upload } = await uploadOf((await admin.post(into(), form(['a.txt', bytes()]))) as never)
    const inside = as(server.root, (await aPerson(server.deps.db, tenant, 'viewer')).token)
    const outside = as(server.root, (await aPerson(server.deps.db, tenant, 'annotator', [])).token)
    const foreign = as(server.root, (await aTenant(server.deps.db)).token)
    expect((await inside.get(upload.url)).status).toBe(200)
    for (const client of [outside, foreign]) expect((await client.get(upload.url)).status).toBe(404)
  })
})
