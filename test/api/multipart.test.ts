import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { readParts } from '../../src/api/multipart.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

const MB = 1024 * 1024
const TYPE = { 'Content-Type': 'multipart/form-data; boundary=b' }

useTenantServer()

/** Builds a part with exactly these headers. */
const part = (headers: string | Buffer, content: string | Buffer = 'x') =>
  Buffer.concat([Buffer.from('--b\r\n'), Buffer.from(headers), Buffer.from('\r\n\r\n'), Buffer.from(content), CRLF])
const CRLF = Buffer.from('\r\n')
const END = Buffer.from('--b--\r\n')
const named = (disposition: string) => `Content-Disposition: form-data; name="content"; ${disposition}`
const field = (name: string, content: string) => part(`Content-Disposition: form-data; name="${name}"`, content)
const file = (name: string, content: string | Buffer = 'x') => part(named(`filename="${name}"`), content)
const send = (...parts: Buffer[]) =>
  admin.post(`/uploads?queue=${tenant.queue_id}`, Buffer.concat([...parts, END]), TYPE)

async function kept() {
  const blobs: string[] = []
  for await (const key of server.deps.blobs.list('documents/')) blobs.push(key)
  const { blobs: settings } = server.deps.config
  const drafts = settings.kind === 'folder' ? await readdir(join(settings.folder, '.tmp')) : []
  const pending = (await server.deps.db('pending_files').pluck('s3_name')) as string[]
  return { blobs: blobs.length, drafts, noted: pending }
}
const newest = async () =>
  (await server.deps.db('documents').orderBy('id', 'desc').first('original_file_name', 'size')) as {
    original_file_name: string
    size: number
  }

describe('file names of a form', () => {
  it.each<[string, string | Buffer, string]>([
    ['plain', 'filename="a b.txt"', 'a b.txt'],
    ['without quotes', 'filename=a.txt', 'a.txt'],
    ['with escaped quotes', 'filename="a \\"b\\".txt"', 'a "b".txt'],
    ['in UTF-8', 'filename="účet.txt"', 'účet.txt'],
    ['in Latin-1', Buffer.from('filename="caf\xe9.txt"', 'latin1'), 'café.txt'],
    ['extended', 'filename="plain.txt"; filename*=UTF-8\'\'%C5%BElut%C3%BD.txt', 'žlutý.txt'],
    ['a path', 'filename="C:\\\\files\\\\../a.txt"', 'a.txt'],
    ['empty', 'filename=""', 'document'],
  ])('may be %s', async (_, disposition, name) => {
    const start = Buffer.from('Content-Disposition: form-data; name="content"; ')
    const answer = await send(part(Buffer.concat([start, Buffer.from(disposition)])))
    expect(answer.status, JSON.stringify(answer.body)).toBe(202)
    expect(await newest()).toEqual({ original_file_name: name, size: 1 })
  })

  it('turn a part without a type into a file, as does a type without a file name', async () => {
    expect((await send(file('a.txt'))).status).toBe(202)
    expect((await send(part(`${named('x=y')}\r\nContent-Type: application/octet-stream`))).status).toBe(202)
    expect((await newest()).original_file_name).toBe('document')
    expect((await send(field('content', 'no file'))).body.content).toEqual(['No file was submitted.'])
  })

  it('may be split over packets in the middle of a character', async () => {
    const bytes = Buffer.concat([part(named('filename="účet č. 1.txt"'), 'in pieces'), END])
    const status = await new Promise<number>((resolve, reject) => {
      const request = httpRequest(`${server.root}/uploads?queue=${tenant.queue_id}`, {
        method: 'POST',
        headers: { ...TYPE, Authorization: `Bearer ${tenant.token}` },
      })
      request.on('response', (response) => resolve(response.resume().statusCode!)).on('error', reject)
      const next = (at: number): void =>
        at < bytes.length ? void request.write(bytes.subarray(at, at + 1), () => next(at + 1)) : void request.end()
      next(0)
    })
    expect(status).toBe(202)
    expect(await newest()).toEqual({ original_file_name: 'účet č. 1.txt', size: 9 })
  })
})

describe('limits of a form', () => {
  it('are 1,000 files, 100 other fields and 1 MB per field', async () => {
    const before = await kept()
    const many = (count: number, make: (index: number) => Buffer) => Array.from({ length: count }, (_, n) => make(n))
    expect((await send(...many(99, (n) => field(`f${n}`, 'x')), field('values', '{}'), file('a.txt'))).status).toBe(202)
    const fields = await send(file('a.txt'), ...many(101, (n) => field(`f${n}`, 'x')))
    expect([fields.status, fields.body.detail]).toEqual([
      400,
      'The multipart body cannot be read: it has more than 100 fields.',
    ])
    const files = await send(...many(1001, (n) => file(`${n}.txt`)))
    expect([files.status, files.body.detail]).toEqual([
      400,
      'The multipart body cannot be read: it has more than 1000 files.',
    ])
    const long = await send(file('a.txt'), field('values', 'x'.repeat(MB + 1)))
    expect([long.status, long.body.values]).toEqual([400, ['The field must not exceed 1 MB.']])
    expect(await kept()).toEqual({ ...before, blobs: before.blobs + 1 })
  })

  it('allow a header of 900 kB whose reading takes no longer than in proportion to its length', async () => {
    // Read in quadratic time, it takes minutes.
    const answer = await send(part(`${named('filename="'.repeat(90_000))}x`))
    expect(answer.status).toBe(202)
  })

  it('also apply to the headers of parts', async () => {
    const answer = await send(part(named(`filename="${'x'.repeat(2 * MB)}"`)))
    expect([answer.status, answer.body.detail]).toEqual([
      400,
      'The multipart body cannot be read: its boundaries and headers exceed 1 MB.',
    ])
  })

  it('include specific errors for a missing boundary, a missing end and an unknown encoding', async () => {
    const wrong = async (body: Buffer, type = TYPE['Content-Type']) =>
      (await admin.post(`/uploads?queue=${tenant.queue_id}`, body, { 'Content-Type': type })).body.detail as string
    expect(await wrong(Buffer.from('x'), 'multipart/form-data')).toMatch(/has no boundary\.$/)
    expect(await wrong(file('a.txt'))).toMatch(/ends before its last boundary/)
    const encoded = part(`${named('filename="a"')}\r\nContent-Transfer-Encoding: rot13`)
    expect(await wrong(Buffer.concat([encoded, END]))).toMatch(/unknown Content-Transfer-Encoding\.$/)
  })
})

describe('a form that is refused after its files were stored', () => {
  it('leaves no stored files', async () => {
    const before = await kept()
    const large = Buffer.alloc(3 * MB, 'x')
    for (const parts of [
      [file('a.txt', large), field('values', '{broken')],
      [file('a.txt', large), file('b.txt'), field('metadata', '[]')],
      [file('a.txt', large), Buffer.from('--b\r\nno header')],
    ])
      expect((await send(...parts)).status).toBe(400)
    const identical = `/uploads?queue=${tenant.queue_id}&reject_identical=true`
    expect((await admin.post(identical, Buffer.concat([file('a', large), file('b', large), END]), TYPE)).status).toBe(
      400,
    )
    const empty = await admin.post('/documents', Buffer.concat([file('a.txt', ''), END]), TYPE)
    expect([empty.status, empty.body.content]).toEqual([400, ['The submitted file is empty.']])
    expect(await kept()).toEqual(before)
  })

  it('leaves no stored files when the client disconnects during the request', async () => {
    const before = await kept()
    const request = httpRequest(`${server.root}/uploads?queue=${tenant.queue_id}`, {
      method: 'POST',
      headers: { ...TYPE, Authorization: `Bearer ${tenant.token}` },
    })
    request.on('error', () => undefined)
    request.write(Buffer.concat([file('a.txt'), file('b.txt', Buffer.alloc(MB))]).subarray(0, MB))
    await expect.poll(async () => (await kept()).drafts.length).toBe(1)
    request.destroy()
    await expect.poll(kept).toEqual(before)
  })
})

describe('readParts', () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'transfer-encoding': 'chunked' }
  const context = (req: Readable) =>
    ({
      req: Object.assign(req, { headers }),
      headers,
      method: 'POST',
      state: {},
      get: () => '',
      is: () => 'multipart',
    }) as never
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  /** Behaves like a socket: yields one chunk per turn of the event loop. */
  const source = (body: Buffer, note: (at: number) => void = () => undefined) =>
    Readable.from(
      (async function* () {
        for (let at = 0; at < body.length; at += 65_536) {
          await turn()
          note(at)
          yield body.subarray(at, at + 65_536)
        }
      })(),
      { objectMode: false },
    )
  const limit = { bytes: 40 * MB, error: () => new Error('too large') }

  it('reads no faster than the files are consumed', async () => {
    const content = Buffer.alloc(20 * MB, '\r\n--a')
    const body = Buffer.concat([file('a', content), file('b', 'second'), END])
    let pulled = 0
    const req = source(body, (at) => (pulled = at))
    const streams: PassThrough[] = []
    const reading = readParts(context(req), {
      fileField: 'content',
      limit,
      open: () => {
        const stream = new PassThrough()
        streams.push(stream)
        return { stream, stored: buffer(Readable.from([])).then(() => stream) }
      },
    })
    // Without back-pressure the source yields a chunk in each turn.
    for (let turns = 0; turns < 300; turns++) await turn()
    expect(streams).toHaveLength(1)
    expect(pulled).toBeLessThan(MB)
    const first = buffer(streams[0]!)
    const { files } = await reading
    expect((await first).equals(content)).toBe(true)
    expect((await buffer(files[1]!)).toString()).toBe('second')
  })

  it('destroys all streams with the error that refused a file', async () => {
    const full = new Error('the disk is full')
    const streams: Writable[] = []
    const reading = readParts(
      context(source(Buffer.concat([file('a', Buffer.alloc(MB)), file('b', Buffer.alloc(MB)), END]))),
      {
        fileField: 'content',
        limit,
        open: () => {
          const stream = new Writable({ write: (_, __, done) => done() })
          stream.on('error', () => undefined)
          streams.push(stream)
          const stored = streams.length === 2 ? Promise.reject(full) : new Promise<never>(() => undefined)
          return { stream, stored }
        },
      },
    )
    await expect(reading).rejects.toBe(full)
    expect(streams.map((stream) => stream.destroyed)).toEqual([true, true])
  })
})
