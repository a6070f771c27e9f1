/** Answers that are the same for all callers are compressed once. */
import { get as request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiDocument } from '../../src/api/openapi/document.ts'
import { openapiFile } from '../../src/api/openapi/file.ts'
import { prepare } from '../../src/api/prepared.ts'
import { testServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => void (server = await testServer()))
afterAll(() => server.stop())

/** `fetch` of Node would decode the body and send headers of its own. */
const load = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const url = new URL(path, server.root)
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request(url, { headers, method }, resolve).once('error', reject),
  )
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
}

const DECODE = { br: brotliDecompressSync, gzip: gunzipSync }

describe.each(['/api/openapi.json', '/api/docs/scalar.js'])('GET %s', (path) => {
  it('is compressed as the client accepts it', async () => {
    const plain = await load(path)
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined])
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip, deflate', 'gzip'],
      ['br;q=0, gzip;q=0.1', 'gzip'],
      ['*', 'br'],
    ] as const) {
      const answer = await load(path, { 'Accept-Encoding': accepted })
      expect([answer.headers['content-encoding'], answer.headers.vary], accepted).toEqual([
        encoding,
        expect.stringContaining('Accept-Encoding'),
      ])
      expect(answer.body.length).toBe(Number(answer.headers['content-length']))
      expect(answer.body.length).toBeLessThan(plain.body.length / 2)
      expect(DECODE[encoding](answer.body).equals(plain.body), accepted).toBe(true)
    }
    expect((await load(path, { 'Accept-Encoding': 'deflate' })).headers['content-encoding']).toBeUndefined()
    const head = await load(path, {}, 'HEAD')
    expect([head.status, head.headers.etag, head.body.length]).toEqual([200, plain.headers.etag, 0])
  })

  it('is 304 for a client that has it', async () => {
    const { etag } = (await load(path)).headers
    const again = await load(path, { 'If-None-Match': etag!, 'Accept-Encoding': 'gzip' })
    expect([again.status, again.body.length]).toEqual([304, 0])
    expect((await load(path, { 'If-None-Match': 'W/"other"' })).status).toBe(200)
  })
})

describe('a prepared answer', () => {
  it('is compressed once per encoding', async () => {
    const prepared = prepare(Buffer.from('some text '.repeat(1000)))
    expect(await prepared.encoded('gzip')).toBe(await prepared.encoded('gzip'))
    expect(await prepared.encoded('br')).toBe(await prepared.encoded('br'))
    expect(gunzipSync((await prepared.encoded('gzip'))!).equals(prepared.body)).toBe(true)
  })

  it('is not compressed if that makes it no smaller', async () => {
    const random = Buffer.from(Array.from({ length: 4096 }, (_, n) => (n * n * 31 + (n >> 3) * 17 + (n >> 7)) & 255))
    const packed = gunzipSync((await prepare(Buffer.alloc(4096)).encoded('gzip'))!)
    expect(packed.equals(Buffer.alloc(4096))).toBe(true)
    const dense = (await prepare(random).encoded('br')) ?? random
    expect(await prepare(dense).encoded('br')).toBeNull()
    expect(await prepare(Buffer.from('short')).encoded('gzip')).toBeNull()
  })
})

describe('the OpenAPI document of an address', () => {
  it.each([
    'http://127.0.0.1:3000/api',
    'https://sheaf.example.com/api',
    'https://Sheaf.Example.com/sub/folder/api',
    'http://[::1]:80/api',
  ])('is that of its own build: %s', (root) => {
    expect(openapiFile(root).body.toString()).toBe(JSON.stringify(apiDocument(root)))
  })

  it('is built once, whatever addresses other clients invent', () => {
    const root = 'https://service.example.com/api'
    const made = openapiFile(root)
    for (let n = 0; n < 50; n++) {
      openapiFile(`http://invented-${n}.example.com/api`)
      expect(openapiFile(root)).toBe(made)
    }
    expect(openapiFile('http://invented-1.example.com/api').etag).not.toBe(made.etag)
  })
})
