import { execFile } from 'node:child_process'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { aPerson, aTenant } from '../support/factories.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

const MB = 1024 * 1024
const JSON_TYPE = { 'Content-Type': 'application/json' }

useTenantServer()

const upload = () => `${server.root}/uploads/large.bin?queue=${tenant.queue_id}`

/** Sends a request with Python's standard library, which sends the whole body before it reads the response. */
async function python(url: string, size: number, mode: 'announced' | 'chunked', token = tenant.token, type = 'x/y') {
  const script = join(import.meta.dirname, '..', 'client', 'send_large.py')
  const { stdout } = await promisify(execFile)('python3', [script, url, token, `${size}`, mode, type])
  return JSON.parse(stdout) as { status: number; body: Record<string, unknown> }
}

describe('a client that sends the whole body before it reads the response', () => {
  const refused = {
    status: 413,
    body: { code: 'payload_too_large', detail: 'The uploaded data must not exceed 40 MB.' },
  }

  it.each(['announced', 'chunked'] as const)('receives the 413 of an upload of 60 MB, %s', async (mode) => {
    expect(await python(upload(), 60 * MB, mode)).toEqual(refused)
    const form = `${server.root}/uploads?queue=${tenant.queue_id}`
    const type = 'multipart/form-data; boundary=b'
    expect(await python(form, 60 * MB, mode, tenant.token, type)).toEqual(refused)
  })

  it('receives the 413 of a JSON body, and the 401 and 403 of any body', async () => {
    expect(await python(`${server.root}/labels`, 12 * MB, 'chunked', tenant.token, 'application/json')).toEqual({
      status: 413,
      body: { code: 'payload_too_large', detail: 'The request body must not exceed 10485760 bytes.' },
    })
    expect(await python(upload(), 39 * MB, 'announced', 'wrong')).toMatchObject({ status: 401 })
    expect(await python(upload(), 39 * MB, 'chunked', '-')).toMatchObject({ status: 403 })
  })
})

interface Started {
  status: number
  body: Record<string, unknown>
  connection: string | undefined
}

/** Announces a body, sends only its beginning, and returns the response. */
function announce(
  url: string,
  headers: Record<string, string>,
  { sent = 'x', method = 'POST' } = {},
): Promise<Started> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers })
    request.on('error', reject)
    request.on('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('error', () => undefined)
      response.on('end', () => {
        request.destroy()
        resolve({
          status: response.statusCode!,
          body: JSON.parse(text) as Record<string, unknown>,
          connection: response.headers.connection,
        })
      })
    })
    request.write(sent)
  })
}
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

describe('before the body arrives', () => {
  it('credentials are checked', async () => {
    for (const [path, type, size] of [
      ['/labels', 'application/json', 10 * MB],
      [`/uploads?queue=${tenant.queue_id}`, 'multipart/form-data; boundary=b', 40 * MB],
    ] as const) {
      const headers = { 'Content-Type': type, 'Content-Length': `${size}` }
      const wrong = await announce(`${server.root}${path}`, { ...headers, ...bearer('wrong') })
      expect([wrong.status, wrong.connection], path).toEqual([401, 'close'])
      expect((await announce(`${server.root}${path}`, headers)).status, path).toBe(403)
    }
  })

  it('permission and queue are checked', async () => {
    const viewer = bearer((await aPerson(server.deps.db, tenant, 'viewer')).token)
    const large = { 'Content-Length': `${9 * MB}` }
    expect((await announce(upload(), { ...large, ...viewer })).status).toBe(403)
    expect((await announce(`${server.root}/queues`, { ...large, ...JSON_TYPE, ...viewer })).status).toBe(403)
    const own = bearer(tenant.token)
    const foreign = (await aTenant(server.deps.db)).queue_id
    expect((await announce(`${server.root}/uploads/a.txt?queue=${foreign}`, { ...large, ...own })).status).toBe(404)
    expect((await announce(`${server.root}/uploads/a.txt?queue=x`, { ...large, ...own })).status).toBe(400)
    expect((await announce(`${server.root}/queues/${foreign}/upload/a.txt`, { ...large, ...own })).status).toBe(404)
  })

  it('an announced length above the limit is refused', async () => {
    const headers = { ...bearer(tenant.token), 'Content-Length': `${2 ** 40}` }
    expect(await announce(upload(), headers)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    expect((await announce(`${server.root}/labels`, { ...headers, ...JSON_TYPE })).status).toBe(413)
  })
})

describe('Expect: 100-continue', () => {
  /** Returns the status codes of all responses; sends the body only after 100. */
  const expecting = (token: string, size: number) =>
    new Promise<number[]>((resolve, reject) => {
      const seen: number[] = []
      const request = httpRequest(upload(), {
        method: 'POST',
        headers: { ...bearer(token), Expect: '100-continue', 'Content-Length': `${size}`, 'Content-Type': 'x/y' },
      })
      request.on('continue', () => {
        seen.push(100)
        request.end(Buffer.alloc(size, seen.length))
      })
      request.on('response', (response: IncomingMessage) => {
        response.resume().on('end', () => {
          request.destroy()
          resolve([...seen, response.statusCode!])
        })
      })
      request.on('error', reject)
      request.flushHeaders()
    })

  it('is answered with 100 when the request is acceptable, else with the error', async () => {
    expect(await expecting(tenant.token, 1000)).toEqual([100, 202])
    expect(await expecting(tenant.token, 41 * MB)).toEqual([413])
    expect(await expecting('wrong', 1000)).toEqual([401])
  })
})

describe('a body that continues after the error response', () => {
  it('is discarded up to a limit, then the connection is closed', async () => {
    const { port, hostname } = new URL(server.root)
    const socket: Socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    const closed = new Promise<void>((resolve) => {
      socket.on('error', () => undefined).on('close', () => resolve())
    })
    socket.write(
      `POST /api/v1/uploads/large.bin?queue=${tenant.queue_id} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${tenant.token}\r\n` +
        `Content-Length: ${2 ** 40}\r\n\r\n`,
    )
    const piece = Buffer.alloc(MB)
    let sent = 0
    const send = () => {
      while (!socket.destroyed && !socket.writableNeedDrain) {
        socket.write(piece)
        sent++
      }
    }
    socket.on('drain', send)
    send()
    await closed
    expect(answer).toMatch(/^HTTP\/1.1 413 [\s\S]*payload_too_large/)
    // Discarded bytes plus those in the socket buffers of both sides.
    expect(sent).toBeGreaterThan(60)
    expect(sent).toBeLessThan(90)
  })
})

describe('uploads with a Content-Encoding', () => {
  const pdf = Buffer.from('a text that is stored as it was before it was packed')
  const boundary = Buffer.from('--b\r\nContent-Disposition: form-data; name="content"; filename="a.txt"\r\n\r\n')
  const WAYS: [string, (queue: number) => string, string, (content: Buffer) => Buffer][] = [
    ['a raw body', (queue) => `/uploads/a.txt?queue=${queue}`, 'application/octet-stream', (content) => content],
    [
      'a form',
      (queue) => `/uploads?queue=${queue}`,
      'multipart/form-data; boundary=b',
      (content) => Buffer.concat([boundary, content, Buffer.from('\r\n--b--\r\n')]),
    ],
    ['the older upload', (queue) => `/queues/${queue}/upload/a.txt`, 'application/octet-stream', (content) => content],
    ['a document', () => '/documents', 'application/octet-stream', (content) => content],
  ]
  const CODINGS: [string, (content: Buffer) => Buffer][] = [
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (content) => content],
  ]
  const send = (way: (typeof WAYS)[number], body: Buffer, coding: string) =>
    admin.post(way[1](tenant.queue_id), body, { 'Content-Type': way[2], 'Content-Encoding': coding })
  const newest = async () => {
    const { s3_name } = (await server.deps.db('documents').orderBy('id', 'desc').first('s3_name'))!
    return server.deps.blobs.get(`documents/${s3_name}`)
  }

  describe.each(WAYS)('as %s', (...way) => {
    it.each(CODINGS)('are stored decoded from %s', async (coding, pack) => {
      const content = Buffer.concat([pdf, Buffer.from(coding + way[0])])
      const { status, body } = await send(way, pack(way[3](content)), coding)
      expect([201, 202], JSON.stringify(body)).toContain(status)
      expect((await newest()).toString()).toBe(content.toString())
    })

    it('are refused with 415 for another coding, and with 400 if they cannot be decoded', async () => {
      expect(await send(way, way[3](pdf), 'zstd')).toMatchObject({
        status: 415,
        body: { code: 'unsupported_media_type', detail: expect.stringContaining('Use gzip, deflate or br') },
      })
      for (const broken of [way[3](pdf), gzipSync(way[3](pdf)).subarray(0, 40)])
        expect(await send(way, broken, 'gzip')).toMatchObject({
          status: 400,
          body: { detail: 'The request body cannot be decompressed.' },
        })
    })

    it('are refused with 413 above the limit of the decoded size', async () => {
      expect((await send(way, gzipSync(way[3](Buffer.alloc(42 * MB))), 'gzip')).status).toBe(413)
    })
  })
})

describe('JSON and form bodies', () => {
  it('may be compressed, and their limit applies to the decompressed size', async () => {
    const gzip = { ...JSON_TYPE, 'Content-Encoding': 'gzip' }
    const created = await admin.post('/labels', gzipSync('{"name": "packed"}'), gzip)
    expect([created.status, created.body.name]).toEqual([201, 'packed'])
    const bomb = gzipSync(`{"name": "${'x'.repeat(11 * MB)}"}`)
    expect((await admin.post('/labels', bomb, gzip)).status).toBe(413)
    expect(await admin.post('/labels', Buffer.from('no gzip'), gzip)).toMatchObject({
      status: 400,
      body: { detail: 'The request body cannot be decompressed.' },
    })
    expect(await admin.post('/labels', Buffer.from('{}'), { ...JSON_TYPE, 'Content-Encoding': 'rot13' })).toMatchObject(
      {
        status: 415,
        body: { detail: expect.stringContaining('Unsupported content encoding "rot13" in request.') },
      },
    )
  })

  it('are treated as missing when they are empty', async () => {
    for (const text of ['', ' \n'])
      expect(await admin.post('/labels', text, JSON_TYPE), JSON.stringify(text)).toMatchObject({
        status: 400,
        body: { detail: 'Expected a JSON object.' },
      })
  })

  it('cannot set the prototype of objects', async () => {
    const answer = await admin.post('/labels', '{"name": "a", "__proto__": {"x": 1}}', JSON_TYPE)
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringMatching(/^JSON parse error/)])
  })
})
